#include "admin/index/index.h"

/* ---- building ---- */

/* The position of an association: its parent, and its order among siblings. */
struct place {
	uint32_t parent; /* index; roots: n */
	int32_t position;
	uint32_t id;
	uint32_t i;
};

static int
by_place(const void *a, const void *b)
{
	const struct place *left = a, *right = b;

	if (left->parent != right->parent)
		return left->parent < right->parent ? -1 : 1;
	if (left->position != right->position)
		return left->position < right->position ? -1 : 1;
	return (left->id > right->id) - (left->id < right->id);
}

static uint32_t
find(const struct ft_acctdb *acctdb, uint32_t id)
{
	const struct ft_assoc *assoc = id ? ft_acctdb_assoc(acctdb, id) : NULL;

	return assoc ? (uint32_t)(assoc - acctdb->assoc) : FT_INDEX_NONE;
}

static void
fill_children(struct ft_admin_index *index)
{
	const struct ft_acctdb *acctdb = index->acctdb;
	uint32_t n = (uint32_t)acctdb->n_assoc, at = 0;
	struct place *place FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *place);

	for (uint32_t i = 0; i < n; i++) {
		index->parent[i] = find(acctdb, acctdb->assoc[i].parent);
		place[i] = (struct place){ index->parent[i] == FT_INDEX_NONE
					       ? n
					       : index->parent[i],
			acctdb->assoc[i].position, acctdb->assoc[i].id, i };
	}
	qsort(place, n, sizeof *place, by_place);
	for (uint32_t i = 0; i < n; i++)
		index->child[i] = place[i].i;
	for (uint32_t i = 0; i <= n; i++) {
		while (at < n && place[at].parent < i)
			at++;
		index->first[i] = at;
	}
}

static const char *
cluster_name(const struct ft_acctdb *acctdb, uint32_t i)
{
	const struct ft_cluster *cluster =
	    ft_acctdb_cluster(acctdb, acctdb->assoc[i].cluster);

	return cluster ? cluster->name : "";
}

static void
fill_roots(struct ft_admin_index *index)
{
	uint32_t n = (uint32_t)index->acctdb->n_assoc;
	uint32_t from = index->first[n];

	index->n_root = n - from;
	index->root = ft_arena_calloc(
	    &index->arena, index->n_root + 1, sizeof *index->root);
	for (size_t i = 0; i < index->n_root; i++) {
		uint32_t root = index->child[from + i];
		size_t at = i;

		while (at > 0 &&
		       strcmp(cluster_name(index->acctdb, index->root[at - 1]),
			   cluster_name(index->acctdb, root)) > 0) {
			index->root[at] = index->root[at - 1];
			at--;
		}
		index->root[at] = root;
	}
}

/*
 * Number the tree below ROOT without recursion: chains may be long.  What
 * Slurm has forgotten has no numbers.
 */
static void
number(struct ft_admin_index *index, uint32_t root)
{
	const struct ft_assoc *assoc = index->acctdb->assoc;
	uint32_t next = 1, at = root;
	uint32_t *visit FT_CLEANUP(ft_free_at) =
	    ft_calloc(index->acctdb->n_assoc + 1, sizeof *visit);

	index->lft[root] = next++;
	index->order[index->n_order++] = root;
	visit[root] = index->first[root];
	for (;;) {
		if (visit[at] < index->first[at + 1]) {
			at = index->child[visit[at]++];
			index->lft[at] = assoc[at].removed ? 0 : next++;
			index->order[index->n_order++] = at;
			visit[at] = index->first[at];
			continue;
		}
		index->rgt[at] = assoc[at].removed ? 0 : next++;
		if (at == root)
			break;
		at = index->parent[at];
	}
}

static void
fill_slices(struct ft_admin_index *index)
{
	const struct ft_acctdb *acctdb = index->acctdb;
	uint32_t limit = 0, qos = 0;

	for (uint32_t i = 0; i <= acctdb->n_assoc; i++) {
		uint32_t id =
		    i < acctdb->n_assoc ? acctdb->assoc[i].id : UINT32_MAX;

		while (limit < acctdb->n_assoc_limit &&
		       acctdb->assoc_limit[limit].owner < id)
			limit++;
		while (qos < acctdb->n_assoc_qos &&
		       acctdb->assoc_qos[qos].owner < id)
			qos++;
		index->limit[i] = limit;
		index->qos[i] = qos;
	}
}

