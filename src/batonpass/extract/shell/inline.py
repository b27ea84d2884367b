"""What a script given on the command line does to files: only where it names them."""

import re
from collections.abc import Iterator, Sequence

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
TEXT = re.compile(r"(?:'|\")([^'\"]*)(?:'|\")")
TEXTS = r"(?P<paths>(?:(?:'[^'\n]*'|\"[^\"\n]*\")\s*,?\s*)+)"
JOINED = re.compile(rf"\b(?:path\.)?(?:join|resolve)\(\s*(?:(?:__dirname|process\.cwd\(\))\s*,\s*)?{TEXTS}\)")
OVER = re.compile(
    rf"(?:(?P<to>[A-Za-z_$][\w$]*)\s+of\s+)?\[\s*{TEXTS}\]"
    rf"(?(to)|\.forEach\(\s*(?:async\s*)?\(?(?P<each>[A-Za-z_$][\w$]*))"
)
LONGEST = 200_000


def done_by(program: str, code: str, given: Sequence[str] = ()) -> Iterator[Effect]:
    """Yield what a script does when this program runs it and gives it these words."""
    if len(code) <= LONGEST:
        is_python = program.startswith(("python", "uv"))
        yield from done_by_python(code, given) if is_python else _of_node(code)


def _of_node(code: str) -> Iterator[Effect]:
    code = JOINED.sub(lambda found: repr("/".join(TEXT.findall(found["paths"]))), code)
    named = {found["to"]: (found["path"],) for found in ASSIGNED.finditer(code)}
    named |= {
        found["to"] or found["each"]: tuple(TEXT.findall(found["paths"])) for found in OVER.finditer(code)
    }
    found = [match for pattern in (WRITES, GOES, MOVES) for match in pattern.finditer(code)]
    for match in sorted(found, key=lambda match: match.start()):
        groups = match.groupdict()
        paths = (groups["path"],) if groups["path"] else named.get(groups["name"] or "", ())
        if match.re is MOVES:
            seconds = (groups["path2"],) if groups["path2"] else named.get(groups["name2"] or "", ())
            how: How = "move" if groups["verb"] == "rename" else "copy"
            yield from (Effect(how, Value(to), Value(path)) for path, to in zip(paths, seconds, strict=False))
        else:
            how = "delete" if match.re is GOES else "append" if groups["verb"] == "appendFile" else "write"
            yield from (Effect(how, Value(path)) for path in paths)
