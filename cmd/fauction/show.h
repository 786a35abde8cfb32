/*
 * show.h - output of fauction's verbs: the options of formats and charts.
 */
#ifndef FT_CMD_FAUCTION_SHOW_H
#define FT_CMD_FAUCTION_SHOW_H

#include "files/color.h"
#include "report/chart/chart.h"
#include "report/format/format.h"

/* SHOW: the member of the verb's settings. */
#define FAUCTION_SHOW_OPTIONS(show)                                            \
	{ 0, "plot", NULL, "draw charts after the table",                      \
		FT_INTO_FLAG(show.plot) },                                     \
	    { 0, "svg", "FILE", "draw the charts as an SVG picture",           \
		    .complete = FT_COMPLETE_FILE, FT_INTO_BESIDE(show.svg) },  \
	    FT_COLOR_OPTIONS(show.color),                                      \
	    { 'p', "parsable", NULL,                                           \
		    "separate columns with |, including a trailing one",       \
		    FT_INTO_VALUE(show.format, FT_FORMAT_PARSABLE) },          \
	    { 'P', "parsable2", NULL,                                          \
		    "separate columns with |, without a trailing one",         \
		    FT_INTO_VALUE(show.format, FT_FORMAT_PARSABLE2) },         \
	    { 0, "csv", NULL, "print as CSV",                                  \
		    FT_INTO_VALUE(show.format, FT_FORMAT_CSV) },               \
	    { 0, "json", NULL, "print as JSON",                                \
		    FT_INTO_VALUE(show.format, FT_FORMAT_JSON) },              \
	{                                                                      \
		0, "yaml", NULL, "print as YAML",                              \
		    FT_INTO_VALUE(show.format, FT_FORMAT_YAML)                 \
	}

struct fauction_show {
	const struct ft_context *context;
	enum ft_format_kind format;
	bool plot;
	const char *svg;       /* file; NULL none */
	struct ft_color color; /* of charts */
};

/* FT_EINVAL: a chart for people with an output format for programs. */
enum ft_status fauction_show_check(
    const struct fauction_show *show, struct ft_error *err);
/* Returns whether the output is a table for people. */
static inline bool
fauction_show_people(const struct fauction_show *show)
{
	return show->format == FT_FORMAT_TABLE;
}
/* Returns whether the output is a document: JSON or YAML. */
static inline bool
fauction_show_document(const struct fauction_show *show)
{
	return show->format == FT_FORMAT_JSON || show->format == FT_FORMAT_YAML;
}

/* A row of a table of columns; after own: where its value comes from. */
#define FAUCTION_COLUMN(name_, header_, width_, own_, ...)                     \
	{                                                                      \
		.name = name_, .header = header_, .width = width_,             \
		.own = own_, __VA_ARGS__                                       \
	}
/* Open a table (not a document) with the columns of TABLE (up to a name of
 * NULL) whose own has one of the bits OWN. */
struct ft_table *fauction_table_of(const struct fauction_show *show,
    struct ft_out *out, const struct ft_column *table, unsigned own);
/* Open a table (not a document) of N columns. */
struct ft_table *fauction_table(const struct fauction_show *show,
    struct ft_out *out, const struct ft_column *column, size_t n);

/* Draw chart[n] as requested: after an empty line, or into the file. */
enum ft_status fauction_draw(const struct fauction_show *show,
    const struct ft_chart *chart, size_t n, const char *title,
    struct ft_error *err);

#endif
