"""A small, strict Discord on loopback, for the demo, for work on screens, and for tests."""
