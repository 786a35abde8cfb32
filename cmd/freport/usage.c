/* usage.c - reports of usage: by account, user, QOS and wckey, and of the cluster. */

#include "freport/freport.h"
#include "model/account/billing.h"

/* ---- sums ------------------------------------------------------------------------- */

/* A place in a report: what shares its keys. */
struct sum {
	uint32_t node; /* of accounts and users; FT_ROLLUP_NONE */
	uint32_t qos;
	const char *wckey, *user; /* NULL: of all, or not looked at */
	const char *accounts;     /* of a user: "phys, lab" */
	double *used;             /* by TRES */
	size_t place, rank;       /* rank: among those that used the same */
	const char *path;         /* of its node in the tree */
	enum ft_siblings collation;
};

struct sums {
	struct freport_rows *rows;
	const struct freport *report;
	const struct freport_request *request;
	const struct freport_data *data;
	struct sum *item;
	size_t n, cap;
	size_t by; /* index of the TRES that sorts */
};

static struct sum *
find_sum(struct sums *sums, const struct sum *key)
{
	size_t size = sums->data->tres.n * sizeof(double);
	struct sum *sum;

	for (size_t i = 0; i < sums->n; i++) {
		sum = &sums->item[i];
		if (sum->node == key->node && sum->qos == key->qos &&
		    sum->wckey == key->wckey && sum->user == key->user)
			return sum;
	}
	sum = ft_vec_add(sums->item, sums->n, sums->cap);
	*sum = *key;
	sum->place = sums->n;
	sum->collation = sums->request->collation;
	sum->used = ft_arena_calloc(&sums->rows->arena, size + 1, 1);
	return sum;
}

/* Add what OWNER used to the sum with KEY. */
static void
add(struct sums *sums, size_t owner, const struct sum *key)
{
	size_t n = sums->data->tres.n;
	const double *used = &sums->data->used[owner * n];
	struct sum *sum = NULL;

	for (size_t i = 0; i < n; i++)
		if (used[i] > 0) {
			sum = sum ? sum : find_sum(sums, key);
			sum->used[i] += used[i];
		}
}

/* ---- conditions -------------------------------------------------------------------- */

/* NAME: NULL is an empty one, as that of the user of an account. */
static bool
fits(const struct sums *sums, enum freport_condition word, const char *name)
{
	const struct ft_arglist *list = &sums->request->list[word];

	return ft_arglist_admits(list, name ? name : "");
}

static bool
fits_qos(const struct sums *sums, uint32_t id)
{
	const struct ft_qos *qos = ft_acctdb_qos(sums->data->acctdb, id);

	return fits(sums, FREPORT_WORD_QOS, qos ? qos->name : NULL);
}

static void
sum_owner(struct sums *sums, size_t at)
{
	const struct freport_owner *owner = &sums->data->owner[at];
	const struct freport_node *node = &sums->data->node[owner->assoc];
	enum freport_id id = sums->request->report;
	struct sum key = { .node = owner->assoc };
	bool users = sums->request->list[FREPORT_WORD_USERS].n > 0;

	if (!fits_qos(sums, owner->qos))
		return;
	if (id == FREPORT_ID_USERS || id == FREPORT_ID_TOP) {
		if (node->user &&
		    fits(sums, FREPORT_WORD_ACCOUNTS, node->account) &&
		    fits(sums, FREPORT_WORD_USERS, node->user))
			add(sums, at, &key);
		return;
	}
	key.qos = id == FREPORT_ID_QOS ? owner->qos : 0;
	for (; key.node != FT_ROLLUP_NONE;
	     key.node = sums->data->node[key.node].parent) {
		node = &sums->data->node[key.node];
		if (id == FREPORT_ID_QOS && node->user && !users)
			continue;
		key.user =
		    id == FREPORT_ID_ACCOUNTS && users ? node->user : NULL;
		if (freport_asks(sums->request, sums->data, key.node) &&
		    (fits(sums, FREPORT_WORD_USERS, node->user) ||
			(id == FREPORT_ID_QOS && !node->user)))
			add(sums, at, &key);
	}
}

static void
sum_wckey(struct sums *sums, size_t at)
{
	const struct freport_owner *owner = &sums->data->owner[at];
	const char *user = sums->data->node[owner->assoc].user;
	struct sum key = { .node = FT_ROLLUP_NONE, .wckey = owner->wckey };

	if (!*owner->wckey || !user ||
	    !fits(sums, FREPORT_WORD_WCKEYS, owner->wckey) ||
	    !fits(sums, FREPORT_WORD_USERS, user))
		return;
	if (sums->request->report == FREPORT_ID_KEYS)
		add(sums, at, &key);
	key.user = user;
	add(sums, at, &key);
}

