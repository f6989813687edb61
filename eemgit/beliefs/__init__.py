"""The belief repository as text: reading, writing, minimal edits, and what is wrong with it."""
