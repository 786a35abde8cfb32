/*
 * record.h - records of KEY=VALUE as scontrol prints them: over several lines,
 * on one, or, under our own name, as JSON and YAML, or with a column for each
 * key that some record has: CSV and what is separated by |.
 *
 * A row of a record is a typed column (report/format/column.h) that ends with a row
 * without a name.  Its name is the key, "CPUTot", which is "cpu_tot" in
 * documents; where it has no value people read its word for that, "(null)" if it
 * has none, and there is no row at all if that word is empty.
 */
#ifndef FT_CMD_FCONTROL_SHOW_RECORD_H
#define FT_CMD_FCONTROL_SHOW_RECORD_H

#include "base/map.h"
#include "common/timetext.h"
#include "fcontrol/fcontrol.h"
#include "report/format/doc.h"

/* One value of a record, kept until all columns are known. */
struct fcontrol_value {
	uint32_t record, column;
	const char *text;
};

struct fcontrol_records {
	struct fcontrol *control;
	struct ft_out out;
	struct ft_doc *doc; /* NULL: text, or columns */
	bool columns;       /* kept until close: */
	struct ft_map keys; /* to their column */
	struct fcontrol_value *value;
	size_t n, cap;
	uint32_t n_record;
	struct ft_arena arena;
	struct ft_timetext time; /* how dates are written */
	struct ft_str room;      /* of the value at hand */
	const char *indent;      /* of all lines but the first */
	bool blank;              /* the line has something already */
	bool apart;              /* a blank line behind each record */
};

/* What getters of rows are called with. */
struct fcontrol_thing {
	const void *of; /* the record: a FCONTROL_THING */
	struct fcontrol_records *records;
};

/* How a row is laid out: bits of column.own. */
enum {
	FCONTROL_LINE = 1,  /* it begins a line */
	FCONTROL_SPACE = 2, /* followed by a blank, as in Slurm */
	FCONTROL_BARE = 4,  /* its text has keys of its own */
	FCONTROL_LOOK = 8   /* a text that is a number in documents if it looks
	                      like one */
};

/*
 * Where a row's value is: a file with a table defines FCONTROL_THING, the struct
 * it is about, which may have members that were made for it.
 */
#define FCONTROL_MEMBER(member) FT_MEMBER(FCONTROL_THING, member)
/* An empty text is none. */
#define FCONTROL_TEXT(member) FCONTROL_MEMBER(member), .none = "(null)"
/* No row where the text is empty, or the number 0. */
#define FCONTROL_GIVEN(member) FCONTROL_MEMBER(member), .none = ""
#define FCONTROL_YES(member)   FCONTROL_MEMBER(member), .type = FT_COLUMN_BOOL
#define FCONTROL_CONST(word)   .get = ft_column_get_arg, .arg = (word)
/* A time, 0: NONE; seconds; minutes, FT_TIME_NONE: the row's arg. */
#define FCONTROL_DATE(member, word)                                            \
	FCONTROL_MEMBER(member), .get = fcontrol_get_date, .none = (word)
#define FCONTROL_DURATION(member)                                              \
	FCONTROL_MEMBER(member), .get = fcontrol_get_duration
#define FCONTROL_MINUTES(member)                                               \
	FCONTROL_MEMBER(member), .get = fcontrol_get_minutes
/* A number that may be FT_UNLIMITED. */
#define FCONTROL_LIMIT(member)                                                 \
	FCONTROL_MEMBER(member), .get = fcontrol_get_limit,                    \
				 .type = FT_COLUMN_UINT,                       \
				 .flags = FT_COLUMN_UNION
ft_column_fn fcontrol_get_date, fcontrol_get_duration, fcontrol_get_minutes,
    fcontrol_get_limit;

/* NAME: of the list in documents, "nodes". */
void fcontrol_records_open(struct fcontrol_records *records,
    struct fcontrol *control, const char *name, const char *indent, bool apart);
void fcontrol_records_close(struct fcontrol_records *records);
/* A whole record: what ROWS say of THING. */
void fcontrol_record(struct fcontrol_records *records,
    const struct ft_column *rows, const void *thing);
/* The same in parts: rows in between. */
void fcontrol_record_begin(struct fcontrol_records *records);
void fcontrol_record_rows(struct fcontrol_records *records,
    const struct ft_column *rows, const void *thing);
void fcontrol_record_end(struct fcontrol_records *records);

/* Texts for members of a thing, which live as long as its record. */
const char *fcontrol_text(struct fcontrol_records *records, const char *format,
    ...) __attribute__((format(printf, 2, 3)));
/* What is in STR, which is emptied. */
const char *fcontrol_take(struct fcontrol_records *records, struct ft_str *str);
/*
 * Returns where remarks beside records go, such as "No jobs in the system":
 * standard output as Slurm has it, standard error if that is a document or a
 * table for programs.
 */
FILE *fcontrol_aside(const struct fcontrol *control);

#endif