/* ---- order ------------------------------------------------------------------------- */

/* Depth first, but users that are asked for by name; QOS by name. */
static int
compare_places(const void *a, const void *b)
{
	const struct sum *x = a, *y = b;
	int order;

	if (!x->wckey && x->user && y->user) {
		order = strcmp(x->user, y->user);
		if (order)
			return order;
	}
	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	if (x->wckey) {
		order = ft_collate(x->collation, x->wckey, y->wckey);
		if (order)
			return order;
		return !x->user || !y->user
			   ? (x->user != NULL) - (y->user != NULL)
			   : strcmp(x->user, y->user);
	}
	return x->place < y->place ? -1 : x->place > y->place;
}

/* Users by name, each with its wckeys by name. */
static int
compare_logins(const void *a, const void *b)
{
	const struct sum *x = a, *y = b;
	int order = strcmp(x->user, y->user);

	return order ? order : compare_places(a, b);
}

/* By usage of the TRES in used[0], which is that to sort by: the most first. */
static int
compare_usage(const void *a, const void *b)
{
	const struct sum *x = a, *y = b;
	double p = x->used[0], q = y->used[0];

	return p != q ? (p > q ? -1 : 1)
		      : (x->rank > y->rank) - (x->rank < y->rank);
}

static void
swap_key(struct sums *sums)
{
	for (size_t i = 0; i < sums->n; i++) {
		double first = sums->item[i].used[0];

		sums->item[i].used[0] = sums->item[i].used[sums->by];
		sums->item[i].used[sums->by] = first;
	}
}

/* Sort by TRES what is sorted already, which ranks equal usage. */
static void
sort_by(struct sums *sums, size_t tres, bool backwards)
{
	for (size_t i = 0; i < sums->n; i++)
		sums->item[i].rank = backwards ? sums->n - i : i;
	sums->by = tres;
	swap_key(sums);
	qsort(sums->item, sums->n, sizeof *sums->item, compare_usage);
	swap_key(sums);
}

/* By usage of TRES; those that used the same, but not the same number of CPUs,
 * stand in sreport with the least CPUs first. */
static void
sort_by_usage(struct sums *sums, size_t tres)
{
	bool users = sums->request->report == FREPORT_ID_USER_KEYS;

	if (sums->n == 0)
		return;
	qsort(sums->item, sums->n, sizeof *sums->item,
	    users ? compare_logins : compare_places);
	sort_by(sums, FT_TRES_CPU, false);
	if (tres != FT_TRES_CPU)
		sort_by(sums, tres, true);
}

/* Returns what sorts NODE as slurmdbd does: its lineage, or a place in the nested
 * set. */
static const char *
path_of(const struct sums *sums, uint32_t at)
{
	const struct freport_node *node = &sums->data->node[at];
	struct ft_arena *arena = &sums->rows->arena;
	char place[32];

	snprintf(place, sizeof place, "%08" PRIx32 "%08" PRIx32,
	    (uint32_t)node->assoc->position ^ UINT32_C(1) << 31,
	    node->assoc->id);
	return freport_join(arena,
	    node->parent != FT_ROLLUP_NONE ? path_of(sums, node->parent) : "",
	    "/",
	    !sums->request->rootless ? place
	    : node->user             ? freport_join(arena, "0", "-", node->user)
				     : node->account);
}

static int
compare_paths(const void *a, const void *b)
{
	const struct sum *x = a, *y = b;

	return ft_collate(x->collation, x->path, y->path);
}

/* TopUsage group: join the rows of each user. */
static void
join_users(struct sums *sums)
{
	const struct freport_node *node = sums->data->node;
	size_t n = 0;

	for (size_t i = 0; i < sums->n; i++)
		sums->item[i].path = path_of(sums, sums->item[i].node);
	if (sums->n)
		qsort(sums->item, sums->n, sizeof *sums->item, compare_paths);

	for (size_t i = 0; i < sums->n; i++) {
		struct sum *from = &sums->item[i], *to = NULL;

		for (size_t k = 0; k < n && !to; k++)
			if (!strcmp(node[sums->item[k].node].user,
				node[from->node].user))
				to = &sums->item[k];
		if (!to) {
			sums->item[n] = *from;
			sums->item[n++].accounts = node[from->node].account;
			continue;
		}
		to->accounts = freport_join(&sums->rows->arena, to->accounts,
		    ", ", node[from->node].account);
		for (size_t t = 0; t < sums->data->tres.n; t++)
			to->used[t] += from->used[t];
	}
	sums->n = n;
}

