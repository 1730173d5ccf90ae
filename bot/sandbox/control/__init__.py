"""The HTTP interface that drives people, world, faults and clock, and its client."""
