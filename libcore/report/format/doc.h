/*
 * doc.h - writes nested documents as JSON, YAML or rows, member by member.
 *
 *     ft_doc_begin(doc, NULL);              {
 *     ft_doc_text(doc, "schema", "x/1");      "schema": "x/1",
 *     ft_doc_begin_list(doc, "rows");         "rows": [
 *     ...                                     ...
 *     ft_doc_end(doc); ft_doc_end(doc);       ] }
 *
 * The key is NULL for elements of a list and for the document itself.  Nothing
 * is kept but the element being written: the elements of a list in the first
 * two levels take one line each in JSON.
 */
#ifndef FT_REPORT_FORMAT_DOC_H
#define FT_REPORT_FORMAT_DOC_H

#include "report/format/format.h"
#include "report/format/out.h"

struct ft_doc;

/*
 * Open one document in any format but FT_FORMAT_TABLE; close it at its end. CSV
 * and parsable have a row for each text and number: its path and value
 * ("jobs.0.name", "first"). That is for results that are not a list of rows.
 */
struct ft_doc *ft_doc_open(struct ft_out *out, enum ft_format_kind format);
/* The same, and begin it as ft_doc_head does. */
struct ft_doc *ft_doc_open_ours(
    struct ft_out *out, enum ft_format_kind format, const char *schema);
/* How a document of Slurm's own is written. */
struct ft_doc_shape {
	enum ft_release release; /* whose program writes it */
	enum ft_release parser;  /* whose data parser shapes it: columns that
				    this release has not are left out */
	bool complex; /* numbers are plain, "Infinity" or null, and empty texts
			 null: --json=v0.0.42+complex */
};
/* Laid out as Slurm's own commands do (json-c; YAML 1.1 with tags). */
struct ft_doc *ft_doc_open_slurm(
    struct ft_out *out, enum ft_format_kind format, struct ft_doc_shape shape);
/* JSON lines: any number of documents, each on a line of its own. */
struct ft_doc *ft_doc_open_lines(struct ft_out *out);
void ft_doc_close(struct ft_doc *doc);

void ft_doc_begin(struct ft_doc *doc, const char *key);
void ft_doc_begin_list(struct ft_doc *doc, const char *key);
void ft_doc_end(struct ft_doc *doc);

/* text: UTF-8 (other bytes become U+FFFD); NULL: null. */
void ft_doc_text(struct ft_doc *doc, const char *key, const char *text);
void ft_doc_u64(struct ft_doc *doc, const char *key, uint64_t number);
void ft_doc_i64(struct ft_doc *doc, const char *key, int64_t number);
/* number: finite (null otherwise); written so that it reads back the same. */
void ft_doc_real(struct ft_doc *doc, const char *key, double number);
void ft_doc_bool(struct ft_doc *doc, const char *key, bool value);
void ft_doc_null(struct ft_doc *doc, const char *key);

/* An empty text that is not null in any shape. */
void ft_doc_blank(struct ft_doc *doc, const char *key);

/* A count that Slurm does not know: null, and since 23.02 its -2. */
void ft_doc_unmeasured(struct ft_doc *doc, const char *key);

/* ---- built on the functions above ----------------------------------------- */

/* {"set": true, "infinite": isinf(number), "number": number or 0}; in Slurm's
 * documents what is infinite is not set. */
void ft_doc_number(
    struct ft_doc *doc, const char *key, bool set, double number);
/* The same for a whole number. */
void ft_doc_count(struct ft_doc *doc, const char *key, bool set, bool infinite,
    uint64_t number);
/* ["a", "b"] of a comma list; NULL and "": []. */
void ft_doc_list(struct ft_doc *doc, const char *key, const char *text);

/* Add a member to the open object for each COLUMN[n] with a key: its value for
 * ROW. */
void ft_doc_row(struct ft_doc *doc, const struct ft_column *column, size_t n,
    const void *row);
/* Add them as an object of their own, KEY. */
void ft_doc_object(struct ft_doc *doc, const char *key,
    const struct ft_column *column, size_t n, const void *row);
/* Add one such member: KEY with VALUE, formatted as COLUMN says. */
void ft_doc_member(struct ft_doc *doc, const struct ft_column *column,
    const char *key, const struct ft_value *value);

const struct ft_doc_shape *ft_doc_shape_of(const struct ft_doc *doc);
/* Remember a warning, for the end of a document of Slurm's. */
void ft_doc_warn(struct ft_doc *doc, const char *description);
/* The program, the user and the words that a document of Slurm names. */
struct ft_doc_meta {
	const char *parser; /* "v0.0.42+fast" */
	const char *source, *user, *group;
	const char *cluster;
	char *const *word;
	size_t n_word;
};
/* End the whole as data parsers do: "meta": {...}, "errors": [], "warnings": [] } */
void ft_doc_slurm_tail(struct ft_doc *doc, const struct ft_doc_meta *meta);

/* Begin the whole as 22.05's plugin TYPE ("openapi/v0.0.38") does:
 * { "meta": {...}, */
void ft_doc_slurm_head(struct ft_doc *doc, const char *type, const char *name);

/*
 * Begin the whole: { "schema": schema, "meta": {"name": ..., "version": ...},
 * which ft_doc_close ends: "errors": [], "warnings": [] }
 */
void ft_doc_head(struct ft_doc *doc, const char *schema);

#endif
