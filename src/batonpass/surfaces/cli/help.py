"""The first page of help, written without any library: `baton --help` must be there at once."""

# group → name → one line; the module of the same name in commands/ holds the command
GROUPS = {
    "Hand over and take over": {
        "compact": "Turn documents into a small checked handoff",
        "brief": "Print the prompt block for the next agent",
        "return": "Print the minimal return of an agent: status, three lines",
        "switch": "Make the artifact of an agent switch",
        "merge": "Make one handoff of several parallel ones, or one response",
    },
    "Agents and their orchestrator": {
        "capsule": "Print one line for the person who watches",
        "route": "Say who is next after an agent's end",
        "request": "Make the request for an agent's next phase, or check one",
        "response": "Check an agent's response and say what to do with it",
        "reasoning": "Save, query and check what agents thought",
    },
    "Read and check": {
        "show": "Read a handoff, or correct it with --edit",
        "expand": "Print the exact source lines behind an item",
        "validate": "Check manifests and say what is wrong with them",
        "search": "Search all manifests and full artifacts",
        "extract": "Print the facts of a source, before any budget",
        "stats": "Print the figures of manifests",
    },
    "On your own documents": {
        "eval": "Say what would be kept of documents, and what not and why",
        "bench": "Say how long documents take, step by step",
    },
    "Gates": {
        "gate": "Say whether an agent may start, or a phase begin",
        "phase": "Begin, finish, skip and show the phases of a workflow",
        "mode": "Show or switch what a problem may do",
    },
    "The project": {
        "context": "Say how full a session's context is",
        "status": "One screen: open handoffs, workflows, problems",
        "workflow": "Start, complete and show a workflow's budget",
        "init": "Put batonpass into a project",
        "doctor": "Say what works in this installation, and what does not",
        "uninstall": "Take batonpass out of a project again",
        "clean": "Remove handoffs and sessions that are past their time",
        "pin": "Keep handoffs and sessions whatever their age",
        "rebuild": "Make the ledger again from journal and files",
    },
}
COMMANDS = {name: line for group in GROUPS.values() for name, line in group.items()}
COLUMN = max(map(len, COMMANDS)) + 2
TEXT = """\
Usage: baton COMMAND [OPTIONS] [ARGUMENTS]...

  Small checked handoffs between coding agents.

{commands}

Options:
  --version   Print the version.
  -h, --help  Print this page; behind a command, the page of that command.

Every command takes --json for programs, and --root DIR for another project
than the one around the current folder. Exit codes: 0 fine, or warnings only;
1 an error, or blocked; 2 wrong use; 3 a bug of ours; 130 interrupted.
"""


def page() -> str:
    """Return the page."""
    return TEXT.format(commands="\n\n".join(map(_group, GROUPS)))


def _group(title: str) -> str:
    rows = (f"  {name:<{COLUMN}}{line}" for name, line in GROUPS[title].items())
    return "\n".join([f"{title}:", *rows])
