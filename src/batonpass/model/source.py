"""A source, its blocks, and the spans that prove where something stands."""

from hashlib import sha256
from typing import Literal

from msgspec import Struct

from batonpass.model.act import Act
from batonpass.model.evidence import Evidence
from batonpass.model.problem import Problem

BlockKind = Literal[
    "heading",  # text = the title; level 1-6
    "paragraph",
    "item",  # of a list; level = depth from 1
    "row",  # of a table, or one mapping in a YAML/JSON list: header and cells
    "code",  # a fence or indented code; language = its info word
    "field",  # a scalar of YAML, JSON or front matter: label = key, text = value
    "tag",  # the text directly inside an XML-like element; tags[-1] = its name
    "turn",  # of a transcript: what a person, an agent or the client said; act says who
    "call",  # of a tool: text = the command, the patch or what else was asked for
    "result",  # what came back from a call
    "run",  # of tests, as a report sums it up; evidence holds the numbers of this and the following
    "case",  # a test that did not pass
    "check",  # by a linter, a type checker or a build
    "measure",  # a measured value
    "change",  # of a file, as git shows it
]


def digest_of(data: bytes) -> str:
    """Return the one spelling of a digest used everywhere."""
    return sha256(data).hexdigest()


# gc=False: these hold no cycles, and a large document has a million of them.
class Span(Struct, frozen=True, gc=False):
    """Lines and bytes of one source, with the digest of exactly those bytes."""

    source: str  # digest of the whole source
    first: int  # first line, from 1
    last: int  # last line, inclusive
    start: int  # first byte
    end: int  # one past the last byte
    digest: str


class Block(Struct, frozen=True, gc=False):
    """A typed piece of a source: all that `extract` ever sees of a format."""

    kind: BlockKind
    text: str  # inline text without emphasis marks and link targets; code spans keep their backticks
    span: Span
    headings: tuple[str, ...] = ()  # titles above it, outermost first (for YAML and JSON: the keys)
    level: int = 0
    label: str = ""  # a bold or short lead that ends in a colon: `**Decision**: …` → "Decision"
    rest: str = ""  # the text after the label
    header: tuple[str, ...] = ()  # of a row's table
    cells: tuple[str, ...] = ()  # of a row
    checked: bool | None = None  # of a task list item
    parent: int = -1  # index of the enclosing item's block, -1 at the top
    tags: tuple[str, ...] = ()  # XML-like elements around it; ("front-matter",) for front matter
    language: str = ""
    quoted: bool = False  # inside a block quote
    strong: bool = False  # carries bold text
    act: Act | None = None  # of a turn, a call or a result
    evidence: Evidence | None = None  # of a run, a case, a check, a measure or a change

    @property
    def said(self) -> str:
        """Return what the block says once its label is taken off."""
        return self.rest if self.label else self.text


class Source(Struct, frozen=True):
    """Something an agent left behind, immutable and known by its digest."""

    name: str  # as a person would call it: the file's name, "stdin", "full-analysis.md"
    format: str  # markdown, yaml, json, text
    data: bytes  # after redaction, exactly what spans, counts and the stored copy speak of
    digest: str  # of data
    original: str  # digest of the bytes before redaction
    path: str = ""  # POSIX path relative to the root, "" when it came as text
    lines: int = 0
    blocks: tuple[Block, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        """Return the whole text; undecodable bytes were replaced when it was read."""
        return self.data.decode("utf-8", "replace")
