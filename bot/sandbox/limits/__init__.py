"""What Discord refuses: limits on messages, components, forms and commands."""
