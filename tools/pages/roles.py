"""docs/reference/roles.md: the fields of each role's handoff file, from tables/roles."""

from batonpass.model.roles import Field, Role
from batonpass.tables import load
from tools.pages import markdown

PATH = "docs/reference/roles.md"
ABOUT = """Agents with a role leave a [handoff file](../how-to/handoff-files.md) for the next agent, beside the checked
handoff it is a view of. Each field is filled from evidence where there is any, else from what the agent calls by that
name, else from what else was found; what nothing fills stays empty. A playbook says which agent has which role."""


def text() -> str:
    """Return the page."""
    roles = [load.role(name) for name in load.names("roles")]
    return markdown.page("Roles", ABOUT, *(_role(role) for role in roles))


def _role(role: Role) -> str:
    head = ("field", "is", "holds", "documents call it")
    fields = markdown.table(head, (_row(field) for field in role.fields))
    details = f" What was left in full is kept in `{{session}}/{role.details}/`." if role.details else ""
    schema = f"[JSON Schema](schemas/handoff-{role.name}.json)"
    return f"## {role.name}\n\n{role.about}: at most {role.limit} tokens.{details} {schema}.\n\n{fields}"


def _row(field: Field) -> tuple[object, ...]:
    return f"`{field.at}`", field.about, _holds(field), ", ".join(field.labels)


def _holds(field: Field) -> str:
    what = " or ".join(field.values) or (f"{{{', '.join(field.of)}}}" if field.of else field.type)
    what = f"list of {what}" if field.list else what
    if field.optional:
        return f"{what}; only where there is something"
    return f"{what} or null" if field.nullable else what
