/*
 * assoc_filter.c - which users and associations show assoc_mgr prints: those
 * that were asked for and that the acting user may see.
 */

#include "fcontrol/show/assoc.h"
#include "fcontrol/show/limits.h"

static int
by_name(const void *a, const void *b)
{
	return strcmp((*(const struct ft_user *const *)a)->name,
	    (*(const struct ft_user *const *)b)->name);
}

/* For each user id one node: that of the default account, if there is one. */
static void
default_nodes(const struct ft_tree *tree, struct ft_idmap *node)
{
	for (uint32_t i = 0; i < tree->n; i++)
		if (ft_tree_is_user(tree, i) &&
		    (tree->flags[i] & FT_NODE_DEFAULT ||
			ft_idmap_get(node, tree->who[i]) == FT_IDMAP_NONE))
			ft_idmap_put(node, tree->who[i], i);
}

size_t
fcontrol_each_user(const struct fcontrol *control, const char *names,
    fcontrol_user_fn *fn, void *ctx)
{
	const struct ft_world *world = &control->world;
	const struct ft_acctdb *acctdb = &world->acctdb;
	const struct ft_user **user FT_CLEANUP(ft_free_at) =
	    ft_calloc(acctdb->n_user + 1, sizeof *user);
	struct ft_idmap node FT_CLEANUP(ft_idmap_free) = { 0 };
	size_t n = 0;

	default_nodes(world->tree, &node);
	for (size_t i = 0; i < acctdb->n_user; i++)
		if (ft_idmap_get(&node, acctdb->user[i].id) != FT_IDMAP_NONE &&
		    fcontrol_listed(names, acctdb->user[i].name) &&
		    ft_visibility_shows(&control->session.visibility,
			FT_VISIBILITY_USERS, acctdb->user[i].name, NULL))
			user[n++] = &acctdb->user[i];
	if (n)
		qsort(user, n, sizeof *user, by_name);
	for (size_t i = 0; i < n && fn; i++)
		fn(ctx, user[i],
		    ft_tree_account(world->tree, &world->names,
			ft_idmap_get(&node, user[i]->id)));
	return n;
}

const char *
fcontrol_wckey(const struct fcontrol *control, const struct ft_user *user)
{
	return ft_conf_bool(&control->session.conf, FT_CONF_TRACK_WCKEY)
		   ? user->default_wckey
		   : "";
}

/* scontrol shows the associations of users whose records it hides. */
static bool
is_visible(
    const struct fcontrol *control, const char *user, const char *account)
{
	const struct ft_visibility *visibility = &control->session.visibility;

	return ft_visibility_shows(
		   visibility, FT_VISIBILITY_USAGE, user, account) &&
	       (control->context->slurm ||
		   ft_visibility_shows(
		       visibility, FT_VISIBILITY_USERS, user, account));
}

/* Accounts have no user, so a list of users does not leave them out. */
bool
fcontrol_assoc_selects(const struct fcontrol *control, uint32_t node,
    const struct fcontrol_assoc *filter)
{
	const struct ft_world *world = &control->world;
	const char *user = ft_tree_user(world->tree, &world->names, node);
	const char *account = ft_tree_account(world->tree, &world->names, node);

	return fcontrol_listed(filter->accounts, account) &&
	       (!user || fcontrol_listed(filter->users, user)) &&
	       is_visible(control, user, account);
}
