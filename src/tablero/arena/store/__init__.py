"""Everything that happens in a course, kept: SQLAlchemy 2 on SQLite or PostgreSQL."""
