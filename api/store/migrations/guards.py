"""What makes a table of the record refuse to be changed, in each database's own words."""

from __future__ import annotations

from alembic import op

SQLITE = (
    "CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} "
    "BEGIN SELECT RAISE(ABORT, '{table} are written once and kept'); END"
)
POSTGRESQL = """
CREATE OR REPLACE FUNCTION written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% are written once and kept', TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$
"""
ROWS = (
    "CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
    "FOR EACH ROW EXECUTE FUNCTION written_once()"
)
ALL_ROWS = (
    "CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
    "FOR EACH STATEMENT EXECUTE FUNCTION written_once()"
)


def written_once(table: str) -> None:
    """From now on the database refuses to change or remove rows of this table."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(SQLITE.format(table=table, verb=verb))
        return
    op.execute(POSTGRESQL)
    op.execute(ROWS.format(table=table))
    op.execute(ALL_ROWS.format(table=table))


FULL = 256 * 32  # bytes of a tile that is complete
SQLITE_TILES = (
    "CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} "
    f"WHEN length(OLD.hashes) = {FULL} "
    "BEGIN SELECT RAISE(ABORT, 'full {table} are kept'); END"
)
POSTGRESQL_TILES = (
    "CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
    f"FOR EACH ROW WHEN (octet_length(OLD.hashes) = {FULL}) "
    "EXECUTE FUNCTION written_once()"
)


def full_tiles_stay(table: str) -> None:
    """From now on only a tile that is not full may give way to a longer one."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(SQLITE_TILES.format(table=table, verb=verb))
        return
    op.execute(POSTGRESQL_TILES.format(table=table))
    op.execute(ALL_ROWS.format(table=table))


NO_REPLACE = (
    "CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
    "WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "
    "BEGIN SELECT RAISE(ABORT, '{table} are written once and kept'); END"
)


def never_replaced(table: str, *keys: tuple[str, ...]) -> None:
    """Close a way around the guards: SQLite's INSERT OR REPLACE wakes no delete trigger."""
    if op.get_bind().dialect.name != "sqlite":
        return
    alike = (" AND ".join(f"{name} = NEW.{name}" for name in key) for key in keys)
    op.execute(NO_REPLACE.format(table=table, same=" OR ".join(alike)))


def full_tiles_never_replaced(table: str) -> None:
    """Close the same way around the guard of full tiles."""
    if op.get_bind().dialect.name == "sqlite":
        same = f"level = NEW.level AND place = NEW.place AND length(hashes) = {FULL}"
        op.execute(NO_REPLACE.format(table=table, same=same))


# An entry's content, and nothing else of it, may be emptied: once, after its table was
# written off, and never while a hold is on the table.
EXPIRES = """
  length(NEW.body) = 0 AND length(OLD.body) > 0
  AND NEW.table_id = OLD.table_id AND NEW.seq = OLD.seq AND NEW.hash = OLD.hash
  AND NEW.recorded_at = OLD.recorded_at AND coalesce(NEW.event_id, '') = coalesce(OLD.event_id, '')
  AND EXISTS (SELECT 1 FROM expiries WHERE table_id = OLD.table_id AND seq > OLD.seq)
  AND NOT EXISTS (
    SELECT 1 FROM holds LEFT JOIN hold_releases ON hold_releases.number = holds.number
    WHERE holds.table_id = OLD.table_id AND hold_releases.number IS NULL)
"""
SQLITE_EXPIRES = (
    "CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries "
    f"WHEN NOT ({EXPIRES}) "
    "BEGIN SELECT RAISE(ABORT, 'entries are written once and kept'); END"
)
POSTGRESQL_EXPIRES = f"""
CREATE OR REPLACE FUNCTION written_once_or_expired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF {EXPIRES} THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% are written once and kept', TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$
"""


def content_may_expire() -> None:
    """From now on the content of an entry may be dropped in its time."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER entries_no_update")
        op.execute(SQLITE_EXPIRES)
        return
    op.execute("DROP TRIGGER entries_no_change ON entries")
    op.execute(POSTGRESQL_EXPIRES)
    op.execute(
        "CREATE TRIGGER entries_no_change BEFORE UPDATE ON entries "
        "FOR EACH ROW EXECUTE FUNCTION written_once_or_expired()"
    )
    op.execute(
        "CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries "
        "FOR EACH ROW EXECUTE FUNCTION written_once()"
    )


# Whoever adds an entry moves the end of its table's log, and only from where it stands:
# the same for every program, and in one statement.
LOG = """
CREATE VIEW log AS
SELECT entries.table_id, entries.seq, event_id, entries.recorded_at, body, entries.hash,
       heads.hash AS previous, dues, summary
FROM entries JOIN heads ON heads.table_id = entries.table_id AND heads.version = entries.seq
"""
OPEN = """
  INSERT INTO heads (table_id, version, hash, recorded_at, opened_at, dues, summary)
  SELECT NEW.table_id, 1, NEW.hash, NEW.recorded_at, NEW.recorded_at, NEW.dues, NEW.summary
  WHERE NEW.seq = 1"""
MOVE = """
  UPDATE heads SET version = NEW.seq, hash = NEW.hash, recorded_at = NEW.recorded_at,
    dues = NEW.dues, summary = NEW.summary
  WHERE table_id = NEW.table_id AND version = NEW.seq - 1 AND hash = NEW.previous"""
MOVED = (
    "EXISTS (SELECT 1 FROM heads "
    "WHERE table_id = NEW.table_id AND version = NEW.seq AND hash = NEW.hash)"
)
ADD = """
  INSERT INTO entries (table_id, seq, event_id, recorded_at, body, hash)
  VALUES (NEW.table_id, NEW.seq, NEW.event_id, NEW.recorded_at, NEW.body, NEW.hash)"""
SQLITE_LOG = f"""
CREATE TRIGGER log_append INSTEAD OF INSERT ON log BEGIN {OPEN};{MOVE};
  SELECT RAISE(ABORT, 'the entry does not follow the last one') WHERE NOT {MOVED};{ADD};
END
"""
POSTGRESQL_LOG = f"""
CREATE FUNCTION append_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq = 1 THEN {OPEN};
  ELSE {MOVE};
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the entry does not follow the last one'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;{ADD};
  RETURN NEW;
END $$
"""
POSTGRESQL_APPEND = (
    "CREATE TRIGGER log_append INSTEAD OF INSERT ON log "
    "FOR EACH ROW EXECUTE FUNCTION append_entry()"
)
WHO_ADDS = """
DO $$ DECLARE who text; BEGIN
  FOR who IN SELECT grantee FROM information_schema.role_table_grants
    WHERE table_name = 'entries' AND privilege_type = 'INSERT' AND grantee <> current_user
  LOOP EXECUTE format('GRANT INSERT ON log TO %I', who); END LOOP;
END $$
"""


def entries_follow() -> None:
    """From now on there is a way to add entries that cannot leave the end of a log behind."""
    op.execute(LOG)
    if op.get_bind().dialect.name == "sqlite":
        op.execute(SQLITE_LOG)
        return
    op.execute(POSTGRESQL_LOG)
    op.execute(POSTGRESQL_APPEND)
    op.execute(WHO_ADDS)
