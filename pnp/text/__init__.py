"""The words of a game in each of its languages: catalogues, typography, numbers, hyphenation. Text in, values out."""
