#include "admin/plan/plan.h"

#include "admin/index/index.h"
#include "admin/access/internal.h"
#include "admin/plan/private.h"

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
	ft_free(result->unmanaged);
	ft_admin_load_free(&result->load);
	ft_arena_clear(&result->arena);
}

/* ---- associations that the file names -------------------------------------- */

static uint32_t
find_user_assoc(
    const struct ft_plan_run *run, const struct ft_plan_entry *entry)
{
	uint32_t user = run->order.person[entry->person].user;
	uint32_t i = ft_directory_user_assoc(
	    &run->directory, user, entry->parent, entry->partition);

	if (i == FT_PLAN_NONE && user != FT_PLAN_NONE) {
		run->user_new[user]++;
		run->new_entry[user] = (uint32_t)(entry - run->order.entry);
	}
	return i;
}

static void
find_users(struct ft_plan_run *run)
{
	for (size_t i = 0; i < run->order.n_person; i++) {
		struct ft_plan_person *person = &run->order.person[i];
		uint64_t at;

		if (ft_map_get(&run->directory.user_at, person->name, &at))
			person->user = (uint32_t)at;
	}
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
				  : ft_directory_account_assoc(
					&run->directory, entry->name);

		if (at == FT_PLAN_NONE)
			continue;
		run->entry[at] = (uint32_t)i;
		run->named[at] = true;
	}
	while ((parent = ft_map_next(parents, parent))) {
		uint32_t at = ft_directory_account_assoc(
		    &run->directory, ft_map_key(parent));

		if (at != FT_PLAN_NONE)
			run->named[at] = true;
	}
}

/* ---- scope ------------------------------------------------------------------ */

/* Compute depths and which associations are in the scope; parents come first. */
static enum ft_status
measure(struct ft_plan_run *run, struct ft_error *err)
{
	const char *scope = run->options->scope;
	uint32_t top = scope
			   ? ft_directory_account_assoc(&run->directory, scope)
			   : FT_PLAN_NONE;
	struct ft_admin_index *index;

	if (scope && top == FT_PLAN_NONE &&
	    !ft_map_get(&run->order.account_at, scope, NULL))
		return ft_fail(err, FT_ENOENT, "no account '%s' on cluster %s",
		    scope, run->order.cluster);
	index = ft_admin_index_new(run->acctdb);
	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t i = index->order[k], up = index->parent[i];
		bool above = up == FT_INDEX_NONE ? !scope : run->in_scope[up];

		run->depth[i] = up == FT_INDEX_NONE ? 1 : run->depth[up] + 1;
		run->in_scope[i] = above || i == top;
	}
	ft_admin_index_free(index);
	return FT_OK;
}

/* ---- the whole -------------------------------------------------------------- */

static void
run_init(struct ft_plan_run *run)
{
	struct ft_arena *arena = &run->arena;
	size_t n_assoc = run->acctdb->n_assoc + 1;
	size_t n_user = run->acctdb->n_user + 1;

	run->entry = ft_arena_alloc(arena, n_assoc * sizeof *run->entry);
	memset(run->entry, 0xff, n_assoc * sizeof *run->entry);
	run->depth = ft_arena_calloc(arena, n_assoc, sizeof *run->depth);
	run->named = ft_arena_calloc(arena, n_assoc, sizeof *run->named);
	run->in_scope = ft_arena_calloc(arena, n_assoc, sizeof *run->in_scope);
	run->new_entry = ft_arena_calloc(arena, n_user, sizeof *run->new_entry);
	run->user_new = ft_arena_calloc(arena, n_user, sizeof *run->user_new);
}

static void
run_free(struct ft_plan_run *run)
{
	ft_plan_order_free(&run->order);
	ft_directory_free(&run->directory);
	ft_arena_clear(&run->arena);
}

/* Set what the file gives, list or reset what it does not. */
static enum ft_status
load_file(struct ft_plan_run *run, struct ft_error *err)
{
	struct ft_admin_load *load = &run->result->load;

	load->options =
	    (struct ft_admin_load_options){ .cluster = run->order.cluster,
		    .loops_later = true };
	FT_TRY(ft_admin_load_flat(
	    run->admin, run->acctdb, &run->order.flat, load, err));
	FT_TRY(ft_plan_list_unmanaged(run, err));
	return ft_admin_check_loops(run->admin, err);
}

static enum ft_status
run_qos(struct ft_plan_run *run, struct ft_error *err)
{
	FT_TRY(ft_plan_order(run, err));
	return load_file(run, err);
}

static enum ft_status
run_plan(struct ft_plan_run *run, struct ft_error *err)
{
	struct ft_plan_result *result = run->result;

	FT_TRY(ft_plan_order(run, err));
	find_users(run);
	mark_named(run);
	FT_TRY(measure(run, err));
	if (run->directory.root != FT_PLAN_NONE)
		run->named[run->directory.root] = true;
	FT_TRY(load_file(run, err));
	FT_TRY(ft_plan_coords(run, err));
	FT_TRY(ft_plan_prune(run, err));
	/* with a list of accounts, the others are not examined */
	if (run->options->members)
		result->n_unmanaged = 0;
	return FT_OK;
}

enum ft_status
ft_plan_flat(struct ft_admin *admin, const struct ft_acctdb *acctdb,
    const struct ft_flat *flat, struct ft_plan_result *result,
    struct ft_error *err)
{
	struct ft_plan_run run = { .admin = admin,
		.acctdb = acctdb,
		.options = &result->options,
		.result = result,
		.desired = flat };
	enum ft_status status;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_TREE, err));
	run_init(&run);
	status = run.options->qos ? run_qos(&run, err) : run_plan(&run, err);
	result->cluster = run.order.cluster;
	/* the lines belong to the order, which is freed here */
	result->load.line = NULL;
	result->load.option = NULL;
	run_free(&run);
	return status;
}
