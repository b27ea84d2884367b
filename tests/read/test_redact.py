import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.read.redact import redact

# Joined here, so that no scanner takes this file for a leak.
KEY = "AK" + "IA" + "ABCDEFGHIJKLMNOP"


@pytest.mark.parametrize(
    ("text", "name", "secret"),
    [
        (f"key {KEY} in use", "aws-access-key", KEY),
        ("key sk" + "-ant-" + "a1" * 9, "model-api-key", "a1a1"),
        ("token gh" + "p_" + "a1" * 18, "github-token", "a1a1"),
        ("postgres://app:hunter22@db.local/x", "password-in-url", "hunter22"),
        (
            "Bearer ey" + "Jhbdefghijklm.ey" + "Jzdefghijklmn.abcdefghijklmn",
            "json-web-token",
            "abcdefghijklmn",
        ),
    ],
)
def test_a_secret_is_named_not_told(text: str, name: str, secret: str) -> None:
    assert f"[redacted: {name}]" in redact(text)
    assert secret not in redact(text)


def test_a_private_key_keeps_its_lines() -> None:
    text = "before\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabcd\n-----END RSA PRIVATE KEY-----\nafter\n"
    clean = redact(text)
    assert "MIIE" not in clean
    assert clean.count("\n") == text.count("\n")
    assert clean.splitlines()[5] == "after"


def test_a_secret_at_the_beginning_of_a_line_inside_json() -> None:
    assert redact('{"output": "keys:\\n' + KEY + '"}') == '{"output": "keys:\\n[redacted: aws-access-key]"}'


def test_a_secret_inside_a_word_is_none() -> None:
    assert redact(f"x{KEY} _{KEY}") == f"x{KEY} _{KEY}"


def test_several_secrets_on_one_line() -> None:
    assert redact(f"{KEY}, {KEY}") == "[redacted: aws-access-key], [redacted: aws-access-key]"


def test_a_key_without_an_end_takes_nothing_else_along() -> None:
    line = '{"output": "-----BEGIN RSA PRIVATE KEY-----\\nMIIEabcd"}\n'
    clean = redact(line + '{"output": "the next record"}\n')
    assert "MIIE" not in clean
    assert '{"output": "the next record"}' in clean


@pytest.mark.parametrize(
    "text",
    [
        "the task-based scheduler and sk-learn",
        "https://example.com/a:b",
        "postgres://${USER}:${PASSWORD}@db",
        "id = 'AKIA'",
    ],
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert redact(text) == text


@given(st.text())
def test_lines_are_never_lost(text: str) -> None:
    assert redact(text).count("\n") == text.count("\n")
