"""Faults as values: the kinds there are, one fault, the collector, and how they are printed."""

from pnp.diagnostics.codes import Code, Severity
from pnp.diagnostics.printing import format_diagnostics
from pnp.diagnostics.telling import Diagnostic, Diagnostics, Fault, Mistake, Place, in_order
from pnp.diagnostics.words import counted, nearest, suggest

__all__ = [
    "Code",
    "Diagnostic",
    "Diagnostics",
    "Fault",
    "Mistake",
    "Place",
    "Severity",
    "counted",
    "format_diagnostics",
    "in_order",
    "nearest",
    "suggest",
]
