"""git as a function: plumbing commands with their arguments and output as data."""
