"""An agent starts whose prompt repeats what an attempt said that failed: that is taken out. On the fast path until it is."""

from batonpass.brief.again import may_repeat
from batonpass.read.calls import first_said
from batonpass.read.tail import of_agent
from batonpass.store import runs

FAILED = "failed"  # of a run


def without_failed(root: str, session: str, transcript: str, prompt: str) -> str:
    """Return a prompt in which nothing is left of the outputs of the session's failed attempts."""
    failed = ((run, told) for run, told in runs.of_session(root, session).items() if told.get(FAILED))
    texts = [(run, told, runs.said(root, told)) for run, told in failed]
    found = [one for one in texts if may_repeat(prompt, one[2])]
    if not found:
        return prompt
    from batonpass.flow.retry import retried  # noqa: PLC0415 - the slow branch
    from batonpass.flow.setup import open_project  # noqa: PLC0415
    from batonpass.model.failure import Output  # noqa: PLC0415

    outputs = [
        Output(text=text, asked=first_said(of_agent(transcript, run)), kept=str(told.get("full") or ""))
        for run, told, text in found
    ]
    return retried(prompt, outputs, open_project(root).meter.count)
