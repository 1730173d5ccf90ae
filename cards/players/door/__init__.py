"""Computer players of the door-kicking games."""
