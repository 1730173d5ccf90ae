"""Rules tests as data: the forms of a scenario file, and the tables that play it; docs/scenarios.md."""
