"""The interactions endpoint: where Discord posts what people press, signed."""
