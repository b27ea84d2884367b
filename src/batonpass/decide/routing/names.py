"""What the name of a group tells by whole words: "user-auth" is about auth, "Author list" is not."""

import re
from functools import lru_cache

from batonpass.model.routes import Flag

WORD = re.compile(r"[^\W_]+")
HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")  # the words of camelCase


@lru_cache(maxsize=4096)
def words(name: str) -> frozenset[str]:
    """Return the words of a name in lower case, those inside of camelCase too, and each without its plural."""
    found = {word for whole in WORD.findall(name) for word in (whole, *HUMP.findall(whole))}
    folded = {word.casefold() for word in found}
    return frozenset(folded | {word[:-1] for word in folded if word.endswith("s")})


def telling(flag: Flag, name: str) -> str:
    """Return the sign or word of a name that tells a flag, "" where nothing does."""
    mark = next((mark for mark in flag.marks if mark in name), "")
    return mark or next((word for word in flag.words if word in words(name)), "")
