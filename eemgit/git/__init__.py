"""git by its plumbing: list arguments, NUL-separated answers, no shell. Knows nothing of beliefs."""
