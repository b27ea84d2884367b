"""Files that tools and shells made, changed, moved, took away or read."""

import posixpath
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence

from batonpass.extract.evidence.answers import answered
from batonpass.extract.evidence.commands import gate_of, is_quiet, main_words
from batonpass.extract.evidence.complaints import complaints, is_denied, missing_folders
from batonpass.extract.evidence.patches import touched_by
from batonpass.extract.evidence.places import absolute, is_absolute, within
from batonpass.extract.evidence.trail import FAINT, LIKELY, MAYBE, SURE, File, Trail, renamed
from batonpass.extract.shell.deeds import Deed, How
from batonpass.extract.shell.powershell import is_powershell
from batonpass.extract.shell.walk import deeds
from batonpass.model.act import Touch
from batonpass.model.deed import Done
from batonpass.model.fact import Attributes, Fact
from batonpass.tables.load import words

DIFFERS = 1  # exit code of `diff` and `grep` where they found something else than was hoped
GLOB = frozenset("*?[")
MOST_SPANS = 6  # of one file: where it was first touched, and where last


def find(all_done: Sequence[Done], root: str) -> Iterator[Fact]:
    """Yield what became of every file, in the order of their first mention."""
    trail = Trail()
    for one in all_done:
        follow(one, trail, root)
    for path, file in (*trail.files.items(), *trail.patterns.items()):
        if file.change is not None:
            yield fact_of(path, file, root)


def fact_of(path: str, file: File, root: str) -> Fact:
    """Return what became of one file as a fact; one outside of the project matters less."""
    shown, origin = within(path, root), within(file.moved_from, root)
    change, spans = file.change, tuple(file.spans)
    sure = file.sure if not is_absolute(shown) else min(file.sure, LIKELY)
    return Fact(
        "file",
        f"{origin} → {shown}" if change == "renamed" else shown,
        spans if len(spans) <= MOST_SPANS else (spans[0], *spans[1 - MOST_SPANS :]),
        "derived",
        attributes=Attributes(
            path=shown,
            change=change,
            from_path=origin if change == "renamed" else None,
            by="shell" if file.by == "shell" else "tool",
            agent=file.agent or None,
        ),
        confidence=sure,
    )


def follow(one: Done, trail: Trail, root: str) -> None:
    """Follow one call."""
    act = one.act
    trail.agent, trail.spans = act.agent, one.spans
    trail.by = "shell" if act.tool == "shell" else "tool"
    if act.tool == "shell":
        shell(one, trail)
    elif not one.failed and (one.answered or act.tool != "read"):
        trail.sure = SURE if one.answered else LIKELY
        for touch in touches(one):
            take(touch, act.folder, trail)
        for result in one.results:
            for touch in touched_by(result.act.patch) if result.act else ():
                take(touch, root, trail)  # a client makes its diff at the top of the project


def touches(one: Done) -> tuple[Touch, ...]:
    """Return what a call did: what its result says, else what the call asked for."""
    told = [touch for result in one.results if result.act is not None for touch in result.act.touches]
    return tuple(told) or (*one.act.touches, *touched_by(one.act.patch))


def take(touch: Touch, folder: str, trail: Trail) -> None:
    """Take one file a tool touched."""
    path = absolute(touch.path, folder)
    if touch.how == "read":
        trail.read(path)
    elif touch.how == "deleted":
        trail.delete(path)
    elif touch.how == "renamed":
        trail.move(absolute(touch.from_path, folder), path)
    else:
        trail.write(path, created={"created": True, "modified": False}.get(touch.how))


def shell(one: Done, trail: Trail) -> None:
    """Take what a command did; of a failed one only what had already happened."""
    if one.refused or (not one.answered and not one.act.command):
        return
    told = complaints(one.answer)
    command = one.act.command
    if is_powershell(one.act.named):  # a tool of its own, for which no shell quotes
        command = f"pwsh -Command {shlex.quote(command)}"
    for deed in deeds(command, one.act.folder, missing_folders(told)):
        if told and is_denied(deed, told):
            continue
        if one.failed and not (deed.steady and (not deed.last or found_something(one))):
            continue
        trail.sure, trail.by = certainty(one, deed), "shell"
        act_out(deed, one, trail)


