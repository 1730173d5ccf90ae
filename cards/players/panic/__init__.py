"""Computer players of the castle-defense game."""
