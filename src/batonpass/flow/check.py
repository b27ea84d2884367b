"""Do manifests hold? All rules, all problems."""

import os
import posixpath
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from batonpass.flow.outcome import Opened, open_handoff
from batonpass.flow.roles import role_of
from batonpass.flow.senses import senses
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent
from batonpass.model.handoff import Selection
from batonpass.model.problem import Problem
from batonpass.read import look
from batonpass.read.role_file import fields_of
from batonpass.tables import load
from batonpass.validate import role_file
from batonpass.validate.check import check, has_errors
from batonpass.validate.subject import Senses, Subject

ROLE_FILES = "handoff_"  # how the handoff files of roles are called
BRING_BACK = "bring it back from version control or a backup, or remove what is left of its folder"
FORGET = "bring it back from version control or a backup; `baton clean` forgets what stays away"


class Checked(Struct, frozen=True):
    """One manifest and what is wrong with it."""

    path: str
    problems: tuple[Problem, ...]
    opened: Opened | None = None  # None: it could not be opened

    @property
    def valid(self) -> bool:
        """Say whether nothing of severity error was found."""
        return not has_errors(self.problems)


def check_manifests(
    setup: Setup, names: Sequence[str], *, skip: Collection[str] = (), only: Collection[str] = ()
) -> tuple[Checked, ...]:
    """Return every manifest with its problems; one that cannot be read is a problem, not an end.

    No names are all handoffs that are open.
    """
    checked = tuple(_checked(setup, name, skip, only) for name in names or open_names(setup))
    return checked if names else (*checked, *(Checked(problem.path, (problem,)) for problem in lost(setup)))


def open_names(setup: Setup) -> tuple[str, ...]:
    """Return the manifests of all open handoffs."""
    return tuple(handoff.manifest for handoff in setup.store.open_handoffs(Selection()))


def lost(setup: Setup) -> tuple[Problem, ...]:
    """Return which open handoffs are recorded and have no manifest any more."""
    gone = setup.store.lost_handoffs(Selection())
    torn = [handoff for handoff in gone if setup.store.names(handoff)]
    away = [handoff for handoff in gone if handoff not in torn]
    told = [
        Problem("readable", "error", "the manifest is gone", BRING_BACK, handoff.manifest) for handoff in torn
    ]
    if away:
        agents = ", ".join(dict.fromkeys(handoff.agent for handoff in away))
        message = f"recorded, and gone with {'its folder' if len(away) == 1 else 'their folders'}: {agents}"
        told.append(Problem("readable", "warning", message, FORGET, away[-1].directory))
    return tuple(told)


def _checked(setup: Setup, name: str, skip: Collection[str], only: Collection[str]) -> Checked:
    if posixpath.basename(name).startswith(ROLE_FILES) and (data := _bytes(setup, name)) is not None:
        return Checked(name, tuple(_of_role(setup, name, data)))
    try:
        opened = open_handoff(setup, name)
    except BadContent as error:
        return Checked(name, (unreadable(error, name),))
    return Checked(opened.handoff.manifest, problems_of(setup, opened, skip, only), opened)


def unreadable(error: BadContent, name: str) -> Problem:
    """Return what is wrong with a file that cannot be judged at all."""
    path, _, line = error.place.rpartition(":")
    path, number = (path, int(line)) if path and line.isdigit() else (error.place or name, 0)
    message = f"{error.found}; wanted {error.wanted}" if error.wanted else error.found
    return Problem("readable", "error", message, error.todo, path, line=number)


def _bytes(setup: Setup, name: str) -> bytes | None:
    """Return a file's bytes, named from the root or from here."""
    here = os.path.abspath(name)
    outside = look.data(os.path.splitdrive(here)[0] + os.sep, here)
    return outside if outside is not None else look.data(setup.root, name)


def _of_role(setup: Setup, name: str, data: bytes) -> Iterator[Problem]:
    """Yield what is wrong with a role's handoff file; of an agent without a role only whether it can be read."""
    try:
        fields = fields_of(data, name)
    except BadContent as error:
        yield unreadable(error, name)
        return
    role = role_of(setup, str(fields["from_agent"]))
    if role:
        yield from role_file.check(fields, data, role, name, setup.meter.count)


def problems_of(
    setup: Setup, opened: Opened, skip: Collection[str] = (), only: Collection[str] = ()
) -> tuple[Problem, ...]:
    """Return what is wrong with an opened handoff."""
    subject, sight = judged(setup, opened)
    return check(subject, sight, skip=skip, only=only)


def judged(setup: Setup, opened: Opened) -> tuple[Subject, Senses]:
    """Return what the rules judge, and how they see."""
    kind = opened.manifest.get("artifact_type")
    subject = Subject(
        manifest=opened.manifest,
        data=opened.data,
        path=opened.handoff.manifest,
        proof=opened.proof,
        profile=load.profile(kind) if kind in load.names("profiles") else None,
        budgets=setup.playbook.budgets,
    )
    folder = os.path.normpath(os.path.join(setup.root, opened.handoff.directory))
    return subject, senses(setup, opened.manifest, folder, opened.proof)
