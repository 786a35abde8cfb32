/* Reading a flat file line by line into a plan. */
#include "admin/load.h"
#include "admin/load_int.h"

#include "base/text.h"

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
	ft_free(load->limit);
	ft_free(load->qos);
	ft_arena_clear(&load->arena);
}

size_t
ft_admin_load_count(const struct ft_admin_load *load)
{
	return load->n_account + load->n_user + load->n_assoc +
	       load->n_qos_new + load->cluster_new;
}

enum ft_status
ft_load_trouble(struct ft_admin_load *load, const char *file,
    enum ft_admin_load_trouble trouble, const struct ft_flat_line *line,
    const struct ft_flat_option *option, struct ft_error *err,
    const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ft_load_troublev(load, file, trouble, line, option, err, format, args);
	va_end(args);
	return FT_EPARSE;
}

enum ft_status
ft_load_troublev(struct ft_admin_load *load, const char *file,
    enum ft_admin_load_trouble trouble, const struct ft_flat_line *line,
    const struct ft_flat_option *option, struct ft_error *err,
    const char *format, va_list args)
{
	char text[512];

	vsnprintf(text, sizeof text, format, args);
	load->trouble = trouble;
	load->line = line;
	load->option = option;
	ft_fail(&load->detail, FT_EPARSE, "%s", text);
	return ft_fail(err, FT_EPARSE, "%s:%" PRIu32 ":%" PRIu32 ": %s",
	    line->file ? line->file : file, line->line,
	    option ? option->column : 1, text);
}

enum ft_status
ft_plan_trouble(struct ft_plan *plan, enum ft_admin_load_trouble trouble,
    const struct ft_flat_line *line, const struct ft_flat_option *option,
    struct ft_error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ft_load_troublev(plan->load, plan->flat->file, trouble, line, option,
	    err, format, args);
	va_end(args);
	return FT_EPARSE;
}

const char *
ft_load_lower(struct ft_arena *arena, const char *text)
{
	size_t clean = 0;
	char *copy;

	while (text[clean] && text[clean] != '"' &&
	       !(text[clean] >= 'A' && text[clean] <= 'Z'))
		clean++;
	if (text[clean] == 0)
		return text;
	copy = ft_arena_strdup(arena, text);
	for (char *at = copy + clean; *at; at++) {
		if (*at == '"')
			*at = '`';
		else if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at + ('a' - 'A'));
	}
	return copy;
}

const char *
ft_plan_lower(struct ft_plan *plan, const char *text)
{
	return ft_load_lower(&plan->load->arena, text);
}

/* ---- options of a line ---- */

static const struct {
	const char *name;
	unsigned char min;
	enum ft_load_other other;
} others[] = {
	{ "AdminLevel", 2, FT_LOAD_ADMIN_LEVEL },
	{ "Coordinator", 2, FT_LOAD_COORDINATOR },
	{ "Classification", 2, FT_LOAD_CLASSIFICATION },
	{ "DefaultAccount", 8, FT_LOAD_DEFAULT_ACCOUNT },
	{ "DefaultWCKey", 8, FT_LOAD_DEFAULT_WCKEY },
	{ "Description", 3, FT_LOAD_DESCRIPTION },
	{ "Organization", 1, FT_LOAD_ORGANIZATION },
	{ "Partition", 4, FT_LOAD_PARTITION },
	{ "WCKeys", 2, FT_LOAD_WCKEYS },
};

static void
set_other(struct ft_plan *plan, enum ft_load_other other, const char *value)
{
	switch (other) {
	case FT_LOAD_ADMIN_LEVEL:
		plan->level = ft_admin_level_find(value);
		return;
	case FT_LOAD_COORDINATOR:
		plan->coordinator = ft_plan_lower(plan, value);
		return;
	case FT_LOAD_CLASSIFICATION:
		plan->classification = value;
		return;
	case FT_LOAD_DEFAULT_ACCOUNT:
		plan->default_account = ft_plan_lower(plan, value);
		return;
	case FT_LOAD_DEFAULT_WCKEY:
		plan->default_wckey = ft_plan_lower(plan, value);
		return;
	case FT_LOAD_DESCRIPTION:
		plan->description = ft_plan_lower(plan, value);
		return;
	case FT_LOAD_ORGANIZATION:
		plan->organization = ft_plan_lower(plan, value);
		return;
	case FT_LOAD_PARTITION:
		plan->partition = ft_plan_lower(plan, value);
		return;
	case FT_LOAD_WCKEYS:
	case FT_LOAD_NONE:
		return;
	}
}

