"""The proof beside a manifest: every shown line is read again where it was found."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from batonpass.model.manifest import leaves
from batonpass.model.problem import Problem
from batonpass.model.proof import Item, Proof, SourceEntry
from batonpass.model.source import Span, digest_of
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject
from batonpass.validate.words import lacking

NAME = "proof"
SAYS = "Every line of a manifest stands in a source, word for word, and can be opened there"
WHY = "A handoff that was made up, or edited since, sends the next agent the wrong way with confidence."
NOTES = "# Analysis\n\n- Tokens **expire** after 1 hour\n- Redis has no TTL\n"
MOVED = "# Analysis\n\nWritten later.\n\n- Tokens **expire** after 1 hour\n- Redis has no TTL\n"
INSIGHT = {"summary": {"key_insights": ["Tokens expire after 1 hour"]}}
AT = "/summary/key_insights/0"
GOOD = (
    Case(
        title="a line as it stands in the source, without its marks",
        manifest=INSIGHT,
        read={"full-analysis.md": NOTES},
        proven={AT: "full-analysis.md#L3"},
    ),
    Case(
        title="a number that was computed says how",
        manifest={"summary": {"files_created": 3}},
        read={"full-analysis.md": NOTES},
        proven={"/summary/files_created": "counted"},
    ),
)
BAD = (
    Case(
        title="no proof at all",
        manifest=INSIGHT,
        finds=(Finding("warning", "", "unproven"),),
    ),
    Case(
        title="words the source does not have",
        manifest={"summary": {"key_insights": ["Tokens never expire after 1 hour", "Redis is fast"]}},
        read={"full-analysis.md": NOTES},
        proven={AT: "full-analysis.md#L3"},
        finds=(
            Finding("error", AT, "invented: never does not stand in full-analysis.md L3"),
            Finding("error", "/summary/key_insights/1", "invented: no line of a source stands behind it"),
        ),
    ),
    Case(
        title="a manifest changed after its proof was written",
        manifest=INSIGHT,
        read={"full-analysis.md": NOTES},
        proven={AT: "full-analysis.md#L3"},
        edited=" ",
        finds=(Finding("error", "", "unbound"),),
    ),
    Case(
        title="the lines moved in the original",
        manifest=INSIGHT,
        read={"full-analysis.md": NOTES},
        proven={AT: "full-analysis.md#L3"},
        project={"full-analysis.md": MOVED},
        finds=(Finding("note", AT, "moved: full-analysis.md L3 stands at L5 now"),),
    ),
    Case(
        title="the lines were changed in the original",
        manifest=INSIGHT,
        read={"full-analysis.md": NOTES},
        proven={AT: "full-analysis.md#L3"},
        project={"full-analysis.md": NOTES.replace("1 hour", "1 day")},
        finds=(Finding("warning", AT, "drifted: full-analysis.md L3"),),
    ),
    Case(
        title="the original is gone, the copy is not",
        manifest=INSIGHT,
        read={"full-analysis.md": NOTES},
        proven={AT: "full-analysis.md#L3"},
        project={"full-analysis.md": None},
        finds=(Finding("warning", "", "missing: the original full-analysis.md is gone"),),
    ),
    Case(
        title="somebody wrote into the stored copy",
        manifest=INSIGHT,
        read={"full-analysis.md": NOTES},
        proven={AT: "full-analysis.md#L3"},
        stored={"full-analysis.md": NOTES.replace("1 hour", "9 hours")},
        finds=(
            Finding("error", "", "drifted: the stored copy full-analysis.md was changed"),
            Finding("error", AT, "drifted: full-analysis.md L3 cannot be read back"),
        ),
    ),
    Case(
        title="the stored copy is gone",
        manifest=INSIGHT,
        read={"full-analysis.md": NOTES},
        proven={AT: "full-analysis.md#L3"},
        stored={"full-analysis.md": None},
        finds=(Finding("error", "", "missing: the stored copy full-analysis.md"),),
    ),
)

# Fields that carry what a source said. The others are the caller's terms and the machine's stamp.
SAID = frozenset(
    {
        "summary",
        "key_decisions",
        "files_created",
        "files_modified",
        "files_deleted",
        "dependencies_satisfied",
        "required_reading",
        "tests",
        "blockers",
        "questions",
        "next_steps",
        "instructions",
    }
)
NAMED = 5  # words and places one message names
AGAIN = "hand over again, so that manifest and sources agree"
RESTORE = "restore it from version control or a backup, or hand over again"


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:
    """Yield what no source says, and what can no longer be read where it was found."""
    if subject.proof is None:
        message = (
            "unproven: no proof.json belongs to this manifest, so nothing says where its lines come from"
        )
        yield Problem(NAME, "warning", message, "hand over with `baton compact` to get one")
        return
    if digest_of(subject.data) != subject.proof.manifest_digest:
        message = "unbound: the manifest was changed after its proof was written"
        yield Problem(NAME, "error", message, "correct it with `baton show --edit`, which proves it anew")
    reading = _Reading(subject, subject.proof, senses)
    yield from reading.copies()
    yield from reading.items()
    yield from reading.left_out()


class _Reading:
    """One pass over a manifest's items; every span is read once, however many items it stands behind."""

    def __init__(self, subject: Subject, proof: Proof, senses: Senses) -> None:
        self.subject, self.proof, self.senses = subject, proof, senses
        self.entries = {entry.digest: entry for entry in proof.sources}
        self._texts: dict[tuple[str, int, str], str | None] = {}
        self._gone: set[str] = set()

    @cached_property
    def _stored(self) -> dict[str, str | None]:
        return {entry.stored: self.senses.stored_digest(entry) for entry in self.proof.sources}

    def copies(self) -> Iterator[Problem]:
        """Yield every stored copy that is not what was read."""
        for entry in self.proof.sources:
            now = self._stored[entry.stored]
            if now is None:
                message = f"missing: the stored copy {entry.stored} is gone, and with it all detail"
                yield Problem(NAME, "error", message, RESTORE)
            elif now != entry.digest:
                message = f"drifted: the stored copy {entry.stored} was changed after it was read"
                yield Problem(NAME, "error", message, RESTORE)

    def items(self) -> Iterator[Problem]:
        """Yield what is wrong with any shown value, and what the proof says about values not shown."""
        items, behind = self.proof.items, dict[str, str | None]()
        for pointer, value in leaves(self.subject.manifest):
            owner = pointer if pointer in items else self._owner(pointer)
            if not owner:
                yield from _unfounded(pointer, value)
                continue
            if owner not in behind:
                yield from self._spans(owner, items[owner])
                behind[owner] = self._behind(items[owner])
            text = behind[owner]
            if text is not None and not _is_ours(value, items[owner]) and (words := lacking(text, value)):
                yield self._invented(pointer, items[owner], words)
        for pointer in items:
            if pointer not in behind:
                message = "unbound: the proof speaks of this place, and the manifest has nothing there"
                yield Problem(NAME, "error", message, AGAIN, pointer=pointer)

    def left_out(self) -> Iterator[Problem]:
        """Yield one problem where facts were left out and cannot be recovered."""
        sources = (span.source for fact in self.proof.left_out for span in fact.spans)
        lost = sum(source not in self.entries for source in sources)
        if lost:
            message = f"unbound: {lost} facts were left out and point into a source the proof does not name"
            yield Problem(NAME, "error", message, AGAIN)

    def _owner(self, pointer: str) -> str:
        """Return the pointer of the item a value belongs to: its own, or that of what encloses it."""
        while pointer and pointer not in self.proof.items:
            pointer = pointer.rpartition("/")[0]
        return pointer

    def _spans(self, pointer: str, item: Item) -> Iterator[Problem]:
        for span in item.spans:
            entry = self.entries.get(span.source)
            if entry is None:
                message = "unbound: it points into a source the proof does not name"
                yield Problem(NAME, "error", message, AGAIN, pointer=pointer)
                continue
            if self._text(entry, span) is None and self._stored[entry.stored] is not None:
                message = f"drifted: {_place(entry, span)} cannot be read back from the stored copy"
                yield Problem(NAME, "error", message, RESTORE, pointer=pointer)
            if entry.path:
                yield from self._original(pointer, entry, span)

    def _original(self, pointer: str, entry: SourceEntry, span: Span) -> Iterator[Problem]:
        found = self.senses.resolve(entry, span)
        if found.state == "moved":
            message = f"moved: {_place(entry, span)} stands at {_lines(found.first, found.last)} now"
            yield Problem(NAME, "note", message, pointer=pointer)
        elif found.state == "drifted":
            message = f"drifted: {_place(entry, span)} says something else in {entry.path} now"
            todo = f"{AGAIN}; what was read stands in {entry.stored}"
            yield Problem(NAME, "warning", message, todo, pointer=pointer)
        elif found.state == "missing" and entry.path not in self._gone:
            self._gone.add(entry.path)
            message = f"missing: the original {entry.path} is gone"
            todo = f"nothing is lost: its copy {entry.stored} stands beside the manifest"
            yield Problem(NAME, "warning", message, todo)

    def _text(self, entry: SourceEntry, span: Span) -> str | None:
        key = (span.source, span.start, span.digest)
        if key not in self._texts:
            self._texts[key] = self.senses.span_text(entry, span)
        return self._texts[key]

    def _behind(self, item: Item) -> str | None:
        """Return the text behind an item; None where a span of it cannot be read, which is said elsewhere."""
        texts = []
        for span in item.spans:
            entry = self.entries.get(span.source)
            text = self._text(entry, span) if entry else None
            if text is None:
                return None
            texts.append(text)
        return "\n".join(texts)

    def _invented(self, pointer: str, item: Item, words: Sequence[str]) -> Problem:
        places = [_place(self.entries[s.source], s) for s in item.spans] or ["any source"]
        verb = "does" if len(words) == 1 else "do"
        message = f"invented: {_some(words)} {verb} not stand in {_some(places)}"
        todo = "take it out, or quote what the source says"
        return Problem(NAME, "error", message, todo, pointer=pointer)


def _unfounded(pointer: str, value: Any) -> Iterator[Problem]:
    if pointer.split("/", 2)[1] in SAID and not _says_nothing(value):
        message = "invented: no line of a source stands behind it"
        yield Problem(
            NAME, "error", message, "take it out, or hand over again from a source", pointer=pointer
        )


def _is_ours(value: Any, item: Item) -> bool:
    """Say whether no source need spell a value: computed, typed by a person, or the word for its basis."""
    typed = item.basis == "user" and not item.spans
    return bool(item.note) or typed or _says_nothing(value) or value == item.basis


def _says_nothing(value: Any) -> bool:
    """Say whether a value claims nothing a source could spell: empty, zero, yes or no."""
    return not value or isinstance(value, bool)


def _some(names: Sequence[str]) -> str:
    """Return the first few names, and how many more there are."""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _place(entry: SourceEntry, span: Span) -> str:
    return f"{entry.name} {_lines(span.first, span.last)}"


def _lines(first: int, last: int) -> str:
    return f"L{first}" if first == last else f"L{first}-L{last}"
