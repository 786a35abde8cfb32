/* txn.c - transactions: their names, notes of one request, column Info. */
#include "admin/txn_int.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/vec.h"

static const struct {
	uint32_t number;
	const char *name;
} actions[] = {
#define FT_TXN(id, number, name) { number, name },
#include "admin/txn.def"
#undef FT_TXN
};

const char *
ft_txn_name(uint32_t action)
{
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (actions[i].number == action)
			return actions[i].name;
	return NULL;
}

uint32_t
ft_txn_find(const char *name)
{
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (actions[i].name && strcasecmp(actions[i].name, name) == 0)
			return actions[i].number;
	return 0;
}

/* ---- pieces of text --------------------------------------------------------- */

void
ft_txn_add_quoted(struct ft_str *str, const char *text)
{
	ft_str_add_char(str, '\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			ft_str_add_char(str, '\\');
		ft_str_add_char(str, *text);
	}
	ft_str_add_char(str, '\'');
}

void
ft_txn_add_comma(struct ft_str *str)
{
	if (str->len)
		ft_str_add(str, ", ");
}

void
ft_txn_add_key(struct ft_str *str, const char *key, const char *name)
{
	if (str->len)
		ft_str_add(str, " || ");
	ft_str_addf(str, "%s=", key);
	ft_txn_add_quoted(str, name);
}

/* ---- notes ----------------------------------------------------------------- */

enum ft_status
ft_txn_note(struct ft_admin *admin, enum ft_txn_turn turn,
    enum ft_txn_action action, uint32_t cluster, const char *subject,
    const char *info, struct ft_error *err)
{
	struct ft_txn_notes *notes = &admin->notes;
	const char *name = "";

	if (cluster && cluster != notes->cluster) {
		struct ft_cluster record;

		FT_TRY(FT_REG(admin, get_cluster, cluster, &record, err));
		notes->cluster = cluster;
		notes->cluster_name =
		    ft_arena_strdup(&admin->arena, record.name);
	}
	if (cluster)
		name = notes->cluster_name;
	notes->item = ft_vec_grow(
	    notes->item, &notes->cap, notes->n + 1, sizeof *notes->item);
	notes->item[notes->n] = (struct ft_txn_note){
		.turn = (int)turn,
		.place = notes->n,
		.txn = { .action = action,
		    .cluster = name,
		    .subject = ft_arena_strdup(&notes->arena, subject),
		    .info = ft_arena_strdup(&notes->arena, info) },
	};
	notes->n++;
	return FT_OK;
}

/* SUBJECT is a condition: in brackets. */
enum ft_status
ft_txn_note_in(struct ft_admin *admin, enum ft_txn_turn turn,
    enum ft_txn_action action, uint32_t cluster, const struct ft_str *subject,
    const char *info, struct ft_error *err)
{
	struct ft_str text;
	enum ft_status status;

	ft_str_init(&text);
	ft_str_addf(&text, "(%s)", ft_str_text(subject));
	status = ft_txn_note(
	    admin, turn, action, cluster, ft_str_text(&text), info, err);
	ft_str_free(&text);
	return status;
}

/* By turn, then cluster; else as they came. */
static int
compare_notes(const void *a, const void *b)
{
	const struct ft_txn_note *left = a, *right = b;
	int order = (left->turn > right->turn) - (left->turn < right->turn);

	if (order == 0 && left->turn != (int)FT_TURN_RECORDS)
		order = strcmp(left->txn.cluster, right->txn.cluster);
	if (order == 0)
		order =
		    (left->place > right->place) - (left->place < right->place);
	return order;
}

enum ft_status
ft_txn_flush(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_txn_notes *notes = &admin->notes;
	enum ft_status status = FT_OK;

	if (notes->n > 1)
		qsort(
		    notes->item, notes->n, sizeof *notes->item, compare_notes);
	for (size_t i = 0; status == FT_OK && i < notes->n; i++)
		status =
		    FT_REG(admin, note_transaction, &notes->item[i].txn, err);
	notes->n = 0;
	ft_arena_clear(&notes->arena);
	return status;
}

/* ---- column Info of new associations ---------------------------------------- */

/* Columns in their order; NULL: only there when it is said. */
static const struct {
	const char *column, *usual;
} columns[] = {
	{ "acct", NULL },
	{ "parent_acct", NULL },
	{ "user", "''" },
	{ "`partition`", NULL }, /* of users: see below */
	{ "shares", "1" },
	{ "grp_jobs", "NULL" },
	{ "grp_jobs_accrue", "NULL" },
	{ "grp_submit_jobs", "NULL" },
	{ "grp_wall", "NULL" },
	{ "is_def", NULL },
	{ "max_jobs", "NULL" },
	{ "max_jobs_accrue", "NULL" },
	{ "min_prio_thresh", "NULL" },
	{ "max_submit_jobs", "NULL" },
	{ "max_wall_pj", "NULL" },
	{ "priority", "NULL" },
	{ "def_qos_id", "NULL" },
};

/* Returns the length of "COLUMN=value" at AT, 0 if that is another column. */
static size_t
match_column(const char *at, const char *column)
{
	size_t len = strlen(column);
	const char *end;

	if (strncmp(at, column, len) != 0 || at[len] != '=')
		return 0;
	end = strstr(at, ", ");
	return end ? (size_t)(end - at) : strlen(at);
}

/* Column I, from the text at *AT if it is there. */
static void
add_column(struct ft_str *str, size_t i, const char **at, bool is_user)
{
	const char *column = columns[i].column;
	size_t len = match_column(*at, column);

	if (len) {
		ft_str_add(str, ", ");
		ft_str_add_n(str, *at, len);
		*at += len;
		if (**at)
			*at += 2;
	} else if (columns[i].usual) {
		ft_str_addf(str, ", %s=%s", column, columns[i].usual);
	} else if (is_user && column[0] == '`') {
		ft_str_addf(str, ", %s=''", column);
	}
}

static void
add_assoc_info(struct ft_str *str, const struct ft_transaction *txn)
{
	const char *at = txn->info;
	bool is_user = strstr(at, "user='") != NULL;

	ft_str_addf(str, "mod_time=%lld", (long long)txn->at);
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		add_column(str, i, &at, is_user);
	if (*at)
		ft_str_addf(str, ", %s", at);
	/* neither a list nor a change of what is inherited */
	if (strstr(at, "qos=") == NULL)
		ft_str_add(str, ", qos='', delta_qos=''");
}

void
ft_txn_add_info(struct ft_str *str, const struct ft_transaction *txn)
{
	switch (txn->action) {
	case FT_TXN_ADD_ASSOCS:
		add_assoc_info(str, txn);
		break;
	case FT_TXN_ADD_CLUSTERS:
	case FT_TXN_ADD_QOS:
	case FT_TXN_ADD_WCKEYS:
	case FT_TXN_ADD_RESOURCES:
		ft_str_addf(
		    str, "mod_time=%lld, %s", (long long)txn->at, txn->info);
		break;
	default:
		ft_str_add(str, txn->info);
		break;
	}
}
