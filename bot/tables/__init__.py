"""One actor per channel: requests one at a time, saved before they are shown; clocks, absence, undo.

Knows nothing of Discord. Import the module you mean; start at ``api``, the way in for cogs and screens.
"""
