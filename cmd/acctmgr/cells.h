/*
 * cells.h - where the cells of lists come from: a row for each column of
 * field.def.
 */
#ifndef FT_CMD_ACCTMGR_CELLS_H
#define FT_CMD_ACCTMGR_CELLS_H

#include "acctmgr/list.h"
#include "base/timefmt.h"

/* One cell being filled. */
struct cell {
	struct acct_list *list;
	const struct acct_row *row;
	/* Records of the row; NULL: none.  The first three are of its
	 * association, too. */
	const struct ft_cluster *cluster;
	const struct ft_account *account;
	const struct ft_user *user;
	const struct ft_cluster *own_cluster;
	const struct ft_assoc *assoc;
	const struct ft_qos *qos;
	const struct ft_resource *resource;
	const struct ft_transaction *txn;
};

/* A column's row: what it has of get, qos, limited, type comes first. */
struct acct_source {
	void (*get)(struct cell *cell); /* hands over exactly one cell */
	bool of_qos;                    /* of QOS it is this member */
	enum ft_qos_member qos;
	bool limited;
	enum ft_limit_kind limit[2]; /* of associations, of QOS */
	const char *tres;            /* this one alone; NULL: all */
	enum { ACCT_MEMBER_NONE, ACCT_MEMBER_TEXT, ACCT_MEMBER_U32 } type;
	size_t record;  /* in the cell */
	size_t member;  /* in the record */
	bool is_record; /* sacctmgr's lists of associations leave it empty */
};
const struct acct_source *acct_source(const struct ft_column *column);

/* The value of a limit of KIND that is no list of TRES. */
void acct_put_limit(
    struct ft_table *table, enum ft_limit_kind kind, uint64_t value);

/* cells_limits.c: what is of limits, of QOS */
void acct_show_limit(struct cell *cell, const struct acct_source *source);
void acct_show_qos(struct cell *cell, enum ft_qos_member member);

void acct_get_qos(struct cell *cell);
void acct_get_qos_raw(struct cell *cell);
void acct_get_default_qos(struct cell *cell);
void acct_get_preempt(struct cell *cell);
void acct_get_flags(struct cell *cell);

static inline void
acct_show_unset(struct cell *cell)
{
	ft_table_unset(cell->list->table);
}

static inline void
acct_show_text(struct cell *cell, const char *value)
{
	ft_table_text(cell->list->table, value && *value ? value : NULL);
}

static inline void
acct_show_number(struct cell *cell, bool is, uint64_t value)
{
	if (is)
		ft_table_u64(cell->list->table, value);
	else
		acct_show_unset(cell);
}

/* The getters of field.def. */
#define GET(name)                                                              \
	{                                                                      \
		.get = acct_get_##name                                         \
	}
#define RECORD_GET(name)                                                       \
	{                                                                      \
		.get = acct_get_##name, .is_record = true                      \
	}

#endif
