/* acctdb.c - look-ups in the accounting database in memory. */
#include "model/account/acctdb.h"

#include "base/bisect.h"

void
ft_acctdb_free(struct ft_acctdb *acctdb)
{
	ft_arena_clear(&acctdb->arena);
	*acctdb = (struct ft_acctdb){ 0 };
}

/* N records of SIZE bytes, sorted by the number they begin with. */
struct rows {
	const char *first;
	size_t n, size;
};

/* Where an acctdb has the records of an entity. */
#define ROWS(entity)                                                           \
	{                                                                      \
		offsetof(struct ft_acctdb, entity),                            \
		    offsetof(struct ft_acctdb, n_##entity),                    \
		    sizeof(struct ft_##entity)                                 \
	}
static const struct {
	size_t first, n, size;
} places[] = {
	[FT_ENTITY_CLUSTER] = ROWS(cluster),
	[FT_ENTITY_ACCOUNT] = ROWS(account),
	[FT_ENTITY_USER] = ROWS(user),
	[FT_ENTITY_ASSOC] = ROWS(assoc),
	[FT_ENTITY_QOS] = ROWS(qos),
};

static uint32_t
number_of(const struct rows *rows, size_t i)
{
	uint32_t number;

	memcpy(&number, rows->first + i * rows->size, sizeof number);
	return number;
}

/* The first of the first N rows whose number is KEY or more; N: none. */
static size_t
lower_bound(const struct rows *rows, size_t n, uint32_t key)
{
	size_t i;

	FT_BISECT(i, 0, n, number_of(rows, i) < key);
	return i;
}

/*
 * The record with that id, NULL if there is none.  Ids are assigned in sequence,
 * so the search begins where the record is if no id is missing; it cannot be
 * further back.
 */
static const void *
find(const struct ft_acctdb *acctdb, enum ft_entity entity, uint32_t id)
{
	struct rows rows = { .size = places[entity].size };
	uint32_t first;
	size_t i;

	memcpy(&rows.first, (const char *)acctdb + places[entity].first,
	    sizeof rows.first);
	memcpy(&rows.n, (const char *)acctdb + places[entity].n, sizeof rows.n);
	first = rows.n ? number_of(&rows, 0) : 0;
	if (rows.n == 0 || id < first)
		return NULL;
	i = id - first;
	if (i >= rows.n || number_of(&rows, i) != id)
		i = lower_bound(&rows, i < rows.n ? i : rows.n, id);
	return i < rows.n && number_of(&rows, i) == id
		   ? rows.first + i * rows.size
		   : NULL;
}

const struct ft_cluster *
ft_acctdb_cluster(const struct ft_acctdb *acctdb, uint32_t id)
{
	return find(acctdb, FT_ENTITY_CLUSTER, id);
}

const struct ft_account *
ft_acctdb_account(const struct ft_acctdb *acctdb, uint32_t id)
{
	return find(acctdb, FT_ENTITY_ACCOUNT, id);
}

const struct ft_user *
ft_acctdb_user(const struct ft_acctdb *acctdb, uint32_t id)
{
	return find(acctdb, FT_ENTITY_USER, id);
}

const struct ft_assoc *
ft_acctdb_assoc(const struct ft_acctdb *acctdb, uint32_t id)
{
	return find(acctdb, FT_ENTITY_ASSOC, id);
}

const struct ft_qos *
ft_acctdb_qos(const struct ft_acctdb *acctdb, uint32_t id)
{
	return find(acctdb, FT_ENTITY_QOS, id);
}

const struct ft_qos *
ft_acctdb_find_qos(const struct ft_acctdb *acctdb, const char *name)
{
	const struct ft_qos *gone = NULL;

	for (size_t i = 0; i < acctdb->n_qos; i++) {
		if (strcasecmp(acctdb->qos[i].name, name) != 0)
			continue;
		if (!acctdb->qos[i].deleted)
			return &acctdb->qos[i];
		gone = &acctdb->qos[i];
	}
	return gone;
}

const struct ft_user *
ft_acctdb_find_user(const struct ft_acctdb *acctdb, const char *name)
{
	for (size_t i = 0; i < acctdb->n_user; i++)
		if (strcmp(acctdb->user[i].name, name) == 0)
			return &acctdb->user[i];
	return NULL;
}

/* The records of OWNER, which are adjacent; NULL: there are none. */
static const void *
find_owned(struct rows rows, uint32_t owner, size_t *count)
{
	size_t first = lower_bound(&rows, rows.n, owner);

	*count = 0;
	while (first + *count < rows.n &&
	       number_of(&rows, first + *count) == owner)
		++*count;
	return *count ? rows.first + first * rows.size : NULL;
}

const struct ft_limit *
ft_acctdb_limits(
    const struct ft_limit *limit, size_t n, uint32_t owner, size_t *count)
{
	return find_owned(
	    (struct rows){ (const char *)limit, n, sizeof *limit }, owner,
	    count);
}

const struct ft_qosref *
ft_acctdb_qosrefs(
    const struct ft_qosref *ref, size_t n, uint32_t owner, size_t *count)
{
	return find_owned(
	    (struct rows){ (const char *)ref, n, sizeof *ref }, owner, count);
}

const char *
ft_acctdb_user_of_uid(const struct ft_acctdb *acctdb, uint32_t uid)
{
	const struct ft_user *user;

	if (!uid)
		return "root";
	if (uid <= FT_UID_BASE)
		return NULL;
	user = ft_acctdb_user(acctdb, uid - FT_UID_BASE);
	return user && strcmp(user->name, "root") ? user->name : NULL;
}

/* ---- consistency -------------------------------------------------------------- */

static enum ft_status
check_names(const struct ft_acctdb *acctdb, const struct ft_assoc *assoc,
    struct ft_error *err)
{
	const char *what = NULL;
	uint32_t id = 0;

	if (!ft_acctdb_cluster(acctdb, id = assoc->cluster))
		what = "cluster";
	else if (!ft_acctdb_account(acctdb, id = assoc->account))
		what = "account";
	else if (assoc->user && !ft_acctdb_user(acctdb, id = assoc->user))
		what = "user";
	return what ? ft_fail(err, FT_EINVAL,
			  "association %" PRIu32 " has the unknown %s %" PRIu32,
			  assoc->id, what, id)
		    : FT_OK;
}

/* Also sets *above to the parent's place, n for none. */
static enum ft_status
check_parent(const struct ft_acctdb *acctdb, const struct ft_assoc *assoc,
    uint32_t *above, struct ft_error *err)
{
	const struct ft_assoc *parent = ft_acctdb_assoc(acctdb, assoc->parent);

	*above = (uint32_t)(parent ? (size_t)(parent - acctdb->assoc)
				   : acctdb->n_assoc);
	if (assoc->parent && !parent)
		return ft_fail(err, FT_EINVAL,
		    "association %" PRIu32 " has the unknown parent %" PRIu32,
		    assoc->id, assoc->parent);
	if (parent && (parent->user || parent->cluster != assoc->cluster))
		return ft_fail(err, FT_EINVAL,
		    "association %" PRIu32 " has %s as its parent", assoc->id,
		    parent->user ? "a user" : "one of another cluster");
	return FT_OK;
}

/* Go up from each to the first one visited; visited on the same way: a cycle. */
static enum ft_status
check_circles(const struct ft_acctdb *acctdb, const uint32_t *above, uint32_t n,
    struct ft_error *err)
{
	uint32_t *way = ft_calloc(n + 1, sizeof *way), circle = n;

	for (uint32_t i = 0; i < n && circle == n; i++) {
		uint32_t at = i;

		for (; at < n && !way[at]; at = above[at])
			way[at] = i + 1;
		if (at < n && way[at] == i + 1)
			circle = at;
	}
	ft_free(way);
	return circle == n ? FT_OK
			   : ft_fail(err, FT_EINVAL,
				 "association %" PRIu32 " is below itself",
				 acctdb->assoc[circle].id);
}

enum ft_status
ft_acctdb_check(const struct ft_acctdb *acctdb, struct ft_error *err)
{
	uint32_t n = (uint32_t)acctdb->n_assoc;
	uint32_t *above FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *above);

	for (uint32_t i = 0; i < n; i++) {
		FT_TRY(check_names(acctdb, &acctdb->assoc[i], err));
		FT_TRY(check_parent(acctdb, &acctdb->assoc[i], &above[i], err));
	}
	return check_circles(acctdb, above, n, err);
}
