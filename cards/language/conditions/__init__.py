"""What a card can ask: conditions by subject, which are found by being here."""
