"""What happens to a course by itself: rounds by the calendar, standings, verdicts, publication."""
