"""One file per sign that a context has begun to rot."""
