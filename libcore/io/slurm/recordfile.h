/*
 * recordfile.h - read the records that scontrol show node, partition, reservation
 * and license print, each on a line (-o) or on several, in any mixture.
 *
 * A record begins at the start of a line with NodeName=, PartitionName=,
 * ReservationName= or LicenseName=; lines that begin with a blank continue it.
 * The value of Reason, Comment, Extra and OS may contain blanks: it ends with
 * the line, or before a known key that the record does not have yet.  Texts such
 * as "No reservations in the system" are no records.
 * Not here: what the values mean (cmd/fimport).
 * Source: scontrol(1); tests/oracle/cases j46, j48, v03.
 */
#ifndef FT_IO_SLURM_RECORDFILE_H
#define FT_IO_SLURM_RECORDFILE_H

#include "base/cursor.h"

enum ft_record_kind {
	FT_RECORD_NODE,
	FT_RECORD_PARTITION,
	FT_RECORD_RESERVATION,
	FT_RECORD_LICENSE,
	FT_RECORD_KINDS
};

struct ft_record_field {
	const char *key, *value; /* as printed */
};

/* Strings are the file's. */
struct ft_record {
	enum ft_record_kind kind;
	size_t line;
	const char *name;
	struct ft_record_field *field; /* without that of the name */
	size_t n, cap;
};

struct ft_recordfile {
	struct ft_arena arena;
	struct ft_record *record; /* as in the file */
	size_t n, cap;
	bool no_reservations; /* it says that there are none */
};

void ft_recordfile_free(struct ft_recordfile *file);
/*
 * Read INPUT into FILE, all zero.
 * FT_EPARSE "file:line:column: ...": no record, a record without a name, a word
 * without =.
 */
enum ft_status ft_recordfile_parse(struct ft_recordfile *file,
    const struct ft_input *input, struct ft_error *err);
/* Returns the value of KEY, NULL: the record lacks it, or has "(null)". */
const char *ft_record_value(const struct ft_record *record, const char *key);

#endif
