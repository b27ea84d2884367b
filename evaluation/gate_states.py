"""States of transcripts whose true share is known: every edge and one token to either side, in every form they come in.

What is wanted of each is worked out here from whole numbers, apart from the ladder that is measured.
"""

import json
import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

Lines = list[dict[str, Any]]
PERCENTS = (60, 75, 80, 85, 95)
STATUS = ("OK", "OK", "SHOULD", "MUST", "BLOCKED", "BLOCKED")  # below the first edge, then from each one on
MOMENTS = ("turn", "phase", "spawn", "heavy")
ANSWERS = {  # as above
    "turn": ("go", "go", "advise", "compact", "compact", "compact"),
    "phase": ("go", "go", "advise", "compact", "block", "block"),
    "spawn": ("go", "go", "advise", "compact", "block", "block"),
    "heavy": ("go", "go", "advise", "block", "block", "block"),
}
REGROWN = 5  # percent of the window to grow after a compaction before another one is asked for
RANDOM = 30  # further states of each form and model, drawn once and for all
WINDOWS = {"claude-opus-4-5": 200_000, "claude-sonnet-4-5": 200_000, "claude-opus-5-5": 1_000_000}
SHOWN = {"house-model-1": 128_000, "house-model-2": 524_288}  # only a status line knows them


class State(NamedTuple):
    """One transcript, and what is true of it; `tokens` None = nobody can know."""

    form: str
    model: str
    text: bytes
    tokens: int | None
    window: int
    grown: int | None = None  # since a compaction, where one came before

    @property
    def is_shown(self) -> bool:
        """Say whether a status line has to tell the window."""
        return self.model in SHOWN


def wanted(state: State, moment: str, unknown: str) -> tuple[str, str]:
    """Return the status and the answer that are right."""
    if state.tokens is None:
        return "UNKNOWN", unknown
    step = sum(state.tokens * 100 >= percent * state.window for percent in PERCENTS)
    answer = ANSWERS[moment][step]
    fresh = state.grown is not None and state.grown * 100 < REGROWN * state.window
    if fresh and answer in ("advise", "compact"):
        answer = "go" if answer == "advise" else "advise"
    return STATUS[step], answer


