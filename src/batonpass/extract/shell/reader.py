"""Characters of a command into words: quotes, escapes, substitutions, here-documents."""

import re

from batonpass.extract.shell.words import Part, Word

ENDS_WORD = frozenset(" \t\n;&|<>()")
PLAIN = re.compile(r"[^ \t\n;&|<>()'\"$`\\~]+|~")  # of a bare word
IN_DOUBLE = re.compile(r'[^"\\$`]+')
NAME = re.compile(r"[A-Za-z_]\w*")
VARIABLE = re.compile(rf"{NAME.pattern}|\d+|[@*]")  # those a shell fills in itself among them
GIVEN = frozenset("0123456789@*")
SPECIAL = frozenset("#?$!-_")
DEEPEST = 40  # substitutions inside of substitutions


class Reader:
    """Stands at one place of the text."""

    def __init__(self, text: str, at: int = 0, depth: int = 0) -> None:
        """Begin at a place."""
        self.text, self.at, self.depth = text, at, depth
        self.waiting: list[tuple[str, bool, list[str]]] = []  # here-documents whose text follows the line

    def here(self, length: int = 1) -> str:
        """Return the next characters."""
        return self.text[self.at : self.at + length]

    def blanks(self) -> None:
        """Go over blanks, continued lines and comments."""
        while self.at < len(self.text):
            if self.here() in (" ", "\t", "\r"):
                self.at += 1
            elif self.here(2) == "\\\n":
                self.at += 2
            elif self.here(3) == "\\\r\n":
                self.at += 3
            elif self.here() == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def line_end(self) -> None:
        """Go over a line end, and the here-documents that stand behind it."""
        self.at += 1
        for delimiter, strips, lines in self.waiting:
            self._document(delimiter, lines, strips=strips)
        self.waiting.clear()

    def _document(self, delimiter: str, lines: list[str], *, strips: bool) -> None:
        while self.at < len(self.text):
            end = self.text.find("\n", self.at)
            line = self.text[self.at : end if end >= 0 else len(self.text)]
            self.at = end + 1 if end >= 0 else len(self.text)
            line = line.removesuffix("\r")
            line = line.lstrip("\t") if strips else line
            if line == delimiter:
                return
            lines.append(line)

    def word(self) -> Word:
        """Read one word, () where none begins here."""
        parts: list[Part] = []
        while self.at < len(self.text) and self.here() not in ENDS_WORD:
            self._piece(parts)
        return _merged(parts)

    def _piece(self, parts: list[Part]) -> None:
        sign = self.here()
        if sign == "'":
            parts.append(Part("quoted", self._until("'")))
        elif sign == '"':
            self._double(parts)
        elif sign == "$" and self.here(2) == "$'":
            self.at += 1
            parts.append(Part("quoted", _unescaped(self._until("'"))))
        elif sign == "$":
            parts.append(self._dollar())
        elif sign == "`":
            parts.append(_answer(self._until("`")))
        elif sign == "\\":
            if self.here(2) != "\\\n":
                parts.append(Part("quoted", self.text[self.at + 1 : self.at + 2]))
            self.at += 2
        elif sign == "~" and not parts:
            self.at += 1
            parts.append(Part("unknown", ""))
        else:
            parts.append(Part("bare", self._run(PLAIN)))

    def _until(self, quote: str) -> str:
        """Return what stands between two quotes; an unfinished one goes to the end."""
        end = self.text.find(quote, self.at + 1)
        end = len(self.text) if end < 0 else end
        inside = self.text[self.at + 1 : end]
        self.at = end + 1
        return inside

    def _run(self, plain: re.Pattern[str]) -> str:
        found = plain.match(self.text, self.at)
        self.at = found.end() if found else self.at + 1
        return found[0] if found else self.text[self.at - 1]

    def _double(self, parts: list[Part]) -> None:
        self.at += 1
        parts.append(Part("quoted", ""))
        while self.at < len(self.text) and self.here() != '"':
            sign = self.here()
            if sign == "\\":
                following = self.text[self.at + 1 : self.at + 2]
                kept = following if following in '"\\$`' else "" if following == "\n" else sign + following
                parts.append(Part("quoted", kept))
                self.at += 2
            elif sign == "$":
                parts.append(self._dollar())
            elif sign == "`":
                parts.append(_answer(self._until("`")))
            else:
                parts.append(Part("quoted", self._run(IN_DOUBLE)))
        self.at += 1

    def _dollar(self) -> Part:
        """Read what a dollar sign stands for."""
        self.at += 1
        if self.here() == "(":
            computes = self.here(2) == "(("
            said = self._substitution()
            return Part("unknown", "") if computes and said.endswith(")") else _answer(said)
        if self.here() == "{":
            inside = self._braces()
            return Part("variable", inside) if VARIABLE.match(inside) else Part("unknown", "")
        found = NAME.match(self.text, self.at)
        if found:
            self.at = found.end()
            return Part("variable", found[0])
        if self.at < len(self.text) and self.here() in GIVEN:
            self.at += 1
            return Part("variable", self.text[self.at - 1])
        if self.here() in SPECIAL:
            self.at += 1
            return Part("unknown", "")
        return Part("quoted", "$")

    def _braces(self) -> str:
        end = self.text.find("}", self.at)
        end = len(self.text) if end < 0 else end
        inside = self.text[self.at + 1 : end]
        self.at = end + 1
        return inside

    def _substitution(self) -> str:
        """Return the command in `$(…)`: only a reader of commands knows where it ends."""
        start = self.at + 1
        inner = Reader(self.text, start, self.depth + 1)
        inner.to_parenthesis()
        self.at = inner.at
        return self.text[start : self.at - 1]

    def to_parenthesis(self) -> None:
        """Go behind the parenthesis that closes this place."""
        open_here = 1
        if self.depth >= DEEPEST:
            self.at = len(self.text)
        while self.at < len(self.text):
            self.blanks()
            sign = self.here()
            if sign == "\n":
                self.line_end()
            elif self.here(2) == "<<" and self.here(3) != "<<<":
                self.document()
            elif sign in ENDS_WORD:
                open_here += (sign == "(") - (sign == ")")
                self.at += 1
                if open_here == 0:
                    return
            elif sign:
                self.word()

    def document(self) -> list[str]:
        """Read the beginning of a here-document; its lines are filled in behind the line end."""
        self.at += 2
        strips = self.here() == "-"
        self.at += strips
        self.blanks()
        delimiter = "".join(part.text for part in self.word())
        lines: list[str] = []
        self.waiting.append((delimiter, strips, lines))
        return lines


