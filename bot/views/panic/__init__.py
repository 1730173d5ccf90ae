"""Drawing the castle-defense game."""
