#include "admin/plan.h"

#include "admin/plan_int.h"

void
ft_plan_result_init(struct ft_plan_result *result)
{
	*result = (struct ft_plan_result){ 0 };
	ft_admin_load_init(&result->load);
}

void
ft_plan_result_free(struct ft_plan_result *result)
{
	ft_free(result->block);
	ft_free(result->extra);
	ft_admin_load_free(&result->load);
	ft_arena_clear(&result->arena);
}

void
ft_plan_add_block(struct ft_plan_run *run, const char *subject, const char *why,
    enum ft_entity entity, uint32_t id)
{
	struct ft_plan_result *result = run->result;

	*ft_vec_add(result->block, result->n_block, result->cap_block) =
	    (struct ft_plan_block){
		    .subject = subject,
		    .why = ft_arena_strdup(&result->arena, why),
		    .entity = entity,
		    .id = id,
	    };
}

void
ft_plan_add_extra(struct ft_plan_run *run, const char *subject,
    const char *field, const char *value)
{
	struct ft_plan_result *result = run->result;

	*ft_vec_add(result->extra, result->n_extra,
	    result->cap_extra) = (struct ft_plan_extra){
		.subject = subject,
		.field = field,
		.value = value ? ft_arena_strdup(&result->arena, value) : NULL,
	};
}

const char *
ft_plan_subject(struct ft_plan_run *run, const struct ft_assoc *assoc)
{
	const struct ft_account *account =
	    ft_book_account(run->book, assoc->account);
	const struct ft_user *user =
	    assoc->user ? ft_book_user(run->book, assoc->user) : NULL;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (assoc->parent == 0) /* its root */
		ft_str_addf(&str, "cluster %s", run->order.cluster);
	else
		ft_str_addf(&str, "%s %s%s%s", user ? "user" : "account",
		    user ? user->name : "", user ? "@" : "",
		    account ? account->name : "");
	if (*assoc->partition)
		ft_str_addf(&str, ":%s", assoc->partition);
	return ft_arena_strdup(&run->result->arena, ft_str_text(&str));
}

const char *
ft_plan_user_subject(struct ft_plan_run *run, const char *name)
{
	size_t size = sizeof "user " + strlen(name);
	char *text = ft_arena_alloc(&run->result->arena, size);

	snprintf(text, size, "user %s", name);
	return text;
}

/* ---- which associations the wish names -------------------------------------- */

static void
index_names(struct ft_plan_run *run)
{
	const struct ft_book *book = run->book;

	for (size_t i = 0; i < book->n_cluster; i++)
		if (!book->cluster[i].deleted &&
		    strcmp(book->cluster[i].name, run->order.cluster) == 0)
			run->cluster = book->cluster[i].id;
	for (size_t i = 0; i < book->n_account; i++) {
		run->account_assoc[i] = FT_PLAN_NONE;
		if (!book->account[i].deleted)
			ft_map_put(&run->account_at, book->account[i].name, i);
	}
	for (size_t i = 0; i < book->n_user; i++) {
		run->user_assoc[i] = FT_PLAN_NONE;
		if (!book->user[i].deleted)
			ft_map_put(&run->user_at, book->user[i].name, i);
	}
}

/* Accounts and users find their associations on this cluster. */
static void
index_assocs(struct ft_plan_run *run)
{
	const struct ft_book *book = run->book;

	for (size_t i = book->n_assoc; i > 0 && i--;) {
		const struct ft_assoc *assoc = &book->assoc[i];
		const struct ft_account *account =
		    ft_book_account(book, assoc->account);
		const struct ft_user *user =
		    assoc->user ? ft_book_user(book, assoc->user) : NULL;

		run->entry[i] = run->next[i] = FT_PLAN_NONE;
		if (assoc->cluster != run->cluster || assoc->deleted)
			continue;
		if (assoc->parent == 0)
			run->root = (uint32_t)i;
		if (assoc->user == 0 && account)
			run->account_assoc[account - book->account] =
			    (uint32_t)i;
		if (user == NULL)
			continue;
		run->next[i] = run->user_assoc[user - book->user];
		run->user_assoc[user - book->user] = (uint32_t)i;
	}
}

static uint32_t
find_account_assoc(const struct ft_plan_run *run, const char *name)
{
	uint64_t at;

	return ft_map_get(&run->account_at, name, &at) ? run->account_assoc[at]
						       : FT_PLAN_NONE;
}

static uint32_t
find_user_assoc(
    const struct ft_plan_run *run, const struct ft_plan_entry *entry)
{
	uint64_t user, account;
	uint32_t i = FT_PLAN_NONE;

	if (!ft_map_get(&run->user_at, entry->name, &user))
		return FT_PLAN_NONE;
	/* the account may be new itself */
	if (ft_map_get(&run->account_at, entry->parent, &account))
		i = run->user_assoc[user];
	for (; i != FT_PLAN_NONE; i = run->next[i])
		if (run->book->assoc[i].account ==
			run->book->account[account].id &&
		    strcmp(run->book->assoc[i].partition, entry->partition) ==
			0)
			break;
	if (i == FT_PLAN_NONE) {
		run->user_new[user]++;
		run->new_entry[user] = (uint32_t)(entry - run->order.entry);
	}
	return i;
}

static void
mark_named(struct ft_plan_run *run)
{
	const struct ft_map *parents = &run->order.parent_at;
	const struct ft_map_entry *parent = NULL;

	for (size_t i = 0; i < run->order.n; i++) {
		const struct ft_plan_entry *entry = &run->order.entry[i];
		uint32_t at = entry->line->kind == FT_FLAT_USER
				  ? find_user_assoc(run, entry)
				  : find_account_assoc(run, entry->name);

		if (at == FT_PLAN_NONE)
			continue;
		run->entry[at] = (uint32_t)i;
		run->named[at] = true;
	}
	while ((parent = ft_map_next(parents, parent))) {
		uint32_t at = find_account_assoc(run, ft_map_key(parent));

		if (at != FT_PLAN_NONE)
			run->named[at] = true;
	}
}

