/* Coordinators and default accounts that the loader cannot set, as the file
 * names them before their accounts. */
#include "admin/plan/private.h"

/* ---- coordinators ----------------------------------------------------------- */

/* The coordinators that lines name: "USER ACCOUNT". */
struct coords {
	struct ft_plan_run *run;
	struct ft_map named;
	struct ft_str key; /* scratch */
};

static const char *
key_of(struct coords *coords, const char *user, const char *account)
{
	ft_str_clear(&coords->key);
	ft_str_addf(&coords->key, "%s %s", user, account);
	return ft_str_text(&coords->key);
}

static enum ft_status
add_coord(struct coords *coords, const struct ft_plan_entry *entry,
    const struct ft_flat_option *option, const char *name, struct ft_error *err)
{
	struct ft_plan_run *run = coords->run;
	struct ft_account account;
	struct ft_user user;
	enum ft_status status;

	if (!*name ||
	    !ft_map_put(&coords->named, key_of(coords, entry->name, name), 0))
		return FT_OK;
	status = FT_NAMED(run->admin->reg, name, &account, err);
	if (status == FT_ENOENT)
		return ft_loader_trouble(&run->result->load, FT_TROUBLE_OPTION,
		    (struct ft_loader_place){
			run->desired->file, entry->line, option },
		    err, "no account '%s' to coordinate", name);
	FT_TRY(status);
	FT_TRY(FT_NAMED(run->admin->reg, entry->name, &user, err));
	return FT_REG(run->admin, add_coord,
	    &(struct ft_coord){ account.id, user.id }, err);
}

/* The accounts that a line names as coordinated; those missing are added. */
static enum ft_status
add_coords(struct coords *coords, const struct ft_plan_entry *entry,
    const struct ft_flat_option *option, struct ft_error *err)
{
	struct ft_arena *arena = &coords->run->arena;
	const char *list = ft_loader_lower(arena, option->value);
	struct ft_word word;

	while (ft_word_next(&list, ",", &word))
		FT_TRY(add_coord(coords, entry, option,
		    ft_arena_strndup(arena, word.at, word.len), err));
	return FT_OK;
}

static enum ft_status
add_lines(struct coords *coords, struct ft_error *err)
{
	const struct ft_plan_order *order = &coords->run->order;

	for (size_t i = 0; i < order->n; i++) {
		const struct ft_plan_entry *entry = &order->entry[i];
		const struct ft_flat_line *line = entry->line;

		for (uint32_t k = 0;
		     line->kind == FT_FLAT_USER && k < line->n_option; k++)
			if ((*line->option[k].key | 0x20) == 'c' &&
			    ft_loader_find_word(line->option[k].key) ==
				FT_LOAD_COORDINATOR)
				FT_TRY(add_coords(
				    coords, entry, &line->option[k], err));
	}
	return FT_OK;
}

/* A coordinator of the store that the file does not name is unmanaged. */
static enum ft_status
compare_coord(
    struct coords *coords, const struct ft_coord *coord, struct ft_error *err)
{
	struct ft_plan_run *run = coords->run;
	struct ft_account account;
	struct ft_user user;
	uint32_t at;

	FT_TRY(FT_GET(run->admin->reg, coord->account, &account, err));
	FT_TRY(FT_GET(run->admin->reg, coord->user, &user, err));
	if (ft_map_get(&coords->named, key_of(coords, user.name, account.name),
		NULL) ||
	    !ft_map_get(&run->order.person_at, user.name, NULL))
		return FT_OK;
	at = ft_directory_account_assoc(&run->directory, account.name);
	if (run->options->scope && (at == FT_PLAN_NONE || !run->in_scope[at]))
		return FT_OK;
	if (run->options->exact)
		return FT_REG(run->admin, drop_coord, coord, err);
	ft_plan_add_unmanaged(run, ft_plan_name_subject(run, "user", user.name),
	    "coordinator", account.name);
	return FT_OK;
}

static enum ft_status
compare_coords(struct coords *coords, struct ft_error *err)
{
	const struct ft_coord *coord;
	size_t n;

	FT_TRY(add_lines(coords, err));
	FT_TRY(ft_list_coords(
	    coords->run->admin->reg, FT_NO_OWNER, &coord, &n, err));
	for (size_t i = 0; i < n; i++)
		FT_TRY(compare_coord(coords, &coord[i], err));
	return FT_OK;
}

/* ---- default accounts ------------------------------------------------------- */

static enum ft_status
check_default_account(struct ft_plan_run *run,
    const struct ft_plan_person *person, struct ft_error *err)
{
	struct ft_registry *registry = run->admin->reg;
	struct ft_assoc_filter filter = { .users_only = true };
	struct ft_cluster cluster;
	struct ft_account account;
	struct ft_user user;
	struct ft_admin_selection found FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	enum ft_status status =
	    FT_NAMED(registry, run->order.cluster, &cluster, err);

	if (status == FT_OK)
		status = FT_NAMED(registry, person->name, &user, err);
	if (status == FT_OK)
		status =
		    FT_NAMED(registry, person->default_account, &account, err);
	if (status == FT_OK) {
		filter.cluster = cluster.id;
		filter.user = user.id;
		filter.account = account.id;
		status = ft_admin_each(run->admin, &filter, &found, err);
	}
	if (found.n || (status != FT_OK && status != FT_ENOENT))
		return status;
	return ft_loader_trouble(&run->result->load, FT_TROUBLE_OPTION,
	    (struct ft_loader_place){ run->desired->file, person->default_line,
		person->default_option },
	    err, "user '%s' has no association with account '%s'", person->name,
	    person->default_account);
}

enum ft_status
ft_plan_coords(struct ft_plan_run *run, struct ft_error *err)
{
	struct coords coords = { .run = run };
	enum ft_status status;

	for (size_t i = 0; i < run->order.n_person; i++) {
		const struct ft_plan_person *person = &run->order.person[i];

		if (person->default_account && !person->is_member)
			FT_TRY(check_default_account(run, person, err));
	}
	status = compare_coords(&coords, err);
	ft_map_clear(&coords.named);
	ft_str_free(&coords.key);
	return status;
}
