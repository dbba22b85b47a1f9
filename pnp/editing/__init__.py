"""Changes of single values → the smallest changes of a project's files.

A change is spliced into the text that a user wrote: comments, order, quotes and line ends elsewhere keep their bytes.
docs/decisions/0055-edits-are-spliced.md says why no library rewrites the files.
"""
