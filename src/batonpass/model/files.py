"""The names of a handoff's own files. On the fast path."""

MANIFEST = "manifest.json"
PROOF = "proof.json"
BRIEF = "brief.md"  # the prompt block for the next agent
OWN = frozenset({MANIFEST, PROOF, BRIEF})
