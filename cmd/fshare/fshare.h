/*
 * fshare.h - fshare, sshare: what its files share.
 *
 * args.c reads the command line, table.c decides which rows there are and in
 * which order, columns.c says what there is to show of a row, print.c shows
 * it.  whatif.c changes a copy of the store first, and compares.
 * Source: sshare(1).
 */
#ifndef FT_CMD_FSHARE_FSHARE_H
#define FT_CMD_FSHARE_FSHARE_H

#include "base/map.h"
#include "files/color.h"
#include "cli/opt.h"
#include "common/session.h"
#include "cli/slurmlist.h"
#include "common/whatif.h"
#include "load/load.h"
#include "model/account/tres.h"
#include "report/format/doc.h"
#include "report/format/format.h"
#include "report/format/prometheus.h"

/* Rows of share_fields that fview shows; any other needs no number. */
enum share_field {
	SHARE_ACCOUNT,
	SHARE_EFFECTIVE_USAGE = 2,
	SHARE_FAIR_SHARE,
	SHARE_LEVEL_FS = 7,
	SHARE_NORM_SHARES,
	SHARE_NORM_USAGE,
	SHARE_RAW_SHARES = 11,
	SHARE_RAW_USAGE,
	SHARE_USER = 14,
	SHARE_RANK = 18
};
extern const struct ft_column share_fields[];

/* What columns need beside the shares. */
enum share_needs {
	SHARE_NEEDS_LIMITS = 1,
	SHARE_NEEDS_USAGE = 2, /* of each TRES */
	SHARE_NEEDS_RUNNING = 4
};

/* Words of a comma list. */
struct share_words {
	char **item;
	size_t n, cap;
	struct ft_map seen; /* in lower case */
};

/* The command line. */
struct share_args {
	struct ft_context *context;
	struct ft_session session;

	bool all_users;              /* -a */
	struct share_words users;    /* -u; none: the acting user, or all */
	struct share_words accounts; /* -A, lower case; none: all */
	struct share_words clusters; /* -M */
	const char *clusters_text;
	bool long_list, partitions, users_only, no_header;
	bool verbose;
	enum ft_format_kind format;
	struct ft_str fields; /* -o, joined */
	bool fields_given;

	bool prometheus;

	const char *sort; /* a field, - in front: descending */
	uint64_t top;     /* rows; 0 all */
	uint64_t depth;   /* deepest row shown */
	bool tree;
	bool trace, trace_json;
	enum ft_color color;
	struct ft_whatif what_if;
	bool diff;

	bool failed;   /* something of it: exit 1 */
	uint64_t rows; /* printed in all */
};

void share_args_init(void *settings);
void share_args_free(void *settings);
/* What sshare -v -V says behind its version. */
void share_args_version(const void *settings);
extern const struct ft_option share_options[];
/* Add WORD unless it is there. */
void share_words_add(struct share_words *words, const char *word);
/* Returns whether WORD is in WORDS, any case. */
void share_words_free(struct share_words *words);
bool share_words_have(const struct share_words *words, const char *word);

/* The rows of one cluster, loaded and computed. */
struct share_table {
	const struct share_args *args;
	const char *cluster;
	bool basic; /* PriorityType=priority/basic */
	struct ft_load data;
	struct ft_names_set names;
	uint32_t *row; /* nodes in the order of the rows */
	size_t n;
	uint32_t *indent; /* by account ordinal, for its row; its
	                                users are one deeper */
	uint8_t *last;    /* --tree: by row: last of its siblings */
	struct ft_arena arena;
	struct ft_tres_table tres;
	struct ft_limit *limit; /* GrpTRESMins, by owner, tres */
	size_t n_limit;
	uint64_t *tres_usage; /* [tres.n][tree.n], or NULL */
	uint64_t *promised;   /* the same: TRES-seconds that running jobs may
	                         still use; NULL: none run */
};

/*
 * Fill TABLE for the session's cluster, with what COLUMNS need.  indents: what
 * earlier clusters of this run left (names of accounts to their indentation),
 * or NULL.
 */
enum ft_status share_table_load(struct share_table *table,
    struct share_args *args, const struct ft_columns *columns,
    struct ft_map *indents, struct ft_error *err);
void share_table_free(struct share_table *table);

/* Order and choice of rows (rows.c); called by share_table_load. */
enum ft_status share_rows_choose(struct share_table *table,
    struct share_args *args, struct ft_map *indents, struct ft_error *err);

/* Returns how deep the row of NODE is indented. */
uint32_t share_indent(const struct share_table *table, uint32_t node);

struct share_lines;

/* What columns show (columns.c). */
struct share_row {
	const void *record; /* the row itself: columns show its members */
	const struct share_table *table;
	uint32_t node;
	size_t i; /* of the table's rows */
	uint32_t id, depth;
	bool is_user, is_root, has_norm_shares, has_rank, shares_of_parent;
	const char *cluster, *account, *user, *partition, *parent;
	const char *name; /* of the account or user */
	struct ft_share_values values;
	const char *lead; /* in front of the account, where it is indented */
	const struct share_lines *lines; /* --tree: of what it is drawn */
};

/* Fill ROW with row I of TABLE. */
void share_row_fill(
    struct share_row *row, const struct share_table *table, size_t i);
/* The columns of JSON and YAML: all that have a key. */
void share_document_columns(struct ft_columns *columns);

/*
 * Make the changes of --what-if and --what-if-conf to the session's settings
 * and to a copy of its store, which takes the store's place (whatif.c).
 */
enum ft_status share_what_if(struct share_args *args, struct ft_error *err);
/* Print who moves by these changes: --diff. */
enum ft_status share_diff(
    struct share_args *args, struct ft_out *out, struct ft_error *err);
/* FT_EINVAL: --diff does not go with the other options. */
enum ft_status share_diff_check(
    const struct share_args *args, struct ft_error *err);

/* Print the rows on OUT, or as elements of the open list of DOC (print.c). */
void share_print(const struct share_table *table,
    const struct ft_columns *columns, struct ft_out *out, struct ft_doc *doc);
/* The rows as samples of these families (metrics.c). */
void share_metrics_open(struct ft_exposition *all);
void share_metrics(const struct share_table *table, struct ft_exposition *all);

#endif
