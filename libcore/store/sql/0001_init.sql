-- Schema 1 of a fairtree store.
--
-- Times are seconds since 1970 (UTC) of the store's own clock unless a comment
-- says wall clock; durations are seconds unless it says minutes; memory is in
-- MiB.  A `deleted` column is NULL for live rows, else the time of deletion:
-- names and identities stay reserved, and adding one again revives its id.
-- Facts are stored, results are not; the one cache is usage_sum.

PRAGMA application_id = 0x46745265; -- "FtRe"
PRAGMA user_version = 1;

-- ---- the store itself ------------------------------------------------------

-- Counts committed changes, so that readers know what they may keep.
CREATE TABLE generation (
	name  TEXT PRIMARY KEY,     -- 'config', 'usage', 'job'
	value INTEGER NOT NULL      -- count of transactions that changed it
) STRICT, WITHOUT ROWID;

-- Single settings of the store; they win over the text of `conf`.
CREATE TABLE setting (
	cluster INTEGER NOT NULL,   -- cluster id; 0: the whole store
	key     TEXT NOT NULL,      -- as in slurm.conf, or FairTree...
	value   TEXT NOT NULL,      -- as it would be written there
	PRIMARY KEY (cluster, key)
) STRICT, WITHOUT ROWID;

-- The configuration file as it was imported.
CREATE TABLE conf (
	cluster INTEGER PRIMARY KEY, -- cluster id; 0: the whole store
	text    TEXT NOT NULL        -- slurm.conf grammar
) STRICT;

-- ---- clusters, accounts, users ---------------------------------------------

CREATE TABLE cluster (
	id             INTEGER PRIMARY KEY,
	name           TEXT NOT NULL UNIQUE,     -- lower case
	classification TEXT NOT NULL DEFAULT '', -- '' none
	control_host   TEXT NOT NULL DEFAULT '', -- '' never registered
	control_port   INTEGER NOT NULL DEFAULT 0, -- TCP port; 0 none
	rpc_version    INTEGER NOT NULL DEFAULT 0, -- Slurm protocol; 0 none
	flags          TEXT NOT NULL DEFAULT '', -- comma list
	features       TEXT NOT NULL DEFAULT '', -- comma list
	federation     TEXT NOT NULL DEFAULT '', -- name; '' none
	fed_id         INTEGER NOT NULL DEFAULT 0, -- number in it; 0 none
	fed_state      INTEGER NOT NULL DEFAULT 0, -- bits as Slurm's FedStateRaw
	created        INTEGER NOT NULL,         -- time
	deleted        INTEGER                   -- time
) STRICT;

-- The clock of each cluster.  It stands still unless it is told to move.
CREATE TABLE clock (
	cluster INTEGER PRIMARY KEY REFERENCES cluster,
	now     INTEGER NOT NULL,           -- time
	decayed INTEGER NOT NULL,           -- time of the last decay pass
	reset   INTEGER NOT NULL DEFAULT 0, -- time of the last reset; 0 never
	wall    INTEGER NOT NULL DEFAULT 0  -- 1: now is the wall clock
) STRICT;

CREATE TABLE account (
	id           INTEGER PRIMARY KEY,
	name         TEXT NOT NULL UNIQUE,       -- lower case
	description  TEXT NOT NULL,
	organization TEXT NOT NULL,
	flags        INTEGER NOT NULL DEFAULT 0, -- bit 0: UsersAreCoords
	created      INTEGER NOT NULL,           -- time
	deleted      INTEGER                     -- time
) STRICT;

CREATE TABLE user (
	id             INTEGER PRIMARY KEY,
	name           TEXT NOT NULL UNIQUE,
	admin_level    INTEGER NOT NULL DEFAULT 1, -- 0 not set, 1 none,
	                                           -- 2 operator, 3 administrator
	default_wckey  TEXT NOT NULL DEFAULT '',   -- '' none
	created        INTEGER NOT NULL,           -- time
	deleted        INTEGER                     -- time
) STRICT;

