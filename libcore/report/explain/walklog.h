/*
 * walklog.h - the steps of an algorithm as lines: in the layout of slurmctld's log
 * under DebugFlags=Priority, or as JSON lines.
 *
 * Text: one line per user and account in the order of the walk, indented by
 * its depth, "=" in front of what is tied.  JSON: one object per event
 * (fairtree-trace(5)).  Not for: sentences (explain).
 */
#ifndef FT_REPORT_EXPLAIN_WALKLOG_H
#define FT_REPORT_EXPLAIN_WALKLOG_H

#include "algo/share/share.h"
#include "model/tree/event.h"
#include "model/tree/tree.h"
#include "report/format/out.h"

struct ft_doc;

struct ft_walklog {
	struct ft_out *out;
	const struct ft_tree *tree;
	const struct ft_names_set *names;
	struct ft_doc *doc; /* JSON */
	uint32_t users;     /* N, from START */
	bool begun;         /* there was an event */
	bool tied;          /* the next line is of a tied node */
};

/* out, tree and names are borrowed until ft_walklog_run returns. */
void ft_walklog_init(struct ft_walklog *trace, struct ft_out *out,
    const struct ft_tree *tree, const struct ft_names_set *names, bool json);

/*
 * Run ALGO on INPUT into SHARE, write its steps to TRACE, which is of the tree
 * of INPUT, and end that.
 * FT_EINVAL: the algorithm takes none; or what it says of its input.
 */
enum ft_status ft_walklog_run(struct ft_walklog *trace,
    const struct ft_algo *algo, const struct ft_share_input *input,
    struct ft_share *share, struct ft_error *err);

#endif
