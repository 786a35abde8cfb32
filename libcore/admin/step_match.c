/* Which record of one book is which of the other. */
#include "admin/step_int.h"

#include "base/map.h"

#define NONE FT_INDEX_NONE

uint32_t
ft_step_same(const struct ft_step_pairs *pairs, uint32_t i)
{
	uint32_t before = pairs->before[i];

	return before == NONE ? pairs->n_before + i : before;
}

uint32_t
ft_step_node(const struct ft_step_diff *diff, uint32_t i)
{
	uint32_t after = diff->assoc.after[i];

	return after == NONE ? (uint32_t)diff->after->n_assoc + i : after;
}

uint32_t
ft_step_cluster_of(const struct ft_book *book, const struct ft_assoc *assoc)
{
	const struct ft_cluster *cluster =
	    ft_book_cluster(book, assoc->cluster);

	return cluster && !cluster->deleted
		   ? (uint32_t)(cluster - book->cluster)
		   : NONE;
}

uint32_t
ft_step_account_of(const struct ft_book *book, const struct ft_assoc *assoc)
{
	const struct ft_account *account =
	    ft_book_account(book, assoc->account);

	return account && !account->deleted
		   ? (uint32_t)(account - book->account)
		   : NONE;
}

uint32_t
ft_step_user_of(const struct ft_book *book, const struct ft_assoc *assoc)
{
	const struct ft_user *user =
	    assoc->user ? ft_book_user(book, assoc->user) : NULL;

	return user && !user->deleted ? (uint32_t)(user - book->user) : NONE;
}

/* ---- names of an association ---- */

const char *
ft_step_cluster_name(const struct ft_book *book, const struct ft_assoc *assoc)
{
	uint32_t at = ft_step_cluster_of(book, assoc);

	return at == NONE ? "" : book->cluster[at].name;
}

const char *
ft_step_account_name(const struct ft_book *book, const struct ft_assoc *assoc)
{
	uint32_t at = ft_step_account_of(book, assoc);

	return at == NONE ? "" : book->account[at].name;
}

const char *
ft_step_user_name(const struct ft_book *book, const struct ft_assoc *assoc)
{
	uint32_t at = ft_step_user_of(book, assoc);

	return at == NONE ? "" : book->user[at].name;
}

const char *
ft_step_parent_name(const struct ft_admin_index *index, uint32_t i)
{
	uint32_t parent = index->parent[i];

	return parent == NONE ? ""
			      : ft_step_account_name(
				    index->book, &index->book->assoc[parent]);
}

/* ---- by name ---- */

static void
pair(struct ft_step_pairs *pairs, uint32_t before, uint32_t after)
{
	pairs->after[before] = after;
	pairs->before[after] = before;
}

static void
pairs_init(struct ft_step_pairs *pairs, size_t n_before, size_t n_after)
{
	pairs->n_before = (uint32_t)n_before;
	pairs->n_after = (uint32_t)n_after;
	pairs->after = ft_alloc((n_before + 1) * sizeof *pairs->after);
	pairs->before = ft_alloc((n_after + 1) * sizeof *pairs->before);
	memset(pairs->after, 0xff, n_before * sizeof *pairs->after);
	memset(pairs->before, 0xff, n_after * sizeof *pairs->before);
}

/* Names of records by index; NULL: it does not count. */
typedef const char *name_fn(const struct ft_book *book, uint32_t i);

static const char *
cluster_name(const struct ft_book *book, uint32_t i)
{
	return book->cluster[i].deleted ? NULL : book->cluster[i].name;
}

static const char *
account_name(const struct ft_book *book, uint32_t i)
{
	return book->account[i].deleted ? NULL : book->account[i].name;
}

static const char *
user_name(const struct ft_book *book, uint32_t i)
{
	return book->user[i].deleted ? NULL : book->user[i].name;
}

static const char *
qos_name(const struct ft_book *book, uint32_t i)
{
	return book->qos[i].deleted ? NULL : book->qos[i].name;
}

static void
match_names(struct ft_step_diff *diff, struct ft_step_pairs *pairs,
    size_t n_before, size_t n_after, name_fn *name)
{
	struct ft_map at = { 0 };

	pairs_init(pairs, n_before, n_after);
	for (uint32_t i = 0; i < n_before; i++)
		if (name(diff->before, i))
			ft_map_put(&at, name(diff->before, i), i);
	for (uint32_t i = 0; i < n_after; i++) {
		const char *text = name(diff->after, i);
		uint64_t before;

		if (text && ft_map_get(&at, text, &before))
			pair(pairs, (uint32_t)before, i);
	}
	ft_map_clear(&at);
}

/* A name that was not there, on an id that was: renamed. */
static void
match_renamed_users(struct ft_step_diff *diff)
{
	struct ft_step_pairs *pairs = &diff->user;

	for (uint32_t i = 0; i < pairs->n_after; i++) {
		const struct ft_user *user = &diff->after->user[i];
		const struct ft_user *old =
		    ft_book_user(diff->before, user->id);
		uint32_t before;

		if (user->deleted || pairs->before[i] != NONE || old == NULL ||
		    old->deleted)
			continue;
		before = (uint32_t)(old - diff->before->user);
		/* another one may have taken the old name over */
		if (pairs->after[before] != NONE)
			pairs->before[pairs->after[before]] = NONE;
		pair(pairs, before, i);
	}
}

