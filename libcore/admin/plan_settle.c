/* Coordinators and default accounts, which the loader does not settle for all
 * that a wish can say. */
#include "admin/plan_int.h"

/* ---- coordinators ----------------------------------------------------------- */

static void
coord_key(struct ft_str *str, const char *user, const char *account)
{
	ft_str_clear(str);
	ft_str_addf(str, "%s %s", user, account);
}

/* Accounts a line names as coordinated, into NAMED; those missing are added. */
static enum ft_status
settle_coords(struct ft_plan_run *run, const struct ft_plan_entry *entry,
    const struct ft_flat_option *option, struct ft_map *named,
    struct ft_str *key, struct ft_error *err)
{
	const char *list = ft_load_lower(&run->arena, option->value);

	while (*list) {
		size_t len = strcspn(list, ",");
		const char *name = ft_arena_strndup(&run->arena, list, len);
		struct ft_account account;
		struct ft_user user;
		struct ft_coord coord;
		enum ft_status status;

		list += len;
		list += *list == ',';
		coord_key(key, entry->name, name);
		if (len == 0 || !ft_map_put(named, ft_str_text(key), 0))
			continue;
		status = FT_NAMED(run->admin->reg, name, &account, err);
		if (status == FT_ENOENT)
			return ft_load_trouble(&run->result->load,
			    run->wish->file, FT_TROUBLE_OPTION, entry->line,
			    option, err, "no account '%s' to coordinate", name);
		if (status != FT_OK)
			return status;
		FT_TRY(FT_NAMED(run->admin->reg, entry->name, &user, err));
		coord = (struct ft_coord){ account.id, user.id };
		FT_TRY(FT_REG(run->admin, add_coord, &coord, err));
	}
	return FT_OK;
}

/* The coordinators there are, by names. */
static enum ft_status
read_coords(struct ft_plan_run *run, struct ft_map *there, struct ft_str *key,
    const struct ft_coord **coord, size_t *n, struct ft_error *err)
{
	FT_TRY(ft_list_coords(run->admin->reg, FT_NO_OWNER, coord, n, err));
	for (size_t i = 0; i < *n; i++) {
		struct ft_account account;
		struct ft_user user;

		FT_TRY(FT_GET(
		    run->admin->reg, (*coord)[i].account, &account, err));
		FT_TRY(FT_GET(run->admin->reg, (*coord)[i].user, &user, err));
		coord_key(key, user.name, account.name);
		ft_map_put(there, ft_str_text(key), i);
	}
	return FT_OK;
}

static enum ft_status
extra_coord(struct ft_plan_run *run, const char *key,
    const struct ft_coord *coord, struct ft_error *err)
{
	const char *account = strchr(key, ' ') + 1;
	const char *name =
	    ft_arena_strndup(&run->arena, key, (size_t)(account - key - 1));
	uint32_t at = FT_PLAN_NONE;
	uint64_t record;

	if (!ft_map_get(&run->order.person_at, name, NULL))
		return FT_OK;
	if (ft_map_get(&run->account_at, account, &record))
		at = run->account_assoc[record];
	if (run->options->scope && (at == FT_PLAN_NONE || !run->in_scope[at]))
		return FT_OK;
	if (run->options->exact)
		return FT_REG(run->admin, drop_coord, coord, err);
	ft_plan_add_extra(
	    run, ft_plan_user_subject(run, name), "coordinator", account);
	return FT_OK;
}

static enum ft_status
name_coords(struct ft_plan_run *run, struct ft_map *named, struct ft_str *key,
    struct ft_error *err)
{
	for (size_t i = 0; i < run->order.n; i++) {
		const struct ft_plan_entry *entry = &run->order.entry[i];

		if (entry->line->kind != FT_FLAT_USER)
			continue;
		for (uint32_t k = 0; k < entry->line->n_option; k++) {
			const struct ft_flat_option *option =
			    &entry->line->option[k];

			if ((*option->key | 0x20) == 'c' &&
			    ft_load_find_other(option->key) ==
				FT_LOAD_COORDINATOR)
				FT_TRY(settle_coords(
				    run, entry, option, named, key, err));
		}
	}
	return FT_OK;
}

static enum ft_status
settle_all_coords(struct ft_plan_run *run, struct ft_error *err)
{
	struct ft_map named FT_CLEANUP(ft_map_clear) = { 0 },
			    there FT_CLEANUP(ft_map_clear) = { 0 };
	const struct ft_map_entry *at = NULL;
	const struct ft_coord *coord;
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	size_t n;

	FT_TRY(name_coords(run, &named, &key, err));
	FT_TRY(read_coords(run, &there, &key, &coord, &n, err));
	while ((at = ft_map_next(&there, at))) {
		if (!ft_map_get(&named, ft_map_key(at), NULL))
			FT_TRY(extra_coord(run, ft_map_key(at),
			    &coord[ft_map_value(at)], err));
	}
	return FT_OK;
}

/* ---- default accounts ------------------------------------------------------- */

static enum ft_status
count_one(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	(void)assoc;
	(void)err;
	++*(size_t *)ctx;
	return FT_OK;
}

static enum ft_status
check_home(struct ft_plan_run *run, const struct ft_plan_person *person,
    struct ft_error *err)
{
	struct ft_assoc_filter filter = { .users_only = true };
	struct ft_cluster cluster;
	struct ft_account account;
	struct ft_user user;
	size_t n = 0;
	enum ft_status status =
	    FT_NAMED(run->admin->reg, run->order.cluster, &cluster, err);

	if (status == FT_OK)
		status = FT_NAMED(run->admin->reg, person->name, &user, err);
	if (status == FT_OK)
		status = FT_NAMED(run->admin->reg, person->home, &account, err);
	if (status == FT_OK) {
		filter.cluster = cluster.id;
		filter.user = user.id;
		filter.account = account.id;
		status =
		    FT_REG(run->admin, each_assoc, &filter, count_one, &n, err);
	}
	if (n || (status != FT_OK && status != FT_ENOENT))
		return status;
	return ft_load_trouble(&run->result->load, run->wish->file,
	    FT_TROUBLE_OPTION, person->home_line, person->home_option, err,
	    "user '%s' has no association with account '%s'", person->name,
	    person->home);
}

enum ft_status
ft_plan_settle(struct ft_plan_run *run, struct ft_error *err)
{
	for (size_t i = 0; i < run->order.n_person; i++) {
		const struct ft_plan_person *person = &run->order.person[i];

		if (person->home && !person->is_member)
			FT_TRY(check_home(run, person, err));
	}
	return settle_all_coords(run, err);
}
