/*
 * diff.h - two results side by side, to be read: a row for each user that
 * moves, and one paragraph that says it all.
 *
 *     Effect on places now: 41 of 120 users move; largest fall bob@physics
 *     12 -> 57; first place alice@chem (unchanged)
 *
 * What is shown is what algo/compare.h found; both sides need their names.
 */
#ifndef FT_REPORT_EXPLAIN_DIFF_H
#define FT_REPORT_EXPLAIN_DIFF_H

#include "algo/compare.h"
#include "report/format/doc.h"
#include "report/format/column.h"
#include "report/format/format.h"

#define FT_DIFF_SCHEMA "fairtree.share-diff/1"

extern const struct ft_column ft_diff_fields[];

/* Which moves are rows, and in which order. */
struct ft_diff_options {
	enum ft_compare_order order;
	bool all;         /* users that stay where they are, too */
	size_t limit;     /* rows; 0: no limit */
	bool no_sentence; /* in documents: settings differ, too */
	/* NULL, or whether this user is wanted */
	bool (*wants)(void *ctx, const char *account, const char *user);
	void *ctx;
};

/* Returns how many rows there are, whatever the limit is. */
size_t ft_diff_count(
    const struct ft_compare *compare, const struct ft_diff_options *options);

/* Append the columns a table has unless others are asked for. */
void ft_diff_default_fields(
    const struct ft_compare *compare, struct ft_columns *list);

/*
 * Print the rows to OUT as a table says; JSON and YAML: a whole document,
 * with everything whatever FIELDS are.  table: schema and rows are set here.
 */
void ft_diff_print(const struct ft_compare *compare,
    const struct ft_diff_options *options, const struct ft_table_options *table,
    const struct ft_columns *fields, struct ft_out *out);

/* The same as the object KEY of a document of the caller's. */
void ft_diff_document(const struct ft_compare *compare,
    const struct ft_diff_options *options, const char *key, struct ft_doc *doc);

/* Append the paragraph, without a full stop or line end. */
void ft_diff_summary(const struct ft_compare *compare, struct ft_str *str);

/*
 * Append what a change of the shares of one single association does, for an
 * administrator, with a full stop:
 *
 *     Raising physics from 10 to 20 shares moves 41 of 120 users; largest
 *     fall: bob, 12 -> 57 of 120.
 *  Returns false, and appends nothing,
 * if the trees differ in anything else, or not at all.
 */
bool ft_diff_sentence(const struct ft_compare *compare, struct ft_str *str);

/*
 * Returns whether shares differ, but everywhere by the same factor among
 * siblings, and nothing else does: 1:1:1 -> 2:2:2.  No usage can make that
 * move anybody.
 */
bool ft_diff_keeps_ratios(const struct ft_compare *compare);

#endif
