"""The REST side of the sandbox, one file per subject."""
