/* match.c - finds the same records and associations in both states: see
 * private.h. */
#include "admin/step/private.h"

#include "base/map.h"

#define NONE FT_STEP_NONE

/* ---- records in an acctdb ---- */

/* Where an acctdb has the records of an entity; their ids come first. */
struct table {
	size_t array, n; /* members of the acctdb */
	size_t size, name, deleted;
};

#define TABLE(entity)                                                          \
	{                                                                      \
		.array = offsetof(struct ft_acctdb, entity),                   \
		.n = offsetof(struct ft_acctdb, n_##entity),                   \
		.size = sizeof(struct ft_##entity),                            \
		.name = offsetof(struct ft_##entity, name),                    \
		.deleted = offsetof(struct ft_##entity, deleted),              \
	}

static const struct table tables[FT_ENTITY_COUNT] = {
	[FT_ENTITY_CLUSTER] = TABLE(cluster),
	[FT_ENTITY_ACCOUNT] = TABLE(account),
	[FT_ENTITY_USER] = TABLE(user),
	[FT_ENTITY_QOS] = TABLE(qos),
	[FT_ENTITY_WCKEY] = TABLE(wckey),
	[FT_ENTITY_RESOURCE] = TABLE(resource),
};

/* The records of an entity in one acctdb. */
struct records {
	const struct table *table;
	const char *first;
	size_t n;
};

static struct records
records_of(const struct ft_acctdb *acctdb, enum ft_entity entity)
{
	struct records records = { .table = &tables[entity] };
	const char *base = (const char *)acctdb;

	memcpy(
	    &records.first, base + records.table->array, sizeof records.first);
	memcpy(&records.n, base + records.table->n, sizeof records.n);
	return records;
}

static const void *
record_at(const struct records *records, size_t i)
{
	return records->first + i * records->table->size;
}

static const char *
name_at(const struct records *records, size_t i)
{
	const char *record = record_at(records, i), *name;

	memcpy(&name, record + records->table->name, sizeof name);
	return name;
}

static bool
is_deleted(const struct records *records, size_t i)
{
	const char *record = record_at(records, i);

	return *(const bool *)(record + records->table->deleted);
}

/* Returns the index of record ID; NONE. */
static uint32_t
find_id(const struct records *records, uint32_t id)
{
	const char *record = id && records->n
				 ? bsearch(&id, records->first, records->n,
				       records->table->size, ft_by_u32)
				 : NULL;

	return record ? (uint32_t)((size_t)(record - records->first) /
				   records->table->size)
		      : NONE;
}

uint32_t
ft_step_number(const struct ft_step_diff *diff, enum ft_step_side side,
    enum ft_entity entity, uint32_t id)
{
	struct records records = records_of(diff->state[side].acctdb, entity);
	uint32_t i = find_id(&records, id);

	return i == NONE ? NONE : diff->pair[entity].of[side][i];
}

const char *
ft_step_name(
    const struct ft_step_diff *diff, enum ft_entity entity, uint32_t at)
{
	return at == NONE ? "" : diff->pair[entity].item[at].name;
}

/* ---- records ---- */

static uint32_t *
nones(struct ft_arena *arena, size_t n)
{
	uint32_t *numbers = ft_arena_alloc(arena, (n + 1) * sizeof *numbers);

	memset(numbers, 0xff, (n + 1) * sizeof *numbers);
	return numbers;
}

/* "key of user on cluster"; NULL if one of them is not there. */
static const char *
wckey_name(struct ft_step_diff *diff, const struct ft_acctdb *acctdb,
    const struct ft_wckey *wckey)
{
	const struct ft_user *user = ft_acctdb_user(acctdb, wckey->user);
	const struct ft_cluster *cluster =
	    ft_acctdb_cluster(acctdb, wckey->cluster);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (!user || user->deleted || !cluster || cluster->deleted)
		return NULL;
	ft_str_addf(
	    &str, "%s of %s on %s", wckey->name, user->name, cluster->name);
	return ft_arena_strdup(&diff->arena, ft_str_text(&str));
}

/* Returns the key of a record; equal records have equal keys.  NULL: it does
 * not count. */
static const char *
identity_of(struct ft_step_diff *diff, enum ft_step_side side,
    const struct records *records, size_t i)
{
	const void *record = record_at(records, i);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (is_deleted(records, i))
		return NULL;
	if (records->table == &tables[FT_ENTITY_WCKEY])
		return wckey_name(diff, diff->state[side].acctdb, record);
	if (records->table != &tables[FT_ENTITY_RESOURCE])
		return name_at(records, i);
	ft_str_addf(&str, "%s@%s", name_at(records, i),
	    ((const struct ft_resource *)record)->server);
	return ft_arena_strdup(&diff->arena, ft_str_text(&str));
}

/* Make record I of SIDE a side of pair AT; NONE: of a new pair. */
static void
put_pair(struct ft_step_pairs *pairs, enum ft_step_side side,
    const struct records *records, uint32_t i, uint32_t at)
{
	if (at == NONE)
		at = pairs->n++;
	pairs->item[at].record[side] = record_at(records, i);
	pairs->of[side][i] = at;
}

/* Pair records that have the same id but another name: they were renamed. */
static void
match_renamed(struct ft_step_diff *diff, const struct records records[])
{
	const struct records *old = &records[FT_STEP_BEFORE];
	struct ft_step_pairs *pairs = &diff->pair[FT_ENTITY_USER];

	for (uint32_t at = 0; at < pairs->n; at++) {
		const struct ft_user *user =
		    pairs->item[at].record[FT_STEP_AFTER];
		uint32_t i = find_id(old, user->id), other;

		if (pairs->item[at].record[FT_STEP_BEFORE] || i == NONE ||
		    is_deleted(old, i))
			continue;
		/* another record may have the old name now */
		other = pairs->of[FT_STEP_BEFORE][i];
		if (other != NONE)
			pairs->item[other].record[FT_STEP_BEFORE] = NULL;
		put_pair(pairs, FT_STEP_BEFORE, old, i, at);
	}
}

/* Number the records of SIDE that have no number yet: that of the same name in
 * KNOWN, or a new one. */
static void
put_side(struct ft_step_diff *diff, enum ft_step_side side,
    enum ft_entity entity, const struct records records[],
    const struct ft_map *known)
{
	struct ft_step_pairs *pairs = &diff->pair[entity];

	for (uint32_t i = 0; i < records[side].n; i++) {
		const char *name = identity_of(diff, side, &records[side], i);
		uint32_t at = pairs->n;
		uint64_t before;

		if (name == NULL || pairs->of[side][i] != NONE)
			continue;
		put_pair(pairs, side, &records[side], i, NONE);
		pairs->item[at].name = name;
		pairs->item[at].first = NONE;
		if (known && ft_map_get(known, name, &before))
			put_pair(pairs, FT_STEP_BEFORE,
			    &records[FT_STEP_BEFORE], (uint32_t)before, at);
	}
}

static void
match_pairs(struct ft_step_diff *diff, enum ft_entity entity)
{
	struct ft_step_pairs *pairs = &diff->pair[entity];
	struct records records[FT_STEP_SIDES];
	struct ft_map known FT_CLEANUP(ft_map_clear) = { 0 };
	const struct records *old = &records[FT_STEP_BEFORE];
	size_t n = 1;

	for (int side = 0; side < FT_STEP_SIDES; side++) {
		records[side] = records_of(diff->state[side].acctdb, entity);
		pairs->of[side] = nones(&diff->arena, records[side].n);
		n += records[side].n;
	}
	pairs->item = ft_arena_calloc(&diff->arena, n, sizeof *pairs->item);
	for (uint32_t i = 0; i < old->n; i++) {
		const char *name = identity_of(diff, FT_STEP_BEFORE, old, i);

		if (name)
			ft_map_put(&known, name, i);
	}
	put_side(diff, FT_STEP_AFTER, entity, records, &known);
	if (entity == FT_ENTITY_USER)
		match_renamed(diff, records);
	put_side(diff, FT_STEP_BEFORE, entity, records, NULL);
}

/* ---- associations ---- */

/* Set NODE to what identifies association I; returns false if it does not
 * count. */
static bool
identify(const struct ft_step_diff *diff, enum ft_step_side side, size_t i,
    struct ft_step_node *node)
{
	const struct ft_assoc *assoc = &diff->state[side].acctdb->assoc[i];

	*node = (struct ft_step_node){
		.cluster = ft_step_number(
		    diff, side, FT_ENTITY_CLUSTER, assoc->cluster),
		.account = ft_step_number(
		    diff, side, FT_ENTITY_ACCOUNT, assoc->account),
		.user = ft_step_number(diff, side, FT_ENTITY_USER, assoc->user),
		.partition = assoc->partition,
		.parent = { NONE, NONE },
		.next_of_user = NONE,
	};
	node->assoc[side] = assoc;
	return !assoc->deleted && node->cluster != NONE &&
	       node->account != NONE &&
	       (assoc->user == 0 || node->user != NONE);
}

/* Make association I of SIDE a side of node AT. */
static void
put_node(
    struct ft_step_diff *diff, enum ft_step_side side, size_t i, uint32_t at)
{
	const struct ft_step_state *state = &diff->state[side];

	diff->node[at].assoc[side] = &state->acctdb->assoc[i];
	state->node[i] = at;
}

/* If the association of node AT had the same id before, as most do, match the
 * two; returns whether it had. */
static bool
match_by_id(struct ft_step_diff *diff, uint32_t at)
{
	const struct ft_step_node *node = &diff->node[at];
	const struct ft_acctdb *acctdb = diff->state[FT_STEP_BEFORE].acctdb;
	const struct ft_assoc *old =
	    ft_acctdb_assoc(acctdb, node->assoc[FT_STEP_AFTER]->id);
	struct ft_step_node other;

	if (old == NULL ||
	    !identify(
		diff, FT_STEP_BEFORE, (size_t)(old - acctdb->assoc), &other) ||
	    node->cluster != other.cluster || node->account != other.account ||
	    node->user != other.user ||
	    strcmp(node->partition, other.partition) != 0)
		return false;
	put_node(diff, FT_STEP_BEFORE, (size_t)(old - acctdb->assoc), at);
	return true;
}

static const char *
key_of(struct ft_str *key, const struct ft_step_node *node)
{
	ft_str_clear(key);
	ft_str_addf(key, "%" PRIu32 " %" PRIu32 " %" PRIu32 " %s",
	    node->cluster, node->account, node->user, node->partition);
	return ft_str_text(key);
}

/* Associations that have no node so far are new, or deleted. */
static void
match_by_identity(struct ft_step_diff *diff)
{
	const struct ft_step_state *old = &diff->state[FT_STEP_BEFORE];
	struct ft_map known FT_CLEANUP(ft_map_clear) = { 0 };
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_step_node *node;

	for (uint32_t at = 0; at < diff->n_node; at++)
		if (diff->node[at].assoc[FT_STEP_BEFORE] == NULL)
			ft_map_put(&known, key_of(&key, &diff->node[at]), at);
	for (size_t i = 0; i < old->acctdb->n_assoc; i++) {
		uint64_t at;

		node = &diff->node[diff->n_node];
		if (old->node[i] != NONE ||
		    !identify(diff, FT_STEP_BEFORE, i, node))
			continue;
		if (!known.n || !ft_map_get(&known, key_of(&key, node), &at))
			at = diff->n_node++;
		put_node(diff, FT_STEP_BEFORE, i, (uint32_t)at);
	}
}

static void
match_assocs(struct ft_step_diff *diff)
{
	const struct ft_acctdb *after = diff->state[FT_STEP_AFTER].acctdb;
	size_t n = diff->state[FT_STEP_BEFORE].acctdb->n_assoc + after->n_assoc;

	for (int side = 0; side < FT_STEP_SIDES; side++) {
		struct ft_step_state *state = &diff->state[side];

		state->node = nones(&diff->arena, state->acctdb->n_assoc);
	}
	diff->node = ft_arena_calloc(&diff->arena, n + 1, sizeof *diff->node);
	for (size_t i = 0; i < after->n_assoc; i++) {
		uint32_t at = diff->n_node;

		if (!identify(diff, FT_STEP_AFTER, i, &diff->node[at]))
			continue;
		diff->n_node++;
		put_node(diff, FT_STEP_AFTER, i, at);
		match_by_id(diff, at);
	}
	match_by_identity(diff);
}

/* ---- the tree of nodes ---- */

/* Find the order of the nodes of SIDE in the tree, and their parents. */
static void
put_order(struct ft_step_diff *diff, enum ft_step_side side)
{
	struct ft_step_state *state = &diff->state[side];
	const struct ft_admin_index *index = state->index;

	state->order = nones(&diff->arena, index->n_order);
	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t i = index->order[k], at = state->node[i];

		if (at == NONE)
			continue;
		state->order[state->n_order++] = at;
		if (index->parent[i] != NONE)
			diff->node[at].parent[side] =
			    state->node[index->parent[i]];
		else if (diff->node[at].user == NONE)
			diff->pair[FT_ENTITY_CLUSTER]
			    .item[diff->node[at].cluster]
			    .first = at;
	}
}

static void
link_user(struct ft_step_diff *diff, uint32_t at)
{
	struct ft_step_node *node = &diff->node[at];
	struct ft_step_pair *user;

	if (node->user == NONE)
		return;
	user = &diff->pair[FT_ENTITY_USER].item[node->user];
	node->next_of_user = user->first;
	user->first = at;
}

/* Note which associations exist before the first step, and which are
 * defaults. */
static void
link_users(struct ft_step_diff *diff)
{
	const struct ft_step_state *old = &diff->state[FT_STEP_BEFORE];

	for (size_t i = 0; i < old->acctdb->n_assoc; i++) {
		struct ft_step_node *node;

		if (old->node[i] == NONE)
			continue;
		node = &diff->node[old->node[i]];
		node->exists = true;
		node->is_default = old->acctdb->assoc[i].is_default;
		link_user(diff, old->node[i]);
	}
	for (uint32_t at = 0; at < diff->n_node; at++) {
		struct ft_step_node *node = &diff->node[at];

		if (node->user == NONE || node->assoc[FT_STEP_BEFORE])
			continue;
		link_user(diff, at);
		node->exists = node->is_default =
		    ft_step_came_with_cluster(diff, at);
	}
}

bool
ft_step_came_with_cluster(const struct ft_step_diff *diff, uint32_t at)
{
	const struct ft_step_node *node = &diff->node[at];
	const struct ft_step_pair *cluster =
	    &diff->pair[FT_ENTITY_CLUSTER].item[node->cluster];

	return node->user != NONE && cluster->record[FT_STEP_BEFORE] == NULL &&
	       !*node->partition &&
	       !strcmp(
		   ft_step_name(diff, FT_ENTITY_USER, node->user), "root") &&
	       !strcmp(ft_step_name(diff, FT_ENTITY_ACCOUNT, node->account),
		   "root");
}

bool
ft_step_same_account(
    const struct ft_step_diff *diff, uint32_t left, uint32_t right)
{
	const struct ft_step_node *a = &diff->node[left];
	const struct ft_step_node *b = &diff->node[right];

	return a->cluster == b->cluster && a->account == b->account;
}

uint32_t
ft_step_first(const struct ft_step_diff *diff, uint32_t at)
{
	uint32_t user = diff->node[at].user;

	return user == NONE ? NONE
			    : diff->pair[FT_ENTITY_USER].item[user].first;
}

bool
ft_step_is_exact(const struct ft_step_diff *diff, uint32_t at)
{
	for (uint32_t k = ft_step_first(diff, at); k != NONE;
	     k = diff->node[k].next_of_user)
		if (k != at && diff->node[k].exists &&
		    ft_step_same_account(diff, k, at))
			return true;
	return false;
}

uint32_t
ft_step_account_above(
    const struct ft_step_diff *diff, enum ft_step_side side, uint32_t at)
{
	uint32_t above = diff->node[at].parent[side];

	return above == NONE ? NONE : diff->node[above].account;
}

void
ft_step_match(struct ft_step_diff *diff)
{
	static const enum ft_entity entities[] = { FT_ENTITY_CLUSTER,
		FT_ENTITY_ACCOUNT, FT_ENTITY_USER, FT_ENTITY_QOS,
		FT_ENTITY_WCKEY, FT_ENTITY_RESOURCE };

	for (size_t i = 0; i < FT_COUNT(entities); i++)
		match_pairs(diff, entities[i]);
	match_assocs(diff);
	put_order(diff, FT_STEP_BEFORE);
	put_order(diff, FT_STEP_AFTER);
	link_users(diff);
}
