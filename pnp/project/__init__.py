"""A project folder → typed values: text, YAML and tables that know the places of values, and models that check them."""
