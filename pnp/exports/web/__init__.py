"""A game with rules → a web page that plays it in the browser, in all its languages, from static files alone."""
