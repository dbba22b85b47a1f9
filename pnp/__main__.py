"""`python -m pnp` is the pnp command."""

from pnp.cli import main

main()
