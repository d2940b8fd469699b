"""What a house has chosen where the rules leave a choice, resolved once for a table's game.

Every field has the name of its option in the rulebook, which says what it may be, which
articles it changes and what holds if a house says nothing. An on/off option is a bool.
"""

from __future__ import annotations

from typing import Literal

from adjudicator.values.frozen import Frozen

# Robert's Rules of Poker, or the rules for tournaments.
Reading = Literal["rrop", "tda"]
Gate = Literal["first_action", "two_players", "tda_sa"]
Source = Literal["last_card", "folded", "served_discards"]


class Rake(Frozen):
    """What the house takes from each pot."""

    percent: int  # of the pot, 0 to 100
    cap: int | None = None  # the most it takes, in smallest units; None: no limit
    no_flop_no_drop: bool = False  # nothing where no board card was dealt


class Policy(Frozen):
    """The house's choices, as they hold in the game that a table plays."""

    # --- Whose rules fill the gaps
    general_rules: Reading
    oot_policy: Reading  # acts out of turn
    dispute_window: Reading  # until when the counting of a pot may be disputed
    see_hand_policy: Reading  # who may ask to see a called hand
    four_card_flop: Reading  # how a flop of four cards is put right
    flop_without_burn: Literal["reshuffle", "order", "tda"]
    burn_repair: Reading  # how a missing or extra burn is put right
    wrong_blinds_after_cards: Literal["exchange", "stands", "misdeal"]
    button_error: Reading  # a wrong button found too late for a misdeal
    check_facing: Reading  # a check by a seat that faces a bet
    undercall: Reading  # a call short of a raise its maker had not seen
    premature_cards: Reading  # board cards and stud streets dealt before their time
    short_deck_policy: Reading  # what follows when a card is missing from the deck

    # --- How much action ends the time for a misdeal
    misdeal_action_threshold: Gate  # a wrong count in draw
    general_misdeal_threshold: Gate  # everything else

    # --- The deal
    deal_start: Literal["left_of_big_blind", "left_of_button"]
    stud_last_up: Literal["keep", "replace"]  # a last card dealt face up
    board_tie: Literal["position", "suit"]  # who starts of two equal boards
    stud_packet_deal: Literal["accepted", "misdeal"]  # the first cards two at a time
    exposed_down_four: Literal["bonus_if_becomes_upcard", "never"]  # Baseball
    dropped_card: Literal["live", "dead"]  # the hand of a player who drops a card
    headsup_blinds: Literal["button_small", "literal"]
    button_method: Literal["moving", "dead"]  # past an empty place

    # --- Wrong numbers of cards
    surplus_unless_told: Literal["as_each_rule", "untouched", "picked_up"]
    over_five_predraw: Literal["rrop", "foul_if_picked_up", "always_misdeal"]
    button_topup_until: Literal["draw_begins", "button_acts"]
    button_topup_max: int  # cards
    predraw_exposed_misdeal_at: int | None  # the exposed card that is a misdeal; None: none is
    draw_cure: Literal["until_next_served", "none"]

    # --- The draw
    draw_start: Literal["left_of_button", "opener"]
    draw_declaration: Literal["rrop6", "binding_at_once"]
    fifth_card_burn: Literal["no_intervening_card", "last_seat_only", "always"]
    draw_reshuffle_sources: tuple[Source, ...]
    false_draw_count_penalty: Literal["warning", "none", "floor"]
    rap_presumption: Literal["unaware_unless_told", "pass_is_fold"]
    blue_beacon_draw_rules: Literal["draw_high", "none"]

    # --- Opening
    opening_requirement: Literal["any", "jacks"]
    pass_and_out: bool  # a pass before the opening is a fold
    open_with_raise: bool  # a bet and a raise at once
    open_raise_counts: bool  # the opener's own raise makes a false-opened pot play
    partial_open: Literal["half_bet_rule", "full_bet_always"]
    revive_folds_on_false_open: bool
    involved: Literal["dealt_in", "live_at_false_open"]  # who plays for forfeited money
    ante_limit: int | None  # anted deals in a row for one pot; None: any number
    ante_after_false_open: bool
    openers_proof: Literal["feasibility", "verified_identity"]
    proof_from_log: bool  # cards on record alone prove openers
    undeclared_split: Literal["rule7", "loses_pot"]
    unproved_uncontested: Literal["carry", "last_folder"]

    # --- The showdown
    discarded_bettor: Literal["back", "stays"]  # what nobody called, of a bettor without a hand
    showdown_discard: Literal["live_until_mucked", "forward_motion_is_fold"]
    all_in_face_up: bool  # every hand is tabled once somebody is all-in and nobody can bet
    protected_hand_refund: bool
    odd_chip_cards: Literal["all", "five"]  # which cards decide an odd chip in stud
    rake: Rake | None
