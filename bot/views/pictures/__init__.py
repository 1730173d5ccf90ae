"""Pictures of hands, tables and boards, drawn with Pillow in a style of our own.

``sketch`` says what is in a picture (small, hashable data), ``studio`` draws it and remembers the result.
"""
