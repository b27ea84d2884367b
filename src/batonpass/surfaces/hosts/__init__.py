"""Clients that run agents: one folder a host, what it asks of us and what we install in it."""
