"""What a card can do: one word per file, which is found by being here."""
