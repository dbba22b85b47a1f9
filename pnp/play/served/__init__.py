"""Tables at which people play in browsers: their server's part, and their page."""
