"""The truth maintenance kernel: labels of a network under the well-founded semantics, and why."""
