"""What a source says about files, one file per form it says it in."""
