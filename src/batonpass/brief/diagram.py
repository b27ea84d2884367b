"""The routes of a team as a Mermaid diagram: agents, their statuses between them, and what is done instead dashed."""

from collections.abc import Iterator, Mapping

from batonpass.model.routes import BLOCKED, CHECK_PHASE, ENDS, IMPLEMENTER, SELF, Routes

START = "begin"
WORDS = {
    IMPLEMENTER: "whoever builds",
    BLOCKED: "whoever waits for help",
    "pause_for_user": "the user",
    "validate_then_end": "over, once validated",
    "end_session": "over",
    "halt": "halt",
    "wait": "the other groups",
}
ESCAPED = str.maketrans({'"': "#quot;", "<": "#lt;", ">": "#gt;", "#": "#35;", "\n": " ", "`": "#96;"})
Edges = Mapping[tuple[str, str], list[str]]


def diagram(routes: Routes, titles: Mapping[str, str]) -> str:
    """Return the text of a flowchart; `titles` is agent → as people read it."""
    edges, dashed = _edges(routes), _instead(routes)
    names = dict.fromkeys((*routes.of, *(name for pair in (*edges, *dashed) for name in pair)))
    ids = {name: f"n{at}" for at, name in enumerate(names)}
    lines = ["flowchart TD", f'    {START}(["begin"])']
    lines += [f"    {ids[name]}{_shape(name, titles)}" for name in names]
    lines += [f"    {START} --> {ids[agent]}" for agent in routes.start if agent in ids]
    lines += [f'    {ids[a]} -->|"{_label(said)}"| {ids[b]}' for (a, b), said in edges.items()]
    lines += [f'    {ids[a]} -.->|"{_label(said)}"| {ids[b]}' for (a, b), said in dashed.items()]
    return "\n".join(lines) + "\n"


def _shape(name: str, titles: Mapping[str, str]) -> str:
    said = (WORDS.get(name) or titles.get(name) or name).translate(ESCAPED)
    if name in ENDS:
        return f'(["{said}"])'
    return f'{{{{"{said}"}}}}' if name in WORDS else f'["{said}"]'


def _label(said: list[str]) -> str:
    return "<br/>".join(one.translate(ESCAPED) for one in dict.fromkeys(said))


def _edges(routes: Routes) -> Edges:
    edges: dict[tuple[str, str], list[str]] = {}
    for agent, rows in routes.of.items():
        for status, route in rows.items():
            to = _node(agent, route.to, route.action)
            edges.setdefault((agent, to), []).append(f"{status}{_after(route.action)}")
            for other in route.alternatives:
                told = " ".join(part for part in (status, other.flag or other.command) if part)
                edges.setdefault((agent, _node(agent, other.to, route.action)), []).append(told)
            if route.then and route.then != CHECK_PHASE and route.action in ENDS:
                edges.setdefault((to, route.then), []).append(f"after {status}")
    return edges


def _node(agent: str, to: str, action: str) -> str:
    return agent if to == SELF else to or action


def _after(action: str) -> str:
    return {"spawn_merge": " (merge)", "spawn_batch": " (each group)", CHECK_PHASE: " (all groups done)"}.get(
        action, ""
    )


def _instead(routes: Routes) -> Edges:
    """Return what is done instead, between who ended or would be next and who is next then."""
    edges: dict[tuple[str, str], list[str]] = {}
    for name, override in routes.overrides.items():
        to = override.to or override.action or ""
        for before in _before(routes, name):
            if to:
                edges.setdefault((before, to), []).append(name)
    return edges


def _before(routes: Routes, name: str) -> Iterator[str]:
    when = routes.overrides[name].when
    if when.by:
        yield from when.by
    elif when.status:
        yield from (
            agent for agent, rows in routes.of.items() if any(status in rows for status in when.status)
        )
    else:
        yield from when.to
