/*
 * show.h - how verbs of fauction show what they found: the options of formats
 * and of charts.
 */
#ifndef FAUCTION_SHOW_H
#define FAUCTION_SHOW_H

#include <stdbool.h>

#include "common/cmd.h"
#include "report/chart.h"
#include "report/format.h"

enum auction_show_key {
	AUCTION_PARSABLE = 700,
	AUCTION_PARSABLE2,
	AUCTION_CSV,
	AUCTION_JSON,
	AUCTION_YAML,
	AUCTION_PLOT,
	AUCTION_SVG
};

#define AUCTION_SHOW_OPTIONS                                                   \
	{ 0, "plot", NULL, AUCTION_PLOT, 0, FT_COMPLETE_NONE,                  \
		"draw charts behind the table" },                              \
	    { 0, "svg", "FILE", AUCTION_SVG, 0, FT_COMPLETE_FILE,              \
		    "draw them as a picture" },                                \
	    { 'p', "parsable", NULL, AUCTION_PARSABLE, 0, FT_COMPLETE_NONE,    \
		    "part the columns by |, with one at the end of the "       \
		    "line" },                                                  \
	    { 'P', "parsable2", NULL, AUCTION_PARSABLE2, 0, FT_COMPLETE_NONE,  \
		    "part the columns by |, without one at the end of the "    \
		    "line" },                                                  \
	    { 0, "csv", NULL, AUCTION_CSV, 0, FT_COMPLETE_NONE,                \
		    "print as CSV" },                                          \
	    { 0, "json", NULL, AUCTION_JSON, 0, FT_COMPLETE_NONE,              \
		    "print as JSON" },                                         \
	{                                                                      \
		0, "yaml", NULL, AUCTION_YAML, 0, FT_COMPLETE_NONE,            \
		    "print as YAML"                                            \
	}

struct auction_show {
	enum ft_format_kind format;
	bool plot;
	const char *svg; /* file; NULL none */
};

/* Take an option of the rows above; false: none of them. */
bool auction_show_option(struct auction_show *show, int key, const char *arg);
/* FT_EINVAL: a chart for people in output for programs. */
enum ft_status auction_show_check(
    const struct auction_show *show, struct ft_error *err);
/* Returns whether a table for people is printed. */
static inline bool
auction_show_people(const struct auction_show *show)
{
	return show->format == FT_FORMAT_TABLE;
}
/* Returns whether it is a document: JSON or YAML. */
static inline bool
auction_show_document(const struct auction_show *show)
{
	return show->format == FT_FORMAT_JSON || show->format == FT_FORMAT_YAML;
}

/* A column of a table: header, name in CSV; width as in report/format.h. */
void auction_column(struct ft_column *column, size_t *n, const char *header,
    const char *name, int width);
/* Open a table (not a document) of N columns; texts as they come. */
struct ft_table *auction_table(const struct auction_show *show,
    struct ft_out *out, const struct ft_column *column, size_t n);
/* The next cell, as printf. */
void auction_cell(struct ft_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Draw chart[n] as the options want: behind an empty line; into the file. */
enum ft_status auction_draw(const struct auction_show *show,
    const struct ft_context *context, const struct ft_chart *chart, size_t n,
    const char *title, struct ft_error *err);

#endif
