"""Other formats, read into edits and losses."""
