"""Texts people read, made from values."""