SEQUENCE = re.compile(r"\s*seq\s+(?:(?P<first>\d+)\s+)?(?P<last>\d+)\s*")


def _answer(command: str) -> Part:
    """Return what a command in a word answers: of the plainest at once."""
    if command.strip() in ("pwd", "pwd -P"):
        return Part("variable", "PWD")
    if found := SEQUENCE.fullmatch(command):
        return Part("bare", f"{{{found['first'] or 1}..{found['last']}}}")
    return Part("answer", command)


ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|[abeEfnrtv\\'\"?])")
CONTROL = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


def _unescaped(text: str) -> str:
    """Return the text of `$'…'`; what is no escape of bash stays as it is written."""
    return ESCAPE.sub(_character, text)


def _character(escape: re.Match[str]) -> str:
    said = escape[0][1:]
    if said[0] in "xu":
        return chr(int(said[1:], 16))
    return chr(int(said, 8) & 0xFF) if said[0] in "01234567" else CONTROL.get(said, said)


def _merged(parts: list[Part]) -> Word:
    """Return the parts with neighbours of one kind joined."""
    merged: list[Part] = []
    for part in parts:
        if merged and merged[-1].kind == part.kind and part.kind in ("quoted", "bare"):
            merged[-1] = Part(part.kind, merged[-1].text + part.text)
        else:
            merged.append(part)
    return tuple(merged)
