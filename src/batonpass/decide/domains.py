"""Which domains of rules are active at a prompt, and how much room they have. On the fast path: plain values."""

from batonpass.model.named import plain

TASK = "TASK "  # before the id of a task: it is a domain of its own


def active(domains: list[dict[str, object]], prompt: str, now: dict[str, str]) -> list[str]:
    """Return the domains that agent, workflow, task and the words of a prompt make active, sorted."""
    said = prompt.lower()
    found = {str(told["name"]) for told in domains if _is_active(told, said, now)}
    return sorted(found | ({TASK + now["task"]} if now["task"] else set()))


def bracket(brackets: list[list[object]], share: float) -> str:
    """Return the bracket of a context by the share of its window that is left, `>=` at every edge."""
    for name, least in brackets:
        if isinstance(least, int | float) and 1 - share >= least:
            return str(name)
    return str(brackets[-1][0])


def _is_active(told: dict[str, object], said: str, now: dict[str, str]) -> bool:
    agent, workflow = told.get("agent"), told.get("workflow")
    if agent and plain(str(agent)) == plain(now["agent"]):
        return True
    if workflow and workflow == now["workflow"]:
        return True
    recall, exclude = told.get("recall"), told.get("exclude")
    if any(str(word) in said for word in (exclude if isinstance(exclude, list) else ())):
        return False
    return any(str(word) in said for word in (recall if isinstance(recall, list) else ()))
