"""One value of a settings file changes; what a person wrote around it stays."""

import pytest

from batonpass.model.errors import WrongUse
from batonpass.store.settings import put

TEXT = """\
# ours
playbook = "oak" # the chain

# what a problem does
mode = "warn" # for now

# who speaks louder
[rules]
size = "observe" # "# not a comment"
"""


def test_a_value_changes_and_its_comment_stays() -> None:
    assert put(TEXT, "mode", "enforce") == TEXT.replace('"warn"', '"enforce"')


def test_a_value_in_a_table_is_another_one() -> None:
    assert put(TEXT, "mode", "observe", table="rules") == TEXT + 'mode = "observe"\n'


def test_a_new_table_comes_last() -> None:
    assert put(TEXT, "oak", "warn", table="modes") == TEXT + '\n[modes]\noak = "warn"\n'


def test_a_missing_value_comes_before_the_first_table() -> None:
    text = TEXT.replace('mode = "warn" # for now\n', "")
    assert put(text, "mode", "warn") == text.replace("# the chain\n", '# the chain\nmode = "warn"\n')
    assert put("", "mode", "warn") == 'mode = "warn"\n'


def test_a_value_told_in_a_comment_goes_where_it_is_told() -> None:
    text = TEXT.replace('mode = "warn" # for now', '# mode = "warn" # the playbook\'s')
    assert put(text, "mode", "enforce") == TEXT.replace('"warn" # for now', '"enforce"')


def test_a_value_is_taken_out() -> None:
    assert put('[rules]\na = "warn"\nb = "warn"\n', "a", None, table="rules") == '[rules]\nb = "warn"\n'
    assert put(TEXT, "absent", None) == TEXT


@pytest.mark.parametrize(
    "text", ['rules.size = "warn"\n', 'rules = { size = "warn" }\n', 'x = """\nmode = "a"\n"""\n']
)
def test_what_cannot_be_changed_alone_is_left_and_said(text: str) -> None:
    table, key = ("", "mode") if text.startswith("x") else ("rules", "size")
    with pytest.raises(WrongUse, match="by hand"):
        put(text, key, "observe", table=table)
