"""All facts of a transcript that are evidence: what was done, not what was said about it."""

from collections.abc import Iterator, Sequence

from batonpass.extract.evidence import errors, files, gates, tests, words
from batonpass.extract.evidence.deeds import done
from batonpass.extract.evidence.patches import touched_by
from batonpass.extract.evidence.places import absolute, posix
from batonpass.model.deed import Done
from batonpass.model.fact import Fact
from batonpass.model.source import Block, Source


def find(source: Source, root: str = "") -> Iterator[Fact]:
    """Yield the facts; paths are made relative to the root, or to where the agent began."""
    blocks = source.blocks
    all_done = tuple(done(blocks))
    yield from words.instructions(blocks)
    yield from files.find(all_done, home(blocks, all_done, root))
    yield from gates.find(all_done)
    ran = tuple(tests.find(source, all_done))
    yield from ran
    # The tests that failed say more than the command that ran them.
    named = {span for fact in ran if fact.kind == "error" for span in fact.spans}
    yield from (fact for fact in errors.find(all_done) if named.isdisjoint(fact.spans))
    yield from words.questions(blocks, all_done)


def home(blocks: Sequence[Block], all_done: Sequence[Done], root: str) -> str:
    """Return the folder that paths are relative to."""
    began = next((block.act.folder for block in blocks if block.act is not None and block.act.folder), "")
    top, named = posix(root).rstrip("/") + "/", tuple(dict.fromkeys(touched(all_done)))
    if root and any((posix(path) + "/").startswith(top) for path in (began, *named)):
        return root
    return above(all_done, named) or began


def touched(all_done: Sequence[Done]) -> Iterator[str]:
    """Yield the files that calls name, absolute where the client tells the folder."""
    return (absolute(touch.path, one.act.folder) for one in all_done for touch in one.act.touches)


def above(all_done: Sequence[Done], named: Sequence[str]) -> str:
    """Return the folder in which a client made its diff, by a file that both the diff and a call name."""
    for one in all_done:
        for result in one.results:
            for touch in touched_by(result.act.patch) if result.act else ():
                for path in named:
                    if path.endswith("/" + touch.path):
                        return path[: -len(touch.path) - 1]
    return ""
