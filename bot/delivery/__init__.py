"""Bringing screens to Discord: the newest version of each surface, within Discord's limits."""
