"""The screens of a table, whatever game is played there."""
