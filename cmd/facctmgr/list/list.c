/* The machine behind all lists: book, fields, table, selections. */

#include "facctmgr/words/words.h"
#include "base/text/timefmt.h"
#include "common/suggest.h"

/* ---- what belongs to whom ------------------------------------------------------- */

static uint32_t *
no_assocs(struct facctmgr_list *list, size_t n)
{
	uint32_t *first =
	    ft_arena_alloc(&list->request->arena, (n + 1) * sizeof *first);

	for (size_t i = 0; i <= n; i++)
		first[i] = FT_INDEX_NONE;
	return first;
}

/* Chain each association to its user and its account, in database order. */
static void
chain_assocs(struct facctmgr_list *list)
{
	const struct ft_book *book = &list->book;
	size_t n = book->n_assoc;

	list->user_first = no_assocs(list, book->n_user);
	list->account_first = no_assocs(list, book->n_account);
	list->user_next = no_assocs(list, n);
	list->account_next = no_assocs(list, n);
	for (size_t k = list->index->n_order; k > 0 && k--;) {
		uint32_t i = list->index->order[k];
		const struct ft_assoc *assoc = &book->assoc[i];
		const struct ft_account *account =
		    ft_book_account(book, assoc->account);
		const struct ft_user *user =
		    assoc->user ? ft_book_user(book, assoc->user) : NULL;

		if (account) {
			uint32_t *first =
			    &list->account_first[account - book->account];

			list->account_next[i] = *first;
			*first = i;
		}
		if (user) {
			uint32_t *first = &list->user_first[user - book->user];

			list->user_next[i] = *first;
			*first = i;
		}
	}
}

static uint32_t
default_on(
    struct facctmgr_list *list, const struct ft_user *user, uint32_t cluster)
{
	uint32_t i = list->user_first[user - list->book.user];

	for (; i != FT_INDEX_NONE; i = list->user_next[i])
		/* sacctmgr knows no associations but those it asked for */
		if (list->book.assoc[i].is_default &&
		    list->book.assoc[i].cluster == cluster &&
		    (!list->zeros || facctmgr_list_matches(list, i)))
			return i;
	return FT_INDEX_NONE;
}

/* Returns the id of the cluster NAME, 0 if there is none. */
static uint32_t
cluster_named(const struct facctmgr_list *list, const char *name)
{
	for (size_t i = 0; i < list->book.n_cluster; i++)
		if (strcmp(list->book.cluster[i].name, name) == 0)
			return list->book.cluster[i].id;
	return 0;
}

uint32_t
facctmgr_list_default(
    struct facctmgr_list *list, const struct ft_user *user, uint32_t cluster)
{
	const struct ft_admin_names *given =
	    &list->request->where.key[FT_KEY_CLUSTER];
	uint32_t found = FT_INDEX_NONE;

	if (cluster || !given->given)
		return default_on(list, user,
		    cluster ? cluster : list->acct->session.cluster);
	for (size_t i = 0; i < given->n && found == FT_INDEX_NONE; i++) {
		cluster = cluster_named(list, given->item[i]);
		if (cluster)
			found = default_on(list, user, cluster);
	}
	return found;
}

static bool
counts_default(const struct facctmgr_list *list, uint32_t cluster)
{
	const struct ft_admin_names *given =
	    &list->request->where.key[FT_KEY_CLUSTER];
	const struct ft_cluster *record = ft_book_cluster(&list->book, cluster);

	if (given->given)
		return record && ft_admin_names_has(given, record->name);
	return !list->zeros || cluster == list->acct->session.cluster;
}

bool
facctmgr_list_default_account(const struct facctmgr_list *list,
    const struct ft_user *user, const struct ft_admin_names *names)
{
	uint32_t i = list->user_first[user - list->book.user];

	for (; i != FT_INDEX_NONE; i = list->user_next[i]) {
		const struct ft_assoc *assoc = &list->book.assoc[i];
		const struct ft_account *account =
		    ft_book_account(&list->book, assoc->account);

		if (assoc->is_default && account &&
		    counts_default(list, assoc->cluster) &&
		    ft_admin_names_has(names, account->name))
			return true;
	}
	return false;
}

/* ---- coordinators ------------------------------------------------------------------ */

static void
add_coord(struct facctmgr_list *list, const struct ft_account *account,
    const struct ft_user *user)
{
	const struct facctmgr_coord one = {
		(uint32_t)(account - list->book.account),
		(uint32_t)(user - list->book.user),
	};

	for (size_t i = 0; i < list->n_coord; i++)
		if (list->coord[i].account == one.account &&
		    list->coord[i].user == one.user)
			return;
	*ft_vec_add(list->coord, list->n_coord, list->cap_coord) = one;
}

/* The account of association I and those of all below it. */
static void
add_coord_below(
    struct facctmgr_list *list, uint32_t i, const struct ft_user *user)
{
	const struct ft_admin_index *index = list->index;
	const struct ft_book *book = &list->book;