/* Visit each node once, so that deep trees take linear time. */
static void
fill_above(struct ft_admin_index *index)
{
	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t i = index->order[k], up = index->parent[i];
		bool top = up == FT_INDEX_NONE;

		index->limit_above[i] =
		    top || index->limit[up] < index->limit[up + 1]
			? up
			: index->limit_above[up];
		index->qos_above[i] = top || index->qos[up] < index->qos[up + 1]
					  ? up
					  : index->qos_above[up];
		index->default_above[i] =
		    top || index->acctdb->assoc[up].default_qos
			? up
			: index->default_above[up];
	}
}

struct ft_admin_index *
ft_admin_index_new(const struct ft_acctdb *acctdb)
{
	struct ft_admin_index *index = ft_calloc(1, sizeof *index);
	uint32_t **const arrays[] = { &index->parent, &index->first,
		&index->child, &index->lft, &index->rgt, &index->order,
		&index->limit, &index->qos, &index->limit_above,
		&index->qos_above, &index->default_above };

	index->acctdb = acctdb;
	for (size_t i = 0; i < FT_COUNT(arrays); i++)
		*arrays[i] = ft_arena_calloc(
		    &index->arena, acctdb->n_assoc + 2, sizeof(uint32_t));
	fill_children(index);
	fill_roots(index);
	for (size_t i = 0; i < index->n_root; i++)
		number(index, index->root[i]);
	fill_slices(index);
	fill_above(index);
	return index;
}

void
ft_admin_index_renumber(
    struct ft_admin_index *index, const struct ft_acctdb *with_deleted)
{
	struct ft_admin_index *all = ft_admin_index_new(with_deleted);

	for (size_t i = 0; i < index->acctdb->n_assoc; i++) {
		uint32_t at = find(with_deleted, index->acctdb->assoc[i].id);

		index->lft[i] = at == FT_INDEX_NONE ? 0 : all->lft[at];
		index->rgt[i] = at == FT_INDEX_NONE ? 0 : all->rgt[at];
	}
	ft_admin_index_free(all);
}

void
ft_admin_index_free(struct ft_admin_index *index)
{
	if (index == NULL)
		return;
	ft_arena_clear(&index->arena);
	ft_free(index);
}

/* ---- limits ---- */

static const struct ft_limit *
own_limit(const struct ft_admin_index *index, uint32_t i,
    enum ft_limit_kind kind, uint32_t tres)
{
	const struct ft_limit *limit = index->acctdb->assoc_limit;

	for (uint32_t at = index->limit[i];
	     at < index->acctdb->n_assoc_limit &&
	     limit[at].owner == index->acctdb->assoc[i].id;
	     at++)
		if (limit[at].kind == kind && limit[at].tres == tres)
			return &limit[at];
	return NULL;
}

const struct ft_limit *
ft_admin_index_limit(const struct ft_admin_index *index, uint32_t i,
    enum ft_limit_kind kind, uint32_t tres, bool inherit)
{
	for (; i != FT_INDEX_NONE; i = index->limit_above[i]) {
		const struct ft_limit *limit = own_limit(index, i, kind, tres);

		if (limit || !inherit || !ft_limit_infos[kind].inherited)
			return limit;
	}
	return NULL;
}

static void
add_amount(struct ft_tres_amounts *amounts, uint32_t tres, uint64_t value)
{
	for (size_t i = 0; i < amounts->n; i++)
		if (amounts->item[i].id == tres)
			return;
	*ft_vec_add(amounts->item, amounts->n, amounts->cap) =
	    (struct ft_tres_amount){ .id = tres, .value = value };
}

void
ft_admin_index_tres(const struct ft_admin_index *index, uint32_t i,
    enum ft_limit_kind kind, bool inherit, struct ft_tres_amounts *amounts)
{
	const struct ft_acctdb *acctdb = index->acctdb;