enum ft_load_other
ft_load_find_other(const char *key)
{
	size_t len = strlen(key);

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (ft_abbreviates(key, len, others[i].name, others[i].min))
			return others[i].other;
	return FT_LOAD_NONE;
}

static bool
take_other(struct ft_plan *plan, const struct ft_flat_option *option)
{
	enum ft_load_other other = ft_load_find_other(option->key);

	if (other != FT_LOAD_NONE && *option->value)
		set_other(plan, other, option->value);
	return other != FT_LOAD_NONE;
}

static void
clear_line(struct ft_plan *plan)
{
	struct ft_admin_set *set = &plan->set;
	struct ft_admin_set empty = { .entity = set->entity,
		.arena = set->arena,
		.limit = set->limit,
		.cap_limit = set->cap_limit };

	empty.list.item = set->list.item;
	empty.list.cap = set->list.cap;
	*set = empty;
	plan->description = plan->organization = NULL;
	plan->partition = plan->default_account = plan->default_wckey = "";
	plan->coordinator = plan->classification = "";
	plan->level = FT_ADMIN_NOTSET;
}

static enum ft_status
read_options(
    struct ft_plan *plan, const struct ft_flat_line *line, struct ft_error *err)
{
	clear_line(plan);
	for (uint32_t i = 0; i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];
		const struct ft_attr *attr = ft_attr_find(
		    FT_ENTITY_ASSOC, option->key, strlen(option->key));
		struct ft_error why;

		if (attr == NULL && !take_other(plan, option))
			return ft_plan_trouble(plan, FT_TROUBLE_UNKNOWN, line,
			    option, err, "unknown option '%s'", option->key);
		if (attr == NULL || *option->value == 0)
			continue;
		if (ft_admin_set_option(&plan->set, attr, &plan->admin->lookup,
			(struct ft_admin_words){ '=', option->value },
			&why) != FT_OK)
			return ft_plan_trouble(plan, FT_TROUBLE_OPTION, line,
			    option, err, "%s", why.text);
	}
	return FT_OK;
}

/* ---- new objects ---- */

static void
keep_values(struct ft_plan *plan, struct ft_admin_values *values)
{
	const struct ft_admin_set *set = &plan->set;
	struct ft_admin_load *load = plan->load;
	const uint64_t shares = UINT64_C(1) << FT_ASSOC_shares;
	bool number = set->has & ~set->clear & ~set->idle & shares;

	*values = (struct ft_admin_values){
		.shares_given = number,
		.shares = number ? set->to.assoc.shares : 1,
		.default_qos = set->to.assoc.default_qos,
		.limit = load->n_limit,
		.n_limit = set->n_limit,
		.qos = load->n_qos,
		.n_qos = set->list.n,
	};
	if (set->n_limit) {
		load->limit = ft_vec_grow(load->limit, &load->cap_limit,
		    load->n_limit + set->n_limit, sizeof *load->limit);
		memcpy(load->limit + load->n_limit, set->limit,
		    set->n_limit * sizeof *set->limit);
		load->n_limit += set->n_limit;
	}
	if (set->list.n) {
		load->qos = ft_vec_grow(load->qos, &load->cap_qos,
		    load->n_qos + set->list.n, sizeof *load->qos);
		memcpy(load->qos + load->n_qos, set->list.item,
		    set->list.n * sizeof *set->list.item);
		load->n_qos += set->list.n;
	}
}

static const char *
comment_of(struct ft_plan *plan)
{
	const char *comment = plan->set.to.assoc.comment;

	return comment ? ft_arena_strdup(&plan->load->arena, comment) : "";
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
		.description = plan->description,
		.organization = plan->organization,
		.parent = parent,
		.comment = comment_of(plan),
		.record = known->old == NULL,
		.assoc = true,
		.at = at };
	if (new->description == NULL)
		new->description = known->name;
	if (new->organization == NULL)
		new->organization =
		    strcmp(parent, "root") == 0 ? known->name : parent;
	keep_values(plan, &new->values);
}

