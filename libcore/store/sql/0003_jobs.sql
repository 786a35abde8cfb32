-- Schema 3: jobs come into use, by the hundred thousand.
--
-- A vector of TRES is a text, "1=4,2=4000,5=4": id=count, by id, without
-- zeros.  Nodes and partitions are what the settings say; here is only what was
-- changed live.  Run with foreign keys off.

PRAGMA user_version = 3;

-- ---- jobs ------------------------------------------------------------------

-- A job, or one task of an array once it is split off; the part of an array
-- that still waits is one row whose array_tasks lists it.
CREATE TABLE job_3 (
	id              INTEGER PRIMARY KEY,
	cluster         INTEGER NOT NULL REFERENCES cluster,
	stamp           INTEGER NOT NULL DEFAULT 0, -- grows with each write of
	                                            -- any job
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
	user            TEXT NOT NULL,              -- names as submitted
	account         TEXT NOT NULL,
	uid             INTEGER NOT NULL DEFAULT 0,
	gid             INTEGER NOT NULL DEFAULT 0,
	assoc           INTEGER REFERENCES assoc,   -- NULL: none found
	qos             INTEGER,                    -- id; NULL none
	part_qos        INTEGER,                    -- of the partition it runs
	                                            -- in, if another; NULL none
	partitions      TEXT NOT NULL,              -- asked for, comma list
	partition       TEXT NOT NULL DEFAULT '',   -- the one it runs in
	reservation     TEXT NOT NULL DEFAULT '',   -- comma list
	wckey           TEXT NOT NULL DEFAULT '',
	name            TEXT NOT NULL DEFAULT '',
	comment         TEXT NOT NULL DEFAULT '',
	admin_comment   TEXT NOT NULL DEFAULT '',
	system_comment  TEXT NOT NULL DEFAULT '',
	extra           TEXT NOT NULL DEFAULT '',
	command         TEXT NOT NULL DEFAULT '',
	work_dir        TEXT NOT NULL DEFAULT '',
	options         TEXT NOT NULL DEFAULT '',   -- JSON: the rest, as given

	array_job       INTEGER,                    -- number of the array; NULL
	array_task      INTEGER,                    -- index; NULL none or head
	array_tasks     TEXT NOT NULL DEFAULT '',   -- waiting indices, ranges
	array_throttle  INTEGER NOT NULL DEFAULT 0, -- at most running; 0 none
	array_size      INTEGER NOT NULL DEFAULT 0, -- head: tasks at first
	dependency      TEXT NOT NULL DEFAULT '',   -- as given
	depends         TEXT NOT NULL DEFAULT '',   -- what became of it: of each
	                                            -- element, parted by ';',
	                                            -- kind state any number task
	                                            -- minutes, parted by blanks
	kill_on_invalid_dep INTEGER NOT NULL DEFAULT 0, -- 1: then it is ended

	submitted       INTEGER NOT NULL,           -- time
	eligible        INTEGER NOT NULL DEFAULT 0, -- time; 0 not yet
	accrue          INTEGER NOT NULL DEFAULT 0, -- age counts from; 0 not yet
	begins          INTEGER NOT NULL DEFAULT 0, -- --begin, time; 0 none
	deadline        INTEGER NOT NULL DEFAULT 0, -- time; 0 none
	started         INTEGER NOT NULL DEFAULT 0, -- time; 0 not yet
	ended           INTEGER NOT NULL DEFAULT 0, -- time; 0 not yet
	expected        INTEGER NOT NULL DEFAULT 0, -- planned start; 0 unknown
	suspended       INTEGER NOT NULL DEFAULT 0, -- time of suspension; 0 no
	suspended_secs  INTEGER NOT NULL DEFAULT 0, -- seconds in all
	last_eval       INTEGER NOT NULL DEFAULT 0, -- time; 0 never
	time_limit      INTEGER DEFAULT -1,         -- minutes; -1 not given,
	                                            -- NULL unlimited
	time_min        INTEGER NOT NULL DEFAULT 0, -- minutes; 0 none
	run_time        INTEGER NOT NULL DEFAULT -1, -- seconds it runs if nothing
	                                            -- stops it; < 0 for ever

	priority        INTEGER NOT NULL DEFAULT 0, -- 0 held, 1..2^32-1
	priority_set    INTEGER NOT NULL DEFAULT 0, -- 1: set by hand, fixed
	nice            INTEGER NOT NULL DEFAULT 0, -- +-2147483645, lowers
	site_factor     INTEGER NOT NULL DEFAULT 0, -- +-2147483645, raises
	hold            INTEGER NOT NULL DEFAULT 0, -- 0 no, 1 user, 2 admin

	min_nodes       INTEGER NOT NULL DEFAULT 1, -- nodes
	max_nodes       INTEGER NOT NULL DEFAULT 0, -- nodes; 0 not given
	nodes_given     INTEGER NOT NULL DEFAULT 0, -- 1: with --nodes
	tasks           INTEGER NOT NULL DEFAULT 1,
	tasks_given     INTEGER NOT NULL DEFAULT 0, -- 1: with --ntasks
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
	contiguous      INTEGER NOT NULL DEFAULT 0, -- 1: neighbours
	req_tres        TEXT NOT NULL DEFAULT '',   -- vector, asked for

	alloc_tres      TEXT,                       -- vector; NULL never started
	billing         REAL NOT NULL DEFAULT 0,    -- with its fraction
	nodes           TEXT NOT NULL DEFAULT '',   -- allocated, host list
	node_use        TEXT NOT NULL DEFAULT '',   -- of each: CPUs/MiB, with xN
	                                            -- for N alike, comma list
	sched_nodes     TEXT NOT NULL DEFAULT '',   -- planned, host list
	scheduler       INTEGER NOT NULL DEFAULT 0, -- 0 none, 1 main, 2 backfill

	requeue         INTEGER NOT NULL DEFAULT 1, -- 1: may be requeued
	restarts        INTEGER NOT NULL DEFAULT 0, -- times requeued
	preempted       INTEGER NOT NULL DEFAULT 0, -- times preempted
	preempt_by      INTEGER NOT NULL DEFAULT 0, -- number of the preemptor
	preempt_at      INTEGER NOT NULL DEFAULT 0, -- end of grace; 0 none
	exit_code       INTEGER NOT NULL DEFAULT 0, -- 0..255
	exit_signal     INTEGER NOT NULL DEFAULT 0, -- 0 none
	cancelled_by    INTEGER NOT NULL DEFAULT 0, -- uid; see next
	was_cancelled   INTEGER NOT NULL DEFAULT 0  -- 1: by that user
) STRICT;
INSERT INTO job_3 (id, cluster, number, state, state_flags, reason,
    reason_detail, user, account, uid, gid, assoc, qos, partitions, partition,
    reservation, wckey, name, comment, admin_comment, system_comment, extra,
    command, work_dir, options, array_job, array_task, array_tasks,
    array_throttle, dependency, submitted, eligible, accrue, begins, deadline,
    started, ended, expected, suspended, suspended_secs, last_eval, time_limit,
    time_min, run_time, priority, priority_set, nice, site_factor, hold,
    min_nodes, max_nodes, tasks, cpus_per_task, tasks_per_node, mem_per_node,
    mem_per_cpu, disk_per_node, gres, licenses, features, req_nodes, exc_nodes,
    exclusive, req_tres, alloc_tres, nodes, sched_nodes, scheduler, requeue,
    restarts, preempted, preempt_by, preempt_at, exit_code, exit_signal)
    SELECT id, cluster, number, state, state_flags, reason,
    reason_detail, user, account, uid, gid, assoc, qos, partitions, partition,
    reservation, wckey, name, comment, admin_comment, system_comment, extra,
    command, work_dir, options, array_job, array_task, array_tasks,
    array_throttle, dependency, submitted, eligible, accrue, begins, deadline,
    started, ended, expected, suspended, suspended_secs, last_eval, time_limit,
    time_min, run_time, priority, priority_set, nice, site_factor, hold,
    min_nodes, max_nodes, tasks, cpus_per_task, tasks_per_node, mem_per_node,
    mem_per_cpu, disk_per_node, gres, licenses, features, req_nodes, exc_nodes,
    exclusive, coalesce((SELECT group_concat(tres || '=' || count) FROM
        (SELECT tres, count FROM job_tres WHERE job = job.id AND what = 0
        ORDER BY tres)), ''),
    iif(started > 0, coalesce((SELECT group_concat(tres || '=' || count) FROM
        (SELECT tres, count FROM job_tres WHERE job = job.id AND what = 1
        ORDER BY tres)), ''), NULL),
    nodes, sched_nodes, scheduler, requeue,
    restarts, preempted, preempt_by, preempt_at, exit_code, exit_signal
    FROM job;
