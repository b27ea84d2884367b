"""The values every stage takes and returns, and the error tree."""
