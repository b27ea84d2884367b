"""Which branch is worked on."""

from batonpass.read.git.run import GitFailed, ask


def branch(root: str) -> str:
    """Return the branch of a working tree, the commit where none is checked out, "" where there is no git."""
    for question in (("symbolic-ref", "--quiet", "--short", "HEAD"), ("rev-parse", "--short", "HEAD")):
        try:
            return ask(root, *question).decode("utf-8", "replace").strip()
        except GitFailed:
            continue
    return ""
