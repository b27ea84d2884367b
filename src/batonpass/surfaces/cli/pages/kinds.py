"""What facts of a kind are called."""

PLURALS = {"strategy": "strategies", "approach": "approaches", "dependency": "dependencies"}
SINGULARS = {"non_goal": "non-goal", "tests": "test run", "next_step": "next step"}


def named(kind: str, count: int = 0) -> str:
    """Return a kind as people say it: `insight`, `non-goals`, `next steps`."""
    single = SINGULARS.get(kind, kind)
    return single if count == 1 else PLURALS.get(kind, f"{single}s")
