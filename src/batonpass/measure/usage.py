"""Numbers to usage: which window they are measured against. On the fast path: no typing, no tables of its own."""

from batonpass.model.usage import Numbers, Usage

WIDE = "[1m]"  # behind a model's name: its window is a million tokens
MILLION = 1_000_000


def usage(
    numbers: Numbers,
    models: dict[str, dict[str, float]],
    *,
    given: int = 0,
    seen: int = 0,
    otherwise: int = 0,
) -> Usage:
    """Return how full the context is.

    The window is what the caller says, else what the client wrote beside its numbers, else what its status line
    showed, else what the table knows of the model, else what is configured.
    """
    tokens = numbers.context
    window = given or numbers.window or seen or window_of(numbers.model, models, tokens) or otherwise
    return Usage(tokens, window, exact=numbers.exact)


def window_of(model: str, models: dict[str, dict[str, float]], tokens: int = 0) -> int:
    """Return a model's window, 0 for an unknown one; the wide variant once more is in it than the plain one holds."""
    name = model.lower()
    if name.endswith(WIDE):
        return MILLION
    about = entry(name, models)
    window, wide = int(about.get("window", 0)), int(about.get("wide", 0))
    return wide if wide and tokens > window else window


def entry(model: str, models: dict[str, dict[str, float]]) -> dict[str, float]:
    """Return what a table knows of a model: under the longest name that its own begins with."""
    name = model.lower().rsplit("/", 1)[-1]
    name = name.rsplit("anthropic.", 1)[-1]
    known = [prefix for prefix in models if name.startswith(prefix)]
    return models[max(known, key=len)] if known else {}