/* ---- rows -------------------------------------------------------------------------- */

/* Whether a row has a blank for each account above that has one. */
static bool
indents(const struct freport_request *request)
{
	return request->given[FREPORT_WORD_TREE] &&
	       request->list[FREPORT_WORD_USERS].n == 0 &&
	       (request->report == FREPORT_ID_ACCOUNTS ||
		   request->report == FREPORT_ID_QOS);
}

static const char *
copy(const struct sums *sums, const char *text)
{
	return text ? ft_arena_strdup(&sums->rows->arena, text) : NULL;
}

static void
print_sum(struct sums *sums, const struct sum *sum)
{
	const struct freport_data *data = sums->data;
	const struct ft_qos *qos = ft_acctdb_qos(data->acctdb, sum->qos);

	for (size_t c = 0; c < data->n_chosen; c++) {
		size_t tres = data->chosen[c];
		struct freport_row *row =
		    freport_add_row(sums->rows, sums->report, data);

		if (sum->node != FT_ROLLUP_NONE) {
			row->account =
			    sum->accounts
				? copy(sums, sum->accounts)
				: freport_account(sums->rows, sums->request,
				      data, sum->node, indents(sums->request));
			row->login = copy(sums, data->node[sum->node].user);
		} else {
			row->wckey = copy(sums, sum->wckey);
			row->login = copy(sums, sum->user);
		}
		row->qos = sum->qos && qos ? copy(sums, qos->name) : NULL;
		row->tres = freport_tres(sums->rows, data, tres);
		row->used = sum->used[tres];
		row->base = data->use[tres].total;
		row->energy = sum->used[FT_TRES_ENERGY];
		row->energy_base = data->use[FT_TRES_ENERGY].total;
		row->has_used = true;
		row->has_energy = sums->request->report != FREPORT_ID_KEYS;
	}
}

/* The cluster itself; TRES that it has not are left out. */
static void
print_cluster(struct sums *sums)
{
	const struct freport_data *data = sums->data;

	for (size_t c = 0; c < data->n_chosen; c++) {
		size_t tres = data->chosen[c];
		struct freport_row *row;

		if (data->use[tres].total <= 0 ||
		    (tres == FT_TRES_NODE &&
			data->rollup.mode == FT_ROLLUP_EXACT))
			continue;
		row = freport_add_row(sums->rows, sums->report, data);
		row->tres = freport_tres(sums->rows, data, tres);
		row->use = data->use[tres];
		row->base = row->use.total;
		row->count = (double)freport_count(data, tres);
		row->reach = row->count *
			     (double)(data->rollup.until - data->rollup.from);
		row->has_use = row->has_count = row->has_energy = true;
	}
}

void
freport_usage(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data)
{
	struct sums sums = {
		.rows = rows, .report = report, .request = request, .data = data
	};
	enum freport_id id = request->report;
	bool keys = id == FREPORT_ID_KEYS || id == FREPORT_ID_USER_KEYS;
	bool top = id == FREPORT_ID_TOP;
	size_t most =
	    top && request->top != UINT32_MAX ? request->top : SIZE_MAX;

	for (size_t c = 0; c < data->n_chosen; c++)
		if (data->use[data->chosen[c]].total > rows->total)
			rows->total = data->use[data->chosen[c]].total;
	if (id == FREPORT_ID_CLUSTER) {
		print_cluster(&sums);
		return;
	}
	for (size_t i = 0; i < data->n_owner; i++)
		if (keys)
			sum_wckey(&sums, i);
		else
			sum_owner(&sums, i);
	if (top && request->given[FREPORT_WORD_GROUP])
		join_users(&sums);
	if (top || id == FREPORT_ID_USERS || id == FREPORT_ID_USER_KEYS)
		sort_by_usage(&sums, top ? data->chosen[0] : FT_TRES_CPU);
	else if (sums.n)
		qsort(sums.item, sums.n, sizeof *sums.item, compare_places);
	for (size_t i = 0; i < sums.n && (i < most || i == 0); i++) {
		print_sum(&sums, &sums.item[i]);
		rows->decide = rows->decide ? rows->decide : rows->n;
	}
	ft_free(sums.item);
}
