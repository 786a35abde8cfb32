-- Schema 8: what a command reads does not grow with the jobs that ended, nor
-- with those that arrive later.

PRAGMA user_version = 8;

-- Waiting jobs by arrival, and running ones without those that wait.
DROP INDEX job_active;
CREATE INDEX job_active ON job (cluster, state, submitted) WHERE state < 3;
-- Waiting jobs that have to be known before they arrive.
CREATE INDEX job_tied ON job (cluster)
    WHERE state = 0 AND (depends <> '' OR reservation <> '');