	/* the nested set: what is below follows in order until rgt */
	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t at = index->order[k];
		const struct ft_account *account =
		    ft_book_account(book, book->assoc[at].account);

		if (account && !book->assoc[at].user &&
		    book->assoc[at].cluster == book->assoc[i].cluster &&
		    index->lft[at] >= index->lft[i] &&
		    index->rgt[at] <= index->rgt[i])
			add_coord(list, account, user);
	}
}

void
facctmgr_list_coords(struct facctmgr_list *list)
{
	const struct ft_book *book = &list->book;

	for (size_t c = 0; !list->coords_ready && c < book->n_coord; c++) {
		const struct ft_account *account =
		    ft_book_account(book, book->coord[c].account);
		const struct ft_user *user =
		    ft_book_user(book, book->coord[c].user);
		uint32_t i;

		if (account == NULL || user == NULL || account->deleted ||
		    user->deleted)
			continue;
		add_coord(list, account, user);
		i = list->account_first[account - book->account];
		for (; i != FT_INDEX_NONE; i = list->account_next[i])
			if (book->assoc[i].user == 0)
				add_coord_below(list, i, user);
	}
	list->coords_ready = true;
}

/* ---- begin ---------------------------------------------------------------------------- */

/* Conditions on associations do nothing for lists of records: Slurm asks. */
static bool
sure_about_assocs(struct facctmgr_list *list)
{
	struct facctmgr *acct = list->acct;

	if (!list->request->assoc_words ||
	    list->request->flags & FACCTMGR_WITH_ASSOC || !acct->context->slurm)
		return true;
	if (facctmgr_ask(acct,
		"You requested options that are only valid when querying with "
		"the withassoc option.\nAre you sure you want to continue?"))
		return true;
	facctmgr_say(acct, "Aborted\n");
	return false;
}

bool
facctmgr_list_begin(struct facctmgr_list *list, struct facctmgr *acct,
    struct facctmgr_request *request)
{
	*list = (struct facctmgr_list){
		.acct = acct,
		.request = request,
		.how = &request->kind->list,
		.inherit = !(request->flags & (FACCTMGR_WO_PARENT_INFO |
						  FACCTMGR_WO_PARENT_LIMITS)),
		.zeros = acct->context->slurm,
		.plain_tres = acct->format == FT_FORMAT_JSON ||
			      acct->format == FT_FORMAT_YAML,
	};
	if (request->status)
		return false;
	request->status = 1;
	if (!facctmgr_open(acct, false))
		return false;
	if (ft_store_read_book(acct->session.store,
		request->flags & FACCTMGR_WITH_DELETED, &list->book,
		&request->err) != FT_OK) {
		ft_cmd_fail(acct->context, &request->err);
		return false;
	}
	request->status = 0;
	if (!(request->flags & FACCTMGR_WITH_DELETED))
		facctmgr_doubt_names(acct, &request->where, false);
	list->index = ft_admin_index_new(&list->book);
	list->has = ft_arena_calloc(
	    &request->arena, list->book.n_qos + 1, sizeof *list->has);
	chain_assocs(list);
	return true;
}

/* ---- fields ------------------------------------------------------------------------------ */

/* The tree needs room for its blanks. */
static void
widen_account(struct facctmgr_list *list)
{
	for (size_t i = 0; i < list->fields.n; i++)
		if (list->fields.item[i].id == FACCTMGR_FIELD_ACCOUNT &&
		    list->fields.item[i].width == 10)
			list->fields.item[i].width = -20;
}

/* For programs: where in the tree each association stands. */
static void
add_places(struct facctmgr_list *list)
{
	enum ft_format_kind format = list->acct->format;
	bool assocs =
	    list->how->assocs || list->request->flags & FACCTMGR_WITH_ASSOC;
	struct ft_error err;

	if (!list->zeros && !list->how->known && assocs &&
	    (list->plain_tres || format == FT_FORMAT_CSV))
		ft_columns_choose(&list->fields, facctmgr_fields,
		    "Parent,Depth,Path", FT_COLUMN_RULE_OURS, &err);
}

static bool
choose_fields(struct facctmgr_list *list, const char *defaults)
{
	struct facctmgr *acct = list->acct;
	const struct ft_column *known =
	    list->how->known ? list->how->known : facctmgr_fields;
	const char *format = list->request->format;
	struct ft_error err, name = { 0 };

	if (format && *format == 0) {
		err.text[0] = 0;
	} else if (ft_columns_choose(&list->fields, known,
		       format ? format : defaults,
		       list->zeros ? 0 : FT_COLUMN_RULE_OURS, &err) == FT_OK) {
		if (list->request->flags & FACCTMGR_TREE)
			widen_account(list);
		if (!format)
			add_places(list);
		return true;
	}
	if (!list->zeros) {
		(void)ft_fail(&name, FT_ENOENT, "unknown field '%s'", err.text);
		(void)ft_suggest_field(acct->context, known, err.text, &name);
		facctmgr_error(acct, "%s", name.text);
		return false;
	}
	facctmgr_complain(acct, "Unknown field '%s'\n", err.text);
	acct->ended = true; /* sacctmgr ends there and then */
	return false;
}

