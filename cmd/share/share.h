/*
 * share.h - fshare, sshare: what its files share.
 *
 * args.c reads the command line, table.c decides which rows there are and in
 * which order, print.c writes them as tables, document.c as JSON and YAML.
 * whatif.c changes a copy of the store first, and compares.
 * Source: sshare(1).
 */
#ifndef FT_CMD_SHARE_H
#define FT_CMD_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "common/color.h"
#include "common/opt.h"
#include "common/session.h"
#include "common/slurmlist.h"
#include "common/whatif.h"
#include "load/load.h"
#include "model/tres.h"
#include "report/format.h"
#include "report/prometheus.h"

/* Rows of the table of fields, in the order in which prefixes match. */
enum share_field {
	SHARE_ACCOUNT,
	SHARE_CLUSTER,
	SHARE_EFFECTIVE_USAGE,
	SHARE_FAIR_SHARE,
	SHARE_GRP_TRES_MINS,
	SHARE_GRP_TRES_RAW,
	SHARE_ID,
	SHARE_LEVEL_FS,
	SHARE_NORM_SHARES,
	SHARE_NORM_USAGE,
	SHARE_PARTITION,
	SHARE_RAW_SHARES,
	SHARE_RAW_USAGE,
	SHARE_TRES_RUN_MINS,
	SHARE_USER,
	SHARE_PARENT,
	SHARE_DEPTH,
	SHARE_PATH,
	SHARE_RANK,
	SHARE_FIELDS
};
extern const struct ft_column share_fields[SHARE_FIELDS + 1];

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
 * Fill TABLE for the session's cluster.  fields: which columns are wanted;
 * everything: those of documents.  indents: what earlier clusters of this run
 * left (names of accounts to their indentation), or NULL.
 */
enum ft_status share_table_load(struct share_table *table,
    struct share_args *args, const struct ft_columns *fields, bool everything,
    struct ft_map *indents, struct ft_error *err);
void share_table_free(struct share_table *table);

/* Order and choice of rows (rows.c); called by share_table_load. */
enum ft_status share_rows_choose(struct share_table *table,
    struct share_args *args, struct ft_map *indents, struct ft_error *err);

/* Returns how deep the row of NODE is indented. */
uint32_t share_indent(const struct share_table *table, uint32_t node);

/* What rows show (cells.c). */
void share_cell(const struct share_table *table, uint32_t node,
    const struct ft_share_values *values, int field, struct ft_table *out);
void share_values(const struct share_table *table, uint32_t node,
    struct ft_share_values *values);
/* "root/bedrock/fred" */
void share_add_path(
    const struct share_table *table, uint32_t node, struct ft_str *str);
/* "cpu=9000,mem=100": limits of the node. */
void share_add_limits(
    const struct share_table *table, uint32_t node, struct ft_str *str);
/* "cpu=161,mem=0,...": promised to running jobs, or used; divided. */
void share_add_promised(const struct share_table *table, uint32_t node,
    uint64_t divisor, struct ft_str *str);
void share_add_tres_usage(const struct share_table *table, uint32_t node,
    uint64_t divisor, struct ft_str *str);

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

/* Print the rows as a table; fields as chosen (print.c). */
void share_print(const struct share_table *table,
    const struct ft_columns *fields, struct ft_out *out);
/* Print the rows as elements of a list (document.c). */
struct ft_doc;
void share_document(const struct share_table *table, struct ft_doc *doc);
/* The rows as samples of these families (metrics.c). */
void share_metrics_open(struct ft_exposition *all);
void share_metrics(const struct share_table *table, struct ft_exposition *all);

#endif
