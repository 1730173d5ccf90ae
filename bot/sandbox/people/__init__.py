"""People, their screens and what they can do."""
