"""What a book, or a large Kalah, would take on many machines: work, machines, and a forecast."""
