"""Input from Discord: slash commands and component clicks become requests."""
