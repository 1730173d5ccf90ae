"""Interactions by HTTP: signed, delivered and judged as Discord does."""
