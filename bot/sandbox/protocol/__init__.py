"""What every room speaks: JSON values, components, refusals, and the log of requests."""
