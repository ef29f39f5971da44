"""The tree of a search as people read it: a text, a file, a picture, a sentence."""
