"""The rules pages of the door-kicking games."""
