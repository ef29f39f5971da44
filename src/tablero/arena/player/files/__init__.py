"""Players and templates, as files to read, to copy and to hand in. Never imported: their texts
are what a student gets. `*_es.py` is the same file in Spanish."""
