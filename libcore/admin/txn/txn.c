/* txn.c - transactions: their names, notes of one request, column Info. */
#include "admin/txn/internal.h"

static const struct {
	uint32_t number;
	const char *name;
} actions[] = {
#define FT_TXN(id, number, name) { number, name },
#include "admin/txn/txn.def"
#undef FT_TXN
};

const char *
ft_txn_name(uint32_t action)
{
	for (size_t i = 0; i < FT_COUNT(actions); i++)
		if (actions[i].number == action)
			return actions[i].name;
	return NULL;
}

uint32_t
ft_txn_find(const char *name)
{
	for (size_t i = 0; i < FT_COUNT(actions); i++)
		if (actions[i].name && strcasecmp(actions[i].name, name) == 0)
			return actions[i].number;
	return 0;
}

/* ---- pieces of text --------------------------------------------------------- */

void
ft_txn_add_quoted(struct ft_str *str, const char *text)
{
	ft_str_add_char(str, '\'');
	while (*text) {
		size_t n = strcspn(text, "'\\");

		ft_str_add_n(str, text, n);
		text += n;
		if (!*text)
			break;
		ft_str_add_char(str, '\\');
		ft_str_add_char(str, *text++);
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
ft_txn_add_name(struct ft_str *info, const char *column)
{
	ft_txn_add_comma(info);
	ft_str_add(info, column);
	ft_str_add_char(info, '=');
}

void
ft_txn_add_text(struct ft_str *info, const char *column, const char *text)
{
	if (!text)
		return;
	ft_txn_add_name(info, column);
	ft_txn_add_quoted(info, text);
}

void
ft_txn_add_key(struct ft_str *str, const char *key, const char *name)
{
	if (str->len)
		ft_str_add(str, " || ");
	ft_str_add(str, key);
	ft_str_add_char(str, '=');
	ft_txn_add_quoted(str, name);
}

/* ---- notes ----------------------------------------------------------------- */

void
ft_txn_draft_free(struct ft_txn_draft *draft)
{
	ft_str_free(&draft->subject);
	ft_str_free(&draft->info);
}

static enum ft_status
learn_cluster(struct ft_admin *admin, uint32_t cluster, struct ft_error *err)
{
	struct ft_cluster record;

	if (cluster == 0 || cluster == admin->notes.cluster)
		return FT_OK;
	FT_TRY(FT_GET(admin->reg, cluster, &record, err));
	admin->notes.cluster = cluster;
	admin->notes.cluster_name = ft_arena_strdup(&admin->arena, record.name);
	return FT_OK;
}

enum ft_status
ft_txn_note(struct ft_admin *admin, const struct ft_txn_draft *draft,
    struct ft_error *err)
{
	struct ft_txn_notes *notes = &admin->notes;
	struct ft_str subject FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_transaction note;

	FT_TRY(learn_cluster(admin, draft->cluster, err));
	if (draft->condition)
		ft_str_addf(&subject, "(%s)", ft_str_text(&draft->subject));
	note = (struct ft_transaction){
		.id = (uint32_t)notes->n, /* its place */
		.action = draft->action,
		.cluster = draft->cluster ? notes->cluster_name : "",
		.subject = ft_arena_strdup(&notes->arena,
		    ft_str_text(draft->condition ? &subject : &draft->subject)),
		.info =
		    ft_arena_strdup(&notes->arena, ft_str_text(&draft->info)),
	};
	*ft_vec_add(notes->item, notes->n, notes->cap) = note;
	return FT_OK;
}

/* In which turn notes of one request are written. */
enum turn { TURN_RECORDS, TURN_ASSOCS, TURN_WCKEYS };

static enum turn
turn_of(const struct ft_transaction *note)
{
	uint32_t action = note->action;

	if (action == FT_TXN_ADD_WCKEYS)
		return TURN_WCKEYS;
	return action == FT_TXN_ADD_ASSOCS || action == FT_TXN_MODIFY_ASSOCS
		   ? TURN_ASSOCS
		   : TURN_RECORDS;
}

/* By turn, then cluster; else as they came. */
static int
compare_notes(const void *a, const void *b)
{
	const struct ft_transaction *left = a, *right = b;
	int order = (int)turn_of(left) - (int)turn_of(right);

	if (order == 0 && turn_of(left) != TURN_RECORDS)
		order = strcmp(left->cluster, right->cluster);
	if (order == 0)
		order = (left->id > right->id) - (left->id < right->id);
	return order;
}

/* Those of a load are in order already. */
static bool
are_sorted(const struct ft_txn_notes *notes)
{
	size_t i = 1;

	while (i < notes->n &&
	       compare_notes(&notes->item[i - 1], &notes->item[i]) < 0)
		i++;
	return i >= notes->n;
}

enum ft_status
ft_txn_flush(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_txn_notes *notes = &admin->notes;
	enum ft_status status;

	if (!are_sorted(notes))
		qsort(
		    notes->item, notes->n, sizeof *notes->item, compare_notes);
	status = FT_REG(admin, note_transactions, notes->item, notes->n, err);
	notes->n = 0;
	ft_arena_clear(&notes->arena);
	return status;
}

/* ---- column Info of new associations ---------------------------------------- */

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

/* COLUMN, from the text at *AT if it is there, else USUAL unless NULL. */
static void
add_column(
    struct ft_str *str, const char **at, const char *column, const char *usual)
{
	size_t len = match_column(*at, column);

	if (len) {
		ft_str_add(str, ", ");
		ft_str_add_n(str, *at, len);
		*at += len;
		if (**at)
			*at += 2;
	} else if (usual) {
		ft_str_addf(str, ", %s=%s", column, usual);
	}
}

/* What every row has, but for TRES and the list. */
static void
add_settings(struct ft_str *str, const char **at)
{
	const struct ft_attr *row[FT_ATTRS_NOTED];
	size_t n = ft_attrs_noted(FT_ENTITY_ASSOC, row);

	for (size_t i = 0; i < n; i++) {
		const struct ft_attr *attr = row[i];
		bool limit = attr->type == FT_ATTR_LIMIT;

		if (attr->type == FT_ATTR_SHARES)
			add_column(str, at, attr->dbd, "1");
		else if (attr->type == FT_ATTR_FLAG)
			add_column(str, at, attr->dbd, NULL);
		else if (limit
			     ? ft_limit_infos[attr->limit].type != FT_LIMIT_TRES
			     : attr->type != FT_ATTR_QOS_LIST)
			add_column(str, at, attr->dbd, "NULL");
	}
}

static void
add_assoc_info(struct ft_str *str, const struct ft_transaction *txn)
{
	const char *at = txn->info;
	bool is_user = strstr(at, "user='") != NULL;

	ft_str_addf(str, "mod_time=%lld", (long long)txn->at);
	add_column(str, &at, "acct", NULL);
	add_column(str, &at, "parent_acct", NULL);
	add_column(str, &at, "user", "''");
	add_column(str, &at, "`partition`", is_user ? "''" : NULL);
	add_settings(str, &at);
	if (*at)
		ft_str_addf(str, ", %s", at);
	/* neither a list nor a change of what is inherited */
	if (strstr(at, "qos=") == NULL)
		ft_str_add(str, ", qos='', delta_qos=''");
}

void
ft_txn_add_info(struct ft_str *str, const struct ft_transaction *txn)
{
	bool timed = txn->action == FT_TXN_ADD_CLUSTERS ||
		     txn->action == FT_TXN_ADD_QOS ||
		     txn->action == FT_TXN_ADD_WCKEYS ||
		     txn->action == FT_TXN_ADD_RESOURCES;

	if (txn->action == FT_TXN_ADD_ASSOCS) {
		add_assoc_info(str, txn);
		return;
	}
	if (timed)
		ft_str_addf(str, "mod_time=%lld, ", (long long)txn->at);
	ft_str_add(str, txn->info);
}
