"""What a table plays: a game file joined with the table's stakes and house options."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from adjudicator.game.limits import STRUCTURES, Cap
from adjudicator.game.numbers import Numbers
from adjudicator.game.profile import Part, Profile, Stage, hands_served
from adjudicator.hands import Ranking
from adjudicator.values.frozen import replace
from rulebook.policies import policy_of
from rulebook.reading.editions import Edition
from rulebook.reading.games import DECK, Game
from rulebook.reading.law_files import LawFiles
from rulebook.reading.options import Option, resolve
from rulebook.reading.stages import KINDS, StagePlan
from rulebook.reading.toml_table import Ref


def profile_of(
    game: Game,
    stakes: Mapping[str, int],
    stated: Mapping[str, Any],
    edition: Edition,
    law: LawFiles,
) -> Profile:
    """A game at these stakes, with the options stated and the defaults of game and edition."""
    posts = {one.post: stakes[n] for n, one in game.stakes.items() if n in stakes}
    blinds = bool(posts.get("big_blind")) or game.big_blind is not None
    defaults = {**edition.defaults, **game.defaults}
    options = resolve(law.options, game.id, stated, defaults, blinds, game.takes)
    small, big = _blind_amounts(game, posts, stakes, options)
    ranking = _ranking(game, options)
    stages = _stages(game, stakes, options, bool(big))
    limit = _value(game.draw_limit, options)
    return Profile(
        id=game.id,
        name=game.name,
        edition=edition.id,
        books=(*_own_books(game, options, law.options), *law.general),
        stages=stages,
        parts=_parts(game, ranking),
        policy=policy_of(options),
        numbers=_numbers(game, law),
        options=MappingProxyType(options),
        stakes=MappingProxyType(dict(stakes)),
        ante=posts.get("ante", 0),
        small_blind=small,
        big_blind=big,
        bring_in=posts.get("bring_in", 0),
        limits=STRUCTURES[game.structure](_cap(game, options)),
        all_in=game.all_in,
        exact_shares=game.exact_shares,
        everybody_shows=game.everybody_shows,
        players=(game.players[0], game.players[1] or hands_served(stages, DECK, limit)),
        deck=DECK,
        by_deck=game.players[1] is None,
        limit_known=isinstance(game.draw_limit, Ref) and game.draw_limit.option in stated,
        hand_size=sum(len(stage.faces) for stage in stages),
        jokers=int(ranking.joker is not None),
        joker_known=game.joker is not None and game.joker.option in stated,
        draw_limit=limit,
        bonus=game.bonus,
        session_pots=_value(game.session_pots, options),
        advisories=_advisories(game, stakes, options),
        adopted=_adopted(game, options),
        citation=options["citation_edition"] or "",
        award_articles=game.award_articles,
    )


def _parts(game: Game, ranking: Ranking) -> tuple[Part, ...]:
    """The parts of every pot, read alike but for the order of hands that wins each."""
    found = ((part, replace(ranking, order=order)) for part, order in game.showdown.items())
    return tuple(Part(part, of_part) for part, of_part in found)


def _numbers(game: Game, law: LawFiles) -> Numbers:
    laid_down = {name: one.value for name, one in law.numbers.items()}
    return Numbers(**{**laid_down, **game.numbers})


def _cap(game: Game, options: Mapping[str, Any]) -> Cap:
    holds = _value(game.cap_heads_up, options) in (True, "on")
    last_two = options["event_heads_up"] == "on"
    return Cap(_value(game.cap, options), holds and not last_two)


def _ranking(game: Game, options: Mapping[str, Any]) -> Ranking:
    joker: Any = game.joker_use  # one of the uses that a ranking knows
    in_use = game.joker is not None and options[game.joker.option] == "on"
    return Ranking(
        wild_ranks=frozenset(game.wild_ranks),
        joker=joker if in_use else None,
        own_exactly=game.own_exactly,
        natural_beats_joker=options["natural_beats_joker"] == "on",
    )


def _adopted(game: Game, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Rules of other games that hold here by an article, or, by an option, do not."""
    return tuple(
        (rule, one.article if one.holds(options) else "")
        for one in game.adopts
        for rule in one.rules
    )


def _value(value: Any, options: Mapping[str, Any]) -> Any:
    return options[value.option] if isinstance(value, Ref) else value


def _blind_amounts(
    game: Game,
    posts: Mapping[str, int],
    stakes: Mapping[str, int],
    options: Mapping[str, Any],
) -> tuple[int, int]:
    """The blinds as the stakes fix them, else as the game computes them."""
    small, big = posts.get("small_blind"), posts.get("big_blind")
    if small is None and game.small_blind is not None:
        small = game.small_blind.amount(stakes, options)
    if big is None and game.big_blind is not None:
        big = game.big_blind.amount(stakes, options)
    return small or 0, big or 0


def _own_books(
    game: Game, options: Mapping[str, Any], known: Mapping[str, Option]
) -> tuple[str, ...]:
    """The game's books less those that only some value of an option brings along."""
    brought = {b for one in known.values() for b in one.brings.values()}
    here = {one.brings.get(options[one.name]) for one in known.values() if one.brings}
    return tuple(book for book in game.books if book not in brought or book in here)


def _stages(
    game: Game, stakes: Mapping[str, int], options: Mapping[str, Any], blinds: bool
) -> tuple[Stage, ...]:
    plans = game.stages
    if game.schedule is not None:
        plans = _in_order(plans, options[game.schedule.option])
    return tuple(_stage_of(plan, stakes, options, blinds) for plan in plans)


def _in_order(plans: tuple[StagePlan, ...], order: tuple[str, ...]) -> tuple[StagePlan, ...]:
    """The stages of a file in another order; the last of a kind serves for more."""
    if tuple(plan.kind for plan in plans) == order:
        return plans
    left = {kind: [p for p in plans if p.kind == kind] for kind in KINDS}
    found = []
    for kind in order:
        rest = left[kind]
        found.append(rest.pop(0) if len(rest) > 1 else rest[0])
    return tuple(found)


def _stage_of(
    plan: StagePlan, stakes: Mapping[str, int], options: Mapping[str, Any], blinds: bool
) -> Stage:
    first = str(_value(plan.first, options))
    if first == "left_of_big_blind" and not blinds:
        first = "left_of_button"
    return Stage(
        kind=plan.kind,
        name=plan.name,
        faces=plan.faces,
        cards=plan.cards,
        unit=stakes[plan.unit] if plan.unit else 0,
        first=first,
        burn=_value(plan.burn, options) in (True, "on"),
        start=str(_value(plan.start, options)),
        articles=plan.articles,
    )


def _advisories(
    game: Game, stakes: Mapping[str, int], options: Mapping[str, Any]
) -> tuple[tuple[str, str], ...]:
    return tuple(
        (one.article, one.text)
        for one in game.advice
        if options[one.option] == one.value and one.not_with not in stakes
    )
