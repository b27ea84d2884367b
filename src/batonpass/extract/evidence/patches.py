"""Patch texts to the files they touch: the envelope of apply_patch, and unified diffs."""

import re
from collections.abc import Iterator

from batonpass.model.act import Touch, Touched

ENVELOPE = re.compile(
    r"^\*\*\* (?:(?P<what>Add|Update|Delete) File|(?P<to>Move to)): (?P<path>.+?)[ \t\r]*$", re.MULTILINE
)
WHAT: dict[str, Touched] = {"Add": "created", "Update": "modified", "Delete": "deleted"}
GIT = re.compile(r"^diff --git (?:\"?a/(?P<old>.+?)\"?) (?:\"?b/(?P<new>.+?)\"?)[ \t\r]*$", re.MULTILINE)
PAIR = re.compile(r"^--- (?P<old>[^\t\r\n]+).*\n\+\+\+ (?P<new>[^\t\r\n]+)", re.MULTILINE)
NOTHING = "/dev/null"


def touched_by(patch: str) -> tuple[Touch, ...]:
    """Return the files a patch touches, in order."""
    if not patch:
        return ()
    if "*** " in patch and ENVELOPE.search(patch):
        return tuple(_of_envelope(patch))
    return tuple(_of_git(patch) if GIT.search(patch) else _of_pairs(patch))


def _of_envelope(patch: str) -> Iterator[Touch]:
    waiting: Touch | None = None
    for found in ENVELOPE.finditer(patch):
        if found["to"] and waiting:
            waiting = Touch(found["path"], "renamed", waiting.path)
        elif found["what"]:
            if waiting:
                yield waiting
            waiting = Touch(found["path"], WHAT[found["what"]])
    if waiting:
        yield waiting


def _of_git(diff: str) -> Iterator[Touch]:
    heads = list(GIT.finditer(diff))
    for head, end in zip(heads, [*(h.start() for h in heads[1:]), len(diff)], strict=True):
        about = diff[head.end() : end].split("\n@@", 1)[0]
        if "\nnew file mode" in about:
            yield Touch(head["new"], "created")
        elif "\ndeleted file mode" in about:
            yield Touch(head["old"], "deleted")
        elif "\nrename to " in about:
            yield Touch(head["new"], "renamed", head["old"])
        else:
            yield Touch(head["new"], "modified")


def _of_pairs(diff: str) -> Iterator[Touch]:
    for found in PAIR.finditer(diff):
        old, new = found["old"].strip(), found["new"].strip()
        if old == NOTHING:
            yield Touch(_stripped(new), "created")
        elif new == NOTHING:
            yield Touch(_stripped(old), "deleted")
        else:
            yield Touch(_stripped(new), "modified")


def _stripped(path: str) -> str:
    """Return a path without the `a/` or `b/` that diffs put in front."""
    return path[2:] if path.startswith(("a/", "b/")) else path
