"""A loaded game → diagnostics. Each function tells all its faults; build.py calls them."""
