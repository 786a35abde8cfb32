/* A dump, line by line: existing objects are changed, new ones collected. */
#include "admin/flat/flat.h"
#include "admin/flat/internal.h"
#include "admin/access/internal.h"

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
	for (size_t i = 0; i < load->n_qos; i++)
		ft_admin_set_free(&load->qos[i].set);
	ft_free(load->qos);
	ft_str_free(&load->said);
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
keep(struct ft_loader *loader, const void *item, size_t n, size_t size)
{
	void *copy = ft_arena_calloc(&loader->load->arena, n + 1, size);

	if (n && item)
		memcpy(copy, item, n * size);
	return copy;
}

static struct ft_admin_values
values_of(struct ft_loader *loader)
{
	const struct ft_admin_set *set = &loader->set;
	const struct ft_assoc *to = &set->to.assoc;
	const uint64_t shares = UINT64_C(1) << FT_ASSOC_shares;
	bool number = set->has & ~set->clear & ~set->idle & shares;

	return (struct ft_admin_values){
		.shares_given = number,
		.shares = number ? to->shares : 1,
		.default_qos = to->default_qos,
		.comment = to->comment ? ft_arena_strdup(
					     &loader->load->arena, to->comment)
				       : "",
		.limit =
		    keep(loader, set->limit, set->n_limit, sizeof *set->limit),
		.n_limit = set->n_limit,
		.list = { .item = keep(loader, set->list.item, set->list.n,
			      sizeof *set->list.item),
		    .n = set->list.n,
		    .given = set->list.n > 0 },
	};
}

static void
plan_account(struct ft_loader *loader, size_t at)
{
	struct ft_admin_load *load = loader->load;
	const struct ft_loader_account *known = &loader->account[at];
	const char *parent = loader->account[loader->parent].name;
	struct ft_admin_new_account *new;

	new = ft_vec_add(load->account, load->n_account, load->cap_account);
	*new = (struct ft_admin_new_account){ .name = known->name,
		.description = loader->word[FT_LOAD_DESCRIPTION],
		.organization = loader->word[FT_LOAD_ORGANIZATION],
		.parent = parent,
		.values = values_of(loader),
		.record = known->old == NULL,
		.assoc = true,
		.at = at };
	if (new->description == NULL)
		new->description = known->name;
	if (new->organization == NULL)
		new->organization =
		    strcmp(parent, "root") == 0 ? known->name : parent;
}

/* Take the user settings of the line; a later line of a new user counts, too. */
static void
complete_user(struct ft_loader *loader, struct ft_admin_new_user *new)
{
	enum ft_admin_level level =
	    ft_admin_level_find(ft_loader_get(loader, FT_LOAD_ADMIN_LEVEL));

	if (loader->word[FT_LOAD_DEFAULT_ACCOUNT])
		new->default_account = loader->word[FT_LOAD_DEFAULT_ACCOUNT];
	if (loader->word[FT_LOAD_DEFAULT_WCKEY])
		new->default_wckey = loader->word[FT_LOAD_DEFAULT_WCKEY];
	if (loader->word[FT_LOAD_COORDINATOR])
		new->coordinator = loader->word[FT_LOAD_COORDINATOR];
	if (loader->wckeys.len)
		new->wckeys = ft_arena_strdup(
		    &loader->load->arena, ft_str_text(&loader->wckeys));
	if (level)
		new->admin_level = level;
}

static void
plan_user(struct ft_loader *loader, size_t at)
{
	struct ft_admin_load *load = loader->load;

	loader->user[at].at = load->n_user;
	*ft_vec_add(load->user, load->n_user, load->cap_user) =
	    (struct ft_admin_new_user){ .name = loader->user[at].name,
		    .default_account = loader->account[loader->parent].name,
		    .default_wckey = "",
		    .coordinator = "",
		    .wckeys = "",
		    .at = at };
}

static void
plan_assoc(struct ft_loader *loader, size_t user)
{
	struct ft_admin_load *load = loader->load;
	const char *home = ft_loader_get(loader, FT_LOAD_DEFAULT_ACCOUNT);
	struct ft_admin_new_assoc *new;

	new = ft_vec_add(load->assoc, load->n_assoc, load->cap_assoc);
	*new = (struct ft_admin_new_assoc){ .user = loader->user[user].name,
		.account = loader->account[loader->parent].name,
		.partition = ft_loader_get(loader, FT_LOAD_PARTITION),
		.values = values_of(loader),
		.user_at = user,
		.account_at = loader->parent,
		.is_home =
		    strcmp(home, loader->account[loader->parent].name) == 0 };
	if (new->is_home && loader->user[user].decided)
		loader->user[user].moves = true;
}

