/* A cluster as the lines of `sacctmgr dump`. */
#include "admin/index/directory.h"
#include "admin/index/index.h"
#include "admin/flat/flat.h"
#include "admin/option/settings.h"

struct dump {
	const struct ft_acctdb *acctdb;
	struct ft_admin_index *index;
	struct ft_flat *flat;
	enum ft_dump_as as;
	struct ft_str text;
	const char **default_account; /* by index in acctdb->user */
	const char **account_name;    /* by index in acctdb->assoc */
	const char **user_name;       /* "" for accounts */
};

static void
add_option(struct dump *dump, const char *key, const char *value)
{
	ft_flat_add_option(dump->flat, key, value, 0);
}

/* The option KEY, names in order; none: no option. */
static void
add_names(struct dump *dump, const char *key, const char **name, size_t n)
{
	if (n == 0)
		return;
	qsort(name, n, sizeof *name, ft_by_text);
	ft_str_clear(&dump->text);
	for (size_t i = 0; i < n; i++)
		ft_str_addf(&dump->text, "%s%s", i ? "," : "", name[i]);
	add_option(dump, key, ft_str_text(&dump->text));
}

/* WCKeys: of the user of ASSOC on its cluster. */
static void
add_wckeys(struct dump *dump, const struct ft_assoc *assoc)
{
	const struct ft_acctdb *acctdb = dump->acctdb;
	const char **name FT_CLEANUP(ft_free_at) =
	    ft_calloc(acctdb->n_wckey + 1, sizeof *name);
	size_t n = 0;

	for (size_t i = 0; i < acctdb->n_wckey; i++) {
		const struct ft_wckey *wckey = &acctdb->wckey[i];

		if (wckey->user == assoc->user &&
		    wckey->cluster == assoc->cluster && !wckey->deleted)
			name[n++] = wckey->name;
	}
	add_names(dump, "WCKeys", name, n);
}

static void
add_line(struct dump *dump, enum ft_flat_kind kind, const char *name)
{
	ft_flat_add(dump->flat, kind, name, strlen(name));
}

/* ---- limits ---- */

/* The limit of ATTR, if OWN has it. */
static void
add_limit(struct dump *dump, const struct ft_settings *own,
    const struct ft_attr *attr)
{
	const struct ft_tres_table table = { dump->acctdb->tres,
		dump->acctdb->n_tres };

	ft_str_clear(&dump->text);
	ft_settings_limit_text(&dump->text, &table, own, attr->limit);
	if (dump->text.len)
		add_option(dump, attr->name, ft_str_text(&dump->text));
}

/* Fairshare and DefaultQOS come before. */
static void
add_limits(struct dump *dump, const struct ft_settings *own)
{
	const struct ft_attr *attr;

	/* most have none: skip the search */
	for (unsigned place = 1;
	     own->n_limit && (attr = ft_attr_dumped(FT_ENTITY_ASSOC, place));
	     place++)
		if (dump->as >= FT_DUMP_OURS ||
		    attr->limit != FT_LIMIT_MIN_PRIO)
			add_limit(dump, own, attr);
}

static int
by_qos_name(const void *a, const void *b)
{
	const char *left = *(const char *const *)a;
	const char *right = *(const char *const *)b;

	return strcmp(left + 1, right + 1);
}

/* Names with their sign, sorted by name. */
static void
add_refs(
    struct dump *dump, const char *key, const struct ft_qosref *ref, size_t n)
{
	char **name = ft_calloc(n + 1, sizeof *name);
	size_t used = 0;

	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *qos =
		    ft_acctdb_qos(dump->acctdb, ref[i].qos);
		struct ft_str one = { 0 };

		if (qos == NULL || qos->deleted)
			continue;
		ft_str_addf(&one, "%c%s", ref[i].op, qos->name);
		name[used++] = ft_str_take(&one);
	}
	if (used)
		qsort(name, used, sizeof *name, by_qos_name);
	ft_str_clear(&dump->text);
	for (size_t i = 0; i < used; i++) {
		if (i)
			ft_str_add_char(&dump->text, ',');
		ft_str_add(&dump->text, name[i] + (*name[i] == '='));
	}
	/* a list without signs is dumped even if all of its QOS were deleted */
	if (used || (n && ref[0].op == '='))
		add_option(dump, key, ft_str_text(&dump->text));
	for (size_t i = 0; i < used; i++)
		ft_free(name[i]);
	ft_free(name);
}

