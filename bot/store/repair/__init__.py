"""Reading what can be read of a damaged SQLite file."""