DROP TABLE job_tres;
DROP TABLE job_partition;
DROP TABLE job_dependency;
DROP TABLE job;
ALTER TABLE job_3 RENAME TO job;
CREATE UNIQUE INDEX job_number ON job (cluster, number);
CREATE INDEX job_stamp ON job (stamp);
CREATE INDEX job_active ON job (cluster) WHERE state < 3;
CREATE INDEX job_ended ON job (cluster, ended) WHERE ended > 0;
CREATE INDEX job_assoc ON job (assoc);
CREATE INDEX job_array ON job (array_job) WHERE array_job IS NOT NULL;

-- Runs of a job before the one its row tells of: it was put back after each.
CREATE TABLE job_run (
	id             INTEGER PRIMARY KEY,
	job            INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
	state          INTEGER NOT NULL,          -- as job.state
	requeued       INTEGER NOT NULL,          -- 1: shown as REQUEUED
	submitted      INTEGER NOT NULL,          -- time
	eligible       INTEGER NOT NULL,          -- time
	started        INTEGER NOT NULL,          -- time
	ended          INTEGER NOT NULL,          -- time
	suspended_secs INTEGER NOT NULL,          -- seconds
	partition      TEXT NOT NULL,
	nodes          TEXT NOT NULL,             -- host list
	n_node         INTEGER NOT NULL,          -- nodes
	qos            INTEGER,                   -- id; NULL none
	scheduler      INTEGER NOT NULL,          -- as job.scheduler
	alloc_tres     TEXT,                      -- vector; NULL never started
	exit_code      INTEGER NOT NULL,
	exit_signal    INTEGER NOT NULL
) STRICT;
CREATE INDEX job_run_job ON job_run (job);

