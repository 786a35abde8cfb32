/*
 * internal.h - shared by the files of formats.
 */
#ifndef FT_REPORT_FORMAT_INTERNAL_H
#define FT_REPORT_FORMAT_INTERNAL_H

#include "report/format/doc.h"
#include "report/format/format.h"
#include "report/format/scalar.h"

enum ft_table_mode {
	FT_TABLE_PRINT,   /* print cells as they come */
	FT_TABLE_MEASURE, /* only widen the columns */
	FT_TABLE_KEEP     /* both: keep rows until the table is closed */
};

struct ft_table {
	struct ft_out *out;
	struct ft_table_options options;
	const struct ft_format *format;
	struct ft_column *column;
	size_t n;
	size_t next; /* column of the next cell */
	enum ft_table_mode mode;
	bool started; /* the header is printed */
	struct ft_str scratch;
	struct ft_str kept;   /* FT_TABLE_KEEP: style, text, NUL of each cell */
	struct ft_str masked; /* the text of the next cell, if it must be
			         formatted */
	struct ft_str room;   /* for values that getters build */
	struct ft_doc *doc;   /* JSON, YAML */
	struct ft_str objects; /* path of the objects open in the row: "a.b." */
};

/* The functions of one format. row is called after the last cell. */
struct ft_format {
	void (*head)(struct ft_table *table);
	void (*cell)(struct ft_table *table, const struct ft_value *cell);
	void (*row)(struct ft_table *table);
	void (*tail)(struct ft_table *table);
};

extern const struct ft_format ft_format_table;
extern const struct ft_format ft_format_delimited; /* CSV, parsable */
extern const struct ft_format ft_format_doc;       /* JSON and YAML */

/* table.c: append the value unpadded and uncut. */
void ft_table_render(struct ft_str *str, const struct ft_value *value);
/* table.c: the columns of the screen that a row takes, with its blanks. */
size_t ft_table_width(const struct ft_table *table);
/* table.c: widen the column of the cell. */
void ft_table_widen(struct ft_table *table, const struct ft_value *cell);
/* table.c: print what was kept. */
void ft_table_print_kept(struct ft_table *table);

/* The functions of a document writer; json.c and yaml.c have one each. */
struct ft_doc_ops {
	void (*begin)(struct ft_doc *doc, const char *key, bool list);
	void (*end)(struct ft_doc *doc);
	void (*text)(struct ft_doc *doc, const char *key, const char *text);
	/* a number, true, false or null, which both formats spell alike */
	void (*word)(struct ft_doc *doc, const char *key, const char *word);
	void (*close)(struct ft_doc *doc);
};

/* First member of both writers. */
struct ft_doc {
	const struct ft_doc_ops *ops;
	struct ft_out *out;
	bool blank_is_null; /* an unset text of FT_COLUMN_BLANK, as in
			       squeue's YAML */
	bool slurm;         /* written as Slurm does */
	bool parsed;        /* by a data parser, which 22.05 has not */
	bool headed;        /* ours: closing it writes its end */
	struct ft_doc_shape shape;
	struct ft_str warnings; /* a line each */
};

/* slurmdoc.c: write a number that may be unset or infinite as SHAPE has it. */
struct ft_doc_optional {
	bool set, infinite, real;
	double number;  /* of a real */
	uint64_t count; /* of others */
};
void ft_doc_slurm_optional(
    struct ft_doc *doc, const char *key, const struct ft_doc_optional *value);
/* slurmdoc.c: write a real as json-c does. */
void ft_doc_slurm_real(struct ft_doc *doc, const char *key, double number);

struct ft_doc *ft_json_open(struct ft_out *out, bool lines);
struct ft_doc *ft_yaml_open(struct ft_out *out);
/* CSV, parsable. */
struct ft_doc *ft_flat_doc_open(struct ft_out *out, enum ft_format_kind format);

#endif
