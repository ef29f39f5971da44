"""Games and matches between two agents: referee, records, batches, ratings."""
