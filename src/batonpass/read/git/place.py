"""Where a folder stands in its repository."""

from typing import NamedTuple

from batonpass.read.git.run import GitFailed, GitSlow, ask


class Place(NamedTuple):
    """What there is to know of a repository before anything is compared."""

    root: str  # the folder asked about
    index_file: str  # path of the index, as seen from it
    has_tree: bool  # False: a bare repository
    shallow: bool
    head: str  # "" where nothing was committed yet
    nothing: str  # the empty tree
    empty: str  # the empty file


def place(root: str) -> Place:
    """Return the repository around a folder; raise `GitFailed` where there is none."""
    told = ask(root, "rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--git-path", "index")
    inside, shallow, index = told.decode("utf-8", "surrogateescape").split("\n")[:3]
    return Place(
        root=root,
        index_file=index,
        has_tree=inside == "true",
        shallow=shallow == "true",
        head=_head(root),
        nothing=_id(root, "tree"),
        empty=_id(root, "blob"),
    )


def _head(root: str) -> str:
    """Return the commit that is checked out, "" before the first; raise `GitFailed` where it is named and not there."""
    found = commit(root, "HEAD")
    if not found and (named := _line(root, "rev-parse", "--verify", "--quiet", "HEAD")):
        raise GitFailed(f"the repository is broken: its HEAD {named[:12]} is missing")
    return found


def commit(root: str, revision: str) -> str:
    """Return the id of the commit a revision names, "" where it names none."""
    if not revision or revision.startswith("-") or "\0" in revision:
        return ""
    from_name = ["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"]
    return _line(root, *from_name)


def branch(root: str) -> str:
    """Return the branch that is checked out, "" where there is none, or no repository."""
    return _line(root, "symbolic-ref", "--short", "--quiet", "HEAD")


def before(root: str, instant: float) -> str:
    """Return the last commit of this line of work that was made until then, "" where there is none."""
    return _line(root, "rev-list", "-1", "--first-parent", f"--before=@{int(instant)} +0000", "HEAD")


def oldest(root: str) -> str:
    """Return where the known history of this line of work begins."""
    told = ask(root, "rev-list", "--first-parent", "HEAD").decode("ascii").split()
    return told[-1] if told else ""


def merge_base(root: str, one: str, other: str) -> str:
    """Return where two lines of work parted, "" where they never met."""
    return _line(root, "merge-base", one, other)


def _line(root: str, *arguments: str) -> str:
    try:
        return ask(root, *arguments).decode("utf-8", "replace").strip()
    except GitSlow:
        raise
    except GitFailed:
        return ""


def _id(root: str, kind: str) -> str:
    return ask(root, "hash-object", "-t", kind, "--stdin").decode("ascii").strip()
