"""The tree of a search for people: as text, file, picture or sentences."""
