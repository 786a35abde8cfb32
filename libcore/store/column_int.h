/*
 * column_int.h - the rule of each column of the store, and how values are
 * checked.
 * The rows are those of column.def.
 */
#ifndef FT_STORE_COLUMN_INT_H
#define FT_STORE_COLUMN_INT_H

#include "store/store_int.h"

enum ft_column_kind {
#define KIND(kind, type, low, high, is) FT_COLUMN_##kind,
#include "store/column.def"
	FT_COLUMN_KINDS
};

struct ft_column {
	const char *table, *name;
	enum ft_column_kind kind;
	bool nullable;
};

extern const struct ft_column ft_columns[];
extern const size_t ft_column_count;

/* Returns the column NAME of TABLE, NULL if there is none.  *at: where to look
 * first; set to where the next one will probably be. */
const struct ft_column *ft_column_find(
    const char *table, const char *name, size_t *at);
/* Returns the columns of TABLE, *n of them; NULL if it is none of ours. */
const struct ft_column *ft_column_table(const char *table, size_t *n);
/* Returns the first column of COLUMN's table: it names the rows. */
const struct ft_column *ft_column_first(const struct ft_column *column);
/* Returns whether VALUE, which is not NULL, may stand in COLUMN. */
bool ft_column_holds(const struct ft_column *column, sqlite3_value *value);
/* Append at most MOST bytes of TEXT, masked: it may come from anybody. */
void ft_str_add_plain(struct ft_str *str, const char *text, size_t most);
/*
 * Append "TABLE row KEY: COLUMN is VALUE"; KEY: of the row, NULL unknown.
 * Text is shortened and masked: it may come from anybody.
 */
void ft_column_tell(struct ft_str *str, const struct ft_column *column,
    sqlite3_value *key, sqlite3_value *value);

/* The rules of one statement's result columns. */
struct ft_rule {
	const struct ft_column *column;
	int at, key; /* result columns: its own; its row's key, -1 none */
	bool nullable;
};
struct ft_rules {
	sqlite3_stmt *stmt;
	size_t n;
	struct ft_rule rule[];
};

/*
 * Returns the rules of STMT's result columns, the caller's.  A column of a
 * table goes by its table and name, an expression by its alias if that is
 * "TABLE.COLUMN"; others have no rule.  A NULL is no damage in an expression
 * nor where SQL has a LEFT JOIN.
 */
struct ft_rules *ft_rules_of(sqlite3_stmt *stmt);
/* Returns whether VALUE keeps to RULE. */
static inline bool
ft_rule_holds(const struct ft_rule *rule, sqlite3_value *value)
{
	return sqlite3_value_type(value) == SQLITE_NULL
		   ? rule->nullable
		   : ft_column_holds(rule->column, value);
}

#endif
