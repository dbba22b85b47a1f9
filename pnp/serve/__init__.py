"""A project → a live preview of it in the browser: faces, sheets, pages, faults. Knows no rules; nothing is written."""
