"""A game with rules → a web page that plays it in the browser, in all its languages, from static files alone."""

from pnp.exports.request import Export
from pnp.play.web.edition import export_web
from pnp.play.web.package import gather, with_pyodide

WEB = Export("a web page that plays", export_web, frozenset({"pyodide"}), with_pyodide, gather)
