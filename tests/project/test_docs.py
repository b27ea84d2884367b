"""The docs keep up with the code, lead somewhere, and speak of the project alone."""

import io
import os
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import docs

ROOT = Path(__file__).resolve().parents[2]
INPUTS = ("tests/", "examples/", "evaluation/")  # what stands there may be a sample of anything

UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|TBD)\b")
SOMEONES_HOME = re.compile(r"(?<![\w.~*-])/(?:root|home/\w+|Users/\w+)/")
DOWNLOADS = re.compile(r"https?://[^\s)]*\b(?:pypi|pythonhosted|npmjs)\b")
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def committed() -> dict[str, Path]:
    """Return all files of the repository, also those about to be added."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return {name: ROOT / name for name in sorted(listed.stdout.split("\0")) if (ROOT / name).is_file()}


FILES = committed()
DOCS = [name for name in FILES if name.endswith(".md") and not name.startswith(INPUTS)]
CODE = [name for name in FILES if name.endswith(".py")]
OURS = [name for name in FILES if not name.startswith(INPUTS)]


def prose(text: str) -> str:
    """Return Markdown without its code, where any word may stand."""
    fenced = re.sub(r"^(`{3,}|~{3,}).*?^\1`*$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "", fenced)


def comments(code: str) -> str:
    """Return what the comments of a Python file say."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return "\n".join(token.string for token in tokens if token.type == tokenize.COMMENT)


def anchors(markdown: str) -> set[str]:
    """Return the anchors a Markdown page offers, as forges make them from headings."""
    titles = (re.sub(r"[`*]", "", title) for title in HEADING.findall(markdown))
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles}


def dead_links(page: Path) -> Iterator[str]:
    """Yield every link of a page that leads to no file, or to no heading of it."""
    for target in LINK.findall(prose(page.read_text("utf-8"))):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        linked = (page.parent / path) if path else page
        if not linked.exists():
            yield f"{target}: no such file"
        elif anchor and anchor not in anchors(linked.read_text("utf-8")):
            yield f"{target}: no such heading"


def test_generated_pages_are_what_the_code_tells() -> None:
    if os.environ.get("BATON_ACCEPT"):
        docs.write()
    assert sorted(docs.stale()) == [], "run `make accept` and read the diff"


@pytest.mark.parametrize("name", DOCS)
def test_links_lead_somewhere(name: str) -> None:
    assert list(dead_links(FILES[name])) == []


def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A page\n[a](gone.md) [b](#a-page) [c](#no-such) `[d](code.md)`\n", "utf-8")
    assert list(dead_links(page)) == ["gone.md: no such file", "#no-such: no such heading"]


@pytest.mark.parametrize("name", DOCS)
def test_docs_leave_nothing_unfinished(name: str) -> None:
    assert UNFINISHED.findall(prose(FILES[name].read_text("utf-8"))) == []


@pytest.mark.parametrize("name", CODE)
def test_comments_leave_nothing_unfinished(name: str) -> None:
    assert UNFINISHED.findall(prose(comments(FILES[name].read_text("utf-8")))) == []


@pytest.mark.parametrize("name", OURS)
def test_no_file_knows_a_machine_or_a_download_address(name: str) -> None:
    text = FILES[name].read_bytes().decode("utf-8", "replace")
    assert SOMEONES_HOME.findall(text) == []
    assert DOWNLOADS.findall(text) == []
    assert str(ROOT) not in text
