"""Cards and templates → Frames; Frames → Sheets. Pure: the same input gives the same Frames."""
