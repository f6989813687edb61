"""The command line: parses, calls one function, prints the result, returns an exit code."""
