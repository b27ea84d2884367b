"""What `validate` found, manifest by manifest."""

from collections.abc import Iterator, Sequence

from batonpass.flow.check import Checked
from batonpass.flow.gate import tally
from batonpass.surfaces.cli.page import Line, Part, line
from batonpass.surfaces.cli.pages.names import called
from batonpass.surfaces.cli.pages.problems import problems


def verdicts(checked: Sequence[Checked]) -> Iterator[Line]:
    """Yield every manifest with its problems."""
    for one in checked:
        sign = ("✓", "good") if one.valid else ("✗", "bad")
        yield line(*_called(one), (f"  {tally(one.problems)}", "quiet"), lead=sign)
        yield from problems(one.problems, around=one.path)
    if not checked:
        yield line("No handoff is open, so there is nothing to check.")


def _called(one: Checked) -> tuple[Part, ...]:
    return called(one.opened.handoff) if one.opened else ((one.path, "title"),)


def summary(checked: Sequence[Checked]) -> Line:
    """Return the last line of a report."""
    count = f"{len(checked)} manifest{'' if len(checked) == 1 else 's'}"
    return line(f"{count}: {tally([problem for one in checked for problem in one.problems])}")
