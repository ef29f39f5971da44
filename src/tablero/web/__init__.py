"""The page: HTTP and live streams. The page's own sources live in frontend/ and know no rules."""
