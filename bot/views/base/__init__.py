"""What every screen is made of: layout, limits, texts, names, and what a game adds."""
