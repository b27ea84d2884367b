"""`baton pin`: what retention leaves alone, whatever its age."""

import click

from batonpass.flow.pins import pin, pinned
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line


@click.command("pin", epilog=options.json_keys("changed handoffs sessions"))
@click.argument("manifests", metavar="[MANIFEST]...", nargs=-1)
@click.option("--session", "sessions", metavar="S", multiple=True, help="A whole session; may be repeated.")
@click.option("--remove", is_flag=True, help="Keep it no longer.")
@options.playbook
@options.shared
def command(
    *,
    manifests: tuple[str, ...],
    sessions: tuple[str, ...],
    remove: bool,
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> None:
    """Keep handoffs and sessions whatever their age.

    `baton clean` leaves them alone, and what they refer to. Without a name it prints what is kept.
    """
    setup = options.project(root, playbook=playbook)
    changed = pin(setup, manifests, sessions, keep=not remove) if manifests or sessions or remove else ()
    kept = pinned(setup)
    handoffs, sessions = tuple(sorted(kept.handoffs)), tuple(sorted(kept.sessions))
    if as_json:
        out.value({"changed": changed, "handoffs": handoffs, "sessions": sessions})
        return
    if manifests or sessions or remove:
        verb = "kept no longer" if remove else "kept from now on"
        out.aside(*(line((name, "name"), f" is {verb}", lead=("✓", "good")) for name in changed))
    out.page(*(line("handoff ", (name, "name")) for name in handoffs))
    out.page(*(line("session ", (name, "name")) for name in sessions))
    if not (handoffs or sessions):
        out.page(line("Nothing is pinned."))
