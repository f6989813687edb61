"""The belief repository on disk: snapshots in, proposals and commits out."""
