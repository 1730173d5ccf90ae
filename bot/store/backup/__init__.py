"""Copies of a database, and carrying one over into another."""