static void
add_settings(struct dump *dump, uint32_t i)
{
	const struct ft_acctdb *acctdb = dump->acctdb;
	const struct ft_assoc *assoc = &acctdb->assoc[i];
	const struct ft_qos *qos =
	    assoc->default_qos ? ft_acctdb_qos(acctdb, assoc->default_qos)
			       : NULL;
	const struct ft_settings own = ft_settings_of_assoc(dump->index, i);
	char shares[16];

	if (*assoc->comment && dump->as == FT_DUMP_OURS)
		add_option(dump, "Comment", assoc->comment);
	if (qos)
		add_option(dump, "DefaultQOS", qos->name);
	snprintf(shares, sizeof shares, "%" PRIu32, assoc->shares);
	add_option(dump, "Fairshare", shares);
	add_limits(dump, &own);
	if (own.n_ref)
		add_refs(dump, "QOS", own.ref, own.n_ref);
}

/* ---- lines ---- */

static void
account_line(struct dump *dump, uint32_t i)
{
	const struct ft_account *account =
	    ft_acctdb_account(dump->acctdb, dump->acctdb->assoc[i].account);

	add_line(dump, FT_FLAT_ACCOUNT, dump->account_name[i]);
	if (account && *account->description)
		add_option(dump, "Description", account->description);
	if (account && *account->organization)
		add_option(dump, "Organization", account->organization);
	add_settings(dump, i);
}

static void
add_coordinator(struct dump *dump, uint32_t user)
{
	const struct ft_acctdb *acctdb = dump->acctdb;
	const char **name FT_CLEANUP(ft_free_at) =
	    ft_calloc(acctdb->n_coord + 1, sizeof *name);
	size_t n = 0;

	for (size_t i = 0; i < acctdb->n_coord; i++) {
		const struct ft_account *account;

		if (acctdb->coord[i].user != user)
			continue;
		account = ft_acctdb_account(acctdb, acctdb->coord[i].account);
		if (account && !account->deleted)
			name[n++] = account->name;
	}
	add_names(dump, "Coordinator", name, n);
}

static void
user_line(struct dump *dump, uint32_t i)
{
	const struct ft_assoc *assoc = &dump->acctdb->assoc[i];
	const struct ft_user *user = ft_acctdb_user(dump->acctdb, assoc->user);
	const char *home;

	add_line(dump, FT_FLAT_USER, dump->user_name[i]);
	if (*assoc->partition)
		add_option(dump, "Partition", assoc->partition);
	if (user) {
		home = dump->default_account[user - dump->acctdb->user];
		if (home || dump->as != FT_DUMP_OURS)
			add_option(
			    dump, "DefaultAccount", home ? home : "(null)");
		if (*user->default_wckey)
			add_option(dump, "DefaultWCKey", user->default_wckey);
		if (user->admin_level > FT_ADMIN_NONE)
			add_option(dump, "AdminLevel",
			    ft_admin_level_words.word[user->admin_level].name);
		if (dump->acctdb->n_coord)
			add_coordinator(dump, user->id);
		if (dump->acctdb->n_wckey)
			add_wckeys(dump, assoc);
	}
	add_settings(dump, i);
}

static int
compare_children(const struct dump *dump, uint32_t left, uint32_t right)
{
	const struct ft_assoc *assoc = dump->acctdb->assoc;
	bool nested = dump->as == FT_DUMP_SLURM || dump->as == FT_DUMP_OURS;
	int order;

	if (!assoc[left].user != !assoc[right].user)
		return assoc[left].user ? -1 : 1;
	if (assoc[left].user == 0)
		return strcmp(
		    dump->account_name[left], dump->account_name[right]);
	order = strcmp(dump->user_name[left], dump->user_name[right]);
	/* merging keeps those of one user in nested-set order */
	return order || nested
		   ? order
		   : strcmp(assoc[left].partition, assoc[right].partition);
}

