/* The names of a load: accounts and users of the store, of the file, or both;
 * and the report of what changes. */
#include "admin/load/internal.h"

size_t
ft_plan_find_account(const struct ft_plan *plan, const char *name)
{
	uint64_t at;

	return ft_map_get(&plan->account_at, name, &at) ? (size_t)at : SIZE_MAX;
}

size_t
ft_plan_find_user(const struct ft_plan *plan, const char *name)
{
	uint64_t at;

	return ft_map_get(&plan->user_at, name, &at) ? (size_t)at : SIZE_MAX;
}

size_t
ft_plan_add_account(struct ft_plan *plan, const char *name)
{
	ft_map_put(&plan->account_at, name, plan->n_account);
	*ft_vec_add(plan->account, plan->n_account, plan->cap_account) =
	    (struct ft_plan_account){ .name = name };
	return plan->n_account - 1;
}

size_t
ft_plan_add_user(struct ft_plan *plan, const char *name)
{
	ft_map_put(&plan->user_at, name, plan->n_user);
	*ft_vec_add(plan->user, plan->n_user, plan->cap_user) =
	    (struct ft_plan_user){ .name = name, .wanted = "" };
	return plan->n_user - 1;
}

/* The root of a cluster made just now is not in the book. */
static void
add_new_root(struct ft_plan *plan)
{
	size_t root = ft_plan_find_account(plan, "root");
	size_t user = ft_plan_find_user(plan, "root");

	if (root == SIZE_MAX)
		root = ft_plan_add_account(plan, "root");
	plan->account[root].assoc = plan->root_assoc;
	plan->account[root].in_file = true;
	if (user != SIZE_MAX && plan->root_user.id)
		plan->user[user].default_account = plan->root_user.account;
}

static void
index_account(struct ft_plan *plan, size_t i)
{
	const struct ft_book *book = plan->book;
	const struct ft_account *record = &book->account[i];
	uint32_t assoc = plan->roll.account_assoc[i];
	size_t at = ft_plan_add_account(plan, record->name);

	plan->account[at].id = record->id;
	plan->account[at].old = record;
	if (assoc == FT_ROLL_NONE)
		return;
	plan->account[at].assoc = book->assoc[assoc].id;
	plan->account[at].old_assoc = &book->assoc[assoc];
}

static void
index_user(struct ft_plan *plan, size_t i)
{
	const struct ft_book *book = plan->book;
	size_t at = ft_plan_add_user(plan, book->user[i].name);

	plan->user[at].id = book->user[i].id;
	plan->user[at].old = &book->user[i];
	for (uint32_t k = plan->roll.user_assoc[i]; k != FT_ROLL_NONE;
	     k = plan->roll.next[k])
		if (book->assoc[k].is_default)
			plan->user[at].default_account = book->assoc[k].account;
}

void
ft_plan_index(struct ft_plan *plan)
{
	const struct ft_book *book = plan->book;
	bool new = plan->load->cluster_new;

	ft_roll_take(&plan->roll, book, new ? 0 : plan->cluster);
	for (size_t i = 0; i < book->n_account; i++)
		if (!book->account[i].deleted)
			index_account(plan, i);
	for (size_t i = 0; i < book->n_user; i++)
		if (!book->user[i].deleted)
			index_user(plan, i);
	if (new)
		add_new_root(plan);
}

/* ---- the report ---- */

struct ft_admin_change *
ft_plan_tell(
    struct ft_plan *plan, const char *what, const char *old, const char *new)
{
	struct ft_admin_load *load = plan->load;
	struct ft_arena *arena = &load->arena;
	struct ft_admin_change *change =
	    ft_vec_add(load->change, load->n_change, load->cap_change);

	*change = (struct ft_admin_change){
		.what = what,
		.type = plan->type,
		.name = ft_arena_strdup(arena, plan->name),
		.old = old ? ft_arena_strdup(arena, old) : NULL,
		.new = ft_arena_strdup(arena, new),
	};
	return change;
}

void
ft_plan_about(struct ft_plan *plan, const char *type, const char *name)
{
	plan->type = type;
	plan->name = name;
}
