"""Paths, told apart from everything else with dots and slashes."""

import pytest

from batonpass.extract.paths import paths_in
from batonpass.extract.trees import listed


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("`src/a.py:12-20` checks it", ["src/a.py"]),
        ("src/x.ts, src/y.ts", ["src/x.ts", "src/y.ts"]),
        ("`src/{a,b}.ts`", ["src/a.ts", "src/b.ts"]),
        ("app/(auth)/[id]/page.tsx (NEW)", ["app/(auth)/[id]/page.tsx"]),
        ("`crates/**/*.rs`", ["crates/**/*.rs"]),
        ("./scripts/run.sh", ["scripts/run.sh"]),
        ("/Users/kim/shop/src/cart.ts", ["src/cart.ts"]),
        (r"F:\work\src\cart.ts", ["src/cart.ts"]),
        ("Makefile and `.gitignore`", ["Makefile", ".gitignore"]),
    ],
)
def test_paths(text: str, paths: list[str]) -> None:
    assert [place.path for place in paths_in(text)] == paths


@pytest.mark.parametrize(
    "text",
    [
        "`datetime.timezone.utc`",
        "127.0.0.1:8000",
        "contrast 4.5:1, and/or more, e.g. this",
        "`@scope/pkg`",
        "https://example.org/a/b.html",
        "Next.js and Node.js",
        "node_modules/x/y.js",
        "v1.2.3",
        "text/markdown",
        "all `.py` files",
    ],
)
def test_what_only_looks_like_one(text: str) -> None:
    assert paths_in(text) == ()


def test_a_tree_joins_its_directories() -> None:
    tree = "src/\n├── core/\n│   └── walk.py  # NEW\n└── main.py\n"
    assert [(file.path, file.remark) for file in listed(tree)] == [
        ("src/core/walk.py", "NEW"),
        ("src/main.py", ""),
    ]
