"""Last messages of agents in the forms they really come in, each with the status it states, "" where it states none."""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

ROLES = {
    "developer": ("READY_FOR_QA", "READY_FOR_REVIEW", "BLOCKED", "PARTIAL", "ESCALATE_SENIOR"),
    "qa_expert": ("PASS", "FAIL", "FAIL_ESCALATE", "FLAKY", "BLOCKED"),
    "tech_lead": ("APPROVED", "APPROVED_WITH_NOTES", "CHANGES_REQUESTED", "SPAWN_INVESTIGATOR"),
    "project_manager": ("PLANNING_COMPLETE", "CONTINUE", "BAZINGA", "NEEDS_CLARIFICATION"),
    "investigator": ("ROOT_CAUSE_FOUND", "INVESTIGATION_INCOMPLETE", "EXHAUSTED"),
    "validator": ("ACCEPT", "REJECT"),
}
SUMMARY = ["Built the tide table parser", "Created 2 files: tides.py, test_tides.py", "All 12 tests pass"]
BODY = """\
## Work report

The parser now reads tide tables of all harbours. It fails loudly on a missing column.

**Files Modified:**
- src/tides.py (created)
- tests/test_tides.py (created)

```python
def check(response):
    # status: whatever the server says
    return {"status": "ok", "code": response.status}
```

**Tests:**
- Total: 12
- Passing: 12
- Failing: 0
"""


class Message(NamedTuple):
    """A message, who said it, and the status it states."""

    text: str
    agent: str
    status: str
    form: str


def _spaced(status: str) -> str:
    return status.replace("_", " ")


FORMS: Mapping[str, Callable[[str], str]] = {
    "pure": lambda s: json.dumps({"status": s, "summary": SUMMARY}),
    "indented": lambda s: json.dumps({"status": s, "summary": SUMMARY}, indent=2) + "\n",
    "fenced": lambda s: f"```json\n{json.dumps({'status': s, 'summary': SUMMARY}, indent=2)}\n```",
    "fenced in prose": lambda s: f"{BODY}\nHere is my return:\n\n```\n{json.dumps({'status': s, 'summary': SUMMARY})}\n```\nDone.",
    "bare in prose": lambda s: f"All done! {json.dumps({'status': s, 'summary': SUMMARY})} Let me know.",
    "status alone": lambda s: json.dumps({"status": s}),
    "python quotes": lambda s: str({"status": s, "summary": SUMMARY}),
    "trailing commas": lambda s: f'{{"status": "{s}", "summary": ["a thing was done", "two files", "tests pass",],}}',
    "smart quotes": lambda s: f"{{“status”: “{s}”, “summary”: [“It is done”, “One file”, “Fine”]}}",
    "cut off": lambda s: f'```json\n{{"status": "{s}", "summary": ["Built the tide table parser", "Created 2 fi',
    "lower case": lambda s: json.dumps({"status": s.lower(), "summary": SUMMARY}),
    "one line summary": lambda s: json.dumps({"status": s, "summary": "Parsed tides. Two files. Tests pass."}),
    "many lines": lambda s: json.dumps({"status": s, "summary": SUMMARY * 3}),
    "handoff file": lambda s: json.dumps({"from_agent": "x", "status": s, "summary": "done", "files_modified": ["a.py"]}),
    "wrapped": lambda s: json.dumps({"type": "result", "result": json.dumps({"status": s, "summary": SUMMARY})}),
    "text parts": lambda s: json.dumps([{"type": "text", "text": f"{BODY}\n**Status:** {s}"}]),
    "old report": lambda s: f"{BODY}\n**Status:** {s}\n**Next Step:** Orchestrator, please forward it.",
    "plain label": lambda s: f"{BODY}\nStatus: {s}\n",
    "label with reason": lambda s: f"{BODY}\n- Status: {s} - everything asked for is in place",
    "label with mark": lambda s: f"{BODY}\n**Status**: ✅ {s}",
    "code label": lambda s: f"{BODY}\nFinal status: `{s}`.",
    "spaced label": lambda s: f"{BODY}\nStatus: {_spaced(s).capitalize()}",
    "equals": lambda s: f"{BODY}\nSTATUS={s}",
    "table": lambda s: f"{BODY}\n| field | value |\n|---|---|\n| Status | **{s}** |\n| Branch | tides |",
    "under a title": lambda s: f"{BODY}\n### Status\n\n{s}\n",
    "title": lambda s: f"## Review: {s}\n\n{BODY}",
    "title with dash": lambda s: f"# Test results - {s}\n\n{BODY}",
    "element": lambda s: f"{BODY}\n<status>{s}</status>",
    "own line": lambda s: f"{BODY}\n\n**{s}**",
    "in a sentence": lambda s: f"{BODY}\nI am returning {s} to the orchestrator now.",
    "sentence with label": lambda s: f"The work is in place, the tests are green. Status: {s}.",
    "second thoughts": lambda s: f"Status: IN_PROGRESS\n\n{BODY}\n\nStatus: {s}",
    "after a sample": lambda s: f'The prompt asked for {{"status": "YOUR_STATUS_CODE"}}.\n\n{BODY}\n**Status:** {s}',
    "after the options": lambda s: f"Status: PASS | FAIL | BLOCKED\n\n{BODY}\nStatus: {s}",
    "quoting the one before": lambda s: f"> Status: READY_FOR_REVIEW\n\n{BODY}\nStatus: {s}",
    "windows": lambda s: f"{BODY}\n**Status:** {s}\n".replace("\n", "\r\n"),
    "transcript": lambda s: _transcript(f"{BODY}\n**Status:** {s}"),
    "transcript with a return": lambda s: _transcript(json.dumps({"status": s, "summary": SUMMARY})),
}  # fmt: skip

