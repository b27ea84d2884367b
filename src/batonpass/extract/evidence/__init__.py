"""Blocks of what agents did to facts that nobody needs to take their word for."""