/* ---- scope ------------------------------------------------------------------ */

/* Depths, and who stands at or below the scope: from above, each path once. */
static void
measure_one(struct ft_plan_run *run, uint32_t *path, size_t i, uint32_t top)
{
	const struct ft_book *book = run->book;
	size_t n = 0;

	while (run->depth[i] == 0) {
		const struct ft_assoc *parent =
		    book->assoc[i].parent
			? ft_book_assoc(book, book->assoc[i].parent)
			: NULL;

		path[n++] = (uint32_t)i;
		if (parent == NULL || n > book->n_assoc)
			break;
		i = (size_t)(parent - book->assoc);
	}
	if (n == 0)
		return;
	if (run->depth[i] == 0) {
		run->depth[i] = 1;
		run->in_scope[i] = top == FT_PLAN_NONE || i == top;
		n--;
	}
	while (n > 0 && n--) {
		run->depth[path[n]] = run->depth[i] + 1;
		run->in_scope[path[n]] = run->in_scope[i] || path[n] == top;
		i = path[n];
	}
}

static enum ft_status
measure(struct ft_plan_run *run, struct ft_error *err)
{
	const struct ft_book *book = run->book;
	const char *scope = run->options->scope;
	uint32_t top = scope ? find_account_assoc(run, scope) : FT_PLAN_NONE;
	uint32_t *path FT_CLEANUP(ft_free_at) = NULL;

	if (scope && top == FT_PLAN_NONE &&
	    !ft_map_get(&run->order.account_at, scope, NULL))
		return ft_fail(err, FT_ENOENT, "no account '%s' on cluster %s",
		    scope, run->order.cluster);
	path = ft_calloc(book->n_assoc + 1, sizeof *path);
	for (size_t i = 0; i < book->n_assoc; i++)
		if (book->assoc[i].cluster == run->cluster &&
		    !book->assoc[i].deleted)
			measure_one(run, path, i, top);
	/* a scope that is yet to be made holds nothing now */
	for (size_t i = 0; scope && top == FT_PLAN_NONE && i < book->n_assoc;
	     i++)
		run->in_scope[i] = false;
	return FT_OK;
}

/* ---- the whole -------------------------------------------------------------- */

static void
run_init(struct ft_plan_run *run)
{
	const struct ft_book *book = run->book;
	struct ft_arena *arena = &run->arena;

	run->root = FT_PLAN_NONE;
	run->entry =
	    ft_arena_calloc(arena, book->n_assoc + 1, sizeof *run->entry);
	run->next =
	    ft_arena_calloc(arena, book->n_assoc + 1, sizeof *run->next);
	run->depth =
	    ft_arena_calloc(arena, book->n_assoc + 1, sizeof *run->depth);
	run->named =
	    ft_arena_calloc(arena, book->n_assoc + 1, sizeof *run->named);
	run->in_scope =
	    ft_arena_calloc(arena, book->n_assoc + 1, sizeof *run->in_scope);
	run->account_assoc = ft_arena_calloc(
	    arena, book->n_account + 1, sizeof *run->account_assoc);
	run->user_assoc =
	    ft_arena_calloc(arena, book->n_user + 1, sizeof *run->user_assoc);
	run->new_entry =
	    ft_arena_calloc(arena, book->n_user + 1, sizeof *run->new_entry);
	run->user_new =
	    ft_arena_calloc(arena, book->n_user + 1, sizeof *run->user_new);
}

static void
run_free(struct ft_plan_run *run)
{
	ft_plan_order_free(&run->order);
	ft_map_clear(&run->account_at);
	ft_map_clear(&run->user_at);
	ft_arena_clear(&run->arena);
}

static enum ft_status
run_plan(struct ft_plan_run *run, struct ft_error *err)
{
	struct ft_admin_load_options options = { .cluster = NULL };

	FT_TRY(ft_plan_order(&run->order, run->book, run->wish,
	    run->options->cluster, run->result, err));
	index_names(run);
	index_assocs(run);
	mark_named(run);
	FT_TRY(measure(run, err));
	if (run->root != FT_PLAN_NONE)
		run->named[run->root] = true;
	options.cluster = run->order.cluster;
	FT_TRY(ft_admin_load_flat(run->admin, run->book, &run->order.flat,
	    &options, &run->result->load, err));
	FT_TRY(ft_plan_extras(run, err));
	FT_TRY(ft_plan_settle(run, err));
	FT_TRY(ft_plan_prune(run, err));
	/* who wishes members for some accounts says nothing of all the rest */
	if (run->options->members)
		run->result->n_extra = 0;
	return FT_OK;
}

enum ft_status
ft_plan_flat(struct ft_admin *admin, const struct ft_book *book,
    const struct ft_flat *flat, const struct ft_plan_options *options,
    struct ft_plan_result *result, struct ft_error *err)
{
	struct ft_plan_run run = { .admin = admin,
		.book = book,
		.options = options,
		.result = result,
		.wish = flat };
	struct ft_admin_result refusal = { 0 };
	enum ft_status status;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_TREE, &refusal, err));
	run_init(&run);
	status = run_plan(&run, err);
	result->cluster = run.order.cluster;
	/* lines are those of the order, which goes */
	result->load.line = NULL;
	result->load.option = NULL;
	run_free(&run);
	return status;
}
