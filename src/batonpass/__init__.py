"""Handoffs between coding agents that hold without the agents' good will.

    import batonpass

    setup = batonpass.open_project(".")
    terms = batonpass.Terms(agent="planner", type="plan", to=("builder",))
    outcome = batonpass.hand_over(setup, terms, ["docs/plan.md"])
    prompt = batonpass.take_over(setup, "builder", batonpass.Selection(to="builder"))

Every name is imported when it is first used: hooks start in milliseconds.
"""

from batonpass._version import __version__

_NAMES = {
    "flow.setup": ("Setup", "open_project"),
    "flow.hand_over": ("hand_over",),
    "flow.take_over": ("take_over",),
    "flow.fan_in": ("fan_in",),
    "flow.asked": ("Evidence",),
    "flow.checkpoint": ("Checkpoint", "checkpoint"),
    "flow.policy": ("Policy", "policy"),
    "flow.context": ("Context", "context"),
    "flow.inspect": ("Inspected", "Inspection", "inspect"),
    "flow.follow": ("Following",),
    "flow.outcome": ("Opened", "Outcome", "open_handoff"),
    "model.errors": (
        "BadContent",
        "BatonError",
        "HandoffTooLargeError",
        "ManifestTooLargeError",
        "NotFound",
        "OverBudget",
        "Refused",
        "RequiredReadingTooLargeError",
        "StorageFailed",
        "WrongUse",
    ),
    "model.fact": ("Attributes", "Fact"),
    "model.handoff": ("Handoff", "Selection"),
    "model.manifest": ("Manifest",),
    "model.problem": ("Problem",),
    "model.profile": ("Profile", "Slot"),
    "model.proof": ("Proof", "Receipt"),
    "model.source": ("Block", "Source", "Span"),
    "model.terms": ("Terms",),
    "model.verdict": ("Verdict",),
    "surfaces.oak": (
        "BudgetAlert",
        "ContextBudget",
        "FileReference",
        "HandoffManifest",
        "KeyDecision",
        "ManifestQualityGate",
        "ManifestValidator",
        "TelemetryLogger",
        "ValidationResult",
        "WorkflowContextBudget",
        "compact_agent_output",
        "count_tokens",
        "estimate_compression_ratio",
        "extract_implementation_summary",
        "extract_plan_summary",
        "extract_research_summary",
        "quality_gate_with_manifest_validation",
        "read_file_tokens",
        "save_manifest",
    ),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME)]  # noqa: PLE0604 - the table above is the list


def __getattr__(name: str) -> object:
    """Import a public name when it is first used (PEP 562)."""
    if name not in _HOME:
        message = f"module 'batonpass' has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # noqa: PLC0415 - only who uses a name pays for it

    value = getattr(import_module(f"batonpass.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names without importing them."""
    return list(__all__)
