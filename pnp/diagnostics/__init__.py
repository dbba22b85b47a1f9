"""Faults as values: the kinds there are, one fault, the collector, and how they are printed."""

from pnp.diagnostics.codes import Code, Severity
from pnp.diagnostics.telling import Diagnostic, Diagnostics, Fault, Mistake, Place
from pnp.diagnostics.words import counted, nearest, printable, suggest

__all__ = [
    "Code",
    "Diagnostic",
    "Diagnostics",
    "Fault",
    "Mistake",
    "Place",
    "Severity",
    "counted",
    "nearest",
    "printable",
    "suggest",
]
