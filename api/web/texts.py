"""The pages' texts by key: a file for each language, the same keys in all of them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILES = Path(__file__).with_name("texts")
LANGUAGES = tuple(sorted(path.stem for path in FILES.glob("*.toml")))
ENGLISH = "en"


@dataclass(frozen=True)
class Texts:
    """The texts of a language; a key that is missing is a fault of the page that asks."""

    language: str
    by_key: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """The text, its blanks filled."""
        return self.by_key[key].format(**values)

    def of(self, page: str) -> dict[str, str]:
        """The texts that a page's script needs, without the page's name before them."""
        before = f"{page}."
        return {k.removeprefix(before): v for k, v in self.by_key.items() if k.startswith(before)}


@cache
def texts(language: str) -> Texts:
    """The texts of a language."""
    found = tomllib.loads((FILES / f"{language}.toml").read_text(encoding="utf-8"))
    flat = {f"{page}.{key}": text for page, some in found.items() for key, text in some.items()}
    return Texts(language, flat)
