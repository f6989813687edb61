"""Beliefs with justifications, kept in git as plain text; truth is computed from the files."""

__version__ = "0.1.0"
