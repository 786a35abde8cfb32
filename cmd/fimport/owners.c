/*
 * owners.c - the associations of the jobs of a table: found, reported as missing,
 * or created.
 */

#include "admin/flat/flat.h"
#include "fimport/jobs.h"

#define CUT_AT    8 /* squeue cuts user names to this many letters */
#define NAMED_MAX 5 /* missing associations in a message */

/* The missing associations, each once, in the order of the table. */
struct missing {
	struct ft_map accounts, assocs;     /* by name */
	const struct ft_jobtable_job **job; /* first of each association */
	size_t n;
};

enum ft_status
fimport_fail_job(const struct fimport_jobs *jobs,
    const struct ft_jobtable_job *job, struct ft_error *err, const char *format,
    ...)
{
	va_list args;

	va_start(args, format);
	ft_failv(err, FT_EPARSE, format, args);
	va_end(args);
	return ft_error_locate(
	    err, *job->file ? job->file : jobs->import->file, job->line, 1);
}

/* ---- what the table does not say ---------------------------------------------- */

/* Facts about users, by name. */
struct known {
	struct ft_acctdb acctdb;
	struct ft_map account; /* id of the default account */
	struct ft_map user;    /* 1 */
	struct ft_map cut;     /* by the first CUT_AT letters: index + 1; 0: of
	                          several users */
};

static void
know_user(struct known *known, size_t at)
{
	const char *name = known->acctdb.user[at].name;

	ft_map_put(&known->user, name, 1);
	if (strlen(name) <= CUT_AT)
		return;
	if (!ft_map_put_n(&known->cut, name, CUT_AT, at + 1))
		ft_map_put_n(&known->cut, name, CUT_AT, 0);
}

static enum ft_status
know(struct fimport_jobs *jobs, struct known *known, struct ft_error *err)
{
	const struct ft_acctdb *acctdb = &known->acctdb;

	FT_TRY(ft_store_read_book(
	    jobs->import->session.store, false, &known->acctdb, err));
	for (size_t i = 0; i < acctdb->n_user; i++)
		know_user(known, i);
	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_user *user =
		    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

		if (user && assoc->is_default &&
		    assoc->cluster == jobs->import->session.cluster)
			ft_map_put(&known->account, user->name, assoc->account);
	}
	return FT_OK;
}

/* Returns the user's default account in the cluster, "" unknown. */
static const char *
default_account(const struct known *known, const char *user)
{
	const struct ft_account *account = NULL;
	uint64_t id;

	if (ft_map_get(&known->account, user, &id))
		account = ft_acctdb_account(&known->acctdb, (uint32_t)id);
	return account ? account->name : "";
}

/* Returns the only user whose name squeue would cut to USER, else USER. */
static const char *
whole_name(const struct known *known, const char *user)
{
	uint64_t at = 0;

	if (strlen(user) != CUT_AT || ft_map_get(&known->user, user, NULL))
		return user;
	ft_map_get(&known->cut, user, &at);
	return at ? known->acctdb.user[at - 1].name : user;
}

static enum ft_status
complete(struct fimport_jobs *jobs, const struct known *known,
    struct ft_jobtable_job *job, struct ft_error *err)
{
	struct ft_arena *arena = &jobs->table.arena;

	if (!*job->user)
		return fimport_fail_job(jobs, job, err, "the job has no user");
	job->user = ft_arena_lower(&jobs->table.arena, job->user);
	if (jobs->table.kind == FT_JOBTABLE_SQUEUE)
		job->user =
		    ft_arena_strdup(arena, whole_name(known, job->user));
	job->account = ft_arena_lower(&jobs->table.arena, job->account);
	if (!*job->account)
		job->account =
		    ft_arena_strdup(arena, default_account(known, job->user));
	if (*job->account)
		return FT_OK;
	return fimport_fail_job(jobs, job, err,
	    "user '%s' has no default account, and the table names none (add "
	    "the column Account, %%a of squeue)",
	    job->user);
}

static void
forget(struct known *known)
{
	ft_map_clear(&known->account);
	ft_map_clear(&known->user);
	ft_map_clear(&known->cut);
	ft_acctdb_free(&known->acctdb);
}

static enum ft_status
complete_all(struct fimport_jobs *jobs, struct ft_error *err)
{
	struct known known FT_CLEANUP(forget) = { 0 };

	FT_TRY(know(jobs, &known, err));
	for (size_t i = 0; i < jobs->table.n; i++)
		FT_TRY(complete(jobs, &known, &jobs->table.job[i], err));
	return FT_OK;
}

/* ---- what is missing -------------------------------------------------------------- */

uint32_t
fimport_assoc(struct fimport_jobs *jobs, const struct ft_jobtable_job *job)
{
	uint32_t assoc = fimport_balance_find(jobs->import->balance,
	    job->account, job->user, job->partition, NULL);

	return assoc ? assoc
		     : fimport_balance_find(jobs->import->balance, job->account,
			   job->user, "", NULL);
}