/* ---- associations ---- */

/* What identifies an association, in numbers that both books share. */
struct identity {
	uint32_t cluster, account, user;
	const char *partition;
};

static bool
identify_before(
    const struct ft_step_diff *diff, uint32_t i, struct identity *identity)
{
	const struct ft_assoc *assoc = &diff->before->assoc[i];

	*identity = (struct identity){
		.cluster = ft_step_cluster_of(diff->before, assoc),
		.account = ft_step_account_of(diff->before, assoc),
		.user = ft_step_user_of(diff->before, assoc),
		.partition = assoc->partition,
	};
	return !assoc->deleted && identity->cluster != NONE &&
	       identity->account != NONE &&
	       (assoc->user == 0 || identity->user != NONE);
}

static bool
identify_after(
    const struct ft_step_diff *diff, uint32_t i, struct identity *identity)
{
	const struct ft_assoc *assoc = &diff->after->assoc[i];
	uint32_t cluster = ft_step_cluster_of(diff->after, assoc);
	uint32_t account = ft_step_account_of(diff->after, assoc);
	uint32_t user = ft_step_user_of(diff->after, assoc);

	if (assoc->deleted || cluster == NONE || account == NONE ||
	    (assoc->user && user == NONE))
		return false;
	*identity = (struct identity){
		.cluster = ft_step_same(&diff->cluster, cluster),
		.account = ft_step_same(&diff->account, account),
		.user = user == NONE ? NONE : ft_step_same(&diff->user, user),
		.partition = assoc->partition,
	};
	return true;
}

static bool
same_identity(const struct identity *left, const struct identity *right)
{
	return left->cluster == right->cluster &&
	       left->account == right->account && left->user == right->user &&
	       !strcmp(left->partition, right->partition);
}

/* Most are where they were, under the same id. */
static bool
match_by_id(
    struct ft_step_diff *diff, uint32_t i, const struct identity *identity)
{
	const struct ft_assoc *old =
	    ft_book_assoc(diff->before, diff->after->assoc[i].id);
	struct identity other;
	uint32_t before;

	if (old == NULL)
		return false;
	before = (uint32_t)(old - diff->before->assoc);
	if (!identify_before(diff, before, &other) ||
	    !same_identity(identity, &other))
		return false;
	pair(&diff->assoc, before, i);
	return true;
}

static const char *
identity_key(struct ft_str *key, const struct identity *identity)
{
	ft_str_clear(key);
	ft_str_addf(key, "%" PRIu32 " %" PRIu32 " %" PRIu32 " %s",
	    identity->cluster, identity->account, identity->user,
	    identity->partition);
	return ft_str_text(key);
}

static void
match_by_identity(struct ft_step_diff *diff)
{
	struct identity identity;
	struct ft_map at FT_CLEANUP(ft_map_clear) = { 0 };
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t before;

	for (uint32_t i = 0; i < diff->assoc.n_before; i++)
		if (diff->assoc.after[i] == NONE &&
		    identify_before(diff, i, &identity))
			ft_map_put(&at, identity_key(&key, &identity), i);
	for (uint32_t i = 0; at.n && i < diff->assoc.n_after; i++)
		if (diff->assoc.before[i] == NONE &&
		    identify_after(diff, i, &identity) &&
		    ft_map_get(&at, identity_key(&key, &identity), &before))
			pair(&diff->assoc, (uint32_t)before, i);
}

static void
match_assocs(struct ft_step_diff *diff)
{
	size_t missed = 0;
	struct identity identity;

	pairs_init(&diff->assoc, diff->before->n_assoc, diff->after->n_assoc);
	for (uint32_t i = 0; i < diff->assoc.n_after; i++)
		if (identify_after(diff, i, &identity))
			missed += !match_by_id(diff, i, &identity);
	if (missed)
		match_by_identity(diff);
}

void
ft_step_match(struct ft_step_diff *diff)
{
	const struct ft_book *before = diff->before, *after = diff->after;

	match_names(diff, &diff->cluster, before->n_cluster, after->n_cluster,
	    cluster_name);
	match_names(diff, &diff->account, before->n_account, after->n_account,
	    account_name);
	match_names(
	    diff, &diff->user, before->n_user, after->n_user, user_name);
	match_names(diff, &diff->qos, before->n_qos, after->n_qos, qos_name);
	match_renamed_users(diff);
	match_assocs(diff);
}

static void
pairs_free(struct ft_step_pairs *pairs)
{
	ft_free(pairs->after);
	ft_free(pairs->before);
}

void
ft_step_match_free(struct ft_step_diff *diff)
{
	pairs_free(&diff->cluster);
	pairs_free(&diff->account);
	pairs_free(&diff->user);
	pairs_free(&diff->qos);
	pairs_free(&diff->assoc);
}
