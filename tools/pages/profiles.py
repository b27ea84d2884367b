"""docs/reference/profiles.md: what each kind of handoff carries, from tables/profiles."""

from batonpass.model.profile import Profile, Slot
from batonpass.tables import load
from tools.pages import markdown

PATH = "docs/reference/profiles.md"
ABOUT = """A profile says what one kind of handoff must carry. Facts fill its slots by value per token up to
the target; beyond the target only what is worth at least the marginal value per token stands, and nothing
stands above the limit. A profile is a TOML file: [how to add one](../how-to/add-a-profile.md)."""


def text() -> str:
    """Return the page."""
    profiles = [load.profile(name) for name in load.names("profiles")]
    return markdown.page("Profiles", ABOUT, *(_profile(profile) for profile in profiles))


def _profile(profile: Profile) -> str:
    numbers = (
        f"target {profile.target} tokens, limit {profile.limit}, expected ratio {profile.expected_ratio}, "
        f"marginal value {profile.marginal} per token"
    )
    head = ("kind", "stands at", "form", "most", "value", "needed")
    slots = markdown.table(head, (_slot(slot, profile) for slot in profile.slots))
    return f"## {profile.name}\n\n{profile.about}: {numbers}.\n\n{slots}"


def _slot(slot: Slot, profile: Profile) -> tuple[object, ...]:
    kind = f"{slot.kind} ({', '.join(slot.change)})" if slot.change else slot.kind
    return kind, f"`{slot.at}`", slot.form, _most(slot), f"{slot.value:g}", _needed(slot, profile)


def _most(slot: Slot) -> str:
    counts = ((slot.cap, "item"), (slot.sentences, "sentence"), (slot.chars, "character"))
    return ", ".join(f"{count} {of}{'s' * (count > 1)}" for count, of in counts if count)


def _needed(slot: Slot, profile: Profile) -> str:
    required = slot.required or (
        (slot.at == "key_decisions" and profile.decisions_required)
        or (slot.at == "dependencies_satisfied" and profile.dependencies_required)
    )
    return "yes" if required else ""
