"""The numbers of one transcript line, for every client. On the fast path: plain values in, plain values out."""

from batonpass.model.usage import Numbers

JsonObject = dict[str, object]
SYNTHETIC = "<synthetic>"  # the model of a line that the client made up


def whole(value: object) -> int:
    """Return a count, 0 where there is none."""
    return value if isinstance(value, int) and value > 0 else 0


def inside(value: object, *names: str) -> JsonObject:
    """Return the object at the end of these keys, an empty one where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def claude_code(line: JsonObject) -> Numbers | None:
    """Return what the answer on a line of Claude Code took."""
    message = inside(line, "message")
    usage = inside(message, "usage")
    if not usage or message.get("model") == SYNTHETIC:
        return None
    return Numbers(
        answer=str(message.get("id") or ""),
        model=str(message.get("model") or ""),
        input=whole(usage.get("input_tokens")),
        cache_read=whole(usage.get("cache_read_input_tokens")),
        cache_write=whole(usage.get("cache_creation_input_tokens")),
        output=whole(usage.get("output_tokens")),
    )


def codex(event: JsonObject) -> Numbers | None:
    """Return what the last answer took by a `token_count`; here the input includes what was cached."""
    info = inside(event, "info")
    last = inside(info, "last_token_usage") if info else event
    if not isinstance(last.get("input_tokens"), int):
        return None
    cached = whole(last.get("cached_input_tokens"))
    return Numbers(
        answer=str(
            inside(info, "total_token_usage").get("total_tokens") or ""
        ),  # repeated with new rate limits
        input=max(whole(last.get("input_tokens")) - cached, 0),
        cache_read=cached,
        output=whole(last.get("output_tokens")),
        window=whole(info.get("model_context_window")),
    )


def pi(message: JsonObject) -> Numbers | None:
    """Return what an answer of pi took."""
    usage = inside(message, "usage")
    if not usage:
        return None
    return Numbers(
        model=str(message.get("model") or ""),
        input=whole(usage.get("input")),
        cache_read=whole(usage.get("cacheRead")),
        cache_write=whole(usage.get("cacheWrite")),
        output=whole(usage.get("output")),
    )


def gemini(message: JsonObject) -> Numbers | None:
    """Return what an answer of Gemini took; here the input includes what was cached."""
    tokens = inside(message, "tokens")
    if not tokens:
        return None
    cached = whole(tokens.get("cached"))
    return Numbers(
        answer=str(message.get("id") or ""),
        model=str(message.get("model") or ""),
        input=max(whole(tokens.get("input")) - cached, 0),
        cache_read=cached,
        output=whole(tokens.get("output")) + whole(tokens.get("thoughts")),
    )


def qwen(record: JsonObject) -> Numbers | None:
    """Return what an answer of Qwen took; here the prompt includes what was cached."""
    usage = inside(record, "usageMetadata")
    if not usage:
        return None
    cached = whole(usage.get("cachedContentTokenCount", usage.get("cached")))
    return Numbers(
        answer=str(record.get("uuid") or ""),
        model=str(record.get("model") or ""),
        input=max(whole(usage.get("promptTokenCount", usage.get("input"))) - cached, 0),
        cache_read=cached,
        output=whole(usage.get("candidatesTokenCount", usage.get("output"))),
    )


def opencode(message: JsonObject) -> Numbers | None:
    """Return what an answer of OpenCode took; here the input is without what was cached."""
    tokens = inside(message, "tokens")
    if not tokens:
        return None
    cache = inside(tokens, "cache")
    return Numbers(
        answer=str(message.get("id") or ""),
        model=str(message.get("modelID") or ""),
        input=whole(tokens.get("input")),
        cache_read=whole(cache.get("read")),
        cache_write=whole(cache.get("write")),
        output=whole(tokens.get("output")) + whole(tokens.get("reasoning")),
    )


def newest(line: object, *, nested: bool) -> Numbers | None:
    """Return what a line says of the context behind it, whatever client wrote it: an answer, or a compaction."""
    if not isinstance(line, dict) or (line.get("isSidechain") and not nested):
        return None
    found = _compacted(line) or _answered(line)
    return found if found and (found.context or not found.exact) else None


def _answered(line: JsonObject) -> Numbers | None:
    kind, payload = line.get("type"), inside(line, "payload")
    if "token_count" in (payload.get("type"), kind):
        return codex(payload or line)
    if kind == "gemini":
        return gemini(line)
    if kind == "message":
        return pi(inside(line, "message"))
    if kind == "assistant":
        return qwen(line) if "usageMetadata" in line else claude_code(line)
    return None


def _compacted(line: JsonObject) -> Numbers | None:
    """Return what is left after a compaction, as the client guesses it; what stands above it is gone."""
    kind, subtype = line.get("type"), line.get("subtype")
    if subtype == "compact_boundary":
        about = inside(line, "compactMetadata") or inside(line, "compact_metadata")
        return Numbers(input=whole(about.get("postTokens", about.get("post_tokens"))), exact=False)
    if subtype == "chat_compression":
        return Numbers(input=whole(inside(line, "systemPayload", "info").get("newTokenCount")), exact=False)
    if kind in ("compacted", "compaction"):
        return Numbers(exact=False)
    return None
