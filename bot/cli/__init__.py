"""One module per command of the host: its arguments, and the call into the part that does the work."""
