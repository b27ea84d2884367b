"""`baton clean`: handoffs and sessions that are past their time make room."""

from collections.abc import Iterator

import click

from batonpass.flow.upkeep import clean
from batonpass.model.handoff import Cleaned
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import Line, line, number
from batonpass.surfaces.cli.values import fields


@click.command(
    "clean",
    epilog=options.json_keys(
        "dry_run removed sessions swept bytes forgotten", of={"sessions": "session directory at"}
    ),
)
@click.option("--dry-run", is_flag=True, help="Say what would be removed, and remove nothing.")
@click.option(
    "--days",
    metavar="N",
    type=click.IntRange(min=0),
    default=None,
    help="Remove what is older. Default: the playbook's retention.",
)
@options.playbook
@options.shared
def command(
    *, dry_run: bool, days: int | None, playbook: str | None, root: str | None, as_json: bool
) -> None:
    """Remove handoffs and sessions that are past their time.

    The newest handoffs of every agent stay, what another one refers to, and what is pinned. A session's folder goes as a
    whole, once nothing was written into it for as long and none of its handoffs stays. Nothing outside of the artifacts
    is ever touched, and the journal says what went.
    """
    cleaned = clean(options.project(root, playbook=playbook), days=days, dry_run=dry_run)
    if as_json:
        removed = [fields(handoff) for handoff in cleaned.removed]
        sessions = [fields(session) for session in cleaned.sessions]
        told = {"dry_run": dry_run, "removed": removed, "sessions": sessions}
        told["forgotten"] = [fields(handoff) for handoff in cleaned.forgotten]
        out.value({**told, "swept": cleaned.swept, "bytes": cleaned.bytes})
    else:
        out.page(*_lines(cleaned, dry_run=dry_run))


def _lines(cleaned: Cleaned, *, dry_run: bool) -> Iterator[Line]:
    for handoff in cleaned.removed:
        yield line((handoff.directory, "name"), (f"  {handoff.at}", "quiet"), lead=("-", "gone"))
    for session in cleaned.sessions:
        yield line((session.directory, "name"), (f"  session, {session.at}", "quiet"), lead=("-", "gone"))
    for path in cleaned.swept:
        yield line((path, "name"), ("  left by a process that died", "quiet"), lead=("-", "gone"))
    for handoff in cleaned.forgotten:
        yield line((handoff.directory, "name"), ("  was gone already", "quiet"), lead=("-", "gone"))
    if not (cleaned.removed or cleaned.sessions or cleaned.swept):
        if cleaned.forgotten:
            return
        yield line("Nothing is past its time.")
        return
    would = "would be " if dry_run else ""
    counts = [
        _counted(len(cleaned.removed), "handoff"),
        _counted(len(cleaned.sessions), "session"),
        _counted(len(cleaned.swept), "leftover"),
    ]
    yield line(f"{', '.join(filter(None, counts))}, {number(cleaned.bytes)} bytes, {would}removed.")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}" if count else ""
