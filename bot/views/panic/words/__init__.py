"""The castle-defense game in words."""
