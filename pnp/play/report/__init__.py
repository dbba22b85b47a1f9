"""Reports of simulated games for people: as text, as pages and as an HTML page."""
