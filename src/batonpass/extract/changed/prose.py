"""Files in running text: what its verbs say of them, and which it asks to be read."""

from collections.abc import Iterator

from batonpass.extract import changes
from batonpass.extract.changed.mention import LONGEST, Context, Mention, moved_to
from batonpass.extract.changes import Said
from batonpass.extract.leanings import in_words
from batonpass.extract.paths import Place, paths_in
from batonpass.extract.phrases import tokens_of
from batonpass.extract.reading import Reading
from batonpass.extract.sentences import sentences, within
from batonpass.extract.standing import of_words
from batonpass.extract.units import Unit
from batonpass.model.fact import Change
from batonpass.tables.load import table, words

LONGEST_AUXILIARY = 40  # characters
LONGEST_BEFORE = 300  # characters in front of a path among which its verb is looked for
BUILT = frozenset({"work", "tests", "gate"})


def of_prose(unit: Unit, reading: Reading) -> Iterator[Mention]:
    """Yield the files running text says were changed, or asks to be read."""
    if not paths_in(unit.block.text):
        return
    sure = table("extract")["files"]
    undone = unit.block.checked is False
    subjects = subject_paths(unit, reading)
    for path in subjects:
        yield Mention(path, Context(subject_change(unit), undone, sure["subject"]))
    for sentence in sentences(unit.text):
        places = [place for place in paths_in(sentence) if place.path not in subjects]
        if places and asks_to_read(sentence, places[0]):
            read = Context("read", planned=True, confidence=sure["asked"])
            yield from (Mention(place.path, read, text=sentence) for place in places)
        else:
            done = unit.block.checked is True
            yield from with_verbs(sentence, places, planned=undone or reading.plans, done=done)


def with_verbs(sentence: str, places: list[Place], *, planned: bool, done: bool) -> Iterator[Mention]:
    """Yield the files whose change a sentence names with a verb; what is ticked is done, however it is worded."""
    if places and changes.is_forbidden(sentence):
        return
    if moved := moved_to(sentence):
        context = Context("renamed", planned, table("extract")["files"]["verb"])
        yield Mention(moved[1], context, from_path=moved[0], text=within(sentence, LONGEST))
        return
    for place in places:
        said = verb_for(sentence, place) or (changes.of_turn(sentence) if len(places) == 1 else None)
        if said is not None:
            worded = said.planned or of_words(sentence, tokens_of(sentence)) == "planned"
            later = planned or (worded and not done)
            context = Context(said.change, later, table("extract")["files"]["verb"])
            yield Mention(place.path, context, sentence[place.end :], text=within(sentence, LONGEST))


def subject_paths(unit: Unit, reading: Reading) -> tuple[str, ...]:
    """Return the files a report of work done speaks of without a verb: "**Storage** (`src/store.py`): …"."""
    block = unit.block
    if reading.plans or unit.family not in BUILT or not (reading.reports or unit.family == "work"):
        return ()
    if block.label and (places := paths_in(block.label)):
        return tuple(p.path for p in places)
    places = paths_in(block.text)
    begins = bool(places) and places[0].start <= 1 and unit.family == "work"
    closes = bool(places) and unit.leads and not block.text[places[-1].end :].strip(" ):*：")
    return tuple(p.path for p in places[:1]) if begins or closes else ()


def subject_change(unit: Unit) -> Change:
    """Return what became of a file a report speaks of: made, where the section says so, else changed."""
    said = changes.of_word(unit.section.title)
    built = in_words(unit.section.title, words("changes")["built"]["words"])
    return "created" if built or (said is not None and said.change == "created") else "modified"


def verb_for(sentence: str, place: Place) -> Said | None:
    """Return the change the verb before a path names: of the path itself, or of something inside it."""
    tokens = tokens_of(sentence[max(0, place.start - LONGEST_BEFORE) : place.start])
    single, wide = changes.spelled()
    lists = words("changes")["between"]
    for index in range(len(tokens) - 1, max(len(tokens) - lists["reach"], 0) - 1, -1):
        said = single.get(tokens[index])
        if said is None:
            continue
        between = tokens[index + 1 :]
        if all(word in lists["words"] for word in between):
            return said
        inside = any(word in lists["inside"] for word in between[-3:])
        return Said("modified", said.planned) if inside else None
    return verb_behind(sentence[place.end :]) or next((said for word, said in wide if word in sentence), None)


def verb_behind(rest: str) -> Said | None:
    """Return the change that is told of a path right behind it: "`docs/api.md` was updated"."""
    lists = words("changes")["behind"]
    telling = [w for w in tokens_of(rest.lstrip(" `*")[:LONGEST_AUXILIARY]) if w not in lists["words"]]
    said = changes.spelled()[0].get(telling[0]) if telling else None
    return said if said is not None and not said.planned and telling[0] not in lists["nouns"] else None


def asks_to_read(sentence: str, place: Place) -> bool:
    """Tell whether a sentence asks the next one to read a file."""
    lists = words("changes")["read"]
    before = tokens_of(sentence[: place.start])
    opens = bool(before) and before[0] in lists["opens"] and len(before) <= lists["reach"]
    return opens and in_words(sentence, lists["purpose"])
