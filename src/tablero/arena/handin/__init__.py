"""Files come in: by command, by page, or into a watched folder."""
