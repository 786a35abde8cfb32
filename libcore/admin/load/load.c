/* A flat file, line by line: what is there is changed, what is new is kept. */
#include "admin/load/load.h"
#include "admin/load/internal.h"

#include "base/text/text.h"

void
ft_admin_load_init(struct ft_admin_load *load)
{
	*load = (struct ft_admin_load){ .cluster = "", .classification = "" };
}

size_t
ft_admin_load_changes(const struct ft_admin_load *load)
{
	size_t n = 0;

	for (size_t i = 0; i < load->n_change; i++)
		n += load->change[i].what != NULL;
	return n;
}

void
ft_admin_load_free(struct ft_admin_load *load)
{
	ft_free(load->change);
	ft_free(load->account);
	ft_free(load->user);
	ft_free(load->assoc);
	ft_arena_clear(&load->arena);
}

size_t
ft_admin_load_count(const struct ft_admin_load *load)
{
	return load->n_account + load->n_user + load->n_assoc +
	       load->n_qos_new + load->cluster_new;
}

/* ---- new objects ---- */

/* A copy of N items of SIZE that lives as long as the load; at least one. */
static void *
keep(struct ft_plan *plan, const void *item, size_t n, size_t size)
{
	void *copy = ft_arena_calloc(&plan->load->arena, n + 1, size);

	if (n)
		memcpy(copy, item, n * size);
	return copy;
}

static struct ft_admin_values
values_of(struct ft_plan *plan)
{
	const struct ft_admin_set *set = &plan->set;
	const struct ft_assoc *to = &set->to.assoc;
	const uint64_t shares = UINT64_C(1) << FT_ASSOC_shares;
	bool number = set->has & ~set->clear & ~set->idle & shares;

	return (struct ft_admin_values){
		.shares_given = number,
		.shares = number ? to->shares : 1,
		.default_qos = to->default_qos,
		.comment = to->comment ? ft_arena_strdup(
					     &plan->load->arena, to->comment)
				       : "",
		.limit =
		    keep(plan, set->limit, set->n_limit, sizeof *set->limit),
		.n_limit = set->n_limit,
		.list = { .item = keep(plan, set->list.item, set->list.n,
			      sizeof *set->list.item),
		    .n = set->list.n,
		    .given = set->list.n > 0 },
	};
}

static void
plan_account(struct ft_plan *plan, size_t at)
{
	struct ft_admin_load *load = plan->load;
	const struct ft_plan_account *known = &plan->account[at];
	const char *parent = plan->account[plan->parent].name;
	struct ft_admin_new_account *new;

	new = ft_vec_add(load->account, load->n_account, load->cap_account);
	*new = (struct ft_admin_new_account){ .name = known->name,
		.description = plan->word[FT_LOAD_DESCRIPTION],
		.organization = plan->word[FT_LOAD_ORGANIZATION],
		.parent = parent,
		.values = values_of(plan),
		.record = known->old == NULL,
		.assoc = true,
		.at = at };
	if (new->description == NULL)
		new->description = known->name;
	if (new->organization == NULL)
		new->organization =
		    strcmp(parent, "root") == 0 ? known->name : parent;
}

/* What the line says of a user who is new; a further line of his counts, too. */
static void
complete_user(struct ft_plan *plan, struct ft_admin_new_user *new)
{
	enum ft_admin_level level =
	    ft_admin_level_find(ft_plan_word(plan, FT_LOAD_ADMIN_LEVEL));

	if (plan->word[FT_LOAD_DEFAULT_ACCOUNT])
		new->default_account = plan->word[FT_LOAD_DEFAULT_ACCOUNT];
	if (plan->word[FT_LOAD_DEFAULT_WCKEY])
		new->default_wckey = plan->word[FT_LOAD_DEFAULT_WCKEY];
	if (plan->word[FT_LOAD_COORDINATOR])
		new->coordinator = plan->word[FT_LOAD_COORDINATOR];
	if (level)
		new->admin_level = level;
}

static void
plan_user(struct ft_plan *plan, size_t at)
{
	struct ft_admin_load *load = plan->load;

	plan->user[at].at = load->n_user;
	*ft_vec_add(load->user, load->n_user, load->cap_user) =
	    (struct ft_admin_new_user){ .name = plan->user[at].name,
		    .default_account = plan->account[plan->parent].name,
		    .default_wckey = "",
		    .coordinator = "",
		    .at = at };
}

static void
plan_assoc(struct ft_plan *plan, size_t user)
{
	struct ft_admin_load *load = plan->load;
	struct ft_admin_new_assoc *new;

	new = ft_vec_add(load->assoc, load->n_assoc, load->cap_assoc);
	*new = (struct ft_admin_new_assoc){ .user = plan->user[user].name,
		.account = plan->account[plan->parent].name,
		.partition = ft_plan_word(plan, FT_LOAD_PARTITION),
		.values = values_of(plan),
		.user_at = user,
		.account_at = plan->parent };
}

/* ---- lines ---- */

