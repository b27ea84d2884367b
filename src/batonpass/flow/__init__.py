"""One file per moment; the only place that knows the order."""
