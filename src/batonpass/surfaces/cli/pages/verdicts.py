"""What `validate` found, manifest by manifest."""

from collections.abc import Iterator, Sequence

from batonpass.flow.check import Checked
from batonpass.flow.gate import tally
from batonpass.surfaces.cli.page import Line, line
from batonpass.surfaces.cli.pages.problems import problems


def verdicts(checked: Sequence[Checked]) -> Iterator[Line]:
    """Yield every manifest with its problems."""
    for one in checked:
        sign = ("✓", "good") if one.valid else ("✗", "bad")
        yield line((one.path, "title"), (f"  {tally(one.problems)}", "quiet"), lead=sign)
        yield from problems(one.problems, around=one.path)
    if not checked:
        yield line("No handoff is open, so there is nothing to check.")


def summary(checked: Sequence[Checked], counted: str) -> Line:
    """Return the last line of a report."""
    count = f"{len(checked)} manifest{'' if len(checked) == 1 else 's'}"
    return line(f"{count}: {counted}")
