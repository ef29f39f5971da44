"""What only the teacher sees and does. Whatever he changes is recorded as his."""