def states() -> Iterator[State]:
    """Yield all states; the same every time."""
    draw = random.Random(20_260_301)
    models = {**WINDOWS, **SHOWN}
    for (form, make), (model, window) in product(FORMS.items(), models.items()):
        edges = [-(-window * percent // 100) + by for percent in PERCENTS for by in (-1, 0, 1)]
        for tokens in (*edges, 1, window, *(draw.randrange(1, window) for _ in range(RANDOM))):
            yield make(form, model, tokens, window)
    for (form, told), model in product(UNKNOWN.items(), models):
        yield State(form, model, _text(told(model)), None, models[model])


def answer(tokens: int, model: str, name: str = "m9", **more: Any) -> dict[str, Any]:
    """Return an answer whose prompt had so many tokens, in the three parts a client counts."""
    read, write = tokens * 7 // 10, tokens // 5
    usage = {
        "input_tokens": tokens - read - write,
        "cache_creation_input_tokens": write,
        "cache_read_input_tokens": read,
        "output_tokens": 4000,
    }
    text = [{"type": "text", "text": "Done."}]
    message = {"id": name, "model": model, "role": "assistant", "content": text, "usage": usage}
    return {"type": "assistant", "isSidechain": False, "message": message, **more}


def said(text: str, **more: Any) -> dict[str, Any]:
    """Return what the user said."""
    return {"type": "user", "isSidechain": False, "message": {"role": "user", "content": text}, **more}


def boundary(before: int, after: int) -> dict[str, Any]:
    """Return the line of a compaction."""
    about = {"trigger": "auto", "preTokens": before, "postTokens": after}
    return {"type": "system", "subtype": "compact_boundary", "compactMetadata": about}


def _text(lines: Lines, separators: tuple[str, str] = (",", ":")) -> bytes:
    return b"".join(json.dumps(line, separators=separators).encode() + b"\n" for line in lines)


def _state(lines: Callable[[str, int, int], Lines]) -> Callable[[str, str, int, int], State]:
    return lambda form, model, tokens, window: State(
        form, model, _text(lines(model, tokens, window)), tokens, window
    )


def _compacted(form: str, model: str, tokens: int, window: int) -> State:
    """Return a context that has grown so much since its compaction that another one is asked for."""
    first = max(tokens - window // 10, 1)
    summary = said("This session is being continued.", isCompactSummary=True)
    lines = [answer(window - 1, model, "m1"), boundary(window - 1, 9000), summary, answer(first, model, "m2")]
    return State(form, model, _text([*lines, answer(tokens, model)]), tokens, window, tokens - first)


def _just_compacted(form: str, model: str, tokens: int, window: int) -> State:
    lines = [answer(window - 1, model, "m1"), boundary(window - 1, 9000), answer(tokens, model)]
    return State(form, model, _text(lines), tokens, window, 0)


def _torn(form: str, model: str, tokens: int, window: int) -> State:
    whole = _text([answer(tokens, model), answer(3, model, "m10")])
    return State(form, model, whole[:-40], tokens, window)


def _spaced(form: str, model: str, tokens: int, window: int) -> State:
    return State(form, model, _text([said("Go."), answer(tokens, model)], (", ", ": ")), tokens, window)


def _resumed(model: str, tokens: int, window: int) -> Lines:
    """Go on in another process: a copy of what was, then new answers."""
    old = [said("Begin."), answer(window - 1, model, "m1", sessionId="old")]
    return [{"type": "summary", "summary": "An older session"}, *old, said("Go on."), answer(tokens, model)]


def _sidechain(model: str, tokens: int, window: int) -> Lines:
    nested = answer(window - 1, model, "s1", agentId="a1") | {"isSidechain": True}
    return [answer(tokens, model), nested, said("Go.", agentId="a1") | {"isSidechain": True}]


def _in_parts(model: str, tokens: int, window: int) -> Lines:
    """One answer on three lines with one id and the same numbers: never their sum."""
    return [answer(max(window // 9, 1), model, "m1"), *[answer(tokens, model) for _ in range(3)]]


def _nested_keys(model: str, tokens: int, window: int) -> Lines:
    line = answer(tokens, model)
    again = {"input_tokens": window, "cache_read_input_tokens": window, "cache_creation_input_tokens": 1}
    line["message"]["usage"] |= {
        "iterations": [again, again],
        "cache_creation": {"ephemeral_5m_input_tokens": 7},
    }
    return [line]


def _made_up(model: str, tokens: int, window: int) -> Lines:
    """Behind the last answer one that the client made up, as after an interruption or an error."""
    made = answer(0, "<synthetic>", "m10")
    return [answer(tokens, model), made, said(f"[Request interrupted at {window}]")]


def _noise(model: str, tokens: int, window: int) -> Lines:
    """Lines that speak of tokens and usage and are none."""
    talk = said(
        f'the log says {{"usage":{{"input_tokens":{window}}}}} and "cache_read_input_tokens":{window}'
    )
    return [
        answer(tokens, model),
        talk,
        {"type": "file-history-snapshot", "tokens": window},
        {"type": "queue-operation"},
    ]


FORMS: dict[str, Callable[[str, str, int, int], State]] = {
    "plain": _state(lambda model, tokens, _: [said("Go."), answer(tokens, model)]),
    "resumed": _state(_resumed),
    "compacted": _compacted,
    "just compacted": _just_compacted,
    "sidechain behind": _state(_sidechain),
    "in parts": _state(_in_parts),
    "nested keys": _state(_nested_keys),
    "made up behind": _state(_made_up),
    "noise behind": _state(_noise),
    "torn": _torn,
    "spaced": _spaced,
}
UNKNOWN: dict[str, Callable[[str], Lines]] = {
    "no answer yet": lambda _: [said("Go.")],
    "no usage": lambda model: [_without_usage(model)],
    "only made up": lambda _: [answer(0, "<synthetic>")],
    "only nested": lambda model: [said("Go."), answer(190_000, model) | {"isSidechain": True}],
    "empty": lambda _: [],
}


def _without_usage(model: str) -> dict[str, Any]:
    line = answer(1, model)
    del line["message"]["usage"]
    return line
