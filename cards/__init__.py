"""The games: pure rules, the card language, packs and computer players."""
