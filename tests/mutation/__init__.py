"""Rules broken on purpose, one place at a time: do the scenarios notice?"""
