"""What we change in discord.py: each with its reason, and a test that fails when a release differs."""
