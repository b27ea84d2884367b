"""Who can be called in a session, and where their profiles stand."""

from pathlib import Path

from batonpass.read.personas import personas, watched
from tests.flow.project import put


def test_personas_stand_as_commands_skills_definitions_and_sources(tmp_path: Path) -> None:
    put(tmp_path, ".claude/commands/AIOS/agents/dev.md", "dev")
    put(tmp_path, ".claude/commands/AIOS/agents/README.md", "none")
    put(tmp_path, ".claude/commands/AIOS/tasks/draft.md", "none")
    put(tmp_path, ".claude/skills/AIOX/agents/qa/SKILL.md", "qa")
    put(tmp_path, ".claude/agents/sm.md", "---\nname: scrum-master\n---\nsm")
    put(tmp_path, ".claude/agents/dev.md", "the same dev, as a subagent")
    put(tmp_path, ".aios-core/development/agents/po.md", "po")
    assert personas(str(tmp_path)) == {
        "dev": ".claude/commands/AIOS/agents/dev.md",
        "qa": ".claude/skills/AIOX/agents/qa/SKILL.md",
        "po": ".aios-core/development/agents/po.md",
        "scrum-master": ".claude/agents/sm.md",
    }


def test_what_is_watched_changes_when_a_persona_comes(tmp_path: Path) -> None:
    put(tmp_path, ".claude/commands/AIOS/agents/dev.md", "dev")
    seen = watched(str(tmp_path))
    assert str(tmp_path / ".claude" / "commands" / "AIOS" / "agents") in seen
    assert str(tmp_path / ".claude" / "commands") in seen
    assert str(tmp_path / ".aios-core" / "development" / "agents") in seen