/* ---- lines ---- */

/* Children may come without a Parent line: they go below root. */
static void
default_parent(struct ft_loader *loader)
{
	if (loader->have_parent)
		return;
	loader->have_parent = true;
	loader->parent = ft_loader_find_account(loader, "root");
	ft_loader_report_on(loader, "", "");
	ft_loader_report(loader, NULL, NULL, "");
}

static struct ft_loader_place
place_of(const struct ft_loader *loader, const struct ft_flat_line *line)
{
	return (struct ft_loader_place){ loader->flat->file, line, NULL };
}

static enum ft_status
doubled(struct ft_loader *loader, const struct ft_flat_line *line,
    const char *what, struct ft_error *err)
{
	if (loader->options->slurm)
		return FT_OK;
	return ft_loader_trouble(loader->load, FT_TROUBLE_DOUBLE,
	    place_of(loader, line), err, "%s '%s' again", what, line->name);
}

static enum ft_status
account_line(struct ft_loader *loader, const struct ft_flat_line *line,
    struct ft_error *err)
{
	const char *name = ft_loader_lower(&loader->load->arena, line->name);
	size_t at = ft_loader_add_account(loader, name);

	default_parent(loader);
	if (loader->account[at].in_file)
		return doubled(loader, line, "account", err);
	loader->account[at].in_file = true;
	if (loader->account[at].old)
		FT_TRY(ft_loader_change_account(
		    loader, &loader->account[at], err));
	if (loader->account[at].old_assoc)
		return ft_loader_change_assoc(loader, "Account", name,
		    loader->account[at].old_assoc, err);
	plan_account(loader, at);
	return FT_OK;
}

/* The association of the line if it existed before the load, else NULL. */
static const struct ft_assoc *
find_old(const struct ft_loader *loader, const struct ft_loader_user *user)
{
	const char *account = loader->account[loader->parent].name;
	const char *partition = ft_loader_get(loader, FT_LOAD_PARTITION);
	uint32_t i = ft_directory_user_assoc(&loader->directory,
	    user->old ? (uint32_t)(user->old - loader->acctdb->user)
		      : FT_DIRECTORY_NONE,
	    account, partition);

	if (i != FT_DIRECTORY_NONE)
		return &loader->acctdb->assoc[i];
	return loader->root_user.id && !*partition &&
		       strcmp(user->name, "root") == 0 &&
		       strcmp(account, "root") == 0
		   ? &loader->root_user
		   : NULL;
}

/* Returns whether the association of the line is the first of its kind. */
static bool
is_first(struct ft_loader *loader, size_t at)
{
	struct ft_loader_user *user = &loader->user[at];
	const char *partition = ft_loader_get(loader, FT_LOAD_PARTITION);

	if (user->partition == NULL) {
		user->parent = loader->parent;
		user->partition = partition;
		return true;
	}
	if (user->parent == loader->parent &&
	    strcmp(user->partition, partition) == 0)
		return false;
	ft_str_clear(&loader->key);
	ft_str_add_u64(&loader->key, loader->parent);
	ft_str_add_char(&loader->key, ',');
	ft_str_add_u64(&loader->key, at);
	ft_str_add_char(&loader->key, ',');
	ft_str_add(&loader->key, partition);
	return ft_map_put(&loader->more, ft_str_text(&loader->key), 0);
}

static enum ft_status
user_line(struct ft_loader *loader, const struct ft_flat_line *line,
    struct ft_error *err)
{
	const char *name = ft_loader_lower(&loader->load->arena, line->name);
	const char *home = ft_loader_get(loader, FT_LOAD_DEFAULT_ACCOUNT);
	size_t known = loader->n_user, at = ft_loader_add_user(loader, name);
	const struct ft_assoc *old;
	bool first;

	default_parent(loader);
	if (at == known)
		plan_user(loader, at);
	first = is_first(loader, at);
	if (!first && loader->options->slurm)
		return FT_OK;
	if (loader->user[at].old)
		FT_TRY(ft_loader_change_user(loader, &loader->user[at], err));
	else
		complete_user(loader, &loader->load->user[loader->user[at].at]);
	if (*home)
		loader->user[at].wanted = home;
	else if (*loader->user[at].wanted == 0)
		loader->user[at].wanted = loader->account[loader->parent].name;
	old = find_old(loader, &loader->user[at]);
	if (old)
		return ft_loader_change_assoc(loader, "User", name, old, err);
	if (!first)
		return doubled(loader, line, "user", err);
	plan_assoc(loader, at);
	return FT_OK;
}

