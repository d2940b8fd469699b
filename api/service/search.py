"""Finding articles, games, options and readings by words, ids and what the field calls things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from rulebook import Rulebook

Json = dict[str, Any]
_WORD = re.compile(r"[^\W_]+")
NAMED, HEADED, SAID = 100, 10, 1  # what a word is worth in an id, a heading, the text
EXCERPT = 200


class Text(NamedTuple):
    """Something that can be found."""

    kind: str
    id: str
    heading: str
    text: str
    url: str
    ids: frozenset[str]
    head_words: frozenset[str]
    words: frozenset[str]

    def wire(self) -> Json:
        """What is found, with the beginning of its text."""
        text = self.text
        if len(text) > EXCERPT:
            text = f"{text[:EXCERPT].rsplit(' ', 1)[0]} …"
        return {
            "kind": self.kind,
            "id": self.id,
            "heading": self.heading,
            "text": text,
            "url": self.url,
        }


class Search:
    """Searches the law; the texts are indexed when first asked for."""

    def __init__(self, law: Rulebook) -> None:
        self._law = law

    def find(self, asked: str) -> tuple[list[Json], list[Json]]:
        """What holds every word asked for, the best first, and how words were read."""
        words = list(dict.fromkeys(_WORD.findall(asked.casefold())))
        synonyms = self._law.synonyms()
        meant = {word: (word, *synonyms.get(word, ())) for word in words}
        whole = asked.strip().casefold()
        ranked = []
        for place, one in enumerate(self._texts):
            score = self._score(one, meant.values(), whole)
            if score:
                ranked.append((-score, place, one))
        read = [{"word": word, "forms": list(forms[1:])} for word, forms in meant.items()]
        found = [one.wire() for _, _, one in sorted(ranked, key=lambda one: one[:2])]
        return found, [one for one in read if one["forms"]]

    @staticmethod
    def _score(one: Text, meant: Iterable[tuple[str, ...]], whole: str) -> int:
        """How well a text answers; 0 where a word is missing."""
        total = NAMED * NAMED if whole in one.ids else 0
        if total:
            return total
        for forms in meant:
            best = max(_worth(one, form) for form in forms)
            if not best:
                return 0
            total += best
        return total

    @cached_property
    def _texts(self) -> tuple[Text, ...]:
        return tuple(self._all())

    def _all(self) -> Iterator[Text]:
        law = self._law
        for article in law.articles():
            url = f"/v1/rulebook/{article.id}"
            yield _text("article", article.id, article.heading, article.text, url)
        for game in law.games().values():
            url = f"/v1/games/{game.id}"
            text = f"{', '.join(stage.name for stage in game.stages)}; {', '.join(game.books)}"
            yield _text("game", game.id, game.name, text, url)
        for option in law.options().values():
            text = f"{option.doc} {option.allowed.words}"
            yield _text("option", option.name, option.name.replace("_", " "), text, RULEBOOK)
        for one in law.decisions():
            text = f"{one.reading} {one.because}"
            yield _text("decision", one.id, one.question, text, RULEBOOK)


RULEBOOK = "/v1/rulebook"


def _worth(one: Text, word: str) -> int:
    """What a word is worth in a text; the beginning of a word counts half, from 3 letters on."""
    for words, worth in ((one.ids, NAMED), (one.head_words, HEADED), (one.words, SAID)):
        if word in words:
            return 2 * worth
        if len(word) > 2 and any(each.startswith(word) for each in words):
            return worth
    return 0


def _text(kind: str, id: str, heading: str, text: str, url: str) -> Text:
    ids = frozenset((id.casefold(), *_WORD.findall(id.casefold())))
    head = frozenset(_WORD.findall(heading.casefold()))
    return Text(kind, id, heading, text, url, ids, head, frozenset(_WORD.findall(text.casefold())))
