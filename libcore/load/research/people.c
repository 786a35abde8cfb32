/*
 * people.c - users and accounts of a trace.
 *
 * They are those of the same name in the store, in any case.  Missing ones are
 * created: an account below root, a user below the account, with one share
 * each.  A job without an account is charged to its user's default account.
 */

#include "load/research/private.h"
#include "model/account/registry.h"

/* Used where the trace has no name. */
#define NO_USER    "unknown"
#define NO_ACCOUNT "unknown"

/* A user in an account, as the trace has them. */
struct pair {
	uint32_t account;
	uint32_t next; /* the next of the same user; UINT32_MAX none */
	uint32_t assoc;
};

struct people {
	struct ft_replaying *replaying;
	struct ft_registry *registry;
	uint32_t root_assoc;
	uint32_t *first; /* [users]: the first of its pairs */
	struct pair *pair;
	size_t n, cap;
};

/* ---- names --------------------------------------------------------------- */

/* Returns NAME, or NONE, in lower case, as Slurm keeps names; the caller frees
 * it. */
static char *
lower(const char *name, const char *none)
{
	char *kept = ft_strdup(*name ? name : none);

	ft_word_lower(kept);
	return kept;
}

/* ---- making what is missing ---------------------------------------------- */

static enum ft_status
add_assoc(struct people *people, struct ft_assoc *assoc, struct ft_error *err)
{
	struct ft_registry *registry = people->registry;

	assoc->cluster = people->replaying->cluster;
	assoc->shares = 1;
	assoc->partition = assoc->comment = "";
	people->replaying->replay->made++;
	return FT_ADD(registry, assoc, &assoc->id, err);
}

static enum ft_status
find_assoc(struct people *people, uint32_t account, uint32_t user,
    struct ft_assoc *assoc, struct ft_error *err)
{
	*assoc = (struct ft_assoc){ .cluster = people->replaying->cluster,
		.account = account,
		.user = user };
	return FT_FIND(people->registry, assoc, err);
}

/* Find or create the account NAME with its association on the cluster. */
static enum ft_status
get_account(struct people *people, const char *name, struct ft_assoc *assoc,
    struct ft_error *err)
{
	struct ft_registry *registry = people->registry;
	struct ft_account account;
	enum ft_status status = FT_NAMED(registry, name, &account, err);

	if (status == FT_ENOENT) {
		account = (struct ft_account){
			.name = name, .description = name, .organization = name
		};
		status = FT_ADD(registry, &account, &account.id, err);
	}
	if (status == FT_OK)
		status = find_assoc(people, account.id, 0, assoc, err);
	if (status != FT_ENOENT)
		return status;
	*assoc = (struct ft_assoc){ .account = account.id,
		.parent = people->root_assoc };
	return add_assoc(people, assoc, err);
}

static enum ft_status
get_user(struct people *people, const char *name, struct ft_user *user,
    struct ft_error *err)
{
	struct ft_registry *registry = people->registry;
	enum ft_status status = FT_NAMED(registry, name, user, err);

	if (status != FT_ENOENT)
		return status;
	*user = (struct ft_user){
		.name = name, .admin_level = FT_ADMIN_NONE, .default_wckey = ""
	};
	return FT_ADD(registry, user, &user->id, err);
}

/* Returns the association of a user with the default account. */
struct usual {
	struct ft_assoc assoc;
	bool found;
};

static enum ft_status
note_default(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct usual *usual = ctx;

	(void)err;
	if (assoc->is_default && !*assoc->partition) {
		usual->assoc = *assoc;
		usual->found = true;
	}
	return FT_OK;
}

static enum ft_status
find_default(struct people *people, uint32_t user, struct usual *usual,
    struct ft_error *err)
{
	const struct ft_assoc_filter filter = {
		.cluster = people->replaying->cluster,
		.user = user,
	};
	struct ft_registry *registry = people->registry;

	usual->found = false;
	return registry->ops->each_assoc(
	    registry, &filter, note_default, usual, err);
}

/*
 * Set *id to the association of a user with an account of the trace, NULL none.
 */
