"""The words of the play page, in the language of a game; English if pnp has no translation."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.text.own_words import message, own_words

WORDS: Mapping[str, str] = {
    "choose": message("Choose"),
    "waiting": message("Waiting for {names}"),
    "back": message("Back"),
    "takeBack": message("Take back"),
    "log": message("Log"),
    "rules": message("Rules"),
    "save": message("Save"),
    "language": message("Language"),
    "playAgain": message("Play again"),
    "asExample": message("As an example"),
    "whoPlays": message("Who plays?"),
    "players": message("Players"),
    # Translators: how many can play: "2–6 players".
    "playersOf": message("{n} players"),
    # Translators: how long a game takes: "20 min".
    "minutesOf": message("{n} min"),
    # Translators: from which age: "age 10+".
    "ageOf": message("age {n}+"),
    # Translators: the button that begins a game.
    "playNow": message("Play the game"),
    # Translators: ten usual first names of your language, for players that the computer plays; no two begin alike.
    "botNames": message("Anna, Ben, Clara, David, Emma, Felix, Greta, Hugo, Ida, Jonas"),
    # Translators: a box to tick: sentences of the rules appear when they first matter.
    "teach": message("Explain the rules during play"),
    # Translators: a button below a sentence of the rules that has been read.
    "understood": message("Got it"),
    # Translators: a button: show no more sentences of the rules.
    "enough": message("Explain no more"),
    # Translators: a button that shows what a good player would pick.
    "hint": message("Hint"),
    "hintIs": message("Hint: {option}"),
    # Translators: why: the game was played on by chance so often from here, and so many of these games were won.
    "hintWhy": message("({percent} % won of {playouts} trial games)"),
    # Translators: a field of the form: how many minutes each player has.
    "clock": message("Clock, minutes for each player"),
    # Translators: below that field, and at a player's clock.
    "clockRuns": message("After 0:00 the clock runs on with a minus sign; nothing else happens."),
    # Translators: a link with a picture for the camera of a phone.
    "onPhone": message("On your phone"),
    # Translators: a button below the address of a seat, which others open to take the seat.
    "copyLink": message("Copy link"),
    # Translators: a button: a person takes over from a player that the computer plays.
    "friendPlays": message("A friend takes this seat"),
    # Translators: a button: the computer goes on for a player who leaves.
    "botPlays": message("A bot plays on"),
    # Translators: the sum of the points of a player.
    "total": message("Total"),
    "person": message("a person"),
    "random": message("random"),
    "seed": message("Seed"),
    "any": message("any"),
    "goOn": message("Go on with a saved game"),
    "deal": message("Deal"),
    "handOver": message("Hand the device to {name}."),
    "iAm": message("I am {name}"),
    "lost": message("The server does not answer. The game is saved; this page goes on when it is back."),
    "noGame": message("This is no saved game."),
    "others": message("Other players"),
    "table": message("Table"),
    "toOwn": message("To your cards"),
    "links": message("Links for the other seats"),
    "watch": message("only watch"),
    "odd": message("This is odd"),
    "whatOdd": message("What is odd?"),
    "thanks": message("Thank you. It is in the playtest diary."),
    "send": message("Send"),
    "replay": message("Replay"),
    "first": message("To the start"),
    "earlier": message("One decision back"),
    "later": message("One decision on"),
    "last": message("To the end"),
    "play": message("Play"),
    "pause": message("Pause"),
    "allCards": message("All cards"),
    "newGame": message("New game"),
    "goOnLast": message("Go on with the last game"),
    "leave": message("This game is not over. Leave it for a new one?"),
    "close": message("Close"),
    "more": message("More"),
    "designer": message("For the designer"),
    "you": message("(you)"),
    "name": message("Your name"),
    "enlarge": message("Right click or Z: see the card large"),
    # Translators: beside the end of a long list: so many entries before it are not shown.
    "hidden": message("{number} more"),
    # Translators: a button by which a player takes back a pick while others are still to pick.
    "takeBackOf": message("Take back: {name}"),
    # Translators: a button: the game goes on after the players have looked at the table.
    "onward": message("Go on"),
    # Translators: beside the name of a player who waits for the others.
    "hasPicked": message("has picked"),
    "winner": message("Winner: {names}"),
    "youWon": message("You have won"),
    "youLost": message("You have lost"),
    # Translators: to one of several who have won.
    "youShare": message("You share the win"),
    # Translators: beside the name of a card that has come into one's hand.
    "newCard": message("new card"),
    # Translators: a player that the computer plays; the name says how it plays.
    "bot": message("{name} (bot)"),
    # Translators: who plays at a seat and has no name: "Joueur 2", not the piece of furniture.
    "seat": message("Seat {n}"),
    "notAllowed": message("The rules do not allow this card now."),
}
"""The words by their names in the page's scripts."""

WEB_WORDS: Mapping[str, str] = {
    "loading": message("The game is loading …"),
    "notLoaded": message("The game could not be loaded. Reload the page to try again."),
    "hung": message("The rules took too long and were stopped. The game goes on from before the last pick."),
    "noServer": message(
        "This page does not play when it is opened as a file: browsers then load no rules. Put its folder on a web "
        "server, or open it where it was published."
    ),
}
"""Further words for a page that was exported."""


def page_words(language: str, words_by_name: Mapping[str, str] = WORDS) -> dict[str, str]:
    """Return the words of the page in a language. Names in braces remain, for the page to fill in."""
    words = own_words("play", language)
    parts = ("name", "names", "number", "n", "option", "percent", "playouts")
    kept = {part: f"{{{part}}}" for part in parts}
    return {key: words(text, **kept) for key, text in words_by_name.items()}