/* Children may come without a Parent line: they go below root. */
static void
default_parent(struct ft_plan *plan)
{
	if (plan->have_parent)
		return;
	plan->have_parent = true;
	plan->parent = ft_plan_find_account(plan, "root");
	ft_plan_about(plan, "", "");
	ft_plan_tell(plan, NULL, NULL, "");
}

static struct ft_load_place
place_of(const struct ft_plan *plan, const struct ft_flat_line *line)
{
	return (struct ft_load_place){ plan->flat->file, line, NULL };
}

static enum ft_status
doubled(struct ft_plan *plan, const struct ft_flat_line *line, const char *what,
    struct ft_error *err)
{
	if (plan->options->slurm)
		return FT_OK;
	return ft_load_trouble(plan->load, FT_TROUBLE_DOUBLE,
	    place_of(plan, line), err, "%s '%s' again", what, line->name);
}

static enum ft_status
account_line(
    struct ft_plan *plan, const struct ft_flat_line *line, struct ft_error *err)
{
	const char *name = ft_plan_lower(plan, line->name);
	size_t at = ft_plan_find_account(plan, name);

	default_parent(plan);
	if (at == SIZE_MAX)
		at = ft_plan_add_account(plan, name);
	if (plan->account[at].in_file)
		return doubled(plan, line, "account", err);
	plan->account[at].in_file = true;
	if (plan->account[at].old)
		FT_TRY(ft_plan_change_account(plan, &plan->account[at], err));
	if (plan->account[at].old_assoc)
		return ft_plan_change_assoc(
		    plan, "Account", name, plan->account[at].old_assoc, err);
	plan_account(plan, at);
	return FT_OK;
}

/* The association of the line, if it was there before; NULL. */
static const struct ft_assoc *
find_old(const struct ft_plan *plan, const char *user)
{
	const char *account = plan->account[plan->parent].name;
	const char *partition = ft_plan_word(plan, FT_LOAD_PARTITION);
	uint32_t i = ft_roll_user_assoc(&plan->roll, user, account, partition);

	if (i != FT_ROLL_NONE)
		return &plan->book->assoc[i];
	return plan->root_user.id && !*partition && strcmp(user, "root") == 0 &&
		       strcmp(account, "root") == 0
		   ? &plan->root_user
		   : NULL;
}

/* Returns whether the association of the line is the first of its kind. */
static bool
is_first(struct ft_plan *plan, size_t user)
{
	ft_str_clear(&plan->key);
	ft_str_addf(&plan->key, "%zu,%zu,%s", plan->parent, user,
	    ft_plan_word(plan, FT_LOAD_PARTITION));
	return ft_map_put(&plan->added, ft_str_text(&plan->key), 0);
}

static enum ft_status
user_line(
    struct ft_plan *plan, const struct ft_flat_line *line, struct ft_error *err)
{
	const char *name = ft_plan_lower(plan, line->name);
	const char *home = ft_plan_word(plan, FT_LOAD_DEFAULT_ACCOUNT);
	size_t at = ft_plan_find_user(plan, name);
	const struct ft_assoc *old;

	default_parent(plan);
	if (at == SIZE_MAX) {
		at = ft_plan_add_user(plan, name);
		plan_user(plan, at);
	}
	if (plan->user[at].old)
		FT_TRY(ft_plan_change_user(plan, &plan->user[at], err));
	else
		complete_user(plan, &plan->load->user[plan->user[at].at]);
	if (*home)
		plan->user[at].wanted = home;
	else if (*plan->user[at].wanted == 0)
		plan->user[at].wanted = plan->account[plan->parent].name;
	old = find_old(plan, name);
	if (old)
		return ft_plan_change_assoc(plan, "User", name, old, err);
	if (!is_first(plan, at))
		return doubled(plan, line, "user", err);
	plan_assoc(plan, at);
	return FT_OK;
}

static enum ft_status
parent_line(
    struct ft_plan *plan, const struct ft_flat_line *line, struct ft_error *err)
{
	size_t at = ft_plan_find_account(plan, ft_plan_lower(plan, line->name));

	if (at == SIZE_MAX ||
	    (plan->account[at].old_assoc == NULL && !plan->account[at].in_file))
		return ft_load_trouble(plan->load, FT_TROUBLE_PARENT,
		    place_of(plan, line), err,
		    "parent '%s' is not an account yet", line->name);
	plan->parent = at;
	plan->have_parent = true;
	return FT_OK;
}

static enum ft_status
drop_cluster(struct ft_plan *plan, const char *name, struct ft_error *err)
{
	struct ft_admin_where where FT_CLEANUP(ft_admin_where_free) = { 0 };
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free) = { 0 };

	ft_admin_names_add(&where.key[FT_KEY_CLUSTER], name);
	return ft_admin_delete(plan->admin,
	    &(struct ft_admin_request){
		.entity = FT_ENTITY_CLUSTER, .where = &where },
	    &result, err);
}

/* sacctmgr changes it, but gives none to a cluster without. */
static enum ft_status
change_classification(
    struct ft_plan *plan, const struct ft_cluster *old, struct ft_error *err)
{
	const char *name =
	    ft_admin_classification(ft_plan_word(plan, FT_LOAD_CLASSIFICATION));
	struct ft_cluster changed = *old;

