"""Print shops and presses: inks instead of sRGB, and checks for faces that a shop cannot print as drawn."""

from pnp.checks import PREFLIGHT, Check

CHECK = Check(
    PREFLIGHT,
    "edition",
    "pnp.extensions.press.preflight:check_preflight",
    "shop",
    summary="pnp.extensions.press.preflight:preflight_lines",
)
