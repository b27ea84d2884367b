"""What was claimed held against what was measured, one file for each kind."""
