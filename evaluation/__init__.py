"""Quality and speed, measured: beside the package, never in it."""
