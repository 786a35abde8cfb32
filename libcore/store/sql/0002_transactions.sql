-- Schema 2: what slurmdbd would have noted of each change; wckeys and resources
-- come into use; ids are never given out twice.
--
-- A row has `removed` = 1 when slurmdbd would have taken it out of its tables:
-- deleted within a day of being made, and without jobs.  Nobody finds it any
-- more, only undo and the usage it handed on; a thing of that name made later
-- is another thing with another id.  Run with foreign keys off.

PRAGMA user_version = 2;

-- ---- ids -------------------------------------------------------------------

-- The last id given out, even if its row is gone.  What is not here: see the
-- table.  Those of associations by cluster are what slurmdbd would have given.
CREATE TABLE high_id (
	entity  TEXT NOT NULL,      -- table
	cluster INTEGER NOT NULL,   -- of associations; 0 of the table
	id      INTEGER NOT NULL,
	PRIMARY KEY (entity, cluster)
) STRICT, WITHOUT ROWID;

-- ---- clusters, accounts, users, associations -------------------------------

ALTER TABLE cluster ADD COLUMN removed INTEGER; -- 1, or NULL
ALTER TABLE account ADD COLUMN removed INTEGER; -- 1, or NULL
ALTER TABLE user ADD COLUMN removed INTEGER; -- 1, or NULL
ALTER TABLE assoc ADD COLUMN removed INTEGER; -- 1, or NULL
ALTER TABLE assoc ADD COLUMN number INTEGER; -- its id within the cluster, as
                                             -- slurmdbd counts; NULL: id

UPDATE assoc SET removed = 1 WHERE deleted - created < 86400
    AND NOT EXISTS (SELECT 1 FROM job WHERE job.assoc = assoc.id);
UPDATE user SET removed = 1 WHERE deleted - created < 86400
    AND NOT EXISTS (SELECT 1 FROM assoc WHERE assoc.user = user.id
        AND assoc.removed IS NULL);
UPDATE account SET removed = 1 WHERE deleted - created < 86400
    AND NOT EXISTS (SELECT 1 FROM assoc WHERE assoc.account = account.id
        AND assoc.removed IS NULL);
UPDATE cluster SET removed = 1 WHERE deleted - created < 86400;

INSERT INTO high_id (entity, cluster, id)
    SELECT 'assoc', cluster, max(id) FROM assoc GROUP BY cluster;
DROP INDEX assoc_identity;
CREATE UNIQUE INDEX assoc_identity ON assoc
    (account, coalesce(user, 0), cluster, coalesce(partition, 0))
    WHERE removed IS NULL;
-- for foreign keys, which see rows without a trace too: accounts that are put
-- back or removed by undo are looked for in it, each
CREATE INDEX assoc_account ON assoc (account);

-- whether an association ever had jobs
DROP INDEX job_assoc;
CREATE INDEX job_assoc ON job (assoc);

-- ---- QOS -------------------------------------------------------------------

CREATE TABLE qos_2 (
	id                  INTEGER PRIMARY KEY,
	name                TEXT NOT NULL,              -- lower case
	description         TEXT NOT NULL,
	priority            INTEGER NOT NULL DEFAULT 0, -- 0..2^32-1
	flags               INTEGER NOT NULL DEFAULT 0, -- bits, table of flags
	grace_time          INTEGER NOT NULL DEFAULT 0, -- seconds
	preempt_mode        INTEGER NOT NULL DEFAULT 0, -- table of modes;
	                                                -- 0 the cluster's
	preempt_exempt_time INTEGER NOT NULL DEFAULT -1, -- seconds; -1 unset
	usage_factor        REAL NOT NULL DEFAULT 1,    -- charge x this
	usage_threshold     REAL NOT NULL DEFAULT -1,   -- factor; < 0 unset
	limit_factor        REAL NOT NULL DEFAULT -1,   -- < 0 unset
	created             INTEGER NOT NULL,           -- time
	deleted             INTEGER,                    -- time
	removed             INTEGER                     -- 1, or NULL
) STRICT;
INSERT INTO qos_2 (id, name, description, priority, flags, grace_time,
    preempt_mode, preempt_exempt_time, usage_factor, usage_threshold,
    limit_factor, created, deleted, removed)
    SELECT id, name, description, priority, flags, grace_time, preempt_mode,
    preempt_exempt_time, usage_factor, usage_threshold, limit_factor, created,
    deleted, iif(deleted - created < 86400
        AND NOT EXISTS (SELECT 1 FROM job WHERE job.qos = qos.id), 1, NULL)
    FROM qos;
DROP TABLE qos;
ALTER TABLE qos_2 RENAME TO qos;
CREATE UNIQUE INDEX qos_name ON qos (name) WHERE removed IS NULL;

-- ---- wckeys ----------------------------------------------------------------

-- Nobody has written it before.  Which one is a user's default is with the
-- user.
DROP TABLE wckey;
CREATE TABLE wckey (
	id      INTEGER PRIMARY KEY,
	cluster INTEGER NOT NULL REFERENCES cluster,
	user    INTEGER NOT NULL REFERENCES user,
	name    TEXT NOT NULL,              -- '' what users without one get
	created INTEGER NOT NULL,           -- time
	deleted INTEGER,                    -- time
	removed INTEGER                     -- 1, or NULL
) STRICT;
CREATE UNIQUE INDEX wckey_identity ON wckey (cluster, user, name)
    WHERE removed IS NULL;
CREATE INDEX wckey_user ON wckey (user);

-- ---- resources -------------------------------------------------------------

-- Nobody has written these before.
DROP TABLE resource_cluster;
DROP TABLE resource;
CREATE TABLE resource (
	id            INTEGER PRIMARY KEY,
	name          TEXT NOT NULL,
	server        TEXT NOT NULL,
	server_type   TEXT NOT NULL DEFAULT '',
	type          INTEGER NOT NULL DEFAULT 1, -- 1 License
	description   TEXT NOT NULL DEFAULT '',
	flags         INTEGER NOT NULL DEFAULT 0, -- bit 0: Absolute
	count         INTEGER NOT NULL DEFAULT 0, -- units in all
	last_consumed INTEGER NOT NULL DEFAULT 0, -- units
	created       INTEGER NOT NULL,           -- time
	deleted       INTEGER,                    -- time
	removed       INTEGER                     -- 1, or NULL
) STRICT;
CREATE UNIQUE INDEX resource_identity ON resource (name, server)
    WHERE removed IS NULL;
CREATE TABLE resource_cluster (
	resource INTEGER NOT NULL REFERENCES resource,
	cluster  INTEGER NOT NULL REFERENCES cluster,
	allowed  INTEGER NOT NULL,   -- percent, or units with flag Absolute
	PRIMARY KEY (resource, cluster)
) STRICT, WITHOUT ROWID;
CREATE INDEX resource_cluster_cluster ON resource_cluster (cluster);

-- ---- transactions ----------------------------------------------------------

-- One row for each statement that slurmdbd would have noted.
CREATE TABLE txn (
	id      INTEGER PRIMARY KEY,
	journal INTEGER REFERENCES journal, -- NULL: the new store
	at      INTEGER NOT NULL,   -- time
	action  INTEGER NOT NULL,   -- number of the action
	actor   TEXT NOT NULL,      -- acting user
	cluster TEXT NOT NULL,      -- name; '' what all clusters share
	subject TEXT NOT NULL,      -- as column Where: a name or a condition
	info    TEXT NOT NULL       -- as column Info: what was set; of new
	                            -- associations what is not as in most
) STRICT;
