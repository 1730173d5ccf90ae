"""The door-kicking games in words."""
