"""Finished games once more: as records that anybody can verify, as pages, and step by step."""
