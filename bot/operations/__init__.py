"""What operators see and do: logs, metrics, health, copies, repair, and the end of a process."""
