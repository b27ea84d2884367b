"""What an agent says and what is known of it, as short texts: sources of every sort for golden cases."""

from collections.abc import Iterator, Mapping

from batonpass.compact.claims.ground import ground
from batonpass.compact.reconcile import reconcile
from batonpass.extract.facts import extract
from batonpass.model.evidence import Changed, Done
from batonpass.model.fact import Fact
from batonpass.model.proof import Difference, SourceEntry
from batonpass.model.source import Block, Source, Span, digest_of
from batonpass.read.found import Found
from batonpass.read.parse import parse, parse_report
from tests.extract.sessions import FOLDER, blocks

DONE: Mapping[str, Done] = {
    "A": "created", "M": "modified", "D": "deleted", "R": "renamed",
}  # fmt: skip


def told(parts: Mapping[str, str]) -> str:
    """Return where claims and evidence differ, then the facts about files, tests and checks that hold."""
    sources = tuple(_sources(parts))
    facts = tuple(fact for source in sources for fact in extract(source, FOLDER))
    entries = [_entry(source) for source in sources]
    found = reconcile(
        facts, ground(entries, lambda path: path.rsplit("/", 1)[-1] in parts.get("document", ""))
    )
    return "".join([*map(difference, found.differences), "\n", *_held(found.facts)])


def _sources(parts: Mapping[str, str]) -> Iterator[Source]:
    if "document" in parts:
        name = "report.md"
        yield parse(Found(name, name, parts["document"].encode()), redact=str, max_bytes=10**6)
    if "session" in parts:
        digest = digest_of(b"session")
        yield Source("s.jsonl", "claude-code", b"", digest, digest, blocks=tuple(blocks(parts["session"])))
    if "git" in parts:
        digest = digest_of(b"git")
        listed = tuple(_change(number, line) for number, line in enumerate(parts["git"].splitlines(), 1))
        yield Source("git", "git", b"", digest, digest, blocks=listed)
    if "log" in parts:
        yield parse_report(Found("test.log", "test.log", parts["log"].encode()), redact=str)


def _change(number: int, line: str) -> Block:
    """Return a line as `git status --short` writes it, with the counts of lines behind it."""
    letter, _, rest = line.partition(" ")
    path, _, counts = rest.partition("  ")
    old, _, new = path.partition(" -> ")
    added, removed = (int(count) for count in (counts or "+1 -0").split())
    change = Changed(
        path=new or old,
        change=DONE[letter],
        from_path=old if new else "",
        added=added,
        removed=-removed,
    )
    return Block("change", line, Span("git", number, number, number, number + 1, ""), evidence=change)


def _entry(source: Source) -> SourceEntry:
    path = source.path
    return SourceEntry(
        name=source.name,
        path=path,
        stored=source.name,
        format=source.format,
        digest=source.digest,
        original="",
        lines=0,
        tokens=0,
    )


def difference(found: Difference) -> str:
    """Return a difference on one line."""
    claimed = f"claimed {found.claimed!r}" if found.claimed else ""
    shown = f"shown {found.shown!r}" if found.shown else ""
    return "  ".join(filter(None, [f"{found.finding} {found.kind}", claimed, shown])) + "\n"


def _held(facts: tuple[Fact, ...]) -> Iterator[str]:
    for fact in facts:
        about = fact.attributes
        if fact.kind not in ("file", "tests", "gate", "metric") or fact.standing != "current":
            continue
        lines = "" if about.lines_added is None else f"  +{about.lines_added} -{about.lines_removed}"
        whose = "" if about.attributed is None else "  its own" if about.attributed else "  somebody else's"
        text = f"{about.change} {about.path}" if fact.kind == "file" else fact.text
        yield f"{fact.kind} {fact.basis}: {text}{lines}{whose}\n"
