"""One function for each use; what the command line, hooks and tests call."""
