"""The exact meter: the o200k vocabulary, offline, loaded at the first count."""

import threading
from collections.abc import Iterator
from typing import Any

from batonpass.model.tokens import Meter, Tokens

# One encode call needs about twenty times its input in memory: 1 GB for a 50 MB document.
PIECE_CHARS = 200_000
MERGED = "unmistakably tokenized"
SAMPLES = 20

_LOADING = threading.Lock()
_loaded: list[Any] = []


def tokenizer() -> Any:
    """Return the one tokenizer of this process; the first to ask loads it, whoever asks meanwhile waits."""
    with _LOADING:
        if not _loaded:
            import splintr  # noqa: PLC0415 - 30 ms and 40 MB that only counting should pay

            made = splintr.Tokenizer.from_pretrained("o200k_base")
            # The first word that is no token by itself builds what all others use, 80 ms; a batch does not hold up other threads.
            made.encode_batch([MERGED])
            _loaded.append(made)
        return _loaded[0]


class Vocabulary:
    """Counts with o200k; special-token text such as `<|endoftext|>` counts as plain text."""

    @property
    def name(self) -> str:
        """Name vocabulary and library."""
        return "o200k (splintr-rs)"

    def count(self, text: str) -> Tokens:
        """Count exactly; a text above PIECE_CHARS is counted in pieces, off by less than 0.1 %."""
        encode = tokenizer().encode_ordinary
        clean = text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates raise in the library
        return Tokens(sum(len(encode(piece)) for piece in pieces(clean, PIECE_CHARS)))


def count_bytes(meter: Meter, data: bytes) -> Tokens:
    """Count a document without ever holding all of it as text, which takes up to four times its bytes."""
    lines = data.splitlines(keepends=True) if len(data) > PIECE_CHARS else [data]
    return Tokens(sum(meter.count(piece.decode("utf-8", "replace")) for piece in _joined(lines)))


def about(meter: Meter, data: bytes, sample: int) -> Tokens:
    """Return about how many tokens a long record has that nobody reads as it is: pieces spread over it are counted."""
    if len(data) <= sample:
        return count_bytes(meter, data)
    step, size = len(data) // SAMPLES, sample // SAMPLES
    parts = (data[at : at + size] for at in range(0, step * SAMPLES, step))
    return Tokens(sum(count_bytes(meter, part) for part in parts) * len(data) // (size * SAMPLES))


def _joined(lines: list[bytes]) -> Iterator[bytes]:
    """Yield runs of lines of about a piece each, ended before a line that starts with a non-space."""
    run: list[bytes] = []
    size = 0
    for line in lines:
        if size >= PIECE_CHARS and not line[:1].isspace():
            yield b"".join(run)
            run, size = [], 0
        run.append(line)
        size += len(line)
    yield b"".join(run)


def pieces(text: str, size: int) -> list[str]:
    """Cut a text before lines that start with a non-space, where token boundaries nearly always fall."""
    if len(text) <= size:
        return [text]
    cut, start = [], 0
    while len(text) - start > size:
        end = _boundary(text, start, start + size)
        cut.append(text[start:end])
        start = end
    return [*cut, text[start:]]


def _boundary(text: str, low: int, high: int) -> int:
    at = high
    while True:
        at = text.rfind("\n", low, at)
        if at <= low:
            return high
        if not text[at + 1 : at + 2].isspace():
            return at + 1
