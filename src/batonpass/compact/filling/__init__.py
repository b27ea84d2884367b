"""Facts and a role to its handoff file."""
