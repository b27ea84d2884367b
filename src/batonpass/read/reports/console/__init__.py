"""What runners and checkers print, one file for each."""
