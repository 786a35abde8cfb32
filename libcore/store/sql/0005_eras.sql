-- Schema 5: usage is a function of facts and eras.

PRAGMA user_version = 5;

-- Settings that decided how usage decays, until they were changed.  After the
-- last row of a cluster today's settings hold.  Rows are added when settings
-- change, undoing one included.  None is ever changed; they go with a cluster
-- whose addition is undone.
CREATE TABLE usage_era (
	cluster   INTEGER NOT NULL REFERENCES cluster ON DELETE CASCADE,
	changed   INTEGER NOT NULL,  -- time of the change
	ends      INTEGER NOT NULL,  -- time of the last pass before it, <=
	                             -- changed; earlier ones are a multiple
	                             -- of period before
	half_life INTEGER NOT NULL,  -- seconds; 0 no decay
	decay     INTEGER NOT NULL,  -- 0 as Slurm computes it, 1 exact
	period    INTEGER NOT NULL,  -- seconds between passes
	kept      TEXT NOT NULL,     -- QOS with NoDecay: ids, comma list
	PRIMARY KEY (cluster, changed)
) STRICT, WITHOUT ROWID;

-- A change of the usage factor closes the charge of a running job at a pass.
ALTER TABLE job ADD COLUMN charged INTEGER NOT NULL DEFAULT 0; -- time up to
                             -- which its run has charges; 0 none
