"""What closed words of the games and of the table read like; see ``bot.views.wording`` for the look-up."""
