"""What only several processes need: Discord's requests over HTTP, and who answers them."""
