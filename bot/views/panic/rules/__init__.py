"""The rules pages of the castle-defense game."""
