"""Reports of tools into blocks: tests, coverage, findings; by their content, whatever their file is called."""
