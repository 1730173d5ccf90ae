"""Pictures of hands, tables and boards, drawn with Pillow in a style of our own.

``models`` says what is in a picture (small, hashable data), ``render`` draws it and remembers the result.
"""