-- ---- usage -----------------------------------------------------------------

-- A charge: one run of a job used resources from one instant to another.  It
-- was booked at each decay pass and at its end.
CREATE TABLE usage_segment_3 (
	id           INTEGER PRIMARY KEY,
	cluster      INTEGER NOT NULL REFERENCES cluster,
	assoc        INTEGER NOT NULL REFERENCES assoc,
	qos          INTEGER,                 -- id, of the job; NULL none
	part_qos     INTEGER,                 -- of the partition, if another
	job          INTEGER,                 -- job.id; NULL unknown, purged
	starts       INTEGER NOT NULL,        -- time
	ends         INTEGER NOT NULL,        -- time, >= starts
	mark         INTEGER NOT NULL DEFAULT 0, -- usage_mark.id, the last there
	                                      -- was: later ones came after its
	                                      -- end even if in the same second
	rate         REAL NOT NULL,           -- billing TRES (with fraction)
	usage_factor REAL NOT NULL DEFAULT 1, -- of the QOS
	alloc_tres   TEXT NOT NULL DEFAULT '' -- vector
) STRICT;
INSERT INTO usage_segment_3 (id, cluster, assoc, qos, part_qos, job, starts,
    ends, rate, usage_factor, alloc_tres)
    SELECT id, cluster, assoc, qos, part_qos, job, starts, ends, rate,
    usage_factor, coalesce((SELECT group_concat(tres || '=' || count) FROM
        (SELECT tres, count FROM usage_segment_tres
        WHERE segment = usage_segment.id ORDER BY tres)), '')
    FROM usage_segment;
DROP TABLE usage_segment_tres;
DROP TABLE usage_segment;
ALTER TABLE usage_segment_3 RENAME TO usage_segment;
CREATE INDEX usage_segment_assoc ON usage_segment (assoc);

-- Decay passes that reset all usage of a cluster: what was booked or marked
-- before is void.
CREATE TABLE usage_reset (
	cluster INTEGER NOT NULL REFERENCES cluster,
	at      INTEGER NOT NULL,   -- time of the pass
	PRIMARY KEY (cluster, at)
) STRICT, WITHOUT ROWID;

-- ---- the machine and who runs it -------------------------------------------

DROP TABLE partition;
DROP TABLE node;

-- What was changed of nodes and partitions since the settings were read.
CREATE TABLE live_change (
	id      INTEGER PRIMARY KEY, -- in the order they were made
	cluster INTEGER NOT NULL REFERENCES cluster,
	kind    TEXT NOT NULL CHECK (kind IN ('n', 'p')), -- node, partition
	name    TEXT NOT NULL,
	key     TEXT NOT NULL COLLATE NOCASE, -- as in slurm.conf; '' the
	                             -- partition was added (value '1') or removed
	value   TEXT NOT NULL,       -- as it would be written there
	at      INTEGER NOT NULL,    -- time
	UNIQUE (cluster, kind, name, key)
) STRICT;

-- Times and counters of the one that schedules.
CREATE TABLE controller (
	cluster        INTEGER PRIMARY KEY REFERENCES cluster,
	main_ran       INTEGER NOT NULL, -- time; 0 never
	full_ran       INTEGER NOT NULL, -- time; over the whole queue
	backfill_ran   INTEGER NOT NULL, -- time
	wanted         INTEGER NOT NULL, -- 1: something happened since
	next_number    INTEGER NOT NULL, -- JobId of the next job; 0 FirstJobId
	basic_priority INTEGER NOT NULL  -- lowest handed out; 0 none
) STRICT;
