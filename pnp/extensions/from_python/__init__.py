"""Rows and templates as Python values → a project, its faces and sheets as pictures for notebooks, and its PDFs."""
