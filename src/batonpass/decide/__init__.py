"""What follows from what was measured."""
