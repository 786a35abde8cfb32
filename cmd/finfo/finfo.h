/*
 * finfo.h - finfo, sinfo: what its files share.
 *
 * args.c reads the command line, state.c the states of -t, format.c chooses the
 * columns, rows.c groups the nodes that are alike in them, sort.c orders the
 * rows; columns.c has the values of columns, print.c the tables, slurmdoc.c the
 * JSON of sinfo.
 * Source: sinfo(1).
 */
#ifndef FT_CMD_FINFO_FINFO_H
#define FT_CMD_FINFO_FINFO_H

#include "cli/opt.h"
#include "cli/slurmlist.h"
#include "common/session.h"
#include "common/slurmdoc.h"
#include "common/timetext.h"
#include "report/format/codes.h"
#include "report/format/format.h"
#include "report/node/node.h"

extern const struct ft_column finfo_fields[];
/* Sorts by the place of the partition in the settings: #P. */
extern const struct ft_column finfo_as_configured;

/* Bits of columns: how they group nodes. */
enum finfo_column_flag {
	FINFO_PARTITION = 1, /* names the partition: one without nodes has a
	                        row, too */
	FINFO_ALIKE = 2,     /* nodes of a row have the same value */
	FINFO_RANGE = 4,     /* the same with -e; else the lowest, and a + */
	FINFO_DATE = 8,
	FINFO_APART = 16 /* ALIKE for finfo; sinfo shows that of the first */
};

/* One condition of -t: all flags and one of the bases; or not. */
struct finfo_term {
	unsigned flags, bases; /* of bases a bit each */
	bool not ;
	bool or ; /* begins another alternative */
};

/* The command line. */
struct finfo_args {
	struct ft_context *context;
	struct ft_session session;

	struct ft_arglist partitions, clusters;
	const char *nodes;       /* -n; NULL: all */
	struct finfo_term *term; /* -t */
	size_t n_term, cap_term;
	const char *states; /* -t; NULL: all */
	bool all,           /* -a */
	    dead, exact, future, long_list, by_node, no_header, responding,
	    reasons, summary, reservations;
	const char *format; /* -o, -O: the last one given */
	bool words;         /* it is one of -O */
	const char *sort;
	uint64_t interval; /* -i */
	enum ft_format_kind kind;
	struct ft_slurmdoc doc; /* --json of sinfo since 23.02 */
	bool prometheus;
};

extern const struct ft_option finfo_options[];
enum ft_status finfo_args_finish(struct finfo_args *args, struct ft_error *err);
void finfo_args_free(void *settings);

/* state.c: read the states TEXT into args->term. */
enum ft_status finfo_states_read(
    struct finfo_args *args, const char *text, struct ft_error *err);
bool finfo_states_match(const struct finfo_args *args, unsigned state);
/* Print the words of -t that the release has (--helpstate). */
ft_opt_fn finfo_states_help;

/* A line: nodes of a partition that are alike in what is shown. */
struct finfo_row {
	const struct ft_partition *partition; /* first: columns show its
	                                         members */
	const struct ft_node *first; /* of its nodes; NULL: it has none */
	const struct finfo_view *view;
	uint32_t *node; /* indices, each once */
	size_t n, cap;
};

struct finfo_view {
	const struct finfo_args *args;
	const struct ft_world *world;
	struct ft_nodeuse use;
	unsigned *state; /* [n_node] as sinfo shows it */
	bool *wanted;    /* [n_node]: the options ask for it */
	struct ft_timetext time;
	struct finfo_row *row;
	size_t n, cap;
	const struct ft_visibility *visibility;
	struct ft_asker asker;
};

/* A number of a row's nodes: that of the node with least, and with most. */
struct finfo_range {
	uint64_t least, most;
};
/* column: of a member of struct ft_node. */
struct finfo_range finfo_range(
    const struct finfo_row *row, const struct ft_column *column);
/* Count the nodes with jobs, without, and not to be had; a failing one is not
 * out. */
void finfo_count_nodes(const struct finfo_row *row, size_t count[3]);

/* Fill in the states of VIEW and which nodes are shown.  FT_ENOENT, FT_EPARSE: a
 * node of -n. */
enum ft_status finfo_look(struct finfo_view *view, struct ft_error *err);
/* Group the nodes by COLUMN[n], and order the rows. */
void finfo_rows(
    struct finfo_view *view, const struct ft_column *column, size_t n);
void finfo_view_free(struct finfo_view *view);
void finfo_sort(struct finfo_view *view);

/* What to print: -o, -O or the usual. */
struct finfo_format {
	struct ft_code_list list;
	bool usual;
};
void finfo_format_choose(
    const struct finfo_args *args, struct finfo_format *format);

void finfo_print(const struct finfo_view *view, struct finfo_format *format,
    struct ft_out *out);
void finfo_print_reservations(
    const struct finfo_view *view, struct ft_out *out);
/* CSV, parsable, JSON, YAML: the rows of all clusters are in one table. */
struct ft_table *finfo_table_open(const struct finfo_args *args,
    const struct ft_columns *columns, struct ft_out *out);

/* slurmdoc.c: what sinfo --json prints of VIEW: 22.05 its nodes, later releases
 * its rows, in FORMAT.  FT_EINVAL, and a message was printed: no such parser. */
void finfo_old_document(const struct finfo_view *view, struct ft_out *out);
enum ft_status finfo_slurm_document(struct finfo_view *view,
    const struct finfo_format *format, const struct ft_session *session,
    struct ft_out *out);

#endif
