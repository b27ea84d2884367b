"""An attempt failed and is made again: what the next one is told, and what it must not see."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from batonpass.brief import retry as told
from batonpass.brief.retried import repeated, without
from batonpass.brief.sections import listed
from batonpass.compact.text import shorten
from batonpass.extract.failure import has_failed as in_words
from batonpass.extract.failure import in_blocks, in_text
from batonpass.flow.outcome import Opened
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent
from batonpass.model.failure import Failure, Output
from batonpass.model.source import Source
from batonpass.read.gather import gather
from batonpass.read.parse import parse, parse_text


def retried(prompt: str, outputs: Sequence[Output], size: Callable[[str], int]) -> str:
    """Return the prompt of a retry in which nothing is left of the outputs of failed attempts.

    Where it repeated one, a few lines say what failed instead. A prompt that repeats none comes back as it is.
    """
    found = [one for one in outputs if repeated(prompt, one.text, one.asked)]
    marks = {f"\0{number}\0": one for number, one in enumerate(found)}
    for mark, output in marks.items():
        prompt = without(prompt, output.text, mark, asked=output.asked)
    for mark, output in marks.items():  # only now: what is said of one must not be looked for in another
        prompt = prompt.replace(mark, block(output, size))
    return prompt


def has_failed(message: str, manifest: Mapping[str, Any]) -> bool:
    """Tell whether an attempt failed: by its tests and errors as they were handed over, else by its own words."""
    tests, summary = manifest.get("tests"), manifest.get("summary")
    counts = (tests.get("failed"), tests.get("errors")) if isinstance(tests, Mapping) else ()
    return any(counts) or bool(listed(summary or {}, "errors")) or in_words(message)


def block(output: Output, size: Callable[[str], int]) -> str:
    """Return what the next attempt is told in place of an output."""
    failure = in_text(output.text)
    if output.attempt:
        failure = replace(failure, attempt=output.attempt)
    return told.retry(failure, size, shorten, tokens=size(output.text), kept=output.kept)


def retry(
    setup: Setup, paths: Sequence[str], *, stdin: Callable[[], bytes] | None = None, attempt: int = 0
) -> tuple[Failure, str]:
    """Return what failed in outputs, reports or transcripts, the first that tells, and what the next attempt is told."""
    found = gather(paths, root=setup.root, stdin=stdin)
    sources = [parse(one, redact=setup.redact, max_bytes=setup.max_source) for one in found]
    source, failure = _first(sources)
    if attempt:
        failure = replace(failure, attempt=attempt)
    tokens = setup.meter.count(source.text)
    return failure, told.retry(failure, setup.meter.count, shorten, tokens=tokens, kept=source.path)


def of_handoff(setup: Setup, opened: Opened) -> str:
    """Return the same of a handoff, from the copies of what it was made of, else from what it says of errors."""
    entries = opened.proof.sources if opened.proof else ()
    texts = [(e, setup.store.read(opened.handoff, e.stored).decode("utf-8", "replace")) for e in entries]
    size = setup.meter.count
    for entry, text in texts:
        failure = in_blocks(parse_text(text, entry.stored, setup.redact).blocks)
        if failure is not None:
            return told.retry(
                failure, size, shorten, tokens=size(text), kept=opened.handoff.directory + entry.stored
            )
    text = "\n".join(text for _, text in texts)
    errors = listed(opened.manifest.get("summary") or {}, "errors")
    failure = in_text(text)
    if not has_failed(text, opened.manifest):
        raise BadContent(
            "nothing failed in it",
            wanted="the handoff of a failed attempt",
            todo="`baton brief --retry FILE` takes an output that says what failed",
            place=opened.handoff.manifest,
        )
    if errors:
        failure = replace(failure, first=errors[0], last=errors[-1] if len(errors) > 1 else "")
    return told.retry(failure, size, shorten, tokens=size(text), kept=opened.handoff.directory)


def _first(sources: Sequence[Source]) -> tuple[Source, Failure]:
    for source in sources:
        failure = in_blocks(source.blocks)
        if (
            failure is None
            and not any(block.act is not None for block in source.blocks)
            and source.text.strip()
        ):
            failure = in_text(source.text)
        if failure is not None:
            return source, failure
    named = ", ".join(source.path or source.name for source in sources)
    raise BadContent(
        f"nothing failed in {named}",
        wanted="the output, the report or the transcript of a failed attempt",
        todo="name the file that shows the failure",
    )
