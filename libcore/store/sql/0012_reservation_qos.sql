-- Schema 12: partitions and QOS whose jobs may use a reservation.

PRAGMA user_version = 12;

ALTER TABLE reservation ADD COLUMN allowed TEXT NOT NULL DEFAULT '';
ALTER TABLE reservation ADD COLUMN qos TEXT NOT NULL DEFAULT '';