def found_something(one: Done) -> bool:
    """Tell whether a command that ended badly ran all the same: a check that fails, a comparison that differs."""
    told = main_words(one.act.command)
    return bool(gate_of(told) or (one.exit == DIFFERS and told and is_quiet(told)))


def certainty(one: Done, deed: Deed) -> float:
    """Return how sure a deed is."""
    if not deed.sure or not one.answered:
        return MAYBE
    return LIKELY if one.failed else SURE


def act_out(deed: Deed, one: Done, trail: Trail) -> None:
    """Do to the trail what a command did to the disk."""
    path = absolute(deed.path, one.act.folder) if deed.path else ""
    source = absolute(deed.source, one.act.folder) if deed.source else ""
    if deed.how == "told":
        for touch in answered(deed.text, one.answer):
            take(touch, path, trail)
    elif deed.pattern and deed.how != "restore":
        by_pattern(deed, path, source, trail)
    else:
        ACTS[deed.how](trail, deed, path, source)


def by_pattern(deed: Deed, path: str, source: str, trail: Trail) -> None:
    """Do it to the files that are known to match, and write down the pattern: others may match as well."""
    name = (source or path).rsplit("/", 1)[-1]
    generated = words("commands")["generated"]
    if name.startswith("*") and name.lstrip("*").endswith(tuple(generated["endings"])):
        return
    for known in trail.match(source or path) if deed.sure else ():
        if source:
            new = renamed(known, source, path) if has_wildcard(path) else path
            plain = deed._replace(pattern=False, path=new, source=known)
        else:
            plain = deed._replace(pattern=False, path=known)
        if plain.path:
            ACTS[deed.how](trail, plain, plain.path, plain.source)
    if deed.how in ("edit", "delete", "move", "append"):
        trail.note(path, now=deed.how != "delete", moved_from=source)


def has_wildcard(path: str) -> bool:
    """Tell a pattern."""
    return not GLOB.isdisjoint(path)


def remove(trail: Trail, deed: Deed, path: str, _: str) -> None:
    """Take that something is gone; what tools make is no work, and `rm -f` of what may not be there hardly any."""
    known = path in trail.files or trail.is_folder(path)
    if known or posixpath.basename(path) not in words("commands")["generated"]["folders"]:
        least = FAINT if deed.forced else SURE if deed.checked else MAYBE
        trail.sure = trail.sure if known else min(trail.sure, least)
        trail.delete(path)


def patch(trail: Trail, deed: Deed, path: str, _: str) -> None:
    """Take what a patch in a command touched; some clients call their tool through the shell."""
    trail.by = "tool"
    for touch in touched_by(deed.text):
        take(touch, path, trail)


ACTS: Mapping[How, Callable[[Trail, Deed, str, str], None]] = {
    "write": lambda trail, _, path, __: trail.write(path),
    "touch": lambda trail, _, path, __: trail.touch(path),
    "append": lambda trail, _, path, __: trail.edit(path),
    "edit": lambda trail, _, path, __: trail.edit(path),
    "delete": remove,
    "move": lambda trail, deed, path, source: trail.move(source, path, into=deed.into),
    "copy": lambda trail, deed, path, source: trail.copy(source, path, into=deed.into),
    "folder": lambda trail, _, path, __: trail.folders.add(path),
    "restore": lambda trail, deed, path, _: trail.restore(path, pattern=deed.pattern),
    "restore-all": lambda trail, _, __, ___: trail.restore_all(),
    "clean": lambda trail, _, path, __: trail.clean(path),
    "shelve": lambda trail, deed, path, __: trail.shelve(path, untracked=deed.text == "untracked"),
    "unshelve": lambda trail, _, __, ___: trail.unshelve(),
    "patch": patch,
}
