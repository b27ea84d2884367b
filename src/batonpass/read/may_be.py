"""What a text may be, told from its first bytes: the many readers of such texts are loaded for those that may."""

from batonpass.tables.load import table

BOM = b"\xef\xbb\xbf"


def client(data: bytes) -> str:
    """Return the client whose transcript this is, "" where it is none; one begins as JSON does."""
    if head(data) not in (b"{", b"["):
        return ""
    from batonpass.read import transcripts  # noqa: PLC0415 - see above

    return transcripts.recognise(data)


def report(data: bytes, suffix: str) -> bool:
    """Say whether a text that nobody gave as a report may be one: JSON, XML, or named like a log."""
    return head(data) in (b"<", b"{", b"[") or suffix in table("evidence")["report"]["suffixes"]


def head(data: bytes) -> bytes:
    """Return the first byte of a text that is no white space."""
    return data[:4096].removeprefix(BOM).lstrip()[:1]
