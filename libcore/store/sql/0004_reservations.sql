-- Schema 4: advance reservations, and who suspended a job.

PRAGMA user_version = 4;

-- 1 by a user, 2 preempted, 4 slot-wise, 8 queue-wise subordination, or'ed.
ALTER TABLE job ADD COLUMN suspended_by INTEGER NOT NULL DEFAULT 0;
UPDATE job SET suspended_by = 1 WHERE state = 2;
-- When it went on after its last suspension; time, 0 never.
ALTER TABLE job ADD COLUMN resumed INTEGER NOT NULL DEFAULT 0;

-- That of schema 1 was never written.
DROP TABLE reservation;

-- Nodes kept for some from one time to another.  Lists are comma lists, '' none;
-- in users and accounts "-x" keeps x out.
CREATE TABLE reservation (
	id              INTEGER PRIMARY KEY,
	cluster         INTEGER NOT NULL REFERENCES cluster,
	name            TEXT NOT NULL,
	starts          INTEGER NOT NULL,  -- time
	ends            INTEGER NOT NULL,  -- time
	first_start     INTEGER NOT NULL,  -- time, before it was repeated
	duration        INTEGER NOT NULL,  -- seconds
	nodes           TEXT NOT NULL,     -- host list, as chosen
	cores           TEXT NOT NULL,     -- of each of them how many and from
	                                   -- which on, "4/0,2/8"; '' all
	node_count      INTEGER NOT NULL,  -- asked for; 0 no
	core_count      INTEGER NOT NULL,  -- asked for; 0 no
	users           TEXT NOT NULL,
	accounts        TEXT NOT NULL,
	groups          TEXT NOT NULL,
	members         TEXT NOT NULL,     -- users of the groups
	partition       TEXT NOT NULL,
	features        TEXT NOT NULL,
	licenses        TEXT NOT NULL,
	burst_buffer    TEXT NOT NULL,
	flags           TEXT NOT NULL,     -- comma list of their names
	max_start_delay INTEGER NOT NULL,  -- seconds; 0 none
	purge           INTEGER NOT NULL,  -- seconds without a job after which
	                                   -- it goes; -1 never
	idle_since      INTEGER NOT NULL,  -- time; 0 a job is in it, or was not
	watts           INTEGER NOT NULL,  -- -1 not given
	UNIQUE (cluster, name)
) STRICT;

-- The number that the last reservation got, in names that nobody gave.
ALTER TABLE controller ADD COLUMN last_reservation INTEGER NOT NULL DEFAULT 0;
