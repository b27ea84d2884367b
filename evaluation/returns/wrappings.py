"""What a message comes wrapped in: transcripts of clients, payloads of hooks, envelopes, line ends, bytes that are none."""

import json
from collections.abc import Callable, Mapping

LOG = "\n".join(f"- step {n}: looked at src/part_{n}.py and wrote down what it does" for n in range(400))
PROMPT = "Do the task. Your final response has one of the statuses READY_FOR_QA, PASS, FAIL or BLOCKED."


def _lines(*values: object) -> bytes:
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values).encode()


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def claude_code(text: str) -> bytes:
    """Return a session as Claude Code keeps it, ended by a message."""
    own = {
        "isSidechain": False,
        "sessionId": "s1",
        "cwd": "/w",
        "version": "2.1.0",
        "timestamp": "2026-03-01T10:00:00Z",
    }
    used = {
        "type": "tool_use",
        "id": "t1",
        "name": "Write",
        "input": {"file_path": "/w/src/a.py", "content": "x = 1\n"},
    }
    answered = {"type": "tool_result", "tool_use_id": "t1", "content": 'status: "READY_FOR_QA" written'}
    turns = [
        ("user", PROMPT),
        ("assistant", [{"type": "text", "text": "Status: IN_PROGRESS. I write the file."}]),
        ("assistant", [used]),
        ("user", [answered]),
        ("assistant", [{"type": "text", "text": text}]),
    ]
    return _lines(
        *(
            {**own, "type": role, "uuid": f"u{n}", "message": {"role": role, "id": f"m{n}", "content": content}}
            for n, (role, content) in enumerate(turns)
        )
    )  # fmt: skip


def codex(text: str) -> bytes:
    """Return a rollout of Codex, ended by a message."""
    at = "2026-11-18T10:00:00.000Z"

    def turn(role: str, kind: str, said: str) -> object:
        payload = {"type": "message", "role": role, "content": [{"type": kind, "text": said}]}
        return {"timestamp": at, "type": "response_item", "payload": payload}

    meta = {
        "timestamp": at,
        "type": "session_meta",
        "payload": {"id": "r1", "cwd": "/w", "cli_version": "0.169.0"},
    }
    return _lines(
        meta,
        turn("user", "input_text", PROMPT),
        turn("assistant", "output_text", "Status: IN_PROGRESS"),
        turn("assistant", "output_text", text),
    )


def gemini(text: str) -> bytes:
    """Return a chat as Gemini CLI keeps it, ended by a message."""
    at = "2026-11-18T10:00:00.000Z"
    head = {"sessionId": "g1", "projectHash": "ab12", "startTime": at, "lastUpdated": at, "kind": "main"}
    return _lines(
        head,
        {"id": "m1", "timestamp": at, "type": "user", "content": [{"text": PROMPT}]},
        {"id": "m2", "timestamp": at, "type": "gemini", "content": text, "thoughts": [], "model": "gemini-3-pro",
         "tokens": {"input": 12, "output": 4, "cached": 1, "thoughts": 1, "tool": 0, "total": 17}},
    )  # fmt: skip


def stream(text: str) -> bytes:
    """Return what Claude Code prints with `--output-format stream-json`."""
    message = {"role": "assistant", "id": "m1", "content": [{"type": "text", "text": text}]}
    return _lines(
        {"type": "system", "subtype": "init", "session_id": "s1", "cwd": "/w", "tools": ["Bash"]},
        {"type": "assistant", "message": message, "session_id": "s1"},
        {"type": "result", "subtype": "success", "is_error": False, "result": text, "session_id": "s1"},
    )


def hook(text: str) -> bytes:
    """Return what a hook is given when a subagent stops."""
    return _json(
        {"session_id": "s1", "transcript_path": "/none.jsonl", "hook_event_name": "SubagentStop", "agent_id": "a1",
         "agent_type": "dev", "stop_hook_active": False, "last_assistant_message": text, "background_tasks": []}
    )  # fmt: skip


