"""Files that a script given on the command line writes: only where it names them."""

import re
from collections.abc import Iterator

QUOTED = r"[rbf]{0,2}(?P<quote>'''|\"\"\"|'|\")(?P<path>[^'\"\n{}]+)(?P=quote)"
NAME = r"(?P<name>[A-Za-z_]\w*)"
PLACE = rf"(?:{QUOTED}|{NAME})"
ASSIGNED = re.compile(
    rf"^[ \t]*(?:const |let |var )?(?P<to>[A-Za-z_]\w*)\s*=\s*(?:(?:pathlib\.)?Path\(\s*)?{QUOTED}\s*\)?;?[ \t]*$",
    re.MULTILINE,
)
WRITES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\bopen\(\s*{PLACE}\s*,\s*(?:mode\s*=\s*)?['\"][wax]\+?[bt]?\+?['\"]",
        rf"\bPath\(\s*{PLACE}\s*\)\.write_(?:text|bytes)\(",
        r"\b(?P<name>[A-Za-z_]\w*)\.write_(?:text|bytes)\(",
        rf"\b(?:writeFile(?:Sync)?|appendFile(?:Sync)?)\(\s*{PLACE}",
    )
)


def written_by(code: str) -> Iterator[str]:
    """Yield the files a script writes."""
    named = {found["to"]: found["path"] for found in ASSIGNED.finditer(code)}
    seen = set()
    for pattern in WRITES:
        for found in pattern.finditer(code):
            groups = found.groupdict()
            path = groups.get("path") or named.get(groups.get("name") or "", "")
            if path and path not in seen:
                seen.add(path)
                yield path
