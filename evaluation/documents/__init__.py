"""Documents agents really wrote, with what is known about them from elsewhere."""