SILENT = {
    "nothing": "",
    "blanks": " \n\t\n ",
    "unrelated": "The weather in Lisbon is mild, and the trams are yellow.",
    "an API's answer": '```json\n{"status": "ok", "data": [1, 2, 3]}\n```\nThe server answers like this.',
    "program": "```python\nstatus = 'READY_FOR_QA'\nprint(status)\n```",
    "the options alone": "Status: PASS / FAIL / BLOCKED",
    "placeholder": '{"status": "STATUS_CODE", "summary": ["Line 1", "Line 2", "Line 3"]}',
    "conditional": "If the tests were green this would be READY_FOR_QA, but I could not run them.",
    "exit status": "The command ended with exit status: 0.",
    "http": "GET /tides gives HTTP status: 200",
    "broken JSON": '{"stat',
    "list": "[1, 2, 3]",
    "number": "42",
    "null": "null",
    "braces": "{" * 2000,
    "brackets": "[" * 5000,
    "control": "\x00\x01\x1b[31m\x7f",
    "one long word": "a" * 30_000,
    "hostile": '{"status": ' * 500 + "*" * 5000 + "a" + "_" * 5000 + "[" * 5000 + '"' * 1001 + "\\" * 1000,
    "another script": "作業は終わりました。",
}


def _transcript(last: str) -> str:
    lines = [
        {"type": "user", "message": {"role": "user", "content": "Parse the tides."}},
        {"type": "assistant", "message": {"id": "m1", "role": "assistant", "content": [
            {"type": "tool_use", "id": "t1", "name": "Write", "input": {"file_path": "/w/src/tides.py", "content": "x"}}]}},
        {"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}]}},
        {"type": "assistant", "message": {"id": "m2", "role": "assistant", "content": [{"type": "text", "text": last}]}},
    ]  # fmt: skip
    own = {
        "isSidechain": False,
        "sessionId": "s1",
        "cwd": "/w",
        "version": "2.1.0",
        "timestamp": "2026-03-01T10:00:00Z",
    }
    return "\n".join(json.dumps({**own, "uuid": str(n), **line}) for n, line in enumerate(lines))


def messages() -> Iterator[Message]:
    """Yield every status of every role in every form, and the messages that state none."""
    for (agent, statuses), (form, written) in product(ROLES.items(), FORMS.items()):
        for status in statuses:
            yield Message(written(status), agent, status, form)
    yield from (Message(text, "", "", form) for form, text in SILENT.items())
