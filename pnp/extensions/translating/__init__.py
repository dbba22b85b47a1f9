"""Catalogues for translators: started, brought up to date, and counted."""

from pnp.core.plugins import CommandEntry

I18N = CommandEntry(
    "pnp.extensions.translating.command:i18n", "Translations: extract texts, update and check catalogues."
)
