"""The REST API: routes by subject, rate limits and injected faults."""
