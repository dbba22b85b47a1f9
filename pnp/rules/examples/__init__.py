"""A worked example → what differs from what is written down: its position is laid, played, and compared."""
