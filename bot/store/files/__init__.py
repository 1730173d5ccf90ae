"""The file of an SQLite database: finding, locking, opening and replacing it."""
