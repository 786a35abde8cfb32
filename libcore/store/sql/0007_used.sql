-- Schema 7: what jobs used of what they had.

PRAGMA user_version = 7;

-- The part of the time of its CPUs in which they computed; -1 not known.
ALTER TABLE job ADD COLUMN cpu_efficiency REAL NOT NULL DEFAULT -1;
-- The most memory that it had in use, on all its nodes; KiB, -1 not known.
ALTER TABLE job ADD COLUMN mem_used INTEGER NOT NULL DEFAULT -1;
