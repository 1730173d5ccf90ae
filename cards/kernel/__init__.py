"""What any table game needs: dice, zones, pending frames, moves, events and the Game protocol.

Import the module you mean; this package re-exports nothing.
"""