static void
plan_user(struct ft_plan *plan, size_t at)
{
	struct ft_admin_load *load = plan->load;
	struct ft_admin_new_user *new;

	load->user = ft_vec_grow(
	    load->user, &load->cap_user, load->n_user + 1, sizeof *load->user);
	plan->user[at].at = load->n_user;
	new = &load->user[load->n_user++];
	*new = (struct ft_admin_new_user){ .name = plan->user[at].name,
		.default_account = plan->default_account,
		.default_wckey = plan->default_wckey,
		.coordinator = plan->coordinator,
		.admin_level = plan->level,
		.at = at };
	if (*new->default_account == 0)
		new->default_account = plan->account[plan->parent].name;
}

/* A further line of a user who is new: what it says counts, too. */
static void
complete_user(struct ft_plan *plan, size_t at)
{
	struct ft_admin_new_user *new = &plan->load->user[plan->user[at].at];

	if (*plan->default_account)
		new->default_account = plan->default_account;
	if (*plan->default_wckey)
		new->default_wckey = plan->default_wckey;
	if (*plan->coordinator)
		new->coordinator = plan->coordinator;
	if (plan->level)
		new->admin_level = plan->level;
}

static void
plan_assoc(struct ft_plan *plan, size_t user)
{
	struct ft_admin_load *load = plan->load;
	struct ft_admin_new_assoc *new;

	new = ft_vec_add(load->assoc, load->n_assoc, load->cap_assoc);
	*new = (struct ft_admin_new_assoc){ .user = plan->user[user].name,
		.account = plan->account[plan->parent].name,
		.partition = plan->partition,
		.comment = comment_of(plan),
		.user_at = user,
		.account_at = plan->parent };
	keep_values(plan, &new->values);
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

static enum ft_status
doubled(struct ft_plan *plan, const struct ft_flat_line *line, const char *what,
    struct ft_error *err)
{
	if (plan->options->slurm)
		return FT_OK;
	return ft_plan_trouble(plan, FT_TROUBLE_DOUBLE, line, NULL, err,
	    "%s '%s' again", what, line->name);
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

static enum ft_status
user_line(
    struct ft_plan *plan, const struct ft_flat_line *line, struct ft_error *err)
{
	const char *name = ft_plan_lower(plan, line->name);
	size_t at = ft_plan_find_user(plan, name);
	const char *key;
	uint64_t old;

	default_parent(plan);
	if (at == SIZE_MAX) {
		at = ft_plan_add_user(plan, name);
		plan_user(plan, at);
	} else if (plan->user[at].old) {
		FT_TRY(ft_plan_change_user(plan, &plan->user[at], err));
	} else {
		complete_user(plan, at);
	}
	if (*plan->default_account)
		plan->user[at].wanted = plan->default_account;
	else if (*plan->user[at].wanted == 0)
		plan->user[at].wanted = plan->account[plan->parent].name;
	key = ft_plan_key(plan, plan->parent, at, plan->partition);
	if (ft_map_get(&plan->assoc_at, key, &old)) {
		if (old == UINT64_MAX)
			return doubled(plan, line, "user", err);
		return ft_plan_change_assoc(plan, "User", name,
		    old == plan->book->n_assoc ? &plan->root_user
					       : &plan->book->assoc[old],
		    err);
	}
	ft_map_put(&plan->assoc_at, key, UINT64_MAX);
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
		return ft_plan_trouble(plan, FT_TROUBLE_PARENT, line, NULL, err,
		    "parent '%s' is not an account yet", line->name);
	plan->parent = at;
	plan->have_parent = true;
	return FT_OK;
}

static const struct ft_cluster *
find_cluster(const struct ft_book *book, const char *name)
{
	for (size_t i = 0; i < book->n_cluster; i++)
		if (!book->cluster[i].deleted &&
		    strcmp(book->cluster[i].name, name) == 0)
			return &book->cluster[i];
	return NULL;
}

static const struct ft_assoc *
find_root(const struct ft_book *book, uint32_t cluster)
{
	for (size_t i = 0; i < book->n_assoc; i++)
		if (book->assoc[i].cluster == cluster &&
		    book->assoc[i].parent == 0 && !book->assoc[i].deleted)
			return &book->assoc[i];
	return NULL;
}

static enum ft_status
drop_cluster(struct ft_plan *plan, const char *name, struct ft_error *err)
{
	struct ft_admin_where where FT_CLEANUP(ft_admin_where_free) = { 0 };
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free) = { 0 };

	ft_admin_names_add(&where.key[FT_KEY_CLUSTER], name);
	return ft_admin_delete_clusters(plan->admin, &where, &result, err);
}

/* sacctmgr changes it, but gives none to a cluster without. */
static enum ft_status
change_classification(
    struct ft_plan *plan, const struct ft_cluster *old, struct ft_error *err)
{
	const char *name = ft_admin_classification(plan->classification);
	struct ft_cluster changed = *old;

	if ((plan->options->slurm && *old->classification == 0) || *name == 0 ||
	    strcmp(name, old->classification) == 0)
		return FT_OK;
	ft_plan_about(plan, "Cluster", old->name);
	ft_plan_tell(plan, "Classification", old->classification, name);
	plan->load->change[plan->load->n_change - 1].ours =
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
	const struct ft_cluster *old = find_cluster(plan->book, name);
	const struct ft_assoc *root;

	if (plan->have_cluster)
		return ft_plan_trouble(plan, FT_TROUBLE_CLUSTERS, line, NULL,
		    err, "only one cluster can be loaded at a time");
	plan->have_cluster = true;
	plan->load->cluster = name;
	if (old && plan->options->clean) {
		FT_TRY(drop_cluster(plan, name, err));
		old = NULL;
	}
	if (old == NULL) {
		plan->load->cluster_new = true;
		plan->load->classification =
		    ft_admin_classification(plan->classification);
		keep_values(plan, &plan->load->root);
		FT_TRY(ft_plan_new_cluster(plan, err));
		ft_plan_index(plan);
		return FT_OK;
	}
	FT_TRY(change_classification(plan, old, err));
	plan->cluster = old->id;
	root = find_root(plan->book, old->id);
	plan->root_assoc = root ? root->id : 0;
	ft_plan_index(plan);
	return root ? ft_plan_change_assoc(plan, "Cluster", name, root, err)
		    : FT_OK;
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
		return ft_plan_trouble(plan, FT_TROUBLE_LINE, line, NULL, err,
		    "control characters in a name");
	if (kind == FT_FLAT_QOS && !plan->options->slurm)
		return ft_plan_qos(plan, line, err);
	if (kind == FT_FLAT_OTHER || kind == FT_FLAT_QOS)
		return ft_plan_trouble(plan, FT_TROUBLE_LINE, line, NULL, err,
		    "unknown kind of line");
	if (kind != FT_FLAT_CLUSTER && !plan->have_cluster)
		return ft_plan_trouble(plan, FT_TROUBLE_NO_CLUSTER, line, NULL,
		    err, "the line of the cluster must come first");
	if (kind == FT_FLAT_PARENT)
		return parent_line(plan, line, err);
	FT_TRY(read_options(plan, line, err));
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

enum ft_status
ft_admin_load_flat(struct ft_admin *admin, const struct ft_book *book,
    const struct ft_flat *flat, const struct ft_admin_load_options *options,
    struct ft_admin_load *load, struct ft_error *err)
{
	struct ft_plan plan = { .admin = admin,
		.book = book,
		.flat = flat,
		.options = options,
		.load = load };
	struct ft_admin_result refusal = { 0 };
	enum ft_status status;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_TREE, &refusal, err));
	ft_admin_set_init(&plan.set, FT_ENTITY_ASSOC);
	clear_line(&plan);
	status = read_lines(&plan, err);
	if (status == FT_OK && plan.have_cluster)
		status = ft_plan_apply(&plan, err);
	ft_admin_set_free(&plan.set);
	ft_str_free(&plan.key);
	ft_map_clear(&plan.account_at);
	ft_map_clear(&plan.user_at);
	ft_map_clear(&plan.assoc_at);
	ft_free(plan.account);
	ft_free(plan.user);
	ft_free(plan.move);
	return status;
}
