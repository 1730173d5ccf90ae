"""What any table game needs: dice, zones, pending frames, moves, events and the Game protocol.

This package exports nothing itself; import the module you need.
"""
