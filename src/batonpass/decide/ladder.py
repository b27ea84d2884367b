"""How full is too full: the steps of the threshold ladder. On the fast path: plain values in, plain values out."""

from batonpass.model.verdict import Verdict

OK = "OK"


def rung(share: float, steps: list[dict[str, object]]) -> Verdict:
    """Return the highest step a share reaches, `>=` at every edge; `level` is the word of CONTEXT_STATUS."""
    reached = [s for s in steps if share >= float(str(s["share"]))]
    if not reached:
        return Verdict("go", (), OK)
    step = max(reached, key=lambda s: float(str(s["share"])))
    return Verdict(str(step["answer"]), (str(step["says"]),), str(step["status"]))
