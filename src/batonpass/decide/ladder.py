"""How full is too full: the steps of the threshold ladder. On the fast path: plain values in, plain values out."""


class Ladder:
    """A playbook's levels, `model/levels.py`, in plain values."""

    __slots__ = ("regrow", "step", "unknown", "window")

    def __init__(
        self,
        *,
        step: list[dict[str, str | float]],
        window: list[dict[str, dict[str, float]]],
        unknown: str,
        regrow: float,
    ) -> None:
        """Hold the steps, their shares in larger windows, and what holds where they do not help."""
        self.step, self.window, self.unknown, self.regrow = step, window, unknown, regrow

    def rung(self, share: float, window: int) -> dict[str, str | float] | None:
        """Return the last step a share of a window reaches, `>=` at every edge; None below the first."""
        shares = self.shares(window)
        reached = [step for step in self.step if share >= shares[str(step["name"])]]
        return reached[-1] if reached else None

    def is_emergency(self, name: str) -> bool:
        """Tell a step at which everything is handed over, and a new session proposed."""
        return any(step["name"] == name and step.get("emergency") for step in self.step)

    def above(self, share: float, window: int) -> dict[str, str | float] | None:
        """Return the next step that asks for something, with the share it stands at in this window; None above all."""
        shares = self.shares(window)
        ahead = [step for step in self.step if shares[str(step["name"])] > share and step["turn"] != "go"]
        return {**ahead[0], "share": shares[str(ahead[0]["name"])]} if ahead else None

    def shares(self, window: int) -> dict[str, float]:
        """Return step → share in windows of this size: the step's own, or that of the largest table it reaches."""
        found = {str(step["name"]): float(step["share"]) for step in self.step}
        for other in sorted(self.window, key=_least):
            if window >= _least(other):
                found.update(other["share"])
        return found


def _least(window: dict[str, dict[str, float]]) -> float:
    tokens: object = window["tokens"]
    return tokens if isinstance(tokens, int | float) else 0.0
