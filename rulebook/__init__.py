"""The house's law: articles, games and options as data, and the rules as functions.

Only words and judgements live here. The package knows the engine's types and nothing
of storage or the network; files are read once, when the rulebook is loaded.
"""

from rulebook.book import Rulebook, load
from rulebook.reading.articles import Article
from rulebook.reading.decisions import Decision
from rulebook.reading.editions import Edition
from rulebook.reading.games import Game
from rulebook.reading.options import Option

__all__ = ["Article", "Decision", "Edition", "Game", "Option", "Rulebook", "load"]