/* Users by name, then accounts by name, by merging: n log n at worst. */
static void
sort_children(
    const struct dump *dump, uint32_t *item, uint32_t *spare, uint32_t n)
{
	uint32_t half = n / 2, left = 0, right = half;

	if (n < 2)
		return;
	sort_children(dump, item, spare, half);
	sort_children(dump, item + half, spare, n - half);
	for (uint32_t i = 0; i < n; i++) {
		bool first = left < half &&
			     (right == n || compare_children(dump, item[left],
						item[right]) <= 0);

		spare[i] = first ? item[left++] : item[right++];
	}
	memcpy(item, spare, n * sizeof *item);
}

/* An account's lines, then, one after the other, those of its accounts. */
static void
dump_tree(struct dump *dump, uint32_t root)
{
	struct ft_admin_index *index = dump->index;
	uint32_t *stack = ft_calloc(dump->acctdb->n_assoc + 1, sizeof *stack);
	uint32_t *spare = ft_calloc(dump->acctdb->n_assoc + 1, sizeof *spare);
	uint32_t top = 0;

	stack[top++] = root;
	while (top) {
		uint32_t i = stack[--top];
		uint32_t from = index->first[i], to = index->first[i + 1];

		if (from == to)
			continue;
		sort_children(dump, index->child + from, spare, to - from);
		add_line(dump, FT_FLAT_PARENT, dump->account_name[i]);
		for (uint32_t at = from; at < to; at++) {
			uint32_t child = index->child[at];

			if (dump->acctdb->assoc[child].user)
				user_line(dump, child);
			else
				account_line(dump, child);
		}
		for (uint32_t at = to; at > from && at--;)
			if (dump->acctdb->assoc[index->child[at]].user == 0)
				stack[top++] = index->child[at];
	}
	ft_free(stack);
	ft_free(spare);
}

/* ---- QOS lines ---- */

static void
add_member(
    struct dump *dump, const struct ft_attr *attr, const struct ft_qos *qos)
{
	struct ft_attr_value value = ft_attr_get(attr, qos);

	ft_str_clear(&dump->text);
	ft_attr_setting(&dump->text, attr, value);
	if (attr->type == FT_ATTR_NAME || dump->text.len)
		add_option(dump, attr->name, ft_str_text(&dump->text));
}

static void
qos_line(struct dump *dump, const struct ft_qos *qos, bool preempt)
{
	const struct ft_settings own = ft_settings_of_qos(dump->acctdb, qos);
	size_t n;
	const struct ft_attr *attr = ft_attrs(FT_ENTITY_QOS, &n);

	add_line(dump, FT_FLAT_QOS, qos->name);
	if (preempt) {
		add_refs(dump, "Preempt", own.ref, own.n_ref);
		return;
	}
	for (; n > 0; n--, attr++)
		if (attr->column)
			add_member(dump, attr, qos);
		else if (attr->type == FT_ATTR_LIMIT && !attr->also)
			add_limit(dump, &own, attr);
}

void
ft_admin_dump_qos(const struct ft_acctdb *acctdb, const struct ft_qos *qos,
    struct ft_flat *flat)
{
	const struct ft_settings own = ft_settings_of_qos(acctdb, qos);
	struct dump dump = { .acctdb = acctdb, .flat = flat };

	qos_line(&dump, qos, false);
	add_refs(&dump, "Preempt", own.ref, own.n_ref);
	ft_str_free(&dump.text);
}

void
ft_flat_add_value(
    struct ft_str *str, const struct ft_attr *attr, struct ft_attr_value value)
{
	switch (attr->type) {
	case FT_ATTR_TEXT:
	case FT_ATTR_NAME:
		ft_str_add(str, value.text);
		break;
	case FT_ATTR_REAL:
		ft_str_addf(str, "%f", value.real);
		break;
	case FT_ATTR_FLAGS:
		ft_keywords_add(
		    str, attr->words, (uint32_t)value.number, FT_RELEASE_ANY);
		break;
	case FT_ATTR_WORD:
		ft_str_add(str, attr->words->word[value.number].name);
		ft_word_lower(str->data);
		break;
	case FT_ATTR_COUNT:
	case FT_ATTR_SECONDS:
	case FT_ATTR_DURATION:
	case FT_ATTR_SHARES:
	case FT_ATTR_FLAG:
	case FT_ATTR_QOS:
	case FT_ATTR_LIMIT:
	case FT_ATTR_QOS_LIST:
	case FT_ATTR_PARENT:
		ft_str_addf(str, "%" PRId64, value.number);
		break;
	}
}

