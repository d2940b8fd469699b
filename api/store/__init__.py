"""Where every table's entries are kept: one protocol, and what fulfils it."""
