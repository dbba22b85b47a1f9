"""A project folder → typed values: text, YAML and tables that know their places, and the models they are checked by."""
