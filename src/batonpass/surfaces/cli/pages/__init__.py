"""What commands have to say, as lines and tables."""