static enum ft_status
parent_line(struct ft_loader *loader, const struct ft_flat_line *line,
    struct ft_error *err)
{
	size_t at = ft_loader_find_account(
	    loader, ft_loader_lower(&loader->load->arena, line->name));

	if (at == SIZE_MAX || (loader->account[at].old_assoc == NULL &&
				  !loader->account[at].in_file))
		return ft_loader_trouble(loader->load, FT_TROUBLE_PARENT,
		    place_of(loader, line), err,
		    "parent '%s' is not an account yet", line->name);
	loader->parent = at;
	loader->have_parent = true;
	return FT_OK;
}

static enum ft_status
drop_cluster(struct ft_loader *loader, const char *name, struct ft_error *err)
{
	struct ft_admin_where where FT_CLEANUP(ft_admin_where_free) = { 0 };
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free) = { 0 };

	ft_admin_names_add(&where.key[FT_KEY_CLUSTER], name);
	return ft_admin_delete(loader->admin,
	    &(struct ft_admin_request){
		.entity = FT_ENTITY_CLUSTER, .where = &where },
	    &result, err);
}

/* sacctmgr changes it, but does not set it on a cluster that has none. */
static enum ft_status
change_classification(struct ft_loader *loader, const struct ft_cluster *old,
    struct ft_error *err)
{
	const char *name = ft_admin_classification(
	    ft_loader_get(loader, FT_LOAD_CLASSIFICATION));
	struct ft_cluster changed = *old;

	if ((loader->options->slurm && *old->classification == 0) ||
	    *name == 0 || strcmp(name, old->classification) == 0)
		return FT_OK;
	ft_loader_report_on(loader, "Cluster", old->name);
	ft_loader_report(loader, "Classification", old->classification, name)
	    ->ours = !loader->options->slurm;
	changed.classification = name;
	return FT_PUT(loader->admin->reg, &changed, err);
}

static enum ft_status
cluster_line(struct ft_loader *loader, const struct ft_flat_line *line,
    struct ft_error *err)
{
	const char *name =
	    loader->options->cluster
		? loader->options->cluster
		: ft_loader_lower(&loader->load->arena, line->name);
	const struct ft_cluster *old =
	    ft_directory_cluster(loader->acctdb, name);
	const struct ft_assoc *root;

	if (loader->have_cluster)
		return ft_loader_trouble(loader->load, FT_TROUBLE_CLUSTERS,
		    place_of(loader, line), err,
		    "only one cluster can be loaded at a time");
	loader->have_cluster = true;
	loader->load->cluster = name;
	if (old && loader->options->clean) {
		loader->cleaned = old->id;
		FT_TRY(drop_cluster(loader, name, err));
		old = NULL;
	}
	if (old == NULL) {
		loader->load->cluster_new = true;
		loader->load->classification = ft_admin_classification(
		    ft_loader_get(loader, FT_LOAD_CLASSIFICATION));
		loader->load->root = values_of(loader);
		FT_TRY(ft_loader_new_cluster(loader, err));
		ft_loader_index(loader);
		return FT_OK;
	}
	FT_TRY(change_classification(loader, old, err));
	loader->cluster = old->id;
	ft_loader_index(loader);
	if (loader->directory.root == FT_DIRECTORY_NONE)
		return FT_OK;
	root = &loader->acctdb->assoc[loader->directory.root];
	loader->root_assoc = root->id;
	return ft_loader_change_assoc(loader, "Cluster", name, root, err);
}

static bool
is_clean(const char *name)
{
	return !ft_text_unsafe(name, strlen(name), FT_TEXT_WORD);
}

/* sacctmgr gives it a parent before it looks what it is. */
static enum ft_status
other_line(struct ft_loader *loader, const struct ft_flat_line *line,
    struct ft_error *err)
{
	if (loader->options->slurm)
		default_parent(loader);
	return ft_loader_trouble(loader->load, FT_TROUBLE_LINE,
	    place_of(loader, line), err, "unknown kind of line");
}

static enum ft_status
read_line(struct ft_loader *loader, const struct ft_flat_line *line,
    struct ft_error *err)
{
	enum ft_flat_kind kind = line->kind;
	bool other = kind == FT_FLAT_OTHER || kind == FT_FLAT_QOS;
	/* to sacctmgr a cluster that is given comes first */
	bool early = other || kind == FT_FLAT_PARENT;

