"""pnp turns card data into cut sheets and localised rule booklets, and checks that they agree."""

__version__ = "0.1.0"
