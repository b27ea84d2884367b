"""Artifacts, manifests, journal and ledger on disk."""
