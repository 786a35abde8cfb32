-- Schema 6: what the accounting remembers of nodes and reservations.
--
-- Neither is journalled.  A vector of TRES is a text, as in schema 3.

PRAGMA user_version = 6;

-- A node was down, drained or failed; or, without a name, the cluster had these
-- nodes and TRES.
CREATE TABLE node_event (
	id      INTEGER PRIMARY KEY,
	cluster INTEGER NOT NULL REFERENCES cluster,
	node    TEXT NOT NULL,     -- '' the cluster
	nodes   TEXT NOT NULL,     -- of the cluster, host list; else ''
	starts  INTEGER NOT NULL,  -- time
	ends    INTEGER,           -- time; NULL it still lasts
	state   INTEGER NOT NULL,  -- 1 down, 2 idle, ...; + 512 drain, 8192 fail
	reason  TEXT NOT NULL,
	user    TEXT NOT NULL,     -- who said it; '' nobody
	tres    TEXT NOT NULL      -- vector
) STRICT;
CREATE INDEX node_event_open ON node_event (cluster, node) WHERE ends IS NULL;

-- A reservation had these nodes and users from one time to another.
CREATE TABLE reservation_record (
	id      INTEGER PRIMARY KEY,
	cluster INTEGER NOT NULL REFERENCES cluster,
	number  INTEGER NOT NULL,  -- of the reservation
	name    TEXT NOT NULL,
	starts  INTEGER NOT NULL,  -- time
	ends    INTEGER NOT NULL,  -- time
	deleted INTEGER,           -- time
	nodes   TEXT NOT NULL,     -- host list
	flags   TEXT NOT NULL,     -- comma list of their names
	assocs  TEXT NOT NULL,     -- ids, comma list; "-x" all but x
	tres    TEXT NOT NULL,     -- vector
	unused  REAL NOT NULL      -- seconds in which no job used it
) STRICT;
CREATE INDEX reservation_record_number ON reservation_record (cluster, number);
