"""One game between two agents, and many: referee, records, batches."""
