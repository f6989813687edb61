"""Belief repositories on disk and in git: where they are, what they hold, and changing them safely."""
