"""The store on a PostgreSQL server, for several processes."""
