"""`python -m pnp` is the pnp command."""

from pnp.commands import main

main()
