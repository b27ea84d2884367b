"""docs/reference/errors.md: the error tree and the exit codes, from model/errors.py."""

from batonpass.model import errors
from batonpass.model.errors import BatonError
from tools.pages import markdown

PATH = "docs/reference/errors.md"
ABOUT = """Every error is one sentence: where, what was found, what was wanted, what to do. With `--json` standard
output also holds `{"error": {"slug", "found", "wanted", "todo", "place", "message"}}`. What is merely wrong in a document
or a manifest is no error but a [problem of a rule](rules.md)."""
CODES = (
    (0, "fine, or warnings only"),
    (1, "a problem of severity error, or blocked"),
    (2, "wrong use"),
    (3, "a bug of ours; the message names the report file to send"),
    (130, "interrupted"),
)

OUTSIDE = (  # what no room raises; surfaces/cli/boundary.py says it
    ("system-refused", 1, "The system refused to read or to write: permissions, or a full disk."),
    ("output-failed", 1, "What was to be printed could not be written."),
    ("our-bug", 3, "An exception nobody expected; the message names the report."),
    ("interrupted", 130, "Ctrl-C."),
)


def text() -> str:
    """Return the page."""
    rows = [(f"`{e.slug}`", f"`{e.__name__}`", e.exit_code, markdown.first_line(e)) for e in tree()]
    rows += [(f"`{slug}`", "", code, when) for slug, code, when in OUTSIDE]
    return markdown.page(
        "Errors and exit codes",
        ABOUT,
        "## Exit codes",
        markdown.table(("code", "meaning"), CODES),
        "`baton hook` always exits 0 and answers in JSON, because 2 blocks in the clients.",
        "## Errors",
        markdown.table(("slug", "in Python", "exit code", "when"), rows),
    )


def tree() -> list[type[BatonError]]:
    """Return every error that is raised as itself, in the order of the module."""
    classes = [e for e in vars(errors).values() if isinstance(e, type) and issubclass(e, BatonError)]
    return [e for e in classes if e is not BatonError]
