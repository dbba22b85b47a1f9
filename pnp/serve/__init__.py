"""A project → a live preview in the browser: faces, sheets, pages, faults. It knows no rules and writes nothing."""
