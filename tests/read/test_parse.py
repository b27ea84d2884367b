"""One found file, or one text, into a source."""

from hashlib import sha256

import pytest

from batonpass.model.errors import BadContent
from batonpass.model.source import Source
from batonpass.read.found import Found
from batonpass.read.parse import parse, parse_text
from batonpass.tables.load import limits


def same(text: str) -> str:
    return text


def read(data: bytes, name: str = "a.md", **options: bool) -> Source:
    return parse(Found(name, f"docs/{name}", data), redact=same, max_bytes=100, **options)


def test_a_source_knows_itself() -> None:
    source = read(b"# T\n\ntext\n")
    assert (source.name, source.path, source.format, source.lines) == ("a.md", "docs/a.md", "markdown", 3)
    assert source.digest == source.original == sha256(b"# T\n\ntext\n").hexdigest()
    assert all(block.span.source == source.digest for block in source.blocks)


@pytest.mark.parametrize(
    ("name", "format_", "kind", "language"),
    [
        ("a.markdown", "markdown", "paragraph", ""),
        ("a.MD", "markdown", "paragraph", ""),
        ("a.mdx", "markdown", "paragraph", ""),
        ("a.rst", "text", "paragraph", ""),
        ("README", "markdown", "paragraph", ""),
        ("a.py", "code", "code", "python"),
        ("flow.mermaid", "code", "code", "mermaid"),
        ("a.unknown", "markdown", "paragraph", ""),
    ],
)
def test_the_suffix_says_the_format(name: str, format_: str, kind: str, language: str) -> None:
    source = read(b"some text\n", name)
    (block,) = source.blocks
    assert (source.format, block.kind, block.language) == (format_, kind, language)


def test_source_code_is_one_block_and_nothing_in_it_is_prose() -> None:
    (block,) = read(b"# Decision: not one\n\n- x\n", "a.py").blocks
    assert (block.kind, block.text, block.span.first, block.span.last) == (
        "code",
        "# Decision: not one\n\n- x",
        1,
        3,
    )


def test_the_old_encoding_of_windows_is_read_and_said() -> None:
    data = "# Übersicht\n\n– 5 € müssen reichen\n".encode("cp1252")
    source = read(data)
    assert [block.text for block in source.blocks] == ["Übersicht", "– 5 € müssen reichen"]
    assert (source.digest == source.original, source.lines) == (False, 3)
    assert [(p.rule, p.path) for p in source.problems] == [("source-encoding", "docs/a.md")]
    assert "windows-1252" in source.problems[0].message


@pytest.mark.parametrize("data", ["# Größe\n\nein ".encode() + b"\xff Rest\n", "# Size\n\n5 €".encode()[:-1]])
def test_damaged_utf_8_stays_utf_8(data: bytes) -> None:
    source = read(data)
    assert "\ufffd" in source.blocks[-1].text
    assert "read as utf-8" in source.problems[0].message
    assert read("# Größe\n\n5 €\n".encode()).problems == ()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_other_encodings_are_kept_as_utf_8_line_for_line(encoding: str) -> None:
    data = "# Títle\r\n\r\ntext\r\n".encode(encoding)
    source = parse(Found("a.md", "a.md", data), redact=same, max_bytes=1000)
    assert source.data == "# Títle\r\n\r\ntext\r\n".encode()
    assert source.original == sha256(data).hexdigest()
    assert [(b.text, b.span.first) for b in source.blocks] == [("Títle", 1), ("text", 3)]


def test_a_source_speaks_of_the_redacted_text() -> None:
    found = Found("a.md", "a.md", b"key: hunter2\n")
    source = parse(found, redact=lambda text: text.replace("hunter2", "[redacted]"), max_bytes=100)
    assert source.data == b"key: [redacted]\n"
    assert source.digest != source.original == sha256(found.data).hexdigest()
    assert source.blocks[0].rest == "[redacted]"


def test_redaction_that_takes_lines_away_is_refused() -> None:
    found = Found("a.md", "a.md", b"one\ntwo\nthree\n")
    with pytest.raises(BadContent, match=r"a\.md: redaction made 2 lines of 3"):
        parse(found, redact=lambda text: text.replace("one\n", ""), max_bytes=100)


