"""How files of this program begin, so that each is known for what it is."""

SQLITE = b"SQLite format 3\x00"  # the first bytes of a database
EXPORT = "adjudicator-export"  # the format named on the first line of an export
