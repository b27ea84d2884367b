"""What a manifest of this type is measured against."""

from functools import cache

from batonpass.model.profile import Profile
from batonpass.tables import load
from batonpass.validate.fields import text
from batonpass.validate.subject import Subject


@cache
def _types() -> frozenset[str]:
    return frozenset(load.names("profiles"))


def profile_of(subject: Subject) -> Profile | None:
    """Return the profile given, else the one named like the manifest's type; None for a foreign type."""
    if subject.profile is not None:
        return subject.profile
    named = text(subject.manifest, "artifact_type")
    return load.profile(named) if named in _types() else None


def manifest_limit(subject: Subject) -> int:
    """Return the most tokens this manifest may have: its profile's, never above the playbook's."""
    profile = profile_of(subject)
    return min(profile.limit, subject.budgets.manifest) if profile else subject.budgets.manifest


def expected_ratio(subject: Subject) -> int:
    """Return how many source tokens one manifest token should stand for."""
    return (profile_of(subject) or load.profile("handoff")).expected_ratio