def test_a_long_document_is_kept_and_not_looked_into_unless_forced() -> None:
    long = b"# T\n" + b"text\n" * 40
    source = read(long)
    (problem,) = source.problems
    assert (source.blocks, source.data, source.lines) == ((), long, 41)
    assert (problem.rule, problem.severity, problem.path) == ("source-too-large", "warning", "docs/a.md")
    assert "204 bytes, more than 100" in problem.message
    assert "stored and not extracted" in problem.message
    assert "--force" in problem.todo
    assert len(read(long, force=True).blocks) == 2


def test_a_text_needs_no_file() -> None:
    source = parse_text("# T\n\nIt is `done`.", "full-analysis.md", same)
    assert (source.name, source.path, source.format) == ("full-analysis.md", "", "markdown")
    assert [b.text for b in source.blocks] == ["T", "It is `done`."]


def test_an_empty_text_is_told() -> None:
    source = parse_text(" \n", "full-plan.md", same)
    assert ([p.rule for p in source.problems], source.blocks) == (["source-empty"], ())


def test_lone_surrogates_do_no_harm() -> None:
    source = parse_text("a \ud800 b\n\ntext", "x.md", same)
    assert [b.text for b in source.blocks] == ["a ? b", "text"]


def test_what_was_said_about_a_file_stays_with_it() -> None:
    source = parse_text("", "x.md", same)
    again = parse(Found("x.md", "x.md", b"", source.problems), redact=same, max_bytes=9)
    assert again.problems == source.problems


def test_problems_name_the_file_and_the_line() -> None:
    (problem,) = read(b"a: 1\nb: [\n", "a.yaml").problems
    assert (problem.rule, problem.path, problem.line) == ("source-unparsed", "docs/a.yaml", 3)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (
            "bomb.yaml",
            "a: &a [x,x,x,x,x,x,x,x,x]\n"
            + "".join(
                f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(8)
            ),
        ),
        ("deep.yaml", "[" * 5000 + "]" * 5000),
        ("deep.json", "[" * 5000 + "]" * 5000),
        ("twice.yaml", "a: 1\n" * 500),
    ],
)
def test_hostile_files_are_read_as_text(name: str, data: str) -> None:
    source = parse(Found(name, name, data.encode()), redact=same, max_bytes=10**6)
    assert source.format == "text"
    assert source.problems[-1].rule == "source-unparsed"


@pytest.mark.parametrize(
    "text",
    ["[" * 50_000, "`" * 50_000, "> " * 5_000 + "x", "*a " * 20_000, "<a" * 50_000, "x" * 1_000_000, "- " * 3_000 + "x",
     "<b></b>" * 30_000, "|a" * 30_000 + "|\n" + "|-" * 30_000 + "|\n", "word: " * 30_000, "**a**: b | " * 5_000, "<!--" * 30_000],
    ids=range(12),
)  # fmt: skip
def test_hostile_markdown_takes_no_time(text: str) -> None:
    source = parse(Found("a.md", "a.md", text.encode()), redact=same, max_bytes=10**7)
    assert source.lines <= 2


def test_a_session_is_read_above_the_limit_for_documents() -> None:
    line = b'{"type":"user","sessionId":"s","uuid":"1","message":{"role":"user","content":"Go"}}\n'
    session = parse(Found("s.jsonl", "s.jsonl", line), redact=str, max_bytes=10)
    assert [block.text for block in session.blocks] == ["Go"]


def test_a_session_above_its_own_limit_is_kept_and_the_limit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits()["transcript"], "max_bytes", 50)
    line = b'{"type":"user","sessionId":"s","uuid":"1","message":{"role":"user","content":"Go"}}\n'
    session = parse(Found("s.jsonl", "s.jsonl", line), redact=str, max_bytes=10)
    assert session.blocks == ()
    assert [problem.message for problem in session.problems] == [
        "the file has 84 bytes, more than 50, so it was stored and not extracted"
    ]
