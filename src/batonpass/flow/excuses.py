"""What an agent says to get around a gate: recognised, answered and counted. On the fast path until there is one."""

import time
from zlib import crc32

from batonpass.decide.excuses import Excuse, Excuses
from batonpass.flow.policy import Policy
from batonpass.model.event import Event
from batonpass.read import said, statusline
from batonpass.store import journal

MADE = "excuse.made"
LONGEST = 200  # characters of what was said that the journal keeps


def excuses(policy: Policy, text: str, *, at_gate: bool = False) -> tuple[tuple[Excuse, ...], str]:
    """Return the rationalisations in a text and what they are answered; nothing is recorded.

    `at_gate`: the text is given as a reason to pass a gate by.
    """
    marks: object = policy.excuses["marks"]
    said_plainly = text.casefold()
    if not at_gate and not any(
        str(mark) in said_plainly for mark in (marks if isinstance(marks, list) else ())
    ):
        return (), ""
    known = Excuses(**policy.excuses)  # type: ignore[arg-type] # the table, as it was compiled
    found = known.said_in(text, at_gate=at_gate)
    return found, known.answer(found)


def overheard(root: str, policy: Policy, transcript: str) -> str:
    """Return the answer to what an agent has just said in its transcript, "" where it excuses nothing."""
    text = said.last_words(transcript) if transcript else ""
    found, answer = excuses(policy, text) if text else ((), "")
    if found:
        count(root, policy, found, session=statusline.session_of(transcript), where="message", text=text)
    return answer


def count(
    root: str, policy: Policy, found: tuple[Excuse, ...], *, session: str, where: str, text: str
) -> None:
    """Record excuses in the journal, those of one text once: it is heard again at every check."""
    told: dict[str, object] = {
        "families": [excuse.family for excuse in found],
        "said": [excuse.quote[:LONGEST] for excuse in found],
        "where": where,
        "session": session,
    }
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    name = f"excuse:{session}:{crc32(text.encode('utf-8', 'replace')):08x}"
    journal.append(journal.folder_of(root), Event(MADE, at, told, name), policy.line_bytes)
