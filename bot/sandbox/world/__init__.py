"""The state of the small Discord: its records, ids, clock and permissions, and what happens to them."""
