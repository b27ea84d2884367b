"""Claude Code: one file per event that its hooks are called for."""
