/*
 * record.h - prints records of KEY=VALUE as scontrol does, on several lines or
 * on one; under our own name also as JSON and YAML, and as CSV or columns
 * separated by | with a column for each key that any record has.
 *
 * A row of a record is a typed column (report/format/column.h) that ends with a
 * row without a name.  Its name is the key, "CPUTot", which is "cpu_tot" in
 * documents.  A missing value is printed as .none (NULL: "(null)"); if .none is
 * "", the row is left out.
 */
#ifndef FT_CMD_FCONTROL_SHOW_RECORD_H
#define FT_CMD_FCONTROL_SHOW_RECORD_H

#include "base/map.h"
#include "common/timetext.h"
#include "fcontrol/fcontrol.h"
#include "nodedoc/paper.h"
#include "report/format/doc.h"

/* One value of a record, kept until all columns are known. */
struct fcontrol_value {
	uint32_t record, column;
	const char *text;
};

struct fcontrol_records {
	struct fcontrol *control;
	enum ft_release release; /* rows of others are left out */
	struct ft_out out;
	struct ft_doc *doc;   /* NULL: text, or columns */
	struct ft_doc *paper; /* Slurm's own document: fcontrol_record_paper */
	bool unanswered;      /* it has no time of an update */
	bool columns;         /* values are kept: any record may add a column */
	struct ft_map keys;   /* key to column index */
	struct fcontrol_value *value;
	size_t n, cap;
	uint32_t n_record;
	struct ft_arena arena;
	struct ft_timetext time; /* how dates are written */
	struct ft_str room;      /* scratch for the current value */
	const char *indent;      /* at the start of all lines but the first */
	bool blank;              /* a blank precedes the next key of the line */
	bool apart;              /* a blank line after each record */
};

/* The argument of the getters of rows. */
struct fcontrol_thing {
	const void *of; /* the record: a FCONTROL_THING */
	struct fcontrol_records *records;
};

/* How a row is laid out: bits of column.own. */
enum {
	FCONTROL_LINE = 1,  /* starts a new line */
	FCONTROL_SPACE = 2, /* followed by a blank, as in Slurm */
	FCONTROL_BARE = 4,  /* its text contains the keys */
	FCONTROL_LOOK = 8,  /* a text that is a number in documents if it looks
	                      like one */
	FCONTROL_NOTE = 16  /* a note: until 26.05 a blank follows it */
};

/*
 * Where a row finds its value.  A file with a table of rows defines
 * FCONTROL_THING, the struct that its rows read.
 */
#define FCONTROL_MEMBER(member) FT_MEMBER(FCONTROL_THING, member)
/* An empty text is printed as (null). */
#define FCONTROL_TEXT(member) FCONTROL_MEMBER(member), .none = "(null)"
/* The row is left out if the text is empty or the number is 0. */
#define FCONTROL_GIVEN(member) FCONTROL_MEMBER(member), .none = ""
#define FCONTROL_YES(member)   FCONTROL_MEMBER(member), .type = FT_COLUMN_BOOL
#define FCONTROL_CONST(word)   .get = ft_column_get_arg, .arg = (word)
/* DATE: a store time, 0: WORD. DURATION: seconds.  MINUTES: minutes;
 * FT_TIME_NONE: the row's .arg. */
#define FCONTROL_DATE(member, word)                                            \
	FCONTROL_MEMBER(member), .get = fcontrol_get_date, .none = (word)
#define FCONTROL_DURATION(member)                                              \
	FCONTROL_MEMBER(member), .get = fcontrol_get_duration
#define FCONTROL_MINUTES(member)                                               \
	FCONTROL_MEMBER(member), .get = fcontrol_get_minutes
/* A number that may be FT_UNLIMITED. */
#define FCONTROL_LIMIT(member)                                                 \
	FCONTROL_MEMBER(member), .get = ft_paper_get_limit,                    \
				 .type = FT_COLUMN_UINT,                       \
				 .flags = FT_COLUMN_UNION
ft_column_fn fcontrol_get_date, fcontrol_get_duration, fcontrol_get_minutes;

/* name: of the list in documents, "nodes"; apart: a blank line after each
 * record.  fcontrol_records_close prints and frees everything. */
void fcontrol_records_open(struct fcontrol_records *records,
    struct fcontrol *control, const char *name, const char *indent, bool apart);
void fcontrol_records_close(struct fcontrol_records *records);
/* Print one record: the ROWS of THING. */
void fcontrol_record(struct fcontrol_records *records,
    const struct ft_column *rows, const void *thing);
/* The same step by step, for records of several tables. */
void fcontrol_record_begin(struct fcontrol_records *records);
void fcontrol_record_rows(struct fcontrol_records *records,
    const struct ft_column *rows, const void *thing);
void fcontrol_record_end(struct fcontrol_records *records);

/*
 * In Slurm's own document: print the record that the N rows MEMBER make of
 * THING.  Its rows are those of nodedoc/paper.h; their getters and writers have
 * the argument of those of other rows.
 */
void fcontrol_record_paper(struct fcontrol_records *records,
    const struct ft_column *member, size_t n, const void *thing);
/* Returns the record that the getter or writer of a row is to read. */
static inline const void *
fcontrol_thing_of(const void *row)
{
	return ((const struct fcontrol_thing *)row)->of;
}

/* Returns a text for a member of a thing, valid as long as its record. */
const char *fcontrol_text(struct fcontrol_records *records, const char *format,
    ...) __attribute__((format(printf, 2, 3)));
/* The same from STR, which is freed. */
const char *fcontrol_take(struct fcontrol_records *records, struct ft_str *str);
/*
 * Returns where remarks beside records go, such as "No jobs in the system":
 * standard output as Slurm has it, standard error if that is a document or a
 * table for programs.
 */
FILE *fcontrol_aside(const struct fcontrol *control);

#endif
