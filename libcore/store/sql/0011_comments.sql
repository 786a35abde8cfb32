-- Schema 11: comments of reservations.

PRAGMA user_version = 11;

ALTER TABLE reservation ADD COLUMN comment TEXT NOT NULL DEFAULT '';
