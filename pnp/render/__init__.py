"""Frames → bytes. Each renderer is a thin translation, item by item; none of them knows cards or rules."""
