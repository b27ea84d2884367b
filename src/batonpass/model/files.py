"""The names of a handoff's own files. On the fast path."""

MANIFEST = "manifest.json"
PROOF = "proof.json"
BRIEF = "brief.md"  # the prompt block for the next agent
HANDOFF = "handoff.json"  # the role's handoff file, where the agent has a role
OWN = frozenset({MANIFEST, PROOF, BRIEF, HANDOFF})
