"""Sessions of an agent as people write them down: `$` a command, `>` another tool, `[…]` how it went.

    $ cat > a.py <<'EOF'
    x = 1
    EOF
    < bash: a.py: Permission denied
    [exit 1]
    > write notes.md
    [refused]

Everything without a mark belongs to the command above it, `<` is what it answers; what is not marked went well.
"""

from collections.abc import Iterator
from typing import get_args

from batonpass.extract.evidence.deeds import done
from batonpass.extract.evidence.files import find
from batonpass.model.act import Act, Tool, Touch, Touched
from batonpass.model.fact import Fact
from batonpass.model.source import Block, Span, digest_of

FOLDER = "/home/me/project"
TOUCHES: dict[str, tuple[Tool, Touched]] = {
    "read": ("read", "read"),
    "write": ("write", "written"),
    "create": ("write", "created"),
    "edit": ("edit", "modified"),
}
assert {how for _, how in TOUCHES.values()} <= set(get_args(Touched))


def blocks(session: str) -> list[Block]:
    """Return the blocks a client's transcript of a session would have."""
    found: list[Block] = []
    for number, (first, rest, outcome) in enumerate(_steps(session), 1):
        span = Span("", number, number, number, number + 1, digest_of(b""))
        call = f"call {number}"
        if first.startswith("$ "):
            command = "\n".join([first[2:], *(line for line in rest if not line.startswith("< "))])
            act = Act(call=call, tool="shell", command=command, folder=FOLDER)
        else:
            name, path = first[2:].split(" ", 1)
            tool, how = TOUCHES[name]
            act = Act(call=call, tool=tool, touches=(Touch(path, how),), folder=FOLDER)
        found.append(Block("call", first, span, act=act))
        if outcome != "unanswered":
            code = int(outcome.split()[1]) if outcome.startswith("exit") else 0
            refused = outcome == "refused"
            result = Act(role="tool", call=call, ok=code == 0 and not refused, exit=code, refused=refused)
            answer = "\n".join(line[2:] for line in rest if line.startswith("< "))
            found.append(Block("result", answer, span, act=result))
    return found


def _steps(session: str) -> Iterator[tuple[str, list[str], str]]:
    first, rest, outcome = "", list[str](), ""
    for line in [*session.splitlines(), "$ "]:
        if line.startswith(("$ ", "> ")):
            if first:
                yield first, rest, outcome
            first, rest, outcome = line, [], ""
        elif (
            line.startswith("[")
            and line.endswith("]")
            and line[1:-1].split()[0] in ("exit", "refused", "unanswered")
        ):
            outcome = line[1:-1]
        else:
            rest.append(line)


def told(fact: Fact) -> str:
    """Return what became of a file, on one line."""
    about = fact.attributes
    moved = f" from {about.from_path}" if about.from_path else ""
    unsure = "" if fact.confidence == 1 else f"  (sure {fact.confidence})"
    return f"{about.change} {about.path}{moved} by {about.by}{unsure}\n"


def became(session: str) -> str:
    """Return what became of every file in a session."""
    found = find(tuple(done(blocks(session))), FOLDER)
    return "".join(map(told, found)) or "nothing\n"