	if (kind == FT_FLAT_QUOTE)
		return ft_loader_trouble(loader->load, FT_TROUBLE_QUOTE,
		    place_of(loader, line), err, "quote is never closed");
	if (!loader->options->slurm && !is_clean(line->name))
		return ft_loader_trouble(loader->load, FT_TROUBLE_LINE,
		    place_of(loader, line), err,
		    "control characters in a name");
	if (kind == FT_FLAT_QOS && loader->options->qos && loader->have_cluster)
		return ft_loader_trouble(loader->load, FT_TROUBLE_LATE_QOS,
		    place_of(loader, line), err, "QOS come before the cluster");
	/* done before */
	if (kind == FT_FLAT_QOS &&
	    (loader->options->qos || !loader->options->slurm))
		return FT_OK;
	if (kind == FT_FLAT_NOTHING)
		return ft_loader_trouble(loader->load, FT_TROUBLE_NOTHING,
		    place_of(loader, line), err, "no name");
	if (!loader->options->slurm && kind == FT_FLAT_OTHER)
		return other_line(loader, line, err);
	if (kind != FT_FLAT_CLUSTER && !loader->have_cluster &&
	    !(early && loader->options->cluster))
		return ft_loader_trouble(loader->load, FT_TROUBLE_NO_CLUSTER,
		    place_of(loader, line), err,
		    "the line of the cluster must come first");
	if (other)
		return other_line(loader, line, err);
	if (kind != FT_FLAT_PARENT || loader->options->slurm)
		FT_TRY(ft_loader_read_options(loader, line, err));
	/* an empty one is a parent that is not there */
	if (line->name == NULL || (!*line->name && kind != FT_FLAT_PARENT))
		return ft_loader_trouble(loader->load, FT_TROUBLE_NAMELESS,
		    place_of(loader, line), err, "no name");
	if (kind == FT_FLAT_PARENT)
		return parent_line(loader, line, err);
	if (kind == FT_FLAT_CLUSTER && loader->options->misread)
		return ft_loader_trouble(loader->load, FT_TROUBLE_WORDS,
		    place_of(loader, line), err, "a word before it is wrong");
	if (kind == FT_FLAT_CLUSTER)
		return cluster_line(loader, line, err);
	return kind == FT_FLAT_ACCOUNT ? account_line(loader, line, err)
				       : user_line(loader, line, err);
}

/* A copy of LINE with its Preempt options, or without them. */
static struct ft_flat_line
part_of(struct ft_loader *loader, const struct ft_flat_line *line, bool preempt)
{
	struct ft_flat_line part = *line;

	part.option = keep(loader, NULL, line->n_option, sizeof *part.option);
	part.n_option = 0;
	for (uint32_t i = 0; i < line->n_option; i++) {
		const char *key = line->option[i].key;
		const struct ft_attr *attr =
		    ft_attr_find(FT_ENTITY_QOS, ft_word_of(key));

		if ((attr && attr->type == FT_ATTR_QOS_LIST) == preempt)
			part.option[part.n_option++] = line->option[i];
	}
	return part;
}

/* Read the lines of QOS without their Preempt lists, or only these. */
static enum ft_status
read_qos_lines(struct ft_loader *loader, bool preempt, struct ft_error *err)
{
	for (size_t i = 0; i < loader->flat->n; i++) {
		const struct ft_flat_line *line = &loader->flat->line[i];
		struct ft_flat_line part;

		if (line->kind != FT_FLAT_QOS)
			continue;
		part = part_of(loader, line, preempt);
		if (!is_clean(line->name))
			return ft_loader_trouble(loader->load, FT_TROUBLE_LINE,
			    place_of(loader, line), err,
			    "control characters in a name");
		if (!preempt || part.n_option)
			FT_TRY(ft_loader_qos_line(loader, &part, err));
	}
	return FT_OK;
}

/* Ours: the order of the lines makes no difference. */
static enum ft_status
read_qoses(struct ft_loader *loader, struct ft_error *err)
{
	struct ft_admin *admin = loader->admin;
	enum ft_status status;

	FT_TRY(read_qos_lines(loader, false, err));
	admin->loops_later = true;
	status = read_qos_lines(loader, true, err);
	admin->loops_later = false;
	if (status != FT_OK || loader->options->loops_later)
		return status;
	return ft_admin_check_loops(admin, err);
}

static enum ft_status
read_lines(struct ft_loader *loader, struct ft_error *err)
{
	struct ft_meter *meter = loader->admin->reg->meter;

	if (!loader->options->slurm)
		FT_TRY(read_qoses(loader, err));
	ft_meter_begin(meter, "loading", "lines", loader->flat->n);
	for (size_t i = 0; i < loader->flat->n; i++) {
		enum ft_status status =
		    read_line(loader, &loader->flat->line[i], err);
		enum ft_admin_load_trouble trouble = loader->load->trouble;

		if (status == FT_EPARSE && loader->options->slurm &&
		    (trouble == FT_TROUBLE_PARENT ||
			trouble == FT_TROUBLE_NO_CLUSTER))
			return FT_OK;
		if (status != FT_OK)
			return status;
		ft_meter_step(meter);
	}
	return FT_OK;
}

