"""The slash commands, one module for each root; what they do is in the handlers beside them."""
