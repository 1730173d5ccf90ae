"""What can be pressed: one record for each kind of press, with how it is read and what it does."""
