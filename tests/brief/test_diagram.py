"""The routes of a team as a Mermaid diagram."""

import re

import pytest

from batonpass.brief.diagram import diagram
from batonpass.model.routes import Alternative, Override, Route, Routes, When
from batonpass.tables import load

TEAM = Routes(
    start=("writer",),
    implementers=("writer",),
    of={
        "writer": {
            "WRITTEN": Route(to="reviewer", alternatives=(Alternative(to="editor", flag="short"),)),
            "PARTIAL": Route(to="_self", action="respawn"),
        },
        "reviewer": {
            "APPROVED": Route(action="end_session"),
            "OK": Route(action="end_session"),
            "CHANGES": Route(to="_implementer", counts="rounds"),
            "ASK": Route(action="pause_for_user", then="reviewer"),
        },
    },
    overrides={
        "enough": Override(
            When(status=("CHANGES",), counter="rounds", reaches=3), because="", to="", action="halt"
        )
    },
)


def test_a_team_is_drawn() -> None:
    assert diagram(TEAM, {"writer": "Writer"}) == (
        "flowchart TD\n"
        '    begin(["begin"])\n'
        '    n0["Writer"]\n'
        '    n1["reviewer"]\n'
        '    n2["editor"]\n'
        '    n3(["over"])\n'
        '    n4{{"whoever builds"}}\n'
        '    n5(["the user"])\n'
        '    n6(["halt"])\n'
        "    begin --> n0\n"
        '    n0 -->|"WRITTEN"| n1\n'
        '    n0 -->|"WRITTEN short"| n2\n'
        '    n0 -->|"PARTIAL"| n0\n'
        '    n1 -->|"APPROVED<br/>OK"| n3\n'
        '    n1 -->|"CHANGES"| n4\n'
        '    n1 -->|"ASK"| n5\n'
        '    n5 -->|"after ASK"| n1\n'
        '    n1 -.->|"enough"| n6\n'
    )


def test_no_name_can_break_it() -> None:
    odd = 'end" | [x] --> `y` <b> #1\nz'
    drawn = diagram(Routes(start=(odd,), of={odd: {odd: Route(to=odd)}}), {})
    shown = "end#quot; | [x] --#gt; #96;y#96; #lt;b#gt; #35;1 z"
    assert drawn.splitlines()[2:] == [f'    n0["{shown}"]', "    begin --> n0", f'    n0 -->|"{shown}"| n0']


@pytest.mark.parametrize("name", [n for n in load.names("playbooks") if load.playbook(n).routes.of])
def test_every_playbook_is_drawn_whole(name: str) -> None:
    playbook = load.playbook(name)
    lines = diagram(playbook.routes, {}).splitlines()
    nodes = {found[1] for line in lines if (found := re.match(r"    (n\d+)[(\[{]", line))}
    linked = {node for line in lines if ">" in line for node in re.findall(r"\bn\d+\b(?![^|]*\|.*\|)", line)}
    assert linked <= nodes
    assert all(any(f'"{agent}"' in line for line in lines) for agent in playbook.routes.of)
    for agent, rows in playbook.routes.of.items():
        assert all(any(status in line for line in lines) for status in rows), agent
