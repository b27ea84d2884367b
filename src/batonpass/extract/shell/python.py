"""What a piece of Python does to files, read from its syntax: names that hold plain texts are followed."""

import ast
import posixpath
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product

from batonpass.extract.shell.deeds import How
from batonpass.extract.shell.programs import Effect
from batonpass.extract.shell.words import Value

Texts = tuple[str, ...]  # what an expression may be; () = nobody knows
MOST = 64
DEEPEST = 5  # functions calling functions
JOINS = frozenset({"os.path.join", "posixpath.join", "Path", "pathlib.Path", "PurePath"})
SAME = frozenset({"str", "os.fspath", "os.path.abspath", "sorted", "list", "tuple", "set"})
GOES = frozenset({"os.remove", "os.unlink", "shutil.rmtree", "remove", "unlink", "rmtree"})
MOVES = frozenset({"os.rename", "os.replace", "shutil.move"})
COPIES = frozenset({"shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree"})
LISTS = frozenset({"glob.glob", "glob.iglob", "glob"})
DEPTHS = {"glob": "/", "rglob": "/**/"}
ITSELF = frozenset({"resolve", "absolute", "expanduser"})


def done_by_python(code: str, given: Sequence[str] = ()) -> list[Effect]:
    """Return what a script does with what it is given, nothing where it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code)
        return [_guessed(effect) for effect in _Script(given).run(tree)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


class _Script:
    """Goes through a script once, in the order it is written."""

    def __init__(self, given: Sequence[str] = ()) -> None:
        self.given = tuple(given)
        self.names: dict[str, Texts] = {}
        self.held: dict[str, ast.expr] = {}  # lists and dictionaries as they are written
        self.functions: dict[str, ast.FunctionDef] = {}
        self.called: list[str] = []  # functions on the way down to here
        self.known: set[str] = set()  # functions that were ever called

    def run(self, tree: ast.Module) -> Iterator[Effect]:
        """Yield what the script does; a function handed to somebody else is called with nobody knows what."""
        yield from self.walk(tree)
        named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        for name, function in self.functions.items():
            if name in named - self.known:
                for statement in function.body:
                    yield from self.walk(statement)

    def walk(self, node: ast.AST) -> Iterator[Effect]:
        """Yield what a piece does, the innermost first."""
        if isinstance(node, ast.FunctionDef) and node.col_offset == 0:
            self.functions[node.name] = node
            return
        if isinstance(node, ast.For):
            self.bind(node.target, node.iter)
        for child in ast.iter_child_nodes(node):
            yield from self.walk(child)
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            self.bind(node.targets[0], node.value)
        elif isinstance(node, ast.Call):
            yield from self.call(node)
            yield from self.within(node)

    def within(self, node: ast.Call) -> Iterator[Effect]:
        """Yield what a function of the script does with what this call gives it."""
        name = _name(node.func)
        function = self.functions.get(name)
        if function is None or name in self.called or len(self.called) > DEEPEST:
            return
        self.known.add(name)
        kept, parameters = dict(self.names), function.args.args
        late = zip(reversed(parameters), reversed(function.args.defaults), strict=False)
        named = ((k.arg, k.value) for k in node.keywords if k.arg)
        for parameter, value in (*late, *zip(parameters, node.args, strict=False)):
            self.names[parameter.arg] = self.texts(value)
        self.names |= {told: self.texts(value) for told, value in named}
        self.called.append(name)
        for statement in function.body:
            yield from self.walk(statement)
        self.called.pop()
        self.names = kept

    def bind(self, target: ast.expr, value: ast.expr) -> None:
        """Remember what a name holds."""
        value = self.literal(value)
        if isinstance(target, ast.Name):
            self.names[target.id] = self.texts(value)
            self.held[target.id] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Call) and _name(value.func) == "os.walk":
            there = self.texts(value.args[0]) if value.args else ()
            held = (tuple(f"{text}/**" for text in there), ("*",), ("*",))
            names = [name.id for name in target.elts if isinstance(name, ast.Name)]
            self.names |= dict(zip(names, held, strict=False))
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.List | ast.Tuple):
            rows = [e.elts for e in value.elts if isinstance(e, ast.Tuple | ast.List)]
            for at, name in enumerate(target.elts):
                if isinstance(name, ast.Name):
                    cells = [self.texts(row[at]) for row in rows if at < len(row)]
                    self.names[name.id] = tuple(t for cell in cells for t in cell) if all(cells) else ()

    def literal(self, value: ast.expr) -> ast.expr:
        """Return the list or dictionary a name stands for; of `enumerate` and `items` a list of pairs."""
        if isinstance(value, ast.Name):
            return self.held.get(value.id, value)
        if not isinstance(value, ast.Call):
            return value
        if _name(value.func) == "enumerate" and value.args:
            inner = self.literal(value.args[0])
            pairs = inner.elts if isinstance(inner, ast.List | ast.Tuple) else []
            return ast.List([ast.Tuple([ast.Constant("0"), one]) for one in pairs])
        if isinstance(value.func, ast.Attribute) and value.func.attr == "items":
            held = self.literal(value.func.value)
            if isinstance(held, ast.Dict):
                rows = zip(held.keys, held.values, strict=True)
                return ast.List([ast.Tuple([key, one]) for key, one in rows if key is not None])
        return value

    def texts(self, node: ast.expr) -> Texts:
        """Return what an expression may be."""
        node = self.literal(node) if isinstance(node, ast.Name) and node.id not in self.names else node
        if isinstance(node, ast.Constant):
            return (node.value,) if isinstance(node.value, str) else ()
        if isinstance(node, ast.Name):
            return self.names.get(node.id, ())
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Add):
            return self.both(node)
        if isinstance(node, ast.JoinedStr):
            pieces = [v.value if isinstance(v, ast.FormattedValue) else v for v in node.values]
            return self.joined(pieces, _added)
        return self.several(node)

    def both(self, node: ast.BinOp) -> Texts:
        """Return what two expressions make: one list behind the other, or one text or path."""
        if _is_list(node.left) or _is_list(node.right):
            first, second = self.texts(node.left), self.texts(node.right)
            return (*first, *second) if first and second else ()
        join = posixpath.join if isinstance(node.op, ast.Div) else _added
        return self.joined([node.left, node.right], join)

    def several(self, node: ast.expr) -> Texts:
        """Return what is in a list, a dictionary, the command line, or the answer of a call."""
        if isinstance(node, ast.Dict):
            return self.several(ast.List([key for key in node.keys if key is not None]))
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            each = [self.texts(e) for e in node.elts]
            return tuple(islice((t for e in each for t in e), MOST)) if all(each) else ()
        if isinstance(node, ast.Subscript) and _name(node.value) == "sys.argv":
            return self.arguments(node.slice)
        return self.answer(node) if isinstance(node, ast.Call) else ()

    def arguments(self, at: ast.expr) -> Texts:
        """Return what the script is given on the command line."""
        if isinstance(at, ast.Slice):
            return self.given
        number = at.value if isinstance(at, ast.Constant) and isinstance(at.value, int) else 0
        return self.given[number - 1 : number] if number > 0 else ()

    def answer(self, node: ast.Call) -> Texts:
        """Return the path a call answers."""
        name = _name(node.func)
        if name == "os.listdir":
            return ("*",)
        if name in JOINS and node.args:
            return self.joined(node.args, posixpath.join)
        if (name in SAME or name in LISTS) and node.args:
            return self.texts(node.args[0])
        return self.of_path(node, node.func) if isinstance(node.func, ast.Attribute) else ()

    def of_path(self, node: ast.Call, func: ast.Attribute) -> Texts:
        """Return what a method of a path answers."""
        if func.attr in ITSELF:
            return self.texts(func.value)
        if func.attr == "iterdir":
            return tuple(f"{text}/*" for text in self.texts(func.value))
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


def _is_list(node: ast.expr) -> bool:
    """Tell a list by how it is written."""
    called = isinstance(node, ast.Call) and _name(node.func) in ("list", "sorted", "tuple", *LISTS)
    return called or isinstance(node, ast.List | ast.Tuple)


def _guessed(effect: Effect) -> Effect:
    """Return an effect on whatever lies in a folder as a guess: a script mostly chooses among it."""
    if effect.target is None or not (effect.target.pattern and effect.target.text.endswith("/*")):
        return effect
    return effect._replace(sure=False, how="edit" if effect.how == "write" else effect.how)


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