/* Only what differs from its default. */
static void
slurm_member(
    struct dump *dump, const struct ft_attr *attr, const struct ft_qos *qos)
{
	struct ft_attr_value value = ft_attr_get(attr, qos);

	if (ft_attr_same(value, ft_attr_unset(attr)))
		return;
	ft_str_clear(&dump->text);
	ft_flat_add_value(&dump->text, attr, value);
	add_option(dump, attr->name, ft_str_text(&dump->text));
}

static void
slurm_qos(struct dump *dump, const struct ft_qos *qos)
{
	const struct ft_settings own = ft_settings_of_qos(dump->acctdb, qos);
	const struct ft_attr *attr;

	add_line(dump, FT_FLAT_QOS, qos->name);
	for (unsigned at = 1; (attr = ft_attr_dumped(FT_ENTITY_QOS, at)); at++)
		if (attr->type == FT_ATTR_QOS_LIST)
			add_refs(dump, attr->name, own.ref, own.n_ref);
		else if (attr->type == FT_ATTR_LIMIT)
			add_limit(dump, &own, attr);
		else
			slurm_member(dump, attr, qos);
}

/* Preempt lists may name a QOS further down, so they come after all. */
static void
dump_qoses(struct dump *dump)
{
	const struct ft_acctdb *acctdb = dump->acctdb;
	size_t n;

	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (acctdb->qos[i].deleted)
			continue;
		else if (dump->as != FT_DUMP_OURS)
			slurm_qos(dump, &acctdb->qos[i]);
		else
			qos_line(dump, &acctdb->qos[i], false);
	if (dump->as != FT_DUMP_OURS)
		return;
	for (size_t i = 0; i < acctdb->n_qos; i++) {
		ft_acctdb_qosrefs(acctdb->qos_preempt, acctdb->n_qos_preempt,
		    acctdb->qos[i].id, &n);
		if (!acctdb->qos[i].deleted && n)
			qos_line(dump, &acctdb->qos[i], true);
	}
}

/* ---- the dump ---- */

static void
fill_names(struct dump *dump, uint32_t cluster)
{
	const struct ft_acctdb *acctdb = dump->acctdb;

	dump->default_account =
	    ft_calloc(acctdb->n_user + 1, sizeof *dump->default_account);
	dump->account_name =
	    ft_calloc(acctdb->n_assoc + 1, sizeof *dump->account_name);
	dump->user_name =
	    ft_calloc(acctdb->n_assoc + 1, sizeof *dump->user_name);
	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_account *account =
		    ft_acctdb_account(acctdb, assoc->account);
		const struct ft_user *user =
		    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

		dump->account_name[i] = account ? account->name : "";
		dump->user_name[i] = user ? user->name : "";
		if (user && assoc->is_default && assoc->cluster == cluster)
			dump->default_account[user - acctdb->user] =
			    dump->account_name[i];
	}
}

enum ft_status
ft_admin_dump(const struct ft_acctdb *acctdb, const char *cluster,
    enum ft_dump_as as, struct ft_flat *flat, struct ft_error *err)
{
	const struct ft_cluster *found = ft_directory_cluster(acctdb, cluster);
	struct dump dump = { .acctdb = acctdb, .flat = flat, .as = as };

	if (found == NULL)
		return ft_fail(err, FT_ENOENT, "no cluster '%s'", cluster);
	dump.index = ft_admin_index_new(acctdb);
	fill_names(&dump, found->id);
	if (as >= FT_DUMP_OURS)
		dump_qoses(&dump);
	add_line(&dump, FT_FLAT_CLUSTER, found->name);
	if (*found->classification)
		add_option(&dump, "Classification", found->classification);
	for (size_t i = 0; i < dump.index->n_root; i++) {
		uint32_t root = dump.index->root[i];

		if (acctdb->assoc[root].cluster != found->id)
			continue;
		add_settings(&dump, root);
		dump_tree(&dump, root);
	}
	ft_str_free(&dump.text);
	ft_free(dump.default_account);
	ft_free(dump.account_name);
	ft_free(dump.user_name);
	ft_admin_index_free(dump.index);
	return FT_OK;
}
