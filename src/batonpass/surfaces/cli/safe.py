"""What others wrote, made harmless for a terminal: manifests and documents come from anywhere."""

# Line breaks and tabs lay text out; the two joiners are spelling in Persian, Hindi and emoji.
KEPT = frozenset("\n\t\u200c\u200d")


def safe(text: str) -> str:
    """Return a text in which nothing can move the cursor, turn the reading direction or hide."""
    if text.isprintable():
        return text
    return "".join(c if c in KEPT or c.isprintable() else _spelled(c) for c in text)


def _spelled(character: str) -> str:
    return character.encode("unicode_escape").decode()


class Unheard(OSError):
    """Standard output takes no more: its disk is full, or nobody is there."""
