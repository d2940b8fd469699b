"""JSON written for responses, and read strictly where it comes from outside."""

from __future__ import annotations

from functools import partial

import orjson

from adjudicator.log.strict_json import decoder, read_json

__all__ = ["decoder", "encode", "read_json"]

encode = partial(orjson.dumps, option=orjson.OPT_NON_STR_KEYS)
