/*
 * record.h - records of KEY=VALUE as scontrol prints them: over several lines,
 * on one, or, under our own name, as JSON and YAML, or with a column for each
 * key that some record has: CSV and what is separated by |.
 */
#ifndef FT_CONTROL_RECORD_H
#define FT_CONTROL_RECORD_H

#include "base/map.h"
#include "control/control.h"
#include "report/doc.h"

/* One value of a record, kept until all columns are known. */
struct control_value {
	uint32_t record, column;
	const char *text;
};

struct control_records {
	struct control *control;
	struct ft_out out;
	struct ft_doc *doc; /* NULL: text, or columns */
	bool columns;       /* kept until close: */
	struct ft_map keys; /* to their column */
	struct control_value *value;
	size_t n, cap;
	uint32_t n_record;
	struct ft_arena arena;
	const char *indent; /* of all lines but the first */
	bool blank;         /* the line has something already */
	bool apart;         /* a blank line behind each record */
};

/* How a row's value is found, and what it is in documents. */
enum control_kind {
	CONTROL_KIND_TEXT,   /* const char *; NULL or empty: row->text */
	CONTROL_KIND_NUMBER, /* an unsigned integer */
	CONTROL_KIND_YES,    /* bool: YES, NO */
	CONTROL_KIND_LIMIT,  /* uint32_t: a number, or UNLIMITED */
	CONTROL_KIND_CALL    /* row->add adds what it has to */
};

typedef void control_add_fn(struct control_records *records, const void *thing);

/* One KEY=VALUE of all records of a kind; a table ends with all zero. */
struct control_row {
	const char *key;
	enum control_kind kind;
	size_t at, size;  /* of the member in the thing */
	const char *text; /* NULL: (null) */
	control_add_fn *add;
	bool given; /* no row where there is no text */
	bool raw;   /* an empty text is shown as it is */
	bool
	    look; /* a text may be a number or bool: documents go by its look */
	bool line;  /* it begins a line */
	bool space; /* a blank comes behind it, as Slurm has it */
};

/*
 * How a row is written: a file with a table defines CONTROL_THING, the struct
 * it is about, which may have members that were made for it.
 */
#define CONTROL_MEMBER(member, is)                                             \
	.at = offsetof(CONTROL_THING, member),                                 \
	.size = sizeof(*(1 ? &((CONTROL_THING *)0)->member : (is *)0))
#define CONTROL_TEXT(member)                                                   \
	.kind = CONTROL_KIND_TEXT, CONTROL_MEMBER(member, const char *)
#define CONTROL_GIVEN(member) CONTROL_TEXT(member), .given = true
#define CONTROL_RAW(member)   CONTROL_TEXT(member), .raw = true
#define CONTROL_LOOK(member)  CONTROL_TEXT(member), .look = true
#define CONTROL_CONST(word)   .text = (word), .look = true
#define CONTROL_NUMBER(member)                                                 \
	.kind = CONTROL_KIND_NUMBER, .at = offsetof(CONTROL_THING, member),    \
	.size = sizeof(((CONTROL_THING *)0)->member)
#define CONTROL_YES(member)                                                    \
	.kind = CONTROL_KIND_YES, CONTROL_MEMBER(member, bool)
#define CONTROL_LIMIT(member)                                                  \
	.kind = CONTROL_KIND_LIMIT, CONTROL_MEMBER(member, uint32_t)
#define CONTROL_CALL(fn) .kind = CONTROL_KIND_CALL, .add = (fn)

/* A whole record: what ROWS say of THING. */
void control_record_rows(struct control_records *records,
    const struct control_row *rows, const void *thing);

/* Texts for members of a thing, which live as long as its record. */
const char *control_text(struct control_records *records, const char *format,
    ...) __attribute__((format(printf, 2, 3)));
/* What is in STR, which is emptied. */
const char *control_take(struct control_records *records, struct ft_str *str);
const char *control_duration(struct control_records *records, int64_t seconds);

/* NAME: of the list in documents, "nodes". */
void control_records_open(struct control_records *records,
    struct control *control, const char *name, const char *indent, bool apart);
void control_records_close(struct control_records *records);
/*
 * Returns where remarks beside records go, such as "No jobs in the system":
 * standard output as Slurm has it, standard error if that is a document or a
 * table for programs.
 */
FILE *control_aside(const struct control *control);
/* The next line of the record. */
void control_record_break(struct control_records *records);
/* KEY=VALUE; NULL: (null).  In documents a number if it looks like one. */
void control_record_add(
    struct control_records *records, const char *key, const char *value);
/* The same of a text, whatever it looks like. */
void control_record_word(
    struct control_records *records, const char *key, const char *value);
/* A number that may be without limit. */
void control_record_limit(struct control_records *records, const char *key,
    bool limited, uint64_t value);
void control_record_addf(struct control_records *records, const char *key,
    const char *format, ...) __attribute__((format(printf, 3, 4)));
/* TEXT as it is; KEY is its name in documents and columns. */
void control_record_text(
    struct control_records *records, const char *key, const char *text);
/* A blank that Slurm leaves at the end of a line. */
void control_record_space(struct control_records *records);

#endif
