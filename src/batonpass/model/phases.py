"""Phases and the gates between them: the section of a playbook."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from batonpass.model.fact import Basis, Change, Kind

Path = tuple[str, ...]
Mistake = tuple[Path, str, str]  # where, what was found, what was wanted
Shown = Literal[
    "texts",  # what the facts say
    "names",  # the first words of each: of a technology, a pattern
    "paths",  # of files, and how many more there are
    "directories",  # the folders the files lie in
    "tests",  # totals of tests
    "values",  # name and value of measures: coverage 92 %
]


class Phase(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of the work."""

    number: int
    title: str
    output: str = ""  # the file it leaves, beside the progress file; "" = none
    heavy: bool = False  # it starts many agents: every start is checked more strictly
    type: str = "handoff"  # profile under which its output is handed over
    validator: str = ""  # what must be true of it, by name; "" = nothing beyond its output


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of a residue: which facts stand in it, and how. All that is said must hold."""

    label: str
    kinds: tuple[Kind, ...]
    show: Shown = "texts"
    most: int = 3  # facts in it; 0 = all
    basis: tuple[Basis, ...] = ()  # () = any
    change: tuple[Change, ...] = ()  # of files; () = any
    name: str = ""  # of a measure; "" = any
    words: tuple[str, ...] = ()  # one of which stands in the text; () = any text
    headings: tuple[str, ...] = ()  # instead: items below a heading or behind a label with one of these words


class Gate(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """After which phase the context must be compacted, and what stays of it."""

    after: int
    title: str
    why: str = ""
    keep: tuple[str, ...] = ()  # lines of the residue beside those that always stand in it
    mandatory: bool = True  # False: it advises where it was not passed


class Validator(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must be true before a phase is finished. All that is said must hold."""

    about: str
    says: tuple[str, ...] = ()  # one of these words stands in the phase's output …
    never: tuple[str, ...] = ()  # … and none of these
    tests: bool = False  # tests were run, and none failed
    coverage: float = 0.0  # at least so many per cent are covered
    built: bool = False  # no build, type check or linter failed
    approved: bool = False  # the user has said so, in words of their own
    typed: bool = False  # the kind of work is known


class WorkType(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A size of work, and the phases it does without."""

    about: str = ""
    words: tuple[str, ...] = ()  # a request with one of them is of this kind
    leaves_out: tuple[int, ...] = ()
    checkpoints: tuple[int, ...] = ()  # phases after which the user is asked


class Phases(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All phases and gates of a way of working; none where it has no phases."""

    progress: str = ".baton/progress/{workflow}"  # folder of the progress file
    found: tuple[str, ...] = ()  # folders of progress files that others write; {…} stands for any name
    residue: int = 200  # tokens that the residue of a phase stays below
    inline: int = 300  # tokens of one message above which it counts as a log, code or an agent's output
    unverified: Literal["go", "advise", "block"] = "advise"  # where nobody knows what the context holds
    usual: str = ""  # kind of work where nothing tells
    risk: str = ""  # what the user is told before a gate is skipped
    always: tuple[str, ...] = ()  # lines that stand in every residue and are never left out
    of: dict[str, Phase] = {}
    gates: dict[str, Gate] = {}
    lines: dict[str, Line] = {}
    validators: dict[str, Validator] = {}
    work_types: dict[str, WorkType] = {}

    def ordered(self) -> tuple[tuple[str, Phase], ...]:
        """Return the phases with their names, in the order of their numbers."""
        return tuple(sorted(self.of.items(), key=lambda named: named[1].number))

    def gates_after(self, number: int) -> tuple[str, ...]:
        """Return the names of the gates that stand behind a phase."""
        return tuple(name for name, gate in self.gates.items() if gate.after == number)

    def runs(self, number: int, work_type: str) -> bool:
        """Say whether a kind of work has this phase."""
        kind = self.work_types.get(work_type)
        return kind is None or number not in kind.leaves_out

    def mistakes(self) -> Iterator[Mistake]:
        """Yield what cannot be: two phases of one number, a gate behind none, a line nobody wrote."""
        numbers: dict[int, str] = {}
        for name, phase in self.of.items():
            yield from self._phase(name, phase, numbers)
        known = f"one of {', '.join(map(str, sorted(numbers)))}"
        for name, gate in self.gates.items():
            yield from self._gate(name, gate, known, frozenset(numbers))
        for name, kind in self.work_types.items():
            yield from self._work_type(name, kind, known, frozenset(numbers))
        yield from self._lines(("always",), self.always)
        if self.usual and self.usual not in self.work_types:
            yield ("usual",), f"no kind of work {self.usual!r}", f"one of {', '.join(self.work_types)}"
        if self.residue < 1:
            yield ("residue",), f"a residue of {self.residue} tokens", "at least 1"

    def _phase(self, name: str, phase: Phase, numbers: dict[int, str]) -> Iterator[Mistake]:
        place = ("of", name)
        if phase.number < 1:
            yield (*place, "number"), f"phase {name!r} has the number {phase.number}", "1 or more"
        if other := numbers.get(phase.number):
            yield (*place, "number"), f"{other!r} and {name!r} are both phase {phase.number}", "a number each"
        numbers[phase.number] = name
        if phase.output.startswith("/") or ".." in phase.output.split("/"):
            yield (*place, "output"), f"output {phase.output!r}", "a path below the progress file's folder"
        if phase.validator and phase.validator not in self.validators:
            wanted = f"one of {', '.join(self.validators)}" if self.validators else "one under validators"
            yield (*place, "validator"), f"no validator {phase.validator!r}", wanted

    def _gate(self, name: str, gate: Gate, known: str, numbers: frozenset[int]) -> Iterator[Mistake]:
        place = ("gates", name)
        if gate.after not in numbers:
            yield (
                (*place, "after"),
                f"gate {name!r} stands after phase {gate.after}, which there is not",
                known,
            )
        elif gate.after == max(numbers):
            yield (
                (*place, "after"),
                f"gate {name!r} stands after the last phase",
                "a phase with one behind it",
            )
        yield from self._lines((*place, "keep"), gate.keep)

    def _work_type(self, name: str, kind: WorkType, known: str, numbers: frozenset[int]) -> Iterator[Mistake]:
        for key in ("leaves_out", "checkpoints"):
            for number in getattr(kind, key):
                if number not in numbers:
                    yield ("work_types", name, key), f"{name} names phase {number}, which there is not", known
        for gate in self.gates.values():
            if gate.mandatory and gate.after in kind.leaves_out:
                found = f"{name} leaves out phase {gate.after}, and a gate behind it holds for all work"
                yield ("work_types", name, "leaves_out"), found, "a phase without a mandatory gate"

    def _lines(self, place: Path, names: tuple[str, ...]) -> Iterator[Mistake]:
        for name in names:
            if name not in self.lines:
                wanted = f"one of {', '.join(self.lines)}" if self.lines else "a line under lines"
                yield place, f"no line {name!r}", wanted
