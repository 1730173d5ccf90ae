"""Messages, files and interactions as requests make them."""
