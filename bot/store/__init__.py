"""Keeping tables: rows in, rows out. Knows neither Discord nor rules; start at ``port``."""
