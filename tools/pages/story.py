"""The figures in README.md: the example story, handed over for real."""

from pathlib import Path

from evaluation.story import Told, tell_in_a_temporary_project
from tools.pages import markdown

ROOT = Path(__file__).resolve().parents[2]
PATH = "README.md"
BEGIN, END = "<!-- story: written by tools/docs.py -->", "<!-- /story -->"


def text() -> str:
    """Return README.md with the figures as they are now."""
    before, _, rest = (ROOT / PATH).read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        message = f"{PATH} has lost the line {BEGIN} or {END}; put both back"
        raise SystemExit(message)
    head = (
        "of the story in `examples/oauth2`",
        "tokens",
        "manifest",
        "smaller",
        "planted key points visible",
    )
    table = markdown.table(head, [_row(told) for told in tell_in_a_temporary_project()])
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def _row(told: Told) -> tuple[str, ...]:
    opened = told.outcome.opened
    source = opened.proof.sources[0] if opened.proof else None
    lines, tokens = (source.lines, source.tokens) if source else (0, 0)
    return (
        f"{told.type}, {lines} lines",
        f"{tokens:,}".replace(",", " "),
        str(told.tokens),
        f"{told.ratio:.0f} x",
        f"{told.points - len(told.missing)} of {told.points}",
    )
