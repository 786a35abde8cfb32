/*
 * assoc.c - fcontrol show assoc_mgr: users, associations and QOS with limits and
 * usage, as text.  Source: scontrol(1); recorded case h01.
 */

#include "admin/index/index.h"
#include "algo/share/classic.h"
#include "fcontrol/show/assoc.h"
#include "fcontrol/show/limits.h"
#include "sim/usage/ledger.h"
#include "sim/policy/policy.h"
#include "sim/usage/share.h"

/* ---- users --------------------------------------------------------------------- */

struct text {
	struct ft_str *str;
	const struct fcontrol *control;
};

static void
add_user(void *ctx, const struct ft_user *user, const char *account)
{
	static const char *const levels[] = {
		[FT_ADMIN_NOTSET] = "Not Set",
		[FT_ADMIN_NONE] = "None",
		[FT_ADMIN_OPERATOR] = "Operator",
		[FT_ADMIN_ADMINISTRATOR] = "Administrator",
	};
	struct text *text = ctx;

	ft_str_addf(text->str,
	    "UserName=%s(%" PRIu32 ") DefAccount=%s DefWckey=%s "
	    "AdminLevel=%s\n",
	    user->name, ft_world_uid(&text->control->world, user->name),
	    account, fcontrol_wckey(text->control, user),
	    levels[user->admin_level]);
}

/* Print the heading of records, or a message that there are none. */
static void
add_title(struct ft_str *str, const struct fcontrol *control, bool any,
    const char *title, const char *none)
{
	ft_str_addf(
	    str, control->one_line ? "%s\n" : "\n%s\n\n", any ? title : none);
}

static void
add_users(struct ft_str *str, const struct fcontrol *control, const char *names)
{
	struct text text = { str, control };
	size_t n = fcontrol_each_user(control, names, NULL, NULL);

	add_title(str, control, n, "User Records",
	    "No users currently cached in Slurm.");
	fcontrol_each_user(control, names, add_user, &text);
}

/* ---- associations ----------------------------------------------------------------- */

struct record {
	struct ft_str *str;
	struct fcontrol_owner owner;
	const struct ft_assoc *assoc;
	const char *line;                   /* between lines */
	const struct ft_admin_index *index; /* of the database: the tree follows
	                                       slurmctld's own order */
};

static void
add_names(struct record *record)
{
	const struct ft_world *world = record->owner.world;
	uint32_t node = record->owner.id;
	const char *user = ft_tree_user(world->tree, &world->names, node);

	ft_str_addf(record->str,
	    "ClusterName=%s Account=%s UserName=", world->cluster_name,
	    ft_tree_account(world->tree, &world->names, node));
	if (user)
		ft_str_addf(record->str, "%s(%" PRIu32 ")", user,
		    ft_world_uid(world, user));
}

static void
add_shares(struct record *record)
{
	struct ft_world *world = record->owner.world;
	const struct ft_tree *tree = world->tree;
	uint32_t node = record->owner.id;
	uint32_t above = ft_tree_fs_parent(tree, node);
	struct ft_share_input input = { tree, ft_world_usage_at_pass(world),
		world->share_params };
	struct ft_share_values values = { 0 };
	uint32_t shares = tree->flags[node] & FT_NODE_PARENT
			      ? UINT32_C(2147483647)
			      : tree->shares[node];
	uint64_t level = shares;
	double norm = 0, factor = 0;
	const ft_real *raw;

	if (world->algo) {
		ft_share_values_of(&input, &world->share, node, &values);
		norm = values.norm_shares;
		/*
		 * slurmctld keeps the factor of Fair Tree only; classic shows 0
		 */
		if (world->algo != &ft_algo_classic && values.has_factor)
			factor = values.factor;
		if (above != FT_NODE_NONE)
			level = world->share.level_shares[tree->acct[above]];
	}
	raw = ft_world_usage(world);
	ft_str_addf(record->str,
	    "SharesRaw/Norm/Level/Factor=%" PRIu32 "/%.2f/%" PRIu64 "/%.2f%s",
	    shares, norm, level, factor, record->line);
	ft_str_addf(record->str, "UsageRaw/Norm/Efctv=%.2Lf/%.2f/%.2f%s",
	    (long double)raw[node],
	    above == FT_NODE_NONE ? 1.0 : (double)values.norm_usage,
	    (double)values.effective_usage, record->line);
}

static bool
shows_lineage(const struct ft_world *world)
{
	return ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_SHOWS_LINEAGE);
}

