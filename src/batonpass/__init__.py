"""Handoffs between coding agents that hold without the agents' good will."""
