-- Schema 8: what a command reads does not grow with the jobs and charges of the
-- past, nor with jobs that arrive later.

PRAGMA user_version = 8;

-- Waiting jobs by arrival, and running ones without those that wait.
DROP INDEX job_active;
CREATE INDEX job_active ON job (cluster, state, submitted) WHERE state < 3;
-- Waiting jobs that have to be known before they arrive.
CREATE INDEX job_tied ON job (cluster)
    WHERE state = 0 AND (depends <> '' OR reservation <> '');

-- Charges in the order in which they ended.
CREATE INDEX usage_segment_ends ON usage_segment (cluster, ends);

-- CACHE of usage_segment, usage_mark and usage_reset: what the charges of a cluster
-- that ended before a fold add up to.  A fold is the first decay pass of an hour;
-- writers make some of them, and drop those that are later than a charge or mark
-- that they add.  The settings are those of the fold: a reader with others does
-- not use it.
CREATE TABLE usage_fold (
	cluster   INTEGER NOT NULL REFERENCES cluster ON DELETE CASCADE,
	at        INTEGER NOT NULL,  -- time of the fold
	what      INTEGER NOT NULL,  -- as usage_mark.tres; 0 is always there
	reset     INTEGER NOT NULL,  -- the last pass before that reset usage;
	                             -- -2^63 none
	digits    INTEGER NOT NULL,  -- binary, of the reals of the machine
	half_life INTEGER NOT NULL,  -- as in usage_era
	decay     INTEGER NOT NULL,
	period    INTEGER NOT NULL,
	kept      TEXT NOT NULL,
	eras      TEXT NOT NULL,     -- the eras before, whose order and values
	                             -- are those of usage_era: "a,b,...;"
	qos       BLOB NOT NULL,     -- sums of QOS, by id: store/usage/foldrow.c
	assocs    BLOB NOT NULL,     -- and of associations
	PRIMARY KEY (cluster, at, what)
) STRICT, WITHOUT ROWID;
