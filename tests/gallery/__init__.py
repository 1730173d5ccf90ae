"""The gallery: typical and worst moments of all games, drawn, measured and held to a budget."""
