-- Schema 10: images of rows in blocks, instead of one row of the journal for each.

PRAGMA user_version = 10;

-- What an entry found in the rows first..last of a table, each of them.  Images that
-- older programs wrote stay in journal_row; lists and settings are there always.
CREATE TABLE journal_image (
	journal INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
	id      INTEGER PRIMARY KEY,
	entity  TEXT NOT NULL,    -- table
	first   INTEGER NOT NULL, -- id
	last    INTEGER NOT NULL, -- id, < first + 512
	images  BLOB NOT NULL     -- a column after the other: store/row/block.c
) STRICT;
CREATE INDEX journal_image_journal ON journal_image (journal, entity, first);
CREATE INDEX journal_image_first ON journal_image (entity, first);
