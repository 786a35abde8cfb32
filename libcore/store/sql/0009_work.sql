-- Schema 9: what an import changes without the journal, so that undo knows it.

PRAGMA user_version = 9;

-- The rows of jobs, charges, states of nodes, reservations, eras, the clock and the
-- controller that the transaction of an entry changed, before and after.
CREATE TABLE journal_work (
	journal INTEGER PRIMARY KEY REFERENCES journal ON DELETE CASCADE,
	size    INTEGER NOT NULL, -- bytes of the changes
	changes BLOB NOT NULL     -- a changeset of SQLite, as zlib compresses it
) STRICT;