-- Who manages an account; counts for all accounts below it too.
CREATE TABLE coordinator (
	account INTEGER NOT NULL REFERENCES account,
	user    INTEGER NOT NULL REFERENCES user,
	PRIMARY KEY (account, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX coordinator_user ON coordinator (user);

CREATE TABLE wckey (
	id         INTEGER PRIMARY KEY,
	cluster    INTEGER NOT NULL REFERENCES cluster,
	user       INTEGER NOT NULL REFERENCES user,
	name       TEXT NOT NULL,
	is_default INTEGER NOT NULL DEFAULT 0, -- 1: the user's default there
	created    INTEGER NOT NULL,           -- time
	deleted    INTEGER,                    -- time
	UNIQUE (cluster, user, name)
) STRICT;

-- ---- trackable resources ---------------------------------------------------

-- 1 cpu, 2 mem, 3 energy, 4 node, 5 billing, 6 fs/disk, 7 vmem, 8 pages;
-- from 1001 on those of the site.
CREATE TABLE tres (
	id      INTEGER PRIMARY KEY,
	type    TEXT NOT NULL,            -- 'cpu', 'gres', 'license', ...
	name    TEXT NOT NULL DEFAULT '', -- 'gpu'; '' for cpu, mem, ...
	created INTEGER NOT NULL,         -- time
	deleted INTEGER,                  -- time
	UNIQUE (type, name)
) STRICT;

-- Things outside the cluster that can be counted, such as licences.
CREATE TABLE resource (
	id            INTEGER PRIMARY KEY,
	name          TEXT NOT NULL,
	server        TEXT NOT NULL,
	server_type   TEXT NOT NULL DEFAULT '',
	type          TEXT NOT NULL DEFAULT 'License',
	description   TEXT NOT NULL DEFAULT '',
	flags         TEXT NOT NULL DEFAULT '',   -- comma list
	count         INTEGER NOT NULL DEFAULT 0, -- units in all
	last_consumed INTEGER NOT NULL DEFAULT 0, -- units
	created       INTEGER NOT NULL,           -- time
	deleted       INTEGER,                    -- time
	UNIQUE (name, server)
) STRICT;
CREATE TABLE resource_cluster (
	resource INTEGER NOT NULL REFERENCES resource,
	cluster  INTEGER NOT NULL REFERENCES cluster,
	allowed  INTEGER NOT NULL,   -- percent, or units with flag Absolute
	PRIMARY KEY (resource, cluster)
) STRICT, WITHOUT ROWID;

-- ---- QOS -------------------------------------------------------------------

CREATE TABLE qos (
	id                  INTEGER PRIMARY KEY,
	name                TEXT NOT NULL UNIQUE,       -- lower case
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
	deleted             INTEGER                     -- time
) STRICT;

-- Limits are sparse: what is not there is not set.
CREATE TABLE qos_limit (
	owner INTEGER NOT NULL REFERENCES qos,
	kind  TEXT NOT NULL,    -- name of the limit, as in dump files
	tres  INTEGER NOT NULL, -- TRES id; 0 for limits without TRES
	value INTEGER NOT NULL, -- count, minutes or MiB; the 64 bits of an
	                        -- unsigned number
	PRIMARY KEY (owner, kind, tres)
) STRICT, WITHOUT ROWID;

-- Which QOS a QOS may preempt.
CREATE TABLE qos_preempt (
	owner INTEGER NOT NULL REFERENCES qos,
	qos   INTEGER NOT NULL REFERENCES qos,
	op    TEXT NOT NULL CHECK (op IN ('=', '+', '-')),
	PRIMARY KEY (owner, qos)
) STRICT, WITHOUT ROWID;

-- ---- associations ----------------------------------------------------------

-- Names that associations give to partitions (which need not exist).
CREATE TABLE partition_name (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;

-- The tree.  Nested-set numbers and lineage are derived, never stored.  The
-- columns that every ranking reads come first.
CREATE TABLE assoc (
	id          INTEGER PRIMARY KEY,
	cluster     INTEGER NOT NULL REFERENCES cluster,
	parent      INTEGER REFERENCES assoc,   -- NULL: the root
	position    INTEGER NOT NULL,           -- among its siblings, smaller
	                                        -- first; -2^31..2^31-1
	shares      INTEGER,                    -- raw; NULL: `parent`
	account     INTEGER NOT NULL REFERENCES account,
	user        INTEGER REFERENCES user,    -- NULL: the account itself
	partition   INTEGER REFERENCES partition_name, -- NULL: any
	is_default  INTEGER NOT NULL DEFAULT 0, -- 1: the user's default account
	deleted     INTEGER,                    -- time
	default_qos INTEGER REFERENCES qos,     -- NULL: inherit
	created     INTEGER NOT NULL,           -- time
	comment     TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX assoc_identity ON assoc
    (account, coalesce(user, 0), cluster, coalesce(partition, 0));
CREATE INDEX assoc_family ON assoc (parent, position);
CREATE INDEX assoc_user ON assoc (user) WHERE user IS NOT NULL;

CREATE TABLE assoc_limit (
	owner INTEGER NOT NULL REFERENCES assoc,
	kind  TEXT NOT NULL,    -- name of the limit, as in dump files
	tres  INTEGER NOT NULL, -- TRES id; 0 for limits without TRES
	value INTEGER NOT NULL, -- count, minutes or MiB; the 64 bits of an
	                        -- unsigned number
	PRIMARY KEY (owner, kind, tres)
) STRICT, WITHOUT ROWID;

-- The raw QOS list: '=' is part of the list, '+' and '-' change what is
-- inherited.
CREATE TABLE assoc_qos (
	owner INTEGER NOT NULL REFERENCES assoc,
	qos   INTEGER NOT NULL REFERENCES qos,
	op    TEXT NOT NULL CHECK (op IN ('=', '+', '-')),
	PRIMARY KEY (owner, qos)
) STRICT, WITHOUT ROWID;
CREATE INDEX assoc_qos_qos ON assoc_qos (qos);

-- ---- the machine -----------------------------------------------------------

CREATE TABLE partition (
	id              INTEGER PRIMARY KEY,
	cluster         INTEGER NOT NULL REFERENCES cluster,
	name            TEXT NOT NULL,
	position        INTEGER NOT NULL,           -- order of the file
	nodes           TEXT NOT NULL DEFAULT '',   -- host list; 'ALL'
	is_default      INTEGER NOT NULL DEFAULT 0, -- 1: the default one
	state           INTEGER NOT NULL DEFAULT 0, -- 0 up, 1 down, 2 drain,
	                                            -- 3 inactive
	tier            INTEGER NOT NULL DEFAULT 1, -- PriorityTier, 0..65533
	job_factor      INTEGER NOT NULL DEFAULT 1, -- PriorityJobFactor
	max_time        INTEGER,                    -- minutes; NULL unlimited
	default_time    INTEGER,                    -- minutes; NULL max_time
	min_nodes       INTEGER NOT NULL DEFAULT 0, -- nodes
	max_nodes       INTEGER,                    -- nodes; NULL unlimited
	grace_time      INTEGER NOT NULL DEFAULT 0, -- seconds
	preempt_mode    TEXT NOT NULL DEFAULT '',   -- '' the cluster's
	qos             INTEGER REFERENCES qos,     -- partition QOS
	billing_weights TEXT NOT NULL DEFAULT '',   -- '' CPUs count
	extra           TEXT NOT NULL DEFAULT '',   -- other Key=Value as given
	deleted         INTEGER,                    -- time
	UNIQUE (cluster, name)
) STRICT;

CREATE TABLE node (
	id       INTEGER PRIMARY KEY,
	cluster  INTEGER NOT NULL REFERENCES cluster,
	name     TEXT NOT NULL,
	position INTEGER NOT NULL,             -- order of the file
	cpus     INTEGER NOT NULL DEFAULT 1,   -- CPUs
	memory   INTEGER NOT NULL DEFAULT 1,   -- MiB
	disk     INTEGER NOT NULL DEFAULT 0,   -- TmpDisk, MiB
	sockets  INTEGER NOT NULL DEFAULT 1,   -- in all
	cores    INTEGER NOT NULL DEFAULT 1,   -- per socket
	threads  INTEGER NOT NULL DEFAULT 1,   -- per core
	weight   INTEGER NOT NULL DEFAULT 1,   -- lower is used first
	features TEXT NOT NULL DEFAULT '',     -- comma list
	gres     TEXT NOT NULL DEFAULT '',     -- comma list
	state    INTEGER NOT NULL DEFAULT 0,   -- 0 idle, 1 down, 2 drain, 3 fail
	reason   TEXT NOT NULL DEFAULT '',
	since    INTEGER NOT NULL DEFAULT 0,   -- time of that state; 0 unknown
	extra    TEXT NOT NULL DEFAULT '',     -- other Key=Value as given
	deleted  INTEGER,                      -- time
	UNIQUE (cluster, name)
) STRICT;

CREATE TABLE reservation (
	id       INTEGER PRIMARY KEY,
	cluster  INTEGER NOT NULL REFERENCES cluster,
	name     TEXT NOT NULL,
	starts   INTEGER NOT NULL,           -- time
	ends     INTEGER NOT NULL,           -- time
	nodes    TEXT NOT NULL DEFAULT '',   -- host list
	users    TEXT NOT NULL DEFAULT '',   -- comma list
	accounts TEXT NOT NULL DEFAULT '',   -- comma list
	flags    TEXT NOT NULL DEFAULT '',   -- comma list
	deleted  INTEGER                     -- time
) STRICT;

-- ---- jobs ------------------------------------------------------------------

-- A job, or one task of an array once it is split off; the part of an array
-- that still waits is one row whose array_tasks lists it.
CREATE TABLE job (
	id              INTEGER PRIMARY KEY,
	cluster         INTEGER NOT NULL REFERENCES cluster,
	number          INTEGER NOT NULL,           -- JobId
	state           INTEGER NOT NULL,           -- 0 pending, 1 running,
	                                            -- 2 suspended, 3 completed,
	                                            -- 4 cancelled, 5 failed,
	                                            -- 6 timeout, 7 node fail,
	                                            -- 8 preempted, 9 boot fail,
	                                            -- 10 deadline, 11 out of
	                                            -- memory
	state_flags     INTEGER NOT NULL DEFAULT 0, -- bit 0 completing,
	                                            -- 1 configuring, 2 requeued,
	                                            -- 3 requeue hold
	reason          TEXT NOT NULL DEFAULT 'None',
	reason_detail   TEXT NOT NULL DEFAULT '',
	assoc           INTEGER REFERENCES assoc,   -- NULL: none found
	user            TEXT NOT NULL,              -- names as submitted
	account         TEXT NOT NULL,
	uid             INTEGER NOT NULL DEFAULT 0,
	gid             INTEGER NOT NULL DEFAULT 0,
	qos             INTEGER REFERENCES qos,
	qos_list        TEXT NOT NULL DEFAULT '',   -- when several were asked for
	partitions      TEXT NOT NULL,              -- asked for, comma list
	partition       TEXT NOT NULL DEFAULT '',   -- the one it runs in
	reservation     TEXT NOT NULL DEFAULT '',   -- comma list
	wckey           TEXT NOT NULL DEFAULT '',
	name            TEXT NOT NULL DEFAULT '',
	comment         TEXT NOT NULL DEFAULT '',
	admin_comment   TEXT NOT NULL DEFAULT '',
	system_comment  TEXT NOT NULL DEFAULT '',
	extra           TEXT NOT NULL DEFAULT '',

	array_job       INTEGER,                    -- number of the array; NULL
	array_task      INTEGER,                    -- index; NULL none or head
	array_tasks     TEXT NOT NULL DEFAULT '',   -- waiting indices, ranges
	array_throttle  INTEGER NOT NULL DEFAULT 0, -- at most running; 0 none
	dependency      TEXT NOT NULL DEFAULT '',   -- as given; what is left of
	                                            -- it: job_dependency

	submitted       INTEGER NOT NULL,           -- time
	eligible        INTEGER NOT NULL DEFAULT 0, -- time; 0 not yet
	accrue          INTEGER NOT NULL DEFAULT 0, -- age counts from; 0 not yet
	begins          INTEGER NOT NULL DEFAULT 0, -- --begin, time; 0 none
	deadline        INTEGER NOT NULL DEFAULT 0, -- time; 0 none
	started         INTEGER NOT NULL DEFAULT 0, -- time; 0 not yet
	expected        INTEGER NOT NULL DEFAULT 0, -- planned start; 0 unknown
	ended           INTEGER NOT NULL DEFAULT 0, -- time; 0 not yet
	suspended       INTEGER NOT NULL DEFAULT 0, -- time of suspension; 0 no
	suspended_secs  INTEGER NOT NULL DEFAULT 0, -- seconds in all
	charged         INTEGER NOT NULL DEFAULT 0, -- time up to which usage
	                                            -- has been charged
	last_eval       INTEGER NOT NULL DEFAULT 0, -- time; 0 never
	time_limit      INTEGER,                    -- minutes; NULL unlimited
	time_min        INTEGER NOT NULL DEFAULT 0, -- minutes; 0 none
	run_time        INTEGER NOT NULL DEFAULT 0, -- seconds it will run if
	                                            -- nothing stops it

	priority        INTEGER NOT NULL DEFAULT 0, -- 0 held, 1..2^32-1
	priority_set    INTEGER NOT NULL DEFAULT 0, -- 1: set by hand, fixed
	nice            INTEGER NOT NULL DEFAULT 0, -- +-2147483645, lowers
	site_factor     INTEGER NOT NULL DEFAULT 0, -- +-2147483645, raises
	hold            INTEGER NOT NULL DEFAULT 0, -- 0 no, 1 user, 2 admin

	min_nodes       INTEGER NOT NULL DEFAULT 1, -- nodes
	max_nodes       INTEGER NOT NULL DEFAULT 0, -- nodes; 0 min_nodes
	tasks           INTEGER NOT NULL DEFAULT 1,
	cpus_per_task   INTEGER NOT NULL DEFAULT 1, -- CPUs
	tasks_per_node  INTEGER NOT NULL DEFAULT 0, -- 0 not asked for
	mem_per_node    INTEGER,                    -- MiB; NULL not given, 0 all
	mem_per_cpu     INTEGER,                    -- MiB; NULL not given
	disk_per_node   INTEGER NOT NULL DEFAULT 0, -- MiB
	gres            TEXT NOT NULL DEFAULT '',   -- per node, as given
	licenses        TEXT NOT NULL DEFAULT '',   -- as given
	features        TEXT NOT NULL DEFAULT '',   -- expression
	req_nodes       TEXT NOT NULL DEFAULT '',   -- host list
	exc_nodes       TEXT NOT NULL DEFAULT '',   -- host list
	exclusive       INTEGER NOT NULL DEFAULT 0, -- 1: whole nodes
	nodes           TEXT NOT NULL DEFAULT '',   -- allocated, host list
	sched_nodes     TEXT NOT NULL DEFAULT '',   -- planned, host list
	scheduler       INTEGER NOT NULL DEFAULT 0, -- 0 none, 1 main, 2 backfill

	requeue         INTEGER NOT NULL DEFAULT 1, -- 1: may be requeued
	restarts        INTEGER NOT NULL DEFAULT 0, -- times requeued
	preempted       INTEGER NOT NULL DEFAULT 0, -- times preempted
	preempt_by      INTEGER NOT NULL DEFAULT 0, -- number of the preemptor
	preempt_at      INTEGER NOT NULL DEFAULT 0, -- end of grace; 0 none
	exit_code       INTEGER NOT NULL DEFAULT 0, -- 0..255
	exit_signal     INTEGER NOT NULL DEFAULT 0, -- 0 none
	command         TEXT NOT NULL DEFAULT '',
	work_dir        TEXT NOT NULL DEFAULT '',
	options         TEXT NOT NULL DEFAULT ''    -- JSON: the rest, as given
) STRICT;
CREATE UNIQUE INDEX job_number ON job (number, cluster);
CREATE INDEX job_active ON job (cluster, state) WHERE state < 3;
CREATE INDEX job_assoc ON job (assoc) WHERE state < 3;
CREATE INDEX job_array ON job (array_job) WHERE array_job IS NOT NULL;
CREATE INDEX job_ended ON job (ended) WHERE ended > 0;

-- Requested (what = 0) and allocated (what = 1) TRES of a job.
CREATE TABLE job_tres (
	job   INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
	what  INTEGER NOT NULL,
	tres  INTEGER NOT NULL REFERENCES tres,
	count INTEGER NOT NULL,     -- units; memory in MiB
	PRIMARY KEY (job, what, tres)
) STRICT, WITHOUT ROWID;

-- Priority by partition of a job that asked for several.
CREATE TABLE job_partition (
	job       INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
	place     INTEGER NOT NULL, -- in the list, from 0
	partition TEXT NOT NULL,
	priority  INTEGER NOT NULL, -- as job.priority
	PRIMARY KEY (job, place)
) STRICT, WITHOUT ROWID;

-- Dependencies not satisfied yet.
CREATE TABLE job_dependency (
	job     INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
	place   INTEGER NOT NULL,   -- in the list, from 0
	kind    TEXT NOT NULL,      -- 'after', 'afterok', 'singleton', ...
	number  INTEGER NOT NULL,   -- JobId it waits for; 0 for singleton
	task    INTEGER,            -- array index; NULL all
	minutes INTEGER NOT NULL DEFAULT 0, -- after:ID+MINUTES
	any     INTEGER NOT NULL DEFAULT 0, -- 1: one of the list is enough
	PRIMARY KEY (job, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_dependency_number ON job_dependency (number);

-- ---- usage -----------------------------------------------------------------
-- Facts only; decayed usage at a time under a half-life is computed from them.

-- A charge: an association used resources from one instant to another.
CREATE TABLE usage_segment (
	id           INTEGER PRIMARY KEY,
	cluster      INTEGER NOT NULL REFERENCES cluster,
	assoc        INTEGER NOT NULL REFERENCES assoc,
	qos          INTEGER REFERENCES qos,  -- of the job
	part_qos     INTEGER REFERENCES qos,  -- of the partition, if another
	job          INTEGER,                 -- job.id; NULL unknown, purged
	starts       INTEGER NOT NULL,        -- time
	ends         INTEGER NOT NULL,        -- time, > starts
	rate         REAL NOT NULL,           -- billing TRES (with fraction)
	usage_factor REAL NOT NULL DEFAULT 1  -- of the QOS
) STRICT;
CREATE INDEX usage_segment_assoc ON usage_segment (assoc);
CREATE TABLE usage_segment_tres (
	segment INTEGER NOT NULL REFERENCES usage_segment ON DELETE CASCADE,
	tres    INTEGER NOT NULL REFERENCES tres,
	count   INTEGER NOT NULL,   -- units allocated; memory in MiB
	PRIMARY KEY (segment, tres)
) STRICT, WITHOUT ROWID;

-- What is not a charge.  Marks take effect in the order of their ids and none
-- is ever changed: a later one supersedes.  The amount is whole + micro / 10^6,
-- which holds Slurm's six decimals without loss.
--
--   kind 0, opening   usage of the owner is this amount at that time; all
--                     amounts before it, of every TRES, are void (tres 0), or
--                     this TRES gets this amount (tres > 0)
--   kind 1, reset     everything of the owner before it is void
--   kind 2, set       usage (tres 0) is this amount; other TRES stay
--   kind 3, transfer  all the owner has goes to the association `heir`
CREATE TABLE usage_mark (
	id    INTEGER PRIMARY KEY,
	assoc INTEGER REFERENCES assoc,    -- owner: this,
	qos   INTEGER REFERENCES qos,      -- or this
	kind  INTEGER NOT NULL,
	tres  INTEGER NOT NULL DEFAULT 0,  -- 0: billing units x seconds (raw
	                                   -- usage); -1: group wall seconds;
	                                   -- else TRES id, TRES-seconds
	at    INTEGER NOT NULL,            -- time
	whole INTEGER NOT NULL DEFAULT 0,  -- 0..2^63-1
	micro INTEGER NOT NULL DEFAULT 0,  -- 0..999999
	heir  INTEGER REFERENCES assoc,    -- of a transfer
	cluster INTEGER REFERENCES cluster, -- of QOS usage; NULL all
	CHECK ((assoc IS NULL) <> (qos IS NULL))
) STRICT;

CREATE INDEX usage_mark_assoc ON usage_mark (assoc) WHERE assoc IS NOT NULL;
CREATE INDEX usage_mark_heir ON usage_mark (heir) WHERE heir IS NOT NULL;

-- CACHE of usage_mark, rebuilt whenever marks are written: what is still in
-- effect, in the order of the marks.  Void unless generation matches.
CREATE TABLE usage_sum (
	tres       INTEGER PRIMARY KEY,  -- as usage_mark.tres
	generation INTEGER NOT NULL,     -- generation.value of 'usage'
	latest     INTEGER NOT NULL,     -- time of the latest mark
	format     INTEGER NOT NULL,     -- of amounts: 1
	amounts    BLOB NOT NULL         -- 24 bytes each, little endian: u32
	                                 -- assoc, u32 micro, i64 whole, i64 at
) STRICT;

-- ---- history of the configuration ------------------------------------------

CREATE TABLE journal (
	id      INTEGER PRIMARY KEY,
	actor   TEXT NOT NULL,      -- acting user
	command TEXT NOT NULL,      -- command line
	wall    INTEGER NOT NULL,   -- wall clock
	at      INTEGER NOT NULL,   -- time
	undoes  INTEGER REFERENCES journal -- entry this one reverses; NULL
) STRICT;

-- What a transaction touched, each thing once, as it was before.  Undoing is
-- putting `before` back, or removing what was not there.
CREATE TABLE journal_row (
	journal INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
	entity  TEXT NOT NULL,      -- table; for lists that of their rows
	key     ANY NOT NULL,       -- id of the row or of the list's owner, or
	                            -- name of a setting; first id of a range
	last    INTEGER,            -- rows key..last were added; else NULL
	before  TEXT,               -- JSON: the row as an object, a list as an
	                            -- array of arrays; NULL: was not there
	PRIMARY KEY (journal, entity, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX journal_row_key ON journal_row (entity, key);
