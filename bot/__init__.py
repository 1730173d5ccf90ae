"""The host: tables, saving, views, delivery, the sandbox and start-up."""
