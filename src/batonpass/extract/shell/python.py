"""What a piece of Python does to files, read from its syntax: names that hold plain texts are followed."""

import ast
import posixpath
import warnings
from collections.abc import Callable, Iterator
from itertools import islice, product

from batonpass.extract.shell.deeds import How
from batonpass.extract.shell.programs import Effect
from batonpass.extract.shell.words import Value

Texts = tuple[str, ...]  # what an expression may be; () = nobody knows
MOST = 64
JOINS = frozenset({"os.path.join", "posixpath.join", "Path", "pathlib.Path", "PurePath"})
SAME = frozenset({"str", "os.fspath", "os.path.abspath", "sorted", "list", "tuple", "set"})
GOES = frozenset({"os.remove", "os.unlink", "shutil.rmtree", "remove", "unlink", "rmtree"})
MOVES = frozenset({"os.rename", "os.replace", "shutil.move"})
COPIES = frozenset({"shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree"})
LISTS = frozenset({"glob.glob", "glob.iglob", "glob"})
DEPTHS = {"glob": "/", "rglob": "/**/"}
ITSELF = frozenset({"resolve", "absolute", "expanduser"})


def done_by_python(code: str) -> list[Effect]:
    """Return what a script does, nothing where it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code)
        return list(_Script().walk(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


class _Script:
    """Goes through a script once, in the order it is written."""

    def __init__(self) -> None:
        self.names: dict[str, Texts] = {}

    def walk(self, node: ast.AST) -> Iterator[Effect]:
        """Yield what a piece does, the innermost first."""
        if isinstance(node, ast.For):
            self.bind(node.target, node.iter)
        for child in ast.iter_child_nodes(node):
            yield from self.walk(child)
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            self.bind(node.targets[0], node.value)
        elif isinstance(node, ast.Call):
            yield from self.call(node)

    def bind(self, target: ast.expr, value: ast.expr) -> None:
        """Remember what a name holds."""
        if isinstance(target, ast.Name):
            self.names[target.id] = self.texts(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.List | ast.Tuple):
            rows = [e.elts for e in value.elts if isinstance(e, ast.Tuple | ast.List)]
            for at, name in enumerate(target.elts):
                if isinstance(name, ast.Name):
                    cells = [self.texts(row[at]) for row in rows if at < len(row)]
                    self.names[name.id] = tuple(t for cell in cells for t in cell) if all(cells) else ()

    def texts(self, node: ast.expr) -> Texts:
        """Return what an expression may be."""
        if isinstance(node, ast.Constant):
            return (node.value,) if isinstance(node.value, str) else ()
        if isinstance(node, ast.Name):
            return self.names.get(node.id, ())
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            each = [self.texts(e) for e in node.elts]
            return tuple(islice((t for e in each for t in e), MOST)) if all(each) else ()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Add):
            return self.joined(
                [node.left, node.right], posixpath.join if isinstance(node.op, ast.Div) else _added
            )
        if isinstance(node, ast.JoinedStr):
            pieces = [v.value if isinstance(v, ast.FormattedValue) else v for v in node.values]
            return self.joined(pieces, _added)
        return self.answer(node) if isinstance(node, ast.Call) else ()

    def answer(self, node: ast.Call) -> Texts:
        """Return the path a call answers."""
        name = _name(node.func)
        if name in JOINS and node.args:
            return self.joined(node.args, posixpath.join)
        if (name in SAME or name in LISTS) and node.args:
            return self.texts(node.args[0])
        return self.of_path(node, node.func) if isinstance(node.func, ast.Attribute) else ()

    def of_path(self, node: ast.Call, func: ast.Attribute) -> Texts:
        """Return what a method of a path answers."""
        if func.attr in ITSELF:
            return self.texts(func.value)
        if func.attr == "joinpath":
            return self.joined([func.value, *node.args], posixpath.join)
        if func.attr in DEPTHS and node.args:
            found = self.joined([func.value, node.args[0]], posixpath.join)
            return tuple(DEPTHS[func.attr].join(posixpath.split(text)) for text in found)
        return ()

    def joined(self, nodes: list[ast.expr], join: Callable[..., str]) -> Texts:
        """Return what several expressions make together."""
        each = [self.texts(node) for node in nodes]
        return tuple(islice((join(*texts) for texts in product(*each)), MOST)) if all(each) else ()

    def call(self, node: ast.Call) -> Iterator[Effect]:
        """Yield what a call does to files."""
        name = _name(node.func)
        first = self.texts(node.args[0]) if node.args else ()
        if name in ("open", "io.open", "codecs.open"):
            yield from _opened(first, self.mode(node, 1))
        elif name in GOES:
            yield from (Effect("delete", _value(text)) for text in first)
        elif (name in MOVES or name in COPIES) and len(node.args) > 1:
            second = self.texts(node.args[1])
            how: How = "move" if name in MOVES else "copy"
            pairs = zip(first, second * (len(first) if len(second) == 1 else 1), strict=False)
            yield from (Effect(how, _value(to), _value(source), into=True) for source, to in pairs)
        elif isinstance(node.func, ast.Attribute):
            yield from self.method(node, node.func, first)

    def method(self, node: ast.Call, func: ast.Attribute, first: Texts) -> Iterator[Effect]:
        """Yield what a method of a path does to it."""
        if func.attr in ("write_text", "write_bytes"):
            yield from (Effect("write", _value(text)) for text in self.texts(func.value))
        elif func.attr == "touch":
            yield from (Effect("touch", _value(text)) for text in self.texts(func.value))
        elif func.attr == "unlink":
            forced = any(k.arg == "missing_ok" for k in node.keywords)
            yield from (Effect("delete", _value(text), forced=forced) for text in self.texts(func.value))
        elif func.attr in ("rename", "replace") and len(node.args) == 1:
            pairs = zip(self.texts(func.value), first, strict=False)
            yield from (Effect("move", _value(to), _value(source)) for source, to in pairs)
        elif func.attr == "open":
            yield from _opened(self.texts(func.value), self.mode(node, 0))

    def mode(self, node: ast.Call, at: int) -> str:
        """Return how a file is opened."""
        given = next(
            (k.value for k in node.keywords if k.arg == "mode"),
            node.args[at] if at < len(node.args) else None,
        )
        return "".join(self.texts(given)[:1]) if given is not None else ""


def _opened(paths: Texts, mode: str) -> Iterator[Effect]:
    if mode[:1] in ("w", "x"):
        yield from (Effect("write", _value(path)) for path in paths)
    elif mode[:1] == "a":
        yield from (Effect("append", _value(path)) for path in paths)
    elif mode.startswith(("r+", "rb+", "rt+")):
        yield from (Effect("edit", _value(path)) for path in paths)


def _value(path: str) -> Value:
    return Value(path, pattern="*" in path)


def _added(*texts: str) -> str:
    return "".join(texts)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = _name(node.value)
        return f"{base}.{node.attr}" if base else ""
    return ""