static void
add_place(struct record *record)
{
	const struct ft_world *world = record->owner.world;
	const struct ft_tree *tree = world->tree;
	uint32_t node = record->owner.id, parent = tree->parent[node];
	uint32_t at = (uint32_t)(record->assoc - world->acctdb.assoc);

	ft_str_add(record->str, "ParentAccount=");
	if (parent != FT_NODE_NONE && !ft_tree_is_user(tree, node)) {
		const struct ft_assoc *assoc =
		    ft_acctdb_assoc(&world->acctdb, tree->id[parent]);

		ft_str_addf(record->str, "%s(%" PRIu32 ")",
		    ft_tree_account(tree, &world->names, parent),
		    assoc ? assoc->number : tree->id[parent]);
	}
	if (shows_lineage(world)) {
		ft_str_add(record->str, " Lineage=");
		ft_admin_index_lineage(record->index, at, record->str);
	} else {
		ft_str_addf(
		    record->str, " Lft=%" PRIu32, record->index->lft[at]);
	}
	ft_str_addf(record->str, " DefAssoc=%s%s",
	    tree->flags[node] & FT_NODE_DEFAULT ? "Yes" : "No", record->line);
}

static const struct fcontrol_limit_row limits[] = {
	{ "GrpJobs", FT_LIMIT_GRP_JOBS, .line = false },
	{ "GrpJobsAccrue", FT_LIMIT_GRP_JOBS_ACCRUE, .line = true },
	{ "GrpSubmitJobs", FT_LIMIT_GRP_SUBMIT_JOBS, .line = false },
	{ "GrpWall", FT_LIMIT_GRP_WALL, .line = true },
	{ "GrpTRES", FT_LIMIT_GRP_TRES, .line = true },
	{ "GrpTRESMins", FT_LIMIT_GRP_TRES_MINS, .line = true },
	{ "GrpTRESRunMins", FT_LIMIT_GRP_TRES_RUN_MINS, .line = true },
	{ "MaxJobs", FT_LIMIT_MAX_JOBS, .own = true },
	{ "MaxJobsAccrue", FT_LIMIT_MAX_JOBS_ACCRUE, .own = true },
	{ "MaxSubmitJobs", FT_LIMIT_MAX_SUBMIT_JOBS, .own = true },
	{ "MaxWallPJ", FT_LIMIT_MAX_WALL, .line = true },
	{ "MaxTRESPJ", FT_LIMIT_MAX_TRES, .line = true },
	{ "MaxTRESPN", FT_LIMIT_MAX_TRES_PN, .line = true },
	{ "MaxTRESMinsPJ", FT_LIMIT_MAX_TRES_MINS, .line = true },
	{ "MinPrioThresh", FT_LIMIT_MIN_PRIO, .line = false },
	{ 0 },
};

static void
add_assoc(struct record *record)
{
	struct ft_world *world = record->owner.world;
	uint32_t node = record->owner.id;
	struct ft_policy_use use = ft_policy_assoc_use(world, node);
	uint64_t priority = 0;

	record->assoc = ft_acctdb_assoc(&world->acctdb, world->tree->id[node]);
	add_names(record);
	fcontrol_limit(&record->owner, FT_LIMIT_PRIORITY, 0, &priority);
	ft_str_addf(record->str,
	    " Partition=%s Priority=%" PRIu64 " ID=%" PRIu32 "%s",
	    record->assoc ? record->assoc->partition : "", priority,
	    record->assoc ? record->assoc->number : 0, record->line);
	add_shares(record);
	add_place(record);
	fcontrol_add_limits(
	    record->str, &record->owner, &use, limits, record->line);
	if (ft_release_has(ft_conf_release(world->conf), FT_RULE_SHOWS_COMMENT))
		ft_str_addf(record->str, "%sComment=%s", record->line,
		    record->assoc && *record->assoc->comment
			? record->assoc->comment
			: "(null)");
	ft_str_add_char(record->str, '\n');
}

static void
add_assocs(struct ft_str *str, struct fcontrol *control,
    const struct fcontrol_assoc *filter)
{
	struct ft_world *world = &control->world;
	uint32_t n = world->tree->n;
	uint32_t *order FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *order);
	struct ft_admin_index *index = ft_admin_index_new(&world->acctdb);
	struct record record = { .str = str,
		.owner = { world, false, 0, false },
		.line = control->one_line ? " " : "\n    ",
		.index = index };
	bool any = false;

	ft_tree_display_order(world->tree, &world->names,
	    shows_lineage(world) ? FT_SIBLINGS_LINEAGE : FT_SIBLINGS_NAME,
	    order);
	for (uint32_t i = 0; i < n && !any; i++)
		any = fcontrol_assoc_selects(control, i, filter);
	add_title(str, control, any, "Association Records",
	    "No associations currently cached in Slurm.");
	for (uint32_t i = 0; i < n; i++) {
		if (!fcontrol_assoc_selects(control, order[i], filter))
			continue;
		record.owner.id = order[i];
		add_assoc(&record);
	}
	ft_admin_index_free(index);
}