	if ((plan->options->slurm && *old->classification == 0) || *name == 0 ||
	    strcmp(name, old->classification) == 0)
		return FT_OK;
	ft_plan_about(plan, "Cluster", old->name);
	ft_plan_tell(plan, "Classification", old->classification, name)->ours =
	    !plan->options->slurm;
	changed.classification = name;
	return FT_PUT(plan->admin->reg, &changed, err);
}

static enum ft_status
cluster_line(
    struct ft_plan *plan, const struct ft_flat_line *line, struct ft_error *err)
{
	const char *name = plan->options->cluster
			       ? plan->options->cluster
			       : ft_plan_lower(plan, line->name);
	const struct ft_cluster *old = ft_roll_cluster(plan->book, name);
	const struct ft_assoc *root;

	if (plan->have_cluster)
		return ft_load_trouble(plan->load, FT_TROUBLE_CLUSTERS,
		    place_of(plan, line), err,
		    "only one cluster can be loaded at a time");
	plan->have_cluster = true;
	plan->load->cluster = name;
	if (old && plan->options->clean) {
		FT_TRY(drop_cluster(plan, name, err));
		old = NULL;
	}
	if (old == NULL) {
		plan->load->cluster_new = true;
		plan->load->classification = ft_admin_classification(
		    ft_plan_word(plan, FT_LOAD_CLASSIFICATION));
		plan->load->root = values_of(plan);
		FT_TRY(ft_plan_new_cluster(plan, err));
		ft_plan_index(plan);
		return FT_OK;
	}
	FT_TRY(change_classification(plan, old, err));
	plan->cluster = old->id;
	ft_plan_index(plan);
	if (plan->roll.root == FT_ROLL_NONE)
		return FT_OK;
	root = &plan->book->assoc[plan->roll.root];
	plan->root_assoc = root->id;
	return ft_plan_change_assoc(plan, "Cluster", name, root, err);
}

static bool
is_clean(const char *name)
{
	return !ft_text_unsafe(name, strlen(name), FT_TEXT_WORD);
}

static enum ft_status
read_line(
    struct ft_plan *plan, const struct ft_flat_line *line, struct ft_error *err)
{
	enum ft_flat_kind kind = line->kind;

	if (!plan->options->slurm && !is_clean(line->name))
		return ft_load_trouble(plan->load, FT_TROUBLE_LINE,
		    place_of(plan, line), err, "control characters in a name");
	if (kind == FT_FLAT_QOS && !plan->options->slurm)
		return ft_plan_qos(plan, line, err);
	if (kind == FT_FLAT_OTHER || kind == FT_FLAT_QOS)
		return ft_load_trouble(plan->load, FT_TROUBLE_LINE,
		    place_of(plan, line), err, "unknown kind of line");
	if (kind != FT_FLAT_CLUSTER && !plan->have_cluster)
		return ft_load_trouble(plan->load, FT_TROUBLE_NO_CLUSTER,
		    place_of(plan, line), err,
		    "the line of the cluster must come first");
	if (kind == FT_FLAT_PARENT)
		return parent_line(plan, line, err);
	FT_TRY(ft_plan_read_options(plan, line, err));
	if (kind == FT_FLAT_CLUSTER)
		return cluster_line(plan, line, err);
	return kind == FT_FLAT_ACCOUNT ? account_line(plan, line, err)
				       : user_line(plan, line, err);
}

static enum ft_status
read_lines(struct ft_plan *plan, struct ft_error *err)
{
	for (size_t i = 0; i < plan->flat->n; i++) {
		enum ft_status status =
		    read_line(plan, &plan->flat->line[i], err);
		enum ft_admin_load_trouble trouble = plan->load->trouble;

		if (status == FT_EPARSE && plan->options->slurm &&
		    (trouble == FT_TROUBLE_PARENT ||
			trouble == FT_TROUBLE_NO_CLUSTER))
			return FT_OK;
		if (status != FT_OK)
			return status;
	}
	return FT_OK;
}

static void
plan_free(struct ft_plan *plan)
{
	ft_admin_set_free(&plan->set);
	ft_str_free(&plan->key);
	ft_roll_free(&plan->roll);
	ft_map_clear(&plan->account_at);
	ft_map_clear(&plan->user_at);
	ft_map_clear(&plan->added);
	ft_free(plan->account);
	ft_free(plan->user);
	ft_free(plan->move);
}

enum ft_status
ft_admin_load_flat(struct ft_admin *admin, const struct ft_book *book,
    const struct ft_flat *flat, struct ft_admin_load *load,
    struct ft_error *err)
{
	struct ft_plan plan FT_CLEANUP(plan_free) = { .admin = admin,
		.book = book,
		.flat = flat,
		.options = &load->options,
		.load = load };

	FT_TRY(ft_admin_need(admin, FT_RIGHT_TREE, err));
	ft_admin_set_init(&plan.set, FT_ENTITY_ASSOC);
	FT_TRY(read_lines(&plan, err));
	return plan.have_cluster ? ft_plan_apply(&plan, err) : FT_OK;
}
