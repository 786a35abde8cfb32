/*
 * record.h - records of KEY=VALUE as scontrol prints them: over several lines,
 * on one, or, under our own name, as JSON and YAML, or with a column for each
 * key that some record has: CSV and what is parted by |.
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
void control_record_begin(struct control_records *records);
void control_record_end(struct control_records *records);
/* The next line of the record. */
void control_record_break(struct control_records *records);
/* KEY=VALUE; NULL: (null). */
void control_record_add(
    struct control_records *records, const char *key, const char *value);
void control_record_addf(struct control_records *records, const char *key,
    const char *format, ...) __attribute__((format(printf, 3, 4)));
/* TEXT as it is; KEY is its name in documents and columns. */
void control_record_text(
    struct control_records *records, const char *key, const char *text);
/* A blank that Slurm leaves at the end of a line. */
void control_record_space(struct control_records *records);

#endif
