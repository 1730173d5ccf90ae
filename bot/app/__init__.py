"""The bot put together: its parts, its connection to Discord, its start and its end."""
