"""docs/reference/config.md: what a project may choose, from the fields of Config and their comments."""

import inspect
import re
from typing import get_args

from batonpass.model.config import Background, Config, Mode
from tools.pages import markdown

PATH = "docs/reference/config.md"
ABOUT = """A project's own choices stand in `.baton/config.toml`, a file people write and share. All of them may be
left out: then the [playbook](playbooks.md) decides. A key that is misspelled or of a wrong type is refused with its line."""
FIELD = re.compile(
    r"^    (?P<name>\w+): (?P<type>[^=#]+?) = (?P<default>[^#]+?)(?:  # (?P<about>.+))?$", re.MULTILINE
)
TYPES = {"str": "text", "bool": "true or false", "int": "number", "tuple[str, ...]": "list of texts"}
WORDS = {"Mode": Mode, "Background": Background}
AS_TOML = {"None": "", "()": "[]", "True": "true", "False": "false"}


def text() -> str:
    """Return the page."""
    fields = [found.groupdict("") for found in FIELD.finditer(inspect.getsource(Config))]
    missing = set(Config.__struct_fields__) - {field["name"] for field in fields}
    if missing:
        message = (
            f"Config has fields this page cannot read: {', '.join(sorted(missing))}; write each on one line"
        )
        raise SystemExit(message)
    rows = ((f"`{f['name']}`", _type(f["type"]), _default(f["default"]), f["about"]) for f in fields)
    return markdown.page("Configuration", ABOUT, markdown.table(("key", "type", "default", "is"), rows))


def _type(name: str) -> str:
    words = next((kind for word, kind in WORDS.items() if word in name), None)
    return ", ".join(get_args(words)) if words else TYPES[name]


def _default(value: str) -> str:
    shown = AS_TOML.get(value, value)
    return f"`{shown}`" if shown else "the playbook's"
