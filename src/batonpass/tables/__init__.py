"""All numbers, word lists, profiles and texts, and the one loader."""