/* ---- words --------------------------------------------------------------------- */

/* Returns the flag that WORD names, 0: none.  scontrol looks only at how a word
 * begins. */
static unsigned
find_flag(const struct fcontrol *control, struct ft_word word)
{
	static const struct {
		const char *name;
		unsigned flag;
		size_t least; /* letters that scontrol compares */
	} words[] = { { "users", FCONTROL_ASSOC_USERS, 5 },
		{ "associations", FCONTROL_ASSOC_ASSOCS, 5 },
		{ "qos", FCONTROL_ASSOC_QOS, 3 } };

	for (size_t i = 0; i < FT_COUNT(words); i++)
		if (control->context->slurm
			? ft_word_abbreviates(
			      (struct ft_word){ words[i].name, words[i].least },
			      word.at, 1)
			: ft_word_abbreviates(word, words[i].name, 1))
			return words[i].flag;
	return 0;
}

/* Returns whether each word is known; complains about the first that is not. */
static bool
read_flags(struct fcontrol *control, const char *text, unsigned *flags)
{
	struct ft_word word;

	while (ft_word_next(&text, ",", &word)) {
		unsigned flag = find_flag(control, word);

		if (!flag && word.len) {
			fprintf(control->context->err,
			    "invalid flag '%.*s', valid options are 'Assoc, "
			    "QOS, and/or Users'\n",
			    (int)word.len, word.at);
			return false;
		}
		*flags |= flag;
	}
	return true;
}

/* Returns the list of FILTER that KEY names, NULL: none. */
static const char **
find_list(struct fcontrol_assoc *filter, struct ft_word key)
{
	if (ft_word_abbreviates(key, "users", 1))
		return &filter->users;
	if (ft_word_abbreviates(key, "accounts", 1))
		return &filter->accounts;
	return ft_word_abbreviates(key, "qos", 1) ? &filter->qos : NULL;
}

/* Returns -1, or the exit status if a word is wrong.  Lists of words that
 * repeat are made in ARENA. */
static int
read_words(struct fcontrol *control, int argc, char **argv,
    struct fcontrol_assoc *filter, struct ft_arena *arena)
{
	for (int i = 0; i < argc; i++) {
		const char *equal = strchr(argv[i], '=');
		struct ft_word key = { argv[i],
			equal ? (size_t)(equal - argv[i]) : 0 };
		const char **list = find_list(filter, key);

		if (control->context->slurm && (!equal || !equal[1])) {
			fprintf(control->context->err,
			    "No value given for option %s\n", argv[i]);
			return 0;
		}
		if (list) {
			*list = *list ? ft_arena_text(
					    arena, "%s,%s", *list, equal + 1)
				      : equal + 1;
		} else if (ft_word_abbreviates(key, "flags", 1)) {
			/* Slurm's exit status is that of success */
			if (!read_flags(control, equal + 1, &filter->flags))
				return !control->context->slurm;
		} else {
			fprintf(control->context->err,
			    "invalid entity: %s for keyword:show assoc_mgr\n",
			    argv[i]);
			return 1;
		}
	}
	return -1;
}

int
fcontrol_show_assoc(struct fcontrol *control, int argc, char **argv)
{
	struct fcontrol_assoc filter = { .flags = 0 };
	struct ft_error err = { 0 };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	int status = read_words(control, argc, argv, &filter, &arena);

	if (status >= 0)
		return status;
	if (!filter.flags)
		filter.flags = FCONTROL_ASSOC_USERS | FCONTROL_ASSOC_ASSOCS |
			       FCONTROL_ASSOC_QOS;
	control->usage = true;
	if (fcontrol_read(control, &err) != FT_OK ||
	    ft_world_share(&control->world, &err) != FT_OK)
		return fcontrol_fail(control, &err);
	if (control->format != FT_FORMAT_TABLE) {
		fcontrol_assoc_document(control, &filter);
		return 0;
	}
	ft_str_add(&str, "Current Association Manager state\n");
	if (filter.flags & FCONTROL_ASSOC_USERS)
		add_users(&str, control, filter.users);
	if (filter.flags & FCONTROL_ASSOC_ASSOCS)
		add_assocs(&str, control, &filter);
	if (filter.flags & FCONTROL_ASSOC_QOS)
		fcontrol_add_qos(&str, control, filter.qos);
	fputs(ft_str_text(&str), control->context->out);
	return 0;
}
