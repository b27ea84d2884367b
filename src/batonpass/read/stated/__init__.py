"""How its work ended, as an agent states it somewhere in a text."""