def tool_response(text: str) -> bytes:
    """Return what a hook is given after the tool that ran a subagent."""
    return _json(
        {"status": "completed", "prompt": PROMPT, "agentId": "a1", "agentType": "dev", "totalTokens": 900,
         "content": [{"type": "text", "text": text}]}
    )  # fmt: skip


def notification(text: str) -> bytes:
    """Return how a client tells of an agent that ran in the background."""
    return (
        '<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n<summary>Agent "dev" completed</summary>\n'
        f"<result>{text}</result>\n</task-notification>"
    ).encode()


WRAPPINGS: Mapping[str, Callable[[str], bytes]] = {
    "plain": str.encode,
    "Claude Code transcript": claude_code,
    "Codex transcript": codex,
    "Gemini transcript": gemini,
    "stream of events": stream,
    "hook payload": hook,
    "tool response": tool_response,
    "task notification": notification,
    "long report before it": lambda text: f"# Work log\n\n{LOG}\n\n{text}".encode(),
    "JSON string": _json,
    "result envelope": lambda text: _json({"type": "result", "is_error": False, "result": text}),
    "chat message": lambda text: _json({"role": "assistant", "content": [{"type": "text", "text": text}]}),
    "Windows": lambda text: ("\ufeff" + text.replace("\n", "\r\n")).encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "indented": lambda text: ("   " + text.replace("\n", "\n   ")).encode(),
    "blank lines around it": lambda text: f"\n\n\n{text}\n\n \n".encode(),
    "a broken byte": lambda text: text.encode() + b"\n\xff\xfe\n",
    "cut in a character": lambda text: f"{text}\n…".encode()[:-1],
    "terminal colours": lambda text: f"\x1b[1m\x1b[32m{text}\x1b[0m\n".encode(),
}  # fmt: skip

# What has no status, and must do no harm.
NOISE: Mapping[str, bytes] = {
    "nothing": b"",
    "blanks": b" \n\t\n ",
    "one byte": b"\x00",
    "bytes": bytes(range(256)) * 40,
    "an image": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(255, 0, -1)) * 30,
    "an archive": b"PK\x03\x04\x14\x00\x00\x00\x08\x00" + bytes(range(200)) * 30,
    "a database": b"SQLite format 3\x00\x10\x00\x01\x01" + b"\x00" * 4000,
    "half a character": "…".encode()[:2],
    "braces": b"{" * 5000,
    "brackets": b"[" * 50_000,
    "quotes": b'"' * 5001,
    "fences": b"```json\n" * 2000,
    "pipes": b"|" * 20_000 + b"\n|---|",
    "one long line": b"word " * 40_000,
    "many short lines": b"a\n" * 50_000,
    "an empty object": b"{}",
    "an empty list": b"[]",
    "a number": b"1e999",
    "null": b"null",
    "lists in lists": b'[[[["status"]]]]',
    "a status that is a number": b'{"status": 404, "summary": ["a", "b", "c"]}',
    "a status that is an object": b'{"status": {"code": "x"}, "summary": ["a", "b", "c"]}',
    "a summary without a status": b'{"summary": ["Did this", "Did that", "All fine"]}',
    "a header of an e-mail": b"From: a@example.com\nTo: b@example.com\nSubject: hello\n\nSee you.",
    "a page": b"<!doctype html><title>Sign in</title><form><input name=status></form>",
    "a log": b"\n".join(b"2026-03-01 10:00:%02d INFO request done status=200" % n for n in range(60)),
    "a diff": b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-status = 'PASS'\n+status = 'FAIL'\n",
    "a program": b"#!/bin/sh\n# Status: prints PASS or FAIL\nif make; then echo PASS; else echo FAIL; fi\n",
    "right to left": "العمل مستمر ولم ينته بعد.".encode(),
    "another script": "作業はまだ途中です。".encode(),
}
