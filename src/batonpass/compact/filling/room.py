"""Fields in no more tokens than their file may have: the longest list gives first, and says how much it gave."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from batonpass.compact.text import shorten
from batonpass.model.manifest import spelled
from batonpass.model.proof import Item
from batonpass.model.roles import Field, Fields, Filled, Given, Role

Size = Callable[[str], int]
OMITTED = "omitted"
SHORTEST = 60  # characters below which a text is not shortened any more


def fitted(role: Role, given: dict[str, list[Given]], size: Size) -> Filled:
    """Return the file with all that fits."""
    rest = _Rest(role, {at: list(found) for at, found in given.items()}, {})
    while True:
        fields = rest.fields()
        data = spelled(fields)
        tokens = size(data.decode())
        if tokens <= role.limit or not rest.give(tokens - role.limit, size):
            return Filled(data, fields, rest.items(), tokens)


class _Rest(Struct):
    """What is left of the values after some were left away."""

    role: Role
    given: dict[str, list[Given]]
    omitted: dict[str, int]

    def fields(self) -> Fields:
        """Return the fields as the file shows them, in the order of the role."""
        made: Fields = {}
        for field in self.role.fields:
            found = [one.value for one in self.given[field.at]]
            if field.at == OMITTED:
                found = [dict(self.omitted)] if self.omitted else []
            if not found and field.optional:
                continue
            _put(made, field.path, found if field.list else found[0] if found else _empty(field))
        return made

    def items(self) -> dict[str, Item]:
        """Return what stands behind each place."""
        made: dict[str, Item] = {}
        for field in self.role.fields:
            pointer = "/" + "/".join(field.path)
            for index, one in enumerate(self.given[field.at]):
                if one.item is not None:
                    made[f"{pointer}/{index}" if field.list else pointer] = one.item
        return made

    def give(self, over: int, size: Size) -> bool:
        """Leave away so many tokens: items of the longest lists from their ends, then words; False when nothing is left."""
        gave = False
        lists = {f.at: _sizes(self.given[f.at], size) for f in self.role.fields if f.list and not f.held}
        total = {at: sum(sizes) for at, sizes in lists.items()}
        while over > 0 and (longest := max(total, key=lambda at: total[at], default="")) and lists[longest]:
            freed = lists[longest].pop()
            over, total[longest] = over - freed, total[longest] - freed
            self.given[longest].pop()
            self.omitted[longest] = self.omitted.get(longest, 0) + 1
            gave = True
        return gave or self._shorten()

    def _shorten(self) -> bool:
        """Halve the longest text that is there; what the user said comes last."""
        texts = [
            (not field.held, len(one.value), field.at, index)
            for field in self.role.fields
            for index, one in enumerate(self.given[field.at])
            if isinstance(one.value, str) and len(one.value) > SHORTEST and one.item is not None
        ]
        if not texts:
            return False
        _, length, at, index = max(texts)
        one = self.given[at][index]
        self.given[at][index] = Given(shorten(one.value, length // 2), _whole(one))
        return True


def _whole(one: Given) -> Item | None:
    if one.item is None or one.item.text:
        return one.item
    return Item(one.item.spans, one.item.basis, one.item.kind, one.value, one.item.attributes)


def _sizes(found: list[Given], size: Size) -> list[int]:
    return [size(spelled({"": one.value}).decode()) for one in found]


def _empty(field: Field) -> Any:
    if field.nullable:
        return None
    return {} if field.type == "object" else ""


def _put(made: Fields, path: tuple[str, ...], value: Any) -> None:
    *above, key = path
    for step in above:
        made = made.setdefault(step, {})
    made[key] = value
