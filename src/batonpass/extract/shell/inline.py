"""What a script given on the command line does to files: only where it names them."""

import re
from collections.abc import Iterator

from batonpass.extract.shell.deeds import How
from batonpass.extract.shell.programs import Effect
from batonpass.extract.shell.python import done_by_python
from batonpass.extract.shell.words import Value

QUOTED = r"(?P<quote>['\"`])(?P<path>[^'\"`\n{}$]+)(?P=quote)"
PLACE = rf"(?:{QUOTED}|(?P<name>[A-Za-z_$][\w$]*))"
ASSIGNED = re.compile(
    rf"^[ \t]*(?:const |let |var )?(?P<to>[A-Za-z_$][\w$]*)\s*=\s*{QUOTED}\s*;?[ \t]*$", re.MULTILINE
)
SECOND = PLACE.replace("P<quote>", "P<quote2>").replace("P=quote", "P=quote2").replace("P<path>", "P<path2>")
SECOND = SECOND.replace("P<name>", "P<name2>")
WRITES = re.compile(
    rf"\b(?P<verb>writeFile|appendFile|createWriteStream|Bun\.write|Deno\.writeTextFile)(?:Sync)?\(\s*{PLACE}"
)
GOES = re.compile(rf"\b(?P<verb>unlink|rm|Deno\.remove)(?:Sync)?\(\s*{PLACE}")
MOVES = re.compile(rf"\b(?P<verb>rename|copyFile|cp)(?:Sync)?\(\s*{PLACE}\s*,\s*{SECOND}")
LONGEST = 200_000


def done_by(program: str, code: str) -> Iterator[Effect]:
    """Yield what a script does when this program runs it."""
    if len(code) <= LONGEST:
        yield from done_by_python(code) if program.startswith(("python", "uv")) else _of_node(code)


def _of_node(code: str) -> Iterator[Effect]:
    named = {found["to"]: found["path"] for found in ASSIGNED.finditer(code)}
    found = [match for pattern in (WRITES, GOES, MOVES) for match in pattern.finditer(code)]
    for match in sorted(found, key=lambda match: match.start()):
        groups = match.groupdict()
        path = groups["path"] or named.get(groups["name"] or "", "")
        second = groups.get("path2") or named.get(groups.get("name2") or "", "")
        if not path or ("path2" in groups and not second):
            continue
        if match.re is MOVES:
            yield Effect("move" if groups["verb"] == "rename" else "copy", Value(second), Value(path))
        else:
            how: How = (
                "delete" if match.re is GOES else "append" if groups["verb"] == "appendFile" else "write"
            )
            yield Effect(how, Value(path))
