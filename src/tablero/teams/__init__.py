"""Who does the work: this process, several of them, or a cluster."""