static void
loader_free(struct ft_loader *loader)
{
	ft_admin_set_free(&loader->set);
	ft_str_free(&loader->key);
	ft_str_free(&loader->wckeys);
	ft_directory_free(&loader->directory);
	ft_map_clear(&loader->account_at);
	ft_map_clear(&loader->user_at);
	ft_map_clear(&loader->more);
	ft_free(loader->account);
	ft_free(loader->user);
	ft_free(loader->move);
	ft_free(loader->moved);
}

static struct ft_loader
loader_of(struct ft_admin *admin, const struct ft_acctdb *acctdb,
    const struct ft_flat *flat, struct ft_admin_load *load)
{
	return (struct ft_loader){ .admin = admin,
		.acctdb = acctdb,
		.flat = flat,
		.options = &load->options,
		.load = load };
}

enum ft_status
ft_admin_load_flat(struct ft_admin *admin, const struct ft_acctdb *acctdb,
    const struct ft_flat *flat, struct ft_admin_load *load,
    struct ft_error *err)
{
	struct ft_loader loader FT_CLEANUP(loader_free) =
	    loader_of(admin, acctdb, flat, load);

	FT_TRY(ft_admin_need(admin, FT_RIGHT_TREE, err));
	if (load->options.qos && admin->lookup.n_qos > load->options.n_qos)
		admin->lookup.n_qos = load->options.n_qos;
	ft_admin_set_init(&loader.set, FT_ENTITY_ASSOC);
	FT_TRY(read_lines(&loader, err));
	return loader.have_cluster ? ft_loader_apply(&loader, err) : FT_OK;
}

/* ---- QOS, as sacctmgr loads them ---- */

static bool
has_cluster(const struct ft_flat *flat)
{
	for (size_t i = 0; i < flat->n; i++)
		if (flat->line[i].kind == FT_FLAT_CLUSTER)
			return true;
	return false;
}

static enum ft_status
slurm_qos(struct ft_loader *loader, const struct ft_flat_line *line,
    struct ft_error *err)
{
	struct ft_admin_load *load = loader->load;
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free) = { 0 };
	struct ft_admin_where where FT_CLEANUP(ft_admin_where_free) = { 0 };
	struct ft_admin_set set FT_CLEANUP(ft_admin_set_free);
	struct ft_admin_request request = {
		.entity = FT_ENTITY_QOS, .where = &where, .to = &set
	};
	const char *name = ft_loader_lower(&load->arena, line->name);
	const struct ft_qos *old =
	    ft_admin_find_qos(&loader->admin->lookup, name);

	ft_admin_set_init(&set, FT_ENTITY_QOS);
	ft_admin_names_add(&where.key[FT_KEY_QOS], name);
	FT_TRY(ft_loader_read_qos(loader, line, &set, err));
	if (loader->options->misread)
		return ft_loader_trouble(loader->load, FT_TROUBLE_WORDS,
		    place_of(loader, line), err, "a word before it is wrong");
	if (old == NULL) {
		FT_TRY(ft_admin_add(loader->admin, &request, &result, err));
		*ft_vec_add(load->qos, load->n_qos, load->cap_qos) =
		    (struct ft_admin_new_qos){ name, set };
		ft_admin_set_init(&set, FT_ENTITY_QOS);
		return FT_OK;
	}
	return ft_loader_report_qos(loader, old, &set)
		   ? ft_admin_modify(loader->admin, &request, &result, err)
		   : FT_OK;
}

enum ft_status
ft_admin_load_qoses(struct ft_admin *admin, const struct ft_acctdb *acctdb,
    const struct ft_flat *flat, struct ft_admin_load *load,
    struct ft_error *err)
{
	struct ft_loader loader FT_CLEANUP(loader_free) =
	    loader_of(admin, acctdb, flat, load);

	FT_TRY(ft_admin_need(admin, FT_RIGHT_TREE, err));
	load->options.n_qos = admin->lookup.n_qos;
	for (size_t i = 0; i < flat->n && has_cluster(flat); i++) {
		if (flat->line[i].kind != FT_FLAT_QOS)
			break;
		if (load->options.cluster)
			return ft_loader_trouble(load, FT_TROUBLE_LATE_QOS,
			    place_of(&loader, &flat->line[i]), err,
			    "QOS come before the cluster");
		FT_TRY(slurm_qos(&loader, &flat->line[i], err));
	}
	return FT_OK;
}
