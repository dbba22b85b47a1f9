"""Project files → text, trees and tables that know where every value stands. The only reader of project files."""
