"""The house's law: articles, games and options as data, and the rules as functions.

Only words and judgements live here. The package knows the engine's types and nothing
of storage or the network; files are read once, when the rulebook is loaded.
"""

from rulebook.reading.loader import Article, Decision, Edition, Game, Rulebook, load
from rulebook.reading.options import Option

__all__ = ["Article", "Decision", "Edition", "Game", "Option", "Rulebook", "load"]