	for (; i != FT_INDEX_NONE; i = index->limit_above[i]) {
		for (uint32_t at = index->limit[i];
		     at < acctdb->n_assoc_limit &&
		     acctdb->assoc_limit[at].owner == acctdb->assoc[i].id;
		     at++)
			if (acctdb->assoc_limit[at].kind == kind)
				add_amount(amounts,
				    acctdb->assoc_limit[at].tres,
				    acctdb->assoc_limit[at].value);
		if (!inherit || !ft_limit_infos[kind].inherited)
			break;
	}
}

void
ft_admin_book_qos_tres(const struct ft_acctdb *acctdb, uint32_t qos,
    enum ft_limit_kind kind, struct ft_tres_amounts *amounts)
{
	size_t n;
	const struct ft_limit *limit =
	    ft_acctdb_limits(acctdb->qos_limit, acctdb->n_qos_limit, qos, &n);

	for (size_t i = 0; i < n; i++)
		if (limit[i].kind == kind)
			add_amount(amounts, limit[i].tres, limit[i].value);
}

const struct ft_limit *
ft_admin_book_qos_limit(const struct ft_acctdb *acctdb, uint32_t qos,
    enum ft_limit_kind kind, uint32_t tres)
{
	size_t n;
	const struct ft_limit *limit =
	    ft_acctdb_limits(acctdb->qos_limit, acctdb->n_qos_limit, qos, &n);

	for (size_t i = 0; i < n; i++)
		if (limit[i].kind == kind && limit[i].tres == tres)
			return &limit[i];
	return NULL;
}

/* ---- QOS ---- */

static void
mark(const struct ft_acctdb *acctdb, const struct ft_qosref *ref, bool *has)
{
	const struct ft_qos *qos = ft_acctdb_qos(acctdb, ref->qos);

	if (qos && !qos->deleted)
		has[qos - acctdb->qos] = ref->op != '-';
}

void
ft_admin_index_qos(
    const struct ft_admin_index *index, uint32_t i, bool inherit, bool *has)
{
	const struct ft_acctdb *acctdb = index->acctdb;
	uint32_t *chain = NULL;
	size_t n = 0, cap = 0;

	/* up to the first that has a list of its own, then down again */
	for (; i != FT_INDEX_NONE; i = index->qos_above[i]) {
		bool own = index->qos[i] < index->qos[i + 1];

		if (own) {
			*ft_vec_add(chain, n, cap) = i;
		}
		if (!inherit ||
		    (own && acctdb->assoc_qos[index->qos[i]].op == '='))
			break;
	}
	memset(has, 0, acctdb->n_qos * sizeof *has);
	while (n > 0 && n--)
		for (uint32_t at = index->qos[chain[n]];
		     at < index->qos[chain[n] + 1]; at++)
			mark(acctdb, &acctdb->assoc_qos[at], has);
	ft_free(chain);
}

uint32_t
ft_admin_index_default_qos(
    const struct ft_admin_index *index, uint32_t i, bool inherit)
{
	if (inherit && index->acctdb->assoc[i].default_qos == 0 &&
	    index->default_above[i] != FT_INDEX_NONE)
		i = index->default_above[i];
	return index->acctdb->assoc[i].default_qos;
}

/* ---- lineages ---- */

/* Append what I adds to the lineage of its parent. */
static void
add_lineage_part(const struct ft_acctdb *acctdb, uint32_t i, struct ft_str *str)
{
	const struct ft_assoc *assoc = &acctdb->assoc[i];
	const struct ft_account *account;
	const struct ft_user *user;

	if (assoc->user) {
		user = ft_acctdb_user(acctdb, assoc->user);
		ft_str_addf(str, "0-%s/", user ? user->name : "");
		if (assoc->partition && *assoc->partition)
			ft_str_addf(str, "%s/", assoc->partition);
	} else {
		account = ft_acctdb_account(acctdb, assoc->account);
		ft_str_addf(str, "%s/", account ? account->name : "");
	}
}

void
ft_admin_index_lineage(
    const struct ft_admin_index *index, uint32_t i, struct ft_str *str)
{
	uint32_t *above = NULL;
	size_t n = 0, cap = 0;

	for (; index->parent[i] != FT_INDEX_NONE; i = index->parent[i])
		*ft_vec_add(above, n, cap) = i;
	ft_str_add_char(str, '/');
	while (n > 0)
		add_lineage_part(index->acctdb, above[--n], str);
	ft_free(above);
}
