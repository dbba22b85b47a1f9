"""Designs: drawings of Inkscape, Illustrator, Figma or Affinity whose texts and pictures are filled for each card."""

from pnp.extensions.designs.elements import DESIGN

__all__ = ["DESIGN"]
