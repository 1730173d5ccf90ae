"""The pages of ``/kickdoor rules``: of each game only what holds at the table that asks."""
