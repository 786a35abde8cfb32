/*
 * fshare.h - fshare, sshare: what its files share.
 *
 * args.c reads the command line, table.c loads the shares of a cluster, rows.c
 * chooses and orders the rows, print.c and metrics.c print them.  whatif.c
 * prints who moves after --what-if, slurmdoc.c the JSON of sshare.  The columns are in shares/columns.h, for
 * the viewer has them too.
 * Source: sshare(1).
 */
#ifndef FT_CMD_FSHARE_FSHARE_H
#define FT_CMD_FSHARE_FSHARE_H

#include "base/map.h"
#include "files/color.h"
#include "cli/opt.h"
#include "common/session.h"
#include "common/slurmdoc.h"
#include "cli/slurmlist.h"
#include "common/whatif.h"
#include "report/format/doc.h"
#include "report/format/format.h"
#include "report/format/prometheus.h"
#include "shares/columns.h"

/* Words of a comma list. */
struct fshare_words {
	char **item;
	size_t n, cap;
	struct ft_map seen; /* in lower case */
};

/* The command line. */
struct fshare_args {
	struct ft_context *context;
	struct ft_session session;

	bool all_users;               /* -a */
	struct fshare_words users;    /* -u; none: the acting user, or all */
	struct fshare_words accounts; /* -A, lower case; none: all */
	struct fshare_words clusters; /* -M */
	bool own_users;               /* the acting user, without -u or -a */
	const char *clusters_text;
	bool long_list, partitions, users_only, no_header;
	bool verbose;
	enum ft_format_kind format;
	struct ft_slurmdoc document;     /* --json of sshare */
	struct fshare_words field_words; /* -o, each once */
	struct ft_str fields;            /* the same, joined */
	bool fields_given;

	bool prometheus;

	const char *sort; /* a field, - in front: descending */
	uint64_t top;     /* rows; 0 all */
	uint64_t depth;   /* deepest row shown */
	bool tree;
	bool trace, trace_json;
	struct ft_color color;
	struct ft_whatif what_if;
	bool diff;

	bool history;
	const char *period, *every; /* of it; NULL: not given */
	const char *svg;            /* the file for its picture */
	struct fshare_words missing_users, missing_accounts; /* without rows */

	bool verify;      /* instead of showing shares */
	const char *site; /* its folder; NULL: that of the last import */
	bool failed;      /* something of it: exit 1 */
	bool refused;     /* no document: exit 253, as sshare does */
	uint64_t rows;    /* printed in all */
};

void fshare_args_init(void *settings);
void fshare_args_free(void *settings);
/* Print what sshare -v -V prints after its version. */
void fshare_args_version(const void *settings);
extern const struct ft_option fshare_options[];
/* Add WORD unless it is there. */
void fshare_words_add(struct fshare_words *words, const char *word);
/* Returns whether WORD is in WORDS, any case. */
void fshare_words_free(struct fshare_words *words);
bool fshare_words_have(const struct fshare_words *words, const char *word);

/* The rows of one cluster, loaded and computed. */
struct fshare_table {
	const struct fshare_args *args;
	struct ft_shares shares;
	uint32_t *row; /* nodes in the order of the rows */
	size_t n;
	uint32_t *indent; /* of an account's row, by account ordinal; its users
	                     are one deeper */
	uint8_t *last;    /* --tree: by row: last of its siblings */
	struct ft_arena arena;
};

/*
 * Fill TABLE for the session's cluster, with what COLUMNS need.  indents: what
 * earlier clusters of this run left (names of accounts to their indentation),
 * or NULL.
 */
enum ft_status fshare_table_load(struct fshare_table *table,
    struct fshare_args *args, const struct ft_columns *columns,
    struct ft_map *indents, struct ft_error *err);
void fshare_table_free(struct fshare_table *table);

/* Set the usage of each TRES of SHARES, which has its tree (table.c). */
enum ft_status fshare_tres_usage(struct ft_shares *shares,
    const struct ft_load_source *source, struct ft_error *err);

/* Order and choice of rows (rows.c); called by fshare_table_load. */
enum ft_status fshare_rows_choose(struct fshare_table *table,
    struct fshare_args *args, struct ft_map *indents, struct ft_error *err);

/* Returns whether CONF has no multifactor plugin: there are no factors then. */
bool fshare_is_basic(const struct ft_conf *conf);

/* Returns how deep the row of NODE is indented. */
uint32_t fshare_indent(const struct fshare_table *table, uint32_t node);

void fshare_row_fill(
    struct ft_shares_row *row, const struct fshare_table *table, size_t i);

/*
 * Make the changes of --what-if and --what-if-conf to the session's settings
 * and to a copy of its store, which takes the store's place (whatif.c).
 */
enum ft_status fshare_what_if(struct fshare_args *args, struct ft_error *err);
/* Print who moves under these changes: --diff. */
enum ft_status fshare_diff(
    struct fshare_args *args, struct ft_out *out, struct ft_error *err);
/* FT_EINVAL: --diff does not go with the other options. */
enum ft_status fshare_diff_check(
    const struct fshare_args *args, struct ft_error *err);

/* Print the rows over time, COLUMNS of each: --history (history.c). */
enum ft_status fshare_history(struct fshare_args *args,
    const struct ft_columns *columns, struct ft_out *out, struct ft_error *err);
/* FT_EINVAL: --history does not go with the other options. */
enum ft_status fshare_history_check(
    const struct fshare_args *args, struct ft_error *err);

/*
 * Print how the table of the site at PATH (NULL: that was imported last), which
 * fairtree-collect collected, differs from the one computed here, and why; sets args->failed if something is unexplained
 * (verify.c).
 */
enum ft_status fshare_verify(struct fshare_args *args, const char *path,
    struct ft_out *out, struct ft_error *err);

/* Print the rows on OUT, or as elements of the open list of DOC (print.c). */
void fshare_print(const struct fshare_table *table,
    const struct ft_columns *columns, struct ft_out *out, struct ft_doc *doc);
/* Add the columns of the JSON of sshare. */
void fshare_slurm_columns(struct ft_columns *columns);
/* Print that JSON or YAML; returns false after a message: its parser is
 * unknown. */
bool fshare_slurm_document(
    const struct fshare_table *table, struct ft_out *out);
/* The rows as samples of these families (metrics.c). */
void fshare_metrics_open(struct ft_exposition *all);
void fshare_metrics(
    const struct fshare_table *table, struct ft_exposition *all);

#endif
