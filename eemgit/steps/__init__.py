"""Steps: pure generators that look at a knowledge base, ask questions and return a proposal of typed edits."""