static enum ft_status
get_assoc(struct people *people, const char *user_name,
    const char *account_name, uint32_t *id, struct ft_error *err)
{
	struct ft_assoc assoc = { 0 }, above;
	struct ft_user user;
	struct usual usual;
	enum ft_status status = get_user(people, user_name, &user, err);

	if (status == FT_OK)
		status = find_default(people, user.id, &usual, err);
	if (status == FT_OK && usual.found && !account_name) {
		*id = usual.assoc.id;
		return FT_OK;
	}
	if (status == FT_OK)
		status = get_account(people,
		    account_name ? account_name : NO_ACCOUNT, &above, err);
	if (status == FT_OK)
		status =
		    find_assoc(people, above.account, user.id, &assoc, err);
	if (status == FT_ENOENT) {
		assoc = (struct ft_assoc){ .account = above.account,
			.user = user.id,
			.parent = above.id,
			.is_default = !usual.found };
		status = add_assoc(people, &assoc, err);
	}
	*id = assoc.id;
	return status;
}

/* ---- all jobs ------------------------------------------------------------ */

static enum ft_status
add_pair(struct people *people, const struct ft_trace_job *job, uint32_t *at,
    struct ft_error *err)
{
	const struct ft_trace *trace = people->replaying->trace;
	const char *account = trace->account.name[job->account];
	char *user_name FT_CLEANUP(ft_free_at) =
	    lower(trace->user.name[job->user], NO_USER);
	char *account_name FT_CLEANUP(ft_free_at) =
	    *account ? lower(account, NO_ACCOUNT) : NULL;
	struct pair pair = { .account = job->account,
		.next = people->first[job->user] };
	enum ft_status status;

	status = get_assoc(people, user_name, account_name, &pair.assoc, err);
	*at = (uint32_t)people->n;
	*ft_vec_add(people->pair, people->n, people->cap) = pair;
	people->first[job->user] = *at;
	return status;
}

static enum ft_status
find_all(struct people *people, struct ft_error *err)
{
	struct ft_replaying *replaying = people->replaying;
	const struct ft_trace *trace = replaying->trace;

	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_trace_job *job = &trace->job[i];
		uint32_t at = people->first[job->user];

		while (at != UINT32_MAX &&
		       people->pair[at].account != job->account)
			at = people->pair[at].next;
		if (at == UINT32_MAX)
			FT_TRY(add_pair(people, job, &at, err));
		replaying->assoc[i] = people->pair[at].assoc;
	}
	return FT_OK;
}

static enum ft_status
find_root(struct people *people, struct ft_error *err)
{
	struct ft_registry *registry = people->registry;
	struct ft_account account;
	struct ft_assoc assoc = { 0 };
	enum ft_status status = FT_NAMED(registry, "root", &account, err);

	if (status == FT_OK)
		status = find_assoc(people, account.id, 0, &assoc, err);
	if (status == FT_ENOENT)
		return ft_fail(err, FT_ENOENT, "no account 'root'");
	people->root_assoc = assoc.id;
	return status;
}

enum ft_status
ft_replay_people(struct ft_replaying *replaying, struct ft_error *err)
{
	const struct ft_trace *trace = replaying->trace;
	const struct ft_store_actor actor = { "root", "replay",
		trace->job[0].submit };
	struct people people = { .replaying = replaying };
	enum ft_status status =
	    ft_store_begin(replaying->store, &actor, &people.registry, err);

	if (status != FT_OK)
		return status;
	replaying->assoc = ft_calloc(trace->n, sizeof *replaying->assoc);
	people.first = ft_alloc(trace->user.n * sizeof *people.first);
	memset(people.first, 0xff, trace->user.n * sizeof *people.first);
	status = people.registry->ops->batch(people.registry, err);
	if (status == FT_OK)
		status = find_root(&people, err);
	if (status == FT_OK)
		status = find_all(&people, err);
	if (status == FT_OK)
		status = ft_store_commit(replaying->store, NULL, err);
	else
		ft_store_rollback(replaying->store);
	ft_free(people.first);
	ft_free(people.pair);
	return status;
}
