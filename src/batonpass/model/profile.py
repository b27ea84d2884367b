"""What one kind of handoff must carry. The values stand in `tables/profiles/*.toml`."""

from typing import Literal

from msgspec import Struct

from batonpass.model.fact import Change, Kind, Standing
from batonpass.model.tokens import Tokens

Form = Literal[
    "text",  # one string of at most `sentences` sentences
    "list",  # strings
    "decisions",  # objects {decision, rationale}
    "paths",  # paths alone
    "described",  # "path (what it is)"
    "readings",  # objects {file, description}, fitted into the reading budget
    "tests",  # the one object of test totals
]


class Slot(Struct, frozen=True, forbid_unknown_fields=True):
    """One place in the manifest and the facts that may fill it."""

    kind: Kind
    at: str  # "summary.key_insights"
    form: Form = "list"
    value: float = 1.0  # worth of its first item; ranks compare these
    decay: float = 0.85  # each further item is worth this share of the one before
    cap: int = 0  # most items, 0 = only the budget decides
    sentences: int = 0  # most sentences of one item, 0 = one item as it stands
    chars: int = 0  # most characters of one item, 0 = free
    required: bool = False  # absent = one problem that says what to add
    standing: tuple[Standing, ...] = ("current",)
    change: tuple[Change, ...] = ()  # of files; () = any
    needs: str = ""  # an attribute a fact must have to stand here
    overflow: str = ""  # where items beyond `cap` may still stand


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """Slots, target and limit of one kind of handoff."""

    name: str
    about: str  # one line for people
    target: Tokens  # filled by value per token up to here
    limit: Tokens  # never above
    expected_ratio: int  # source tokens per manifest token
    marginal: float  # value per token an item needs to stand above the target
    beyond: float  # least confidence of an item above the target
    full_text: str  # file name for a source that came as text: full-analysis.md
    slots: tuple[Slot, ...]
    counts: tuple[str, ...] = ()  # computed summary keys: files_created, total_lines, languages
    decisions_required: bool = False
    dependencies_required: bool = False
