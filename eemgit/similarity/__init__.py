"""Which beliefs may say the same: similarity nominates, it never decides."""