static void
find_missing(struct fimport_jobs *jobs, struct missing *missing)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

	missing->job = ft_calloc(jobs->table.n + 1, sizeof(const void *));
	for (size_t i = 0; i < jobs->table.n; i++) {
		const struct ft_jobtable_job *job = &jobs->table.job[i];
		bool known;

		if (fimport_assoc(jobs, job))
			continue;
		ft_str_clear(&key);
		ft_str_addf(&key, "%s\n%s", job->account, job->user);
		if (!ft_map_put(&missing->assocs, ft_str_text(&key), 1))
			continue;
		missing->job[missing->n++] = job;
		(void)fimport_balance_find(
		    jobs->import->balance, job->account, "", "", &known);
		if (!known)
			ft_map_put(&missing->accounts, job->account, 1);
	}
}

static enum ft_status
fail_missing(const struct fimport_jobs *jobs, const struct missing *missing,
    struct ft_error *err)
{
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < missing->n && i < NAMED_MAX; i++)
		ft_str_addf(&names, "%s'%s' in account '%s'", i ? ", " : "",
		    missing->job[i]->user, missing->job[i]->account);
	if (missing->n > NAMED_MAX)
		ft_str_addf(&names, " and %zu more", missing->n - NAMED_MAX);
	fimport_fail_job(jobs, missing->job[0], err,
	    "not in cluster '%s': user %s (--create adds them)",
	    jobs->import->session.cluster_name, ft_str_text(&names));
	return FT_ENOENT;
}

/* ---- making them --------------------------------------------------------------------- */

static void
add_line(struct ft_flat *flat, enum ft_flat_kind kind, const char *name,
    const struct ft_jobtable_job *job)
{
	struct ft_flat_line *line = ft_flat_add(flat, kind, name, strlen(name));

	line->line = (uint32_t)job->line;
}

static void
add_option(struct ft_flat *flat, const char *key, const char *value)
{
	ft_flat_add_option(flat, key, value, 0);
}

/* Add accounts below root and users below them, with one share each. */
static void
fill_flat(const struct fimport_jobs *jobs, const struct missing *missing,
    struct ft_flat *flat)
{
	struct ft_map made FT_CLEANUP(ft_map_clear) = { 0 };
	struct ft_map users FT_CLEANUP(ft_map_clear) = { 0 };

	add_line(flat, FT_FLAT_CLUSTER, jobs->import->session.cluster_name,
	    missing->job[0]);
	add_line(flat, FT_FLAT_PARENT, "root", missing->job[0]);
	for (size_t i = 0; i < missing->n; i++) {
		const struct ft_jobtable_job *job = missing->job[i];

		if (!ft_map_get(&missing->accounts, job->account, NULL) ||
		    !ft_map_put(&made, job->account, 1))
			continue;
		add_line(flat, FT_FLAT_ACCOUNT, job->account, job);
		add_option(flat, "Description", job->account);
		add_option(flat, "Organization", job->account);
		add_option(flat, "Fairshare", "1");
	}
	for (size_t i = 0; i < missing->n; i++) {
		const struct ft_jobtable_job *job = missing->job[i];

		add_line(flat, FT_FLAT_PARENT, job->account, job);
		add_line(flat, FT_FLAT_USER, job->user, job);
		if (ft_map_put(&users, job->user, 1))
			add_option(flat, "DefaultAccount", job->account);
		add_option(flat, "Fairshare", "1");
	}
}

static enum ft_status
make_missing(struct fimport_jobs *jobs, struct ft_registry *registry,
    const struct missing *missing, struct ft_error *err)
{
	struct ft_admin_load load FT_CLEANUP(ft_admin_load_free);
	struct ft_flat flat FT_CLEANUP(ft_flat_free);

	ft_flat_init(&flat, jobs->import->file);
	ft_admin_load_init(&load);
	fill_flat(jobs, missing, &flat);
	FT_TRY(fimport_load(jobs->import, registry,
	    &(struct fimport_tree){
		.flat = &flat, .cluster = jobs->import->session.cluster_name },
	    &load, err));
	jobs->made_accounts = load.n_account;
	jobs->made_users = load.n_user;
	jobs->made_assocs = load.n_assoc;
	return FT_OK;
}

static void
free_missing(struct missing *missing)
{
	ft_map_clear(&missing->accounts);
	ft_map_clear(&missing->assocs);
	ft_free(missing->job);
}

enum ft_status
fimport_owners(struct fimport_jobs *jobs, struct ft_registry *registry,
    struct ft_error *err)
{
	struct missing missing FT_CLEANUP(free_missing) = { 0 };

	FT_TRY(complete_all(jobs, err));
	FT_TRY(fimport_balance_new(jobs->import, registry, err));
	find_missing(jobs, &missing);
	if (!missing.n)
		return FT_OK;
	if (!jobs->import->create)
		return fail_missing(jobs, &missing, err);
	FT_TRY(make_missing(jobs, registry, &missing, err));
	/* again, with the new associations */
	return fimport_balance_new(jobs->import, registry, err);
}
