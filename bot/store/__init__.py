"""Save and load tables: rows in, rows out. Knows neither Discord nor rules; start at ``api``."""
