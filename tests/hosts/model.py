"""A model that says what a script tells it to, on loopback, in the form the real client asks for.

    with Model(script) as model:
        ...                                    # a client with ANTHROPIC_BASE_URL = model.url
    model.requests                             # what it was asked, in order

A script is a function from what was asked to what is answered. No word of it leaves this machine.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple, Self

SUMMARY = "Your task is to create a detailed summary"
NOTE = "<task-notification>"


class Call(NamedTuple):
    """A tool the model calls."""

    tool: str
    input: dict[str, Any]


class Answer(NamedTuple):
    """What the model answers: texts and calls, and how large it says the prompt was."""

    blocks: tuple[str | Call, ...]
    context: int = 12_000
    cached: int = -1  # of the context; -1: all but a few


def says(*blocks: str | Call, context: int = 12_000, cached: int = -1) -> Answer:
    """Return an answer of these blocks."""
    return Answer(blocks, context, cached)


class Asked:
    """One request as it came in."""

    def __init__(self, body: dict[str, Any], agent: str, turn: int) -> None:
        self.body, self.agent, self.turn = body, agent, turn
        self.messages: list[dict[str, Any]] = body["messages"]

    @property
    def text(self) -> str:
        """Return every text the model was given in messages, in order."""
        return "\n".join(_text(message.get("content")) for message in self.messages)

    @property
    def first(self) -> str:
        """Return the first message: the prompt, with what the client puts around it."""
        return _text(self.messages[0].get("content"))

    @property
    def last(self) -> str:
        """Return the newest message."""
        return _text(self.messages[-1].get("content"))

    @property
    def cwd(self) -> str:
        """Return the working directory, as the client tells the model."""
        found = re.search(
            r"working directory: (\S+)", json.dumps(self.body.get("system")) + self.text, re.IGNORECASE
        )
        return found[1].split("\\n")[0] if found else ""

    @property
    def summing_up(self) -> bool:
        """Say whether the client asks for a summary, to compact with it."""
        return SUMMARY in self.last

    @property
    def bytes(self) -> int:
        """Return the size of the conversation: tools and system prompt, always the same, are not in it."""
        return len(json.dumps(self.messages, ensure_ascii=False).encode())


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(_text(block) for block in content)
    if isinstance(content, dict):
        parts = [content[key] for key in ("text", "content") if key in content]
        return "\n".join(_text(part) for part in parts)
    return ""


Script = Callable[[Asked], Answer]


class Model:
    """The server; a context manager."""

    def __init__(self, script: Script) -> None:
        self.script, self.requests, self.failures = script, list[Asked](), list[str]()
        self._lock, self._turns, self._ids = threading.Lock(), dict[str, int](), 0
        model = self

        class Page(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                model.answer(self)

            def do_GET(self) -> None:
                self.send_error(404)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's own name
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def main(self) -> list[Asked]:
        """Return what the main agent's model was asked, without requests for a summary."""
        return [asked for asked in self.requests if not asked.agent and not asked.summing_up]

    def of_agents(self) -> list[Asked]:
        """Return what the subagents' model was asked."""
        return [asked for asked in self.requests if asked.agent]

    def answer(self, page: BaseHTTPRequestHandler) -> None:
        """Answer one request, and remember it."""
        body = json.loads(page.rfile.read(int(page.headers["Content-Length"])))
        agent = page.headers.get("x-claude-code-agent-id") or ""
        with self._lock:
            asked = Asked(body, agent, self._turns.get(agent, 0))
            self.requests.append(asked)
            if not asked.summing_up:
                self._turns[agent] = asked.turn + 1
            self._ids += 1
            number = self._ids
        try:
            answered = self.script(asked)
        except Exception as error:  # noqa: BLE001 - a script's fault is told by the test, not by a hanging client
            self.failures.append(f"{type(error).__name__}: {error}")
            answered = says(f"the script failed: {error}")
        _send(page, "".join(_events(answered, str(body.get("model")), number)))


def _send(page: BaseHTTPRequestHandler, text: str) -> None:
    data = text.encode()
    page.send_response(200)
    page.send_header("Content-Type", "text/event-stream")
    page.send_header("Content-Length", str(len(data)))
    page.end_headers()
    page.wfile.write(data)


def _events(answered: Answer, model: str, number: int) -> Iterator[str]:
    """Yield the answer as the stream of events a client reads."""
    few = min(answered.context, 3)
    cached = answered.context - few if answered.cached < 0 else answered.cached
    usage = {
        "input_tokens": answered.context - cached,
        "cache_read_input_tokens": cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": 1,
    }
    message: dict[str, Any] = {
        "id": f"msg_{number:06d}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }
    yield _event("message_start", message=message)
    for index, block in enumerate(answered.blocks):
        yield from _block(index, block, number)
    stop = "tool_use" if any(isinstance(block, Call) for block in answered.blocks) else "end_turn"
    yield _event(
        "message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": 40}
    )
    yield _event("message_stop")


def _block(index: int, block: str | Call, number: int) -> Iterator[str]:
    start: dict[str, Any] = {"type": "text", "text": ""}
    delta: dict[str, Any] = {"type": "text_delta", "text": block}
    if isinstance(block, Call):
        call = f"toolu_{number:06d}_{index}"
        start = {"type": "tool_use", "id": call, "name": block.tool, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block.input)}
    yield _event("content_block_start", index=index, content_block=start)
    yield _event("content_block_delta", index=index, delta=delta)
    yield _event("content_block_stop", index=index)


def _event(kind: str, **fields: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n"
