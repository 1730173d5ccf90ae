"""The websocket that brings the bot its events, and its sessions."""
