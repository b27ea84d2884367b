"""Words without their endings, crudely: what matters is that the forms of one word fall together."""

from functools import lru_cache


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return a word without its ending, crudely: what matters is that its forms fall together."""
    length = len(word)
    if length > 5 and word.endswith("ing"):  # noqa: PLR2004 - "thing" and "bring" are whole words
        word = word[:-3]
    elif length > 4 and word.endswith(("ied", "ies")):  # noqa: PLR2004
        word = f"{word[:-3]}y"
    elif length > 4 and word.endswith("ed"):  # noqa: PLR2004
        word = word[:-2]
    elif length > 3 and word.endswith("s") and not word.endswith("ss"):  # noqa: PLR2004
        word = word[:-1]
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "sle":  # noqa: PLR2004
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word  # noqa: PLR2004
