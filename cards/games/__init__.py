"""The games as modules: one file for each set of rules, which ``cards.registry`` lists."""
