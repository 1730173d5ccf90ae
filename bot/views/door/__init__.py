"""Drawing the door-kicking games."""
