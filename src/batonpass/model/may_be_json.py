"""JSON that may be torn, and is then as good as none. On the fast path."""

import json

NO_JSON = (ValueError, RecursionError)  # also where the bytes are no UTF-8, or a number has too many digits


def fields(data: bytes | str) -> dict[str, object]:
    """Return the fields of a JSON object, none where nobody can read it."""
    try:
        value = json.loads(data)
    except NO_JSON:
        return {}
    return value if isinstance(value, dict) else {}
