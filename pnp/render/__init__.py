"""Frames → bytes. Each renderer is a thin translation, item by item; none knows cards or rules."""
