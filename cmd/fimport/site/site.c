#include "fimport/site/since.h"

#include "base/text/timefmt.h"
#include "files/lastsite.h"
#include "store/job/jobs.h"

/* ---- the jobs that are here ------------------------------------------------------- */

static void
note_job(void *ctx, uint32_t number, uint32_t id, bool active)
{
	struct fimport_known *known = ctx;

	ft_map_put_n(&known->job, (const char *)&number, sizeof number,
	    (uint64_t)id * 2 + active);
}

/* Remember the jobs of the store, and empty its queue. */
static enum ft_status
shelve(struct fimport_site *site, struct fimport_known *known,
    struct ft_error *err)
{
	struct ft_session *session = &site->import->session;

	FT_TRY(ft_store_each_job_key(
	    session->store, session->cluster, note_job, known, err));
	return ft_store_shelve_jobs(session->store, session->cluster, err);
}

/* Jobs of the last snapshot that the site no longer names have ended. */
static enum ft_status
end_shelved(struct fimport_site *site, struct ft_error *err)
{
	struct fimport *import = site->import;
	struct ft_session *session = &import->session;
	size_t n;

	FT_TRY(ft_store_end_shelved(
	    session->store, session->cluster, site->now, &n, err));
	if (!n)
		return FT_OK;
	fimport_count(import, n, "job");
	ft_str_add(&import->answer,
	    " of the last snapshot, of which this one says nothing: ended\n");
	return FT_OK;
}

/* ---- all of it --------------------------------------------------------------------- */

/* A store that has run on by itself is no copy any more. */
static enum ft_status
check_clock(struct fimport_site *site, struct fimport_known *known,
    struct ft_error *err)
{
	struct ft_session *session = &site->import->session;
	struct ft_store_clock clock;
	char here[32], there[32];

	FT_TRY(
	    ft_store_get_clock(session->store, session->cluster, &clock, err));
	known->since = clock.now;
	if (!known->job.n || clock.now <= site->now)
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "the snapshot is of %s, but in this store it is %s already: it has "
	    "run on by itself; import into a new store",
	    ft_time_format_date(there, sizeof there, site->now),
	    ft_time_format_date(here, sizeof here, clock.now));
}

static void
forget(struct fimport_known *known)
{
	ft_map_clear(&known->job);
	ft_idmap_free(&known->asked);
}

/* Import the states of nodes and partitions, and reservations. */
static enum ft_status
machine(struct fimport_site *site, struct ft_error *err)
{
	static const char *const parts[] = { "nodes", "partitions",
		"reservations", "licenses" };

	for (size_t i = 0; i < FT_COUNT(parts); i++)
		if (ft_sitefiles_have(&site->files, parts[i]))
			FT_TRY(fimport_site_part(site, parts[i], FT_BOUND_JOBS,
			    fimport_scontrol, err));
	return FT_OK;
}

/* What it means that a part was not collected, or was refused. */
static void
add_unknown(struct fimport_site *site)
{
	static const struct {
		const char *name, *effect;
	} part[] = {
		{ "config", "the release of Slurm is not known" },
		{ FIMPORT_SITE_CONF, "settings are those that scontrol shows" },
		{ "qos", "QOS keep the settings that they have here" },
		{ "assoc", "accounts and users are those of the dump" },
		{ "users", "default accounts and administrators are unknown" },
		{ "sshare", "nobody has used anything here" },
		{ "sshare.json",
		    "usage is known to six digits, so the last digit of "
		    "LevelFS may differ" },
		{ "squeue", "the queue is that of sacct" },
		{ "sacct/001", "there is no past" },
		{ "nodes", "all nodes are up: jobs may start earlier here" },
		{ "partitions", "partitions are as slurm.conf has them" },
		{ "reservations",
		    "nothing is reserved: jobs may start earlier here" },
	};

	for (size_t i = 0; i < FT_COUNT(part); i++)
		if (!ft_sitefiles_have(&site->files, part[i].name))
			ft_str_addf(&site->notes, "not collected: %s; %s\n",
			    part[i].name, part[i].effect);
}

static enum ft_status
change(struct fimport_site *site, struct ft_error *err)
{
	struct fimport_known known FT_CLEANUP(forget) = { 0 };

	FT_TRY(fimport_site_settings(site, err));
	if (site->since)
		FT_TRY(fimport_since_settings(site, err));
	FT_TRY(shelve(site, &known, err));
	FT_TRY(check_clock(site, &known, err));

	if (ft_sitefiles_have(&site->files, "qos"))
		FT_TRY(fimport_site_part(
		    site, "qos", FT_BOUND_DUMP, fimport_qos, err));
	if (ft_sitefiles_have(&site->files, "assoc"))
		FT_TRY(fimport_site_tree(site, err));
	else
		FT_TRY(fimport_site_part(
		    site, "dump", FT_BOUND_DUMP, fimport_dump, err));
	/* reservations name users, jobs name reservations */
	FT_TRY(machine(site, err));
	FT_TRY(fimport_site_jobs(site, &known, err));
	if (site->since)
		FT_TRY(fimport_since_jobs(site, err));
	FT_TRY(end_shelved(site, err));

	FT_TRY(fimport_site_usage(site, err));
	FT_TRY(ft_lastsite_put(site->import->session.store,
	    site->import->session.cluster_name, site->files.path, site->now,
	    err));
	add_unknown(site);
	ft_str_add(&site->import->answer, ft_str_text(&site->notes));
	return site->since ? fimport_since_end(site, err) : FT_OK;
}

static enum ft_status
find_time(struct fimport_site *site, struct ft_error *err)
{
	site->now = ft_sitefiles_instant(&site->files);
	if (site->now)
		return FT_OK;
	return ft_fail(err, FT_EPARSE,
	    "%s: neither shares nor jobs were collected", site->files.path);
}

static void
free_site(struct fimport_site *site)
{
	ft_sitefiles_free(&site->files);
	ft_str_free(&site->name);
	ft_str_free(&site->notes);
	ft_arena_clear(&site->arena);
	ft_free(site->assoc);
	ft_map_clear(&site->ids);
}

enum ft_status
fimport_site(struct fimport *import, struct ft_error *err)
{
	struct fimport_site site FT_CLEANUP(free_site) = { .import = import };
	struct fimport_since since FT_CLEANUP(
	    fimport_since_free) = { .from = 0 };
	enum ft_status status;

	FT_TRY(ft_sitefiles_open(&site.files, import->file, err));
	if (import->anonymise)
		return fimport_site_anonymise(&site, err);
	FT_TRY(find_time(&site, err));
	if (import->since_last) {
		site.since = &since;
		import->dry_run = true;
		FT_TRY(fimport_since_begin(&site, err));
	} else if (import->dry_run) {
		ft_str_add(&import->answer,
		    "only tried; this would be so without --dry-run:\n");
	}
	import->more = true;
	status = change(&site, err);
	import->more = false;
	return import->session.registry ? fimport_end(import, status, err)
					: status;
}
