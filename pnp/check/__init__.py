"""A loaded game → diagnostics. Small functions of one signature, listed in tables; none stops at the first fault."""
