"""docs/reference/rules.md: what `baton validate` checks, from the rules themselves."""

import json
from collections.abc import Iterator

from batonpass.validate.all import RULES
from batonpass.validate.all_messages import MESSAGE_RULES
from batonpass.validate.message import MessageCase, MessageRule
from batonpass.validate.rule import Case, Rule
from tools.pages import markdown

PATH = "docs/reference/rules.md"
ABOUT = """`baton validate` runs all rules and shows all problems at once, each with its place and what to do.
A rule is one file in `src/batonpass/validate/rules/`, and this page is read from them, cases and all:
[how to add one](../how-to/add-a-rule.md). A case shows what differs from a sound manifest; `null` takes a
field out."""
MESSAGES = """`baton request` and `baton response` check what passes between an orchestrator and its agents, by rules of the
same kind in `src/batonpass/validate/messages/`. A case shows what differs from a sound message of its phase."""
LONGEST = 200  # characters of a value that a case shows whole


def text() -> str:
    """Return the page."""
    index = markdown.table(("rule", "says"), ((f"[{r.NAME}](#{r.NAME})", r.SAYS) for r in RULES))
    messages = markdown.table(("rule", "says"), ((f"[{r.NAME}](#{r.NAME})", r.SAYS) for r in MESSAGE_RULES))
    return markdown.page(
        "Rules",
        ABOUT,
        index,
        *(_rule(rule) for rule in RULES),
        f"# Rules of requests and responses\n\n{MESSAGES}",
        messages,
        *(_rule(rule) for rule in MESSAGE_RULES),
    )


def _rule(rule: Rule | MessageRule) -> str:
    parts = [f"## {rule.NAME}", f"{rule.SAYS}. {rule.WHY}"]
    parts += ["Good:", "\n".join(map(_case, rule.GOOD))]
    parts += ["Bad:", "\n".join(map(_case, rule.BAD))]
    return "\n\n".join(parts)


def _case(case: Case | MessageCase) -> str:
    """Return one case as a list item: its title, what differs, and what the rule says to it."""
    lines = [f"- {case.title}", *(f"  - {line}" for line in _shown(case))]
    return "\n".join(lines)


def _shown(case: Case | MessageCase) -> Iterator[str]:
    if isinstance(case, MessageCase):
        yield from _differing(case)
    elif case.manifest:
        yield f"manifest: {_code(json.dumps(case.manifest, ensure_ascii=False))}"
    for finding in case.finds:
        at = f" at `{finding.pointer}`" if finding.pointer else ""
        yield f"**{finding.severity}**{at}: … {finding.said} …"


def _differing(case: MessageCase) -> Iterator[str]:
    for kind, fields in ((f"{case.kind} ({case.phase})", case.message), ("its request", case.request)):
        if fields:
            yield f"{kind}: {_code(json.dumps(fields, ensure_ascii=False))}"


def _code(value: str) -> str:
    return f"`{value}`" if len(value) <= LONGEST else f"`{value[:LONGEST]}` … ({len(value)} characters)"
