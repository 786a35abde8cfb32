/* check_internal.h - what checking and repairing a store share. */
#ifndef FT_STORE_CHECK_CHECK_INTERNAL_H
#define FT_STORE_CHECK_CHECK_INTERNAL_H

#include "store/check/check.h"
#include "store/internal.h"
#include "store/row/column_internal.h"

struct ft_check {
	struct ft_store *store; /* a copy in memory, of today's schema */
	const struct ft_check_to *to;
	size_t n;     /* problems reported */
	bool foreign; /* the schema is not ours: tables may be missing */
};

/* Copy the store PATH into memory, check its schema, and migrate the copy.
 * ft_store_close check->store in any case. */
enum ft_status ft_check_open(
    struct ft_check *check, const char *path, struct ft_error *err);
void ft_check_report(struct ft_check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Receives the current row of STMT, which has the columns of a table: once for
 * each value that is BROKEN, then once with NULL. */
typedef void ft_check_row_fn(struct ft_check *check, sqlite3_stmt *stmt,
    const struct ft_rule *broken, void *ctx);
/* Pass each row of TABLE to FN; report what cannot be read. */
void ft_check_rows(struct ft_check *check, const struct ft_table_info *table,
    ft_check_row_fn *fn, void *ctx);
/* Append "TABLE row KEY: COLUMN is VALUE" of a row. */
void ft_check_describe(
    struct ft_str *str, sqlite3_stmt *stmt, const struct ft_rule *broken);

/* A rule about several columns or rows. */
struct ft_check_rule {
	const char *table;
	const char *where; /* condition of the rows of TABLE that break it */
	const char *text;  /* the problem, after "TABLE row KEY: " */
	const char *mend;  /* SQL that mends them; NULL: remove them */
	bool of_keys;      /* only a change of keys can break it; or SQLite
	                      checks each row that is written */
};
extern const struct ft_check_rule ft_check_rules[];
extern const size_t ft_check_rule_count;
/* Report the rows of STORE that RULE finds, each line with the prefix BEFORE;
 * returns how many. */
size_t ft_check_apply(struct ft_check *check, struct ft_store *store,
    const struct ft_check_rule *rule, const char *before);
/* The rows that undoing an entry of the journal has changed. */
struct ft_check_scope {
	const char *table;
	uint32_t journal;
	bool keys; /* their keys may have changed, too */
	bool all;  /* any of the table, not only those of which it has images */
};
/* FT_EFOREIGN: a row of SCOPE breaks a rule. */
enum ft_status ft_check_changed(struct ft_store *store,
    const struct ft_check_scope *scope, struct ft_error *err);
/* Report what functions that read trees, eras, ... refuse. */
enum ft_status ft_check_readers(struct ft_check *check, struct ft_store *store);

#endif
