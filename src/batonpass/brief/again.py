"""Whether a prompt may repeat an output, at a glance. On the fast path: what looks closely is `brief/retried.py`."""

ROW = 5  # words in a row; one less than `retry_row` of limits.toml, so nothing that is cut out is overlooked
STEP = 3  # every so many words a row is looked for
LETTERS = {ord(mark): " " for mark in map(chr, range(128)) if not mark.isalnum()}


def may_repeat(prompt: str, output: str) -> bool:
    """Tell whether words in a row of one stand in the other, whatever stands between them."""
    said = f" {' '.join(_words(output))} "
    words = _words(prompt)
    return any(f" {' '.join(words[at : at + ROW])} " in said for at in range(0, len(words) - ROW + 1, STEP))


def _words(text: str) -> list[str]:
    plain = text.replace("\\n", " ").replace("\\t", " ").replace("\\r", " ")
    return plain.translate(LETTERS).casefold().split()
