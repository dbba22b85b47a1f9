"""Fonts of the machine and of a project: found, listed, and copied into the project with their licences."""
