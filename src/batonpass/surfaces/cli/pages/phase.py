"""How a workflow with phases stands, and what became of a move."""

from collections.abc import Iterator

from batonpass.flow.course import Course
from batonpass.flow.phase import Done, gate_standing, standing_of
from batonpass.flow.phase_doctor import Diagnosis
from batonpass.surfaces.cli.page import EMPTY, Block, Line, Part, joined, line, title
from batonpass.surfaces.cli.pages.problems import problems

SIGNS: dict[str, Part] = {
    "complete": ("✓", "good"),
    "in_progress": ("▸", "name"),
    "skipped": ("–", "quiet"),
    "pending": ("·", "quiet"),
}
DONE = {
    "start": "Phase {n} ({title}) has begun.",
    "finish": "Phase {n} ({title}) is finished.",
    "skip": "Phase {n} ({title}): left out, in the user's words.",
    "resume": "Going on with phase {n} ({title}).",
}
STAYS = {"finish": "Phase {n} ({title}) is not finished.", "skip": "Nothing was skipped."}


def course(told: Course) -> Iterator[Block]:
    """Yield the phases of a workflow, its gates between them, and what is wrong with its file."""
    kind = f"{told.state.work_type} work" if told.state.work_type else ""
    yield title(told.recorded.name or told.workflow, *(("  ", ""), *joined([told.path, kind])))
    if told.is_foreign:
        yield line("another tool began it: `baton phase resume` takes it over", lead=("!", "warning"))
    for _, phase in told.phases.ordered():
        if told.phases.runs(phase.number, told.state.work_type):
            yield _phase(told, phase.number)
        yield from _gates(told, phase.number)
    yield from _skips(told)
    if told.problems:
        yield EMPTY
        yield title("Problems")
        yield from problems(told.problems)


def _phase(told: Course, number: int) -> Line:
    standing = standing_of(told, number)
    _, phase = told.phase(number)
    entry = told.recorded.entries.get(told.key(number), {})
    about = [f"{standing.replace('_', ' ')}"] if standing != "pending" else []
    about += [f"again: {entry['retry_count']}"] if entry.get("retry_count") else []
    about += ["heavy"] if phase.heavy else []
    said = (f"{number:>2} {phase.title}", "name" if standing == "in_progress" else "")
    return line(said, (f"  {', '.join(about)}", "quiet"), lead=SIGNS[standing], indent=2)


def _gates(told: Course, number: int) -> Iterator[Line]:
    for name in told.phases.gates_after(number):
        standing = gate_standing(told, name)
        style = {"passed": "good", "not passed": "bad", "skipped": "warning"}.get(standing, "quiet")
        yield line((f"── {told.phases.gates[name].title}: ", "quiet"), (standing, style), indent=4)


def _skips(told: Course) -> Iterator[Block]:
    for key, entry in told.recorded.entries.items():
        if entry.get("skip_timestamp"):
            words = f"“{entry.get('skip_words')}”"
            said = f"skipped {key} at {entry['skip_timestamp']}: {words} ({entry.get('skip_reason')})"
            yield line(said, lead=("!", "warning"))


def done(do: str, told: Done) -> Iterator[Block]:
    """Yield what became of a move."""
    made = told.course
    if told.phase:
        _, phase = made.phase(told.phase)
        texts = STAYS if told.answer == "block" and do in STAYS else DONE
        refused = "Phase {n} ({title}) may not begin." if do == "start" else "The workflow may not go on."
        text = refused if told.denied and do in ("start", "resume") else texts[do]
        yield line(text.format(n=told.phase, title=phase.title))
    else:
        yield line("Every phase is complete.")
    yield line((f"{made.path}", "quiet"))


def asides(told: Done, *, listed: bool = True) -> Iterator[Block]:
    """Yield the reasons where they were not listed already, and what there is to know beside them."""
    lead = ("✗", "bad") if told.denied else ("!", "warning")
    if listed:
        yield from (line(reason, lead=lead) for reason in told.reasons)
    if told.answer == "block":
        yield line(_denied(told), indent=2)
    if told.rewritten:
        yield line(
            f"{told.course.path} could not be mended piece by piece: it was written anew, and as it was it stands"
            " beside it",
            lead=("!", "warning"),
        )


def _denied(told: Done) -> str:
    if told.denied:
        return "denied: the mode is enforce" if told.mode == "enforce" else "denied in every mode"
    return f"not denied: the mode is {told.mode}"


def diagnosis(told: Diagnosis, *, asked: bool) -> Iterator[Block]:
    """Yield what is wrong with a progress file, and what was done about it."""
    yield title(told.course.workflow or "no workflow", ("  ", ""), (told.course.path, "quiet"))
    if told.course.is_foreign:
        yield line("another tool began it: `baton phase resume` takes it over", lead=("!", "warning"))
    if not told.found:
        yield line("nothing is wrong", lead=("✓", "good"))
        return
    yield from problems(told.found)
    yield from (line(said, lead=("→", "good")) for said in told.done)
    if told.kept:
        yield line(f"as it was it stands in {told.kept}", lead=("→", "good"))
    if asked and not told.done:
        yield line("nothing was written: this cannot be put right from here", lead=("✗", "bad"))
