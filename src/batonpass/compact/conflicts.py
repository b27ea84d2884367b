"""Where agents that worked side by side are in each other's way: files, decisions, the same work done twice."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from batonpass.compact.alike import Alike, prefix
from batonpass.compact.contradict import contradict, keys, stem, told
from batonpass.compact.same import marks
from batonpass.model.fact import Fact
from batonpass.model.problem import Problem
from batonpass.tables import load

FILE, DECISION, DUPLICATE = "conflict-file", "conflict-decision", "conflict-duplicate"
CHANGED = frozenset({"created", "modified", "deleted", "renamed"})


class Voice(Struct, frozen=True):
    """One agent, and what it says."""

    name: str
    place: str  # the file that says it
    facts: tuple[Fact, ...]
    about: str = ""  # what it worked on


def conflicts(voices: Sequence[Voice]) -> tuple[Problem, ...]:
    """Return every conflict, those of one sort together."""
    return (*_shared_files(voices), *_contradictions(voices), *_duplicates(voices))


def _shared_files(voices: Sequence[Voice]) -> Iterator[Problem]:
    by_path: dict[str, list[str]] = defaultdict(list)
    for voice in voices:
        for fact in voice.facts:
            about = fact.attributes
            own = about.attributed is not False and fact.standing == "current"
            if fact.kind == "file" and about.path and about.change in CHANGED and own:
                by_path[about.path].append(voice.name)
    for path, names in sorted(by_path.items()):
        if len(set(names)) > 1:
            said = f"{path} was changed by {named(list(dict.fromkeys(names)))}"
            yield Problem(FILE, "warning", said, "compare their changes before building on either", path)


class _Decided(Struct):
    """One decision, and who took it."""

    fact: Fact
    names: list[str]
    place: str


def _contradictions(voices: Sequence[Voice]) -> Iterator[Problem]:
    decided = _decisions(voices)
    for at, other in _pairs([keys(one.fact) for one in decided]):
        first, second = decided[at], decided[other]
        if len({*first.names, *second.names}) > 1 and contradict(first.fact, second.fact):
            said = [f"{named(one.names)} {_verb(one.fact)} “{one.fact.text}”" for one in (first, second)]
            yield Problem(DECISION, "warning", ", ".join(said), "ask which one holds", second.place)


def _verb(fact: Fact) -> str:
    return "rejected" if fact.standing == "rejected" else "decided"


def _decisions(voices: Sequence[Voice]) -> list[_Decided]:
    """Return every decision once, with all who took it."""
    met, found = Alike(), list[_Decided]()
    for voice in voices:
        for fact in voice.facts:
            if fact.kind != "decision" or fact.standing not in ("current", "rejected"):
                continue
            at = met.place(fact)
            if at is None:
                found.append(_Decided(fact, [voice.name], voice.place))
            elif voice.name not in found[at].names:
                found[at].names.append(voice.name)
    return found


def _pairs(of: Sequence[Iterable[str]]) -> Iterator[tuple[int, int]]:
    """Yield every two that share a key, each once, in their order."""
    by_key: dict[str, list[int]] = defaultdict(list)
    for at, own in enumerate(of):
        others = {other for key in own for other in by_key[key]}
        yield from ((other, at) for other in sorted(others))
        for key in own:
            by_key[key].append(at)


def _duplicates(voices: Sequence[Voice]) -> Iterator[Problem]:
    yield from _same_work(voices)
    yield from _same_names(voices)


def _same_work(voices: Sequence[Voice]) -> Iterator[Problem]:
    """Yield agents that tell of the same work, all of the same together."""
    table = _table()
    about = [_words(voice.about) for voice in voices]
    leads = list(range(len(voices)))
    for first, second in _pairs([prefix(tuple(words), table["overlap"]) if words else () for words in about]):
        one, other = about[first], about[second]
        alike = len(one & other) / len(one | other) >= table["overlap"]
        if alike and marks(voices[first].about) == marks(voices[second].about):
            leads[second] = leads[first]
    for lead in sorted(set(leads)):
        names = list(dict.fromkeys(v.name for v, own in zip(voices, leads, strict=True) if own == lead))
        if len(names) > 1:
            said = f"{named(names)} did the same work: “{voices[lead].about}”"
            yield Problem(DUPLICATE, "warning", said, "keep one of them", voices[lead].place)


def _words(text: str) -> frozenset[str]:
    """Return the stems a text is told by, none where it tells too little to say that two are the same."""
    table = _table()
    kept = frozenset(stem(word) for word in told(text).about if word not in table["generic"])
    return kept if len(kept) >= table["least_words"] else frozenset()


def _same_names(voices: Sequence[Voice]) -> Iterator[Problem]:
    """Yield files of one name that several agents created, each somewhere else."""
    by_name: dict[str, dict[str, str]] = defaultdict(dict)
    for voice in voices:
        for fact in voice.facts:
            path = fact.attributes.path or ""
            if fact.kind == "file" and fact.attributes.change == "created" and fact.standing == "current":
                by_name[path.rsplit("/", 1)[-1]].setdefault(path, voice.name)
    for name, places in sorted(by_name.items()):
        if len(set(places.values())) > 1 and _telling(name):
            said = named([f"{path} by {who}" for path, who in places.items()])
            yield Problem(
                DUPLICATE, "warning", f"{name} was created more than once: {said}", "keep one of them", name
            )


def _telling(name: str) -> bool:
    """Say whether a file's name tells what is in it, and not only what sort of file it is."""
    table = _table()
    plain = name.split(".", 1)[0].casefold() if not name.startswith(".") else ""
    return len(plain) >= table["stem_chars"] and plain not in table["common"]


def _table() -> dict[str, Any]:
    table: dict[str, Any] = load.words("conflicts")["duplicates"]
    return table


def named(names: Sequence[str]) -> str:
    """Return names in a row; of many the first ones, and how many more."""
    most: int = load.table("exchange")["fan_in"]["names"]
    shown, more = names[:most], len(names) - most
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))
