"""Who is next: an agent, a status and what was decided before, to a verdict."""