static bool
shows_numbers(const struct facctmgr_list *list)
{
	for (size_t i = 0; i < list->fields.n; i++) {
		int id = list->fields.item[i].id;

		if (id == FACCTMGR_FIELD_LFT || id == FACCTMGR_FIELD_RGT)
			return true;
	}
	return false;
}

/* What is deleted still counts in the nested set. */
static bool
number_rows(struct facctmgr_list *list)
{
	struct ft_book all = { 0 };
	struct ft_error err;
	enum ft_status status;

	if (!shows_numbers(list))
		return true;
	status =
	    ft_store_read_book(list->acct->session.store, true, &all, &err);
	if (status == FT_OK)
		ft_admin_index_renumber(list->index, &all);
	else
		ft_cmd_fail(list->acct->context, &err);
	ft_book_free(&all);
	return status == FT_OK;
}

/* Choose fields, format= or the names of DEFAULTS, and open the table. */
static bool
open_list(struct facctmgr_list *list, const char *defaults)
{
	const struct ft_table_options options = {
		.schema = list->how->schema,
		.rows = list->how->rows,
	};
	bool sure;

	list->request->status = 1;
	if (!choose_fields(list, defaults))
		return false;
	sure = sure_about_assocs(list);
	if (sure && !number_rows(list))
		return false;
	list->request->status = 0;
	if (sure)
		facctmgr_table_open(&list->table, list->acct, options,
		    list->fields.item, list->fields.n);
	return sure;
}

int
facctmgr_list_end(struct facctmgr_list *list)
{
	facctmgr_table_close(&list->table);
	ft_free(list->coord);
	ft_columns_free(&list->fields);
	ft_admin_index_free(list->index);
	ft_book_free(&list->book);
	return list->request->status;
}

/* ---- who may see it ---------------------------------------------------------------------- */

/* Not a part of it can be seen; complains. */
static bool
is_hidden(struct facctmgr_list *list)
{
	const struct ft_sight *sight = &list->acct->session.sight;
	enum ft_sight_kind kind = list->how->kind;
	struct facctmgr *acct = list->acct;

	if (!list->how->hidden || ft_sight_sees_all(sight, 1U << kind) ||
	    (kind == FT_SIGHT_ACCOUNTS && sight->led.n > 0))
		return false;
	if (list->zeros) {
		facctmgr_error(acct, "Access/permission denied");
		facctmgr_complain(acct, " %s\n", list->how->hidden);
	} else {
		facctmgr_error(
		    acct, "PrivateData hides %s", ft_sight_word(kind));
	}
	return true;
}

/* sacctmgr shows it to operators only; complains. */
static bool
is_denied(struct facctmgr_list *list)
{
	if (!list->how->denied || !list->zeros ||
	    facctmgr_actor_level(list->acct, &list->book) >= FT_ADMIN_OPERATOR)
		return false;
	facctmgr_error(list->acct, "%s", list->how->denied);
	facctmgr_complain(
	    list->acct, " Error with request: Access/permission denied\n");
	return true;
}

/* Complains of times that are none; sacctmgr passes over them. */
static bool
times_fit(struct facctmgr_list *list)
{
	static const enum ft_admin_key keys[] = { FT_KEY_START, FT_KEY_END };
	struct facctmgr *acct = list->acct;

	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
		const struct ft_admin_names *when =
		    &list->request->where.key[keys[k]];
		int64_t ignored;

		for (size_t i = 0; i < when->n; i++) {
			if (ft_time_date(when->item[i], acct->session.wall,
				true, &ignored))
				continue;
			(void)facctmgr_fail(acct,
			    "Invalid time specification (pos=0): %s\n",
			    "bad time '%s'", when->item[i]);
			if (!list->zeros)
				return false;
		}
	}
	return true;
}

int
facctmgr_list_run(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_listing *how = &request->kind->list;
	struct facctmgr_list list;
	const char *fields;

	if (!facctmgr_list_begin(&list, acct, request))
		return facctmgr_list_end(&list);
	if (is_hidden(&list) || is_denied(&list) ||
	    (how->may && !how->may(&list)) || !times_fit(&list)) {
		request->status = 1;
		return facctmgr_list_end(&list);
	}
	fields = how->choose ? how->choose(&list) : how->fields;
	if (fields && open_list(&list, fields) && how->print)
		how->print(&list);
	return facctmgr_list_end(&list);
}

/*
 * Slurm forgets what is deleted within a day of its making; here it stays, but
 * sacctmgr does not show it.
 */
bool
facctmgr_list_shows(
    const struct facctmgr_list *list, bool deleted, bool removed)
{
	if (!deleted)
		return true;
	return list->request->flags & FACCTMGR_WITH_DELETED &&
	       (!list->acct->context->slurm || !removed);
}
