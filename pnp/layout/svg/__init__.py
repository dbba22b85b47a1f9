"""The bytes of an SVG file → a Drawing: XML tree, styles, paints, then placed items."""
