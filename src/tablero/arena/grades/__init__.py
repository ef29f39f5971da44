"""Grades by the rules of a course, explained line by line."""
