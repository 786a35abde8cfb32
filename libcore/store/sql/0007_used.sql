-- Schema 7: what jobs used of what they had; what the controller counted.

PRAGMA user_version = 7;

-- The part of the time of its CPUs in which they computed; -1 not known.
ALTER TABLE job ADD COLUMN cpu_efficiency REAL NOT NULL DEFAULT -1;
-- The most memory that it had in use, on all its nodes; KiB, -1 not known.
ALTER TABLE job ADD COLUMN mem_used INTEGER NOT NULL DEFAULT -1;

-- Counters of jobs and of runs of the schedulers, and since when they count
-- (time; 0 no day yet).
ALTER TABLE controller ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN submitted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN started INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN completed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN canceled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN backfilled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN backfilled_lately INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN main_cycles INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN main_depth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN main_queue INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN main_end INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN main_deep INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN main_enough INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN main_licenses INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_cycles INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_ran INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_depth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_tried INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_queue INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_table INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN last_depth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN last_tried INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN last_queue INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN last_table INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_end INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_enough INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_tests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controller ADD COLUMN plan_full INTEGER NOT NULL DEFAULT 0;
