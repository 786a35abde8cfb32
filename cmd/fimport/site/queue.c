/*
 * queue.c - the jobs of a site: those of sacct that ended, those of squeue that run
 * and wait.
 */
#include "fimport/site/site.h"

/* Returns a table of KIND with the WHICH jobs of the site. */
static struct fimport_jobs
new_jobs(struct fimport_site *site, struct fimport_known *known,
    enum ft_jobtable_kind kind)
{
	struct fimport_jobs jobs = {
		.import = site->import, .now = site->now, .known = known
	};

	ft_jobtable_init(&jobs.table, kind);
	return jobs;
}

static enum ft_status
parse(struct fimport_site *site, struct fimport_jobs *jobs, const char *name,
    struct ft_error *err)
{
	struct fimport *import = site->import;

	FT_TRY(fimport_site_read(site, name, FT_BOUND_JOBS, err));
	return ft_jobtable_parse(&jobs->table,
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    NULL, err);
}

/* Note how many nodes the jobs that run asked for. */
static void
note_asked(const struct fimport_jobs *jobs, struct ft_idmap *asked)
{
	for (size_t i = 0; i < jobs->table.n; i++) {
		const struct ft_jobtable_job *job = &jobs->table.job[i];

		if (job->req_nodes && job->state != FT_JOB_PENDING)
			ft_idmap_put(asked, job->raw ? job->raw : job->number,
			    job->req_nodes);
	}
}

/* The pieces of sacct are one table. */
static enum ft_status
past(struct fimport_site *site, struct fimport_known *known, bool queue,
    struct ft_error *err)
{
	const struct ft_manifest *manifest = &site->files.manifest;
	struct fimport_jobs jobs FT_CLEANUP(fimport_jobs_free) =
	    new_jobs(site, known, FT_JOBTABLE_SACCT);

	jobs.which = queue ? FIMPORT_ENDED : FIMPORT_ALL;
	for (size_t i = 0; i < manifest->n; i++) {
		const char *name = manifest->part[i].name;

		if (strncmp(name, "sacct/", 6) == 0 &&
		    ft_sitefiles_have(&site->files, name))
			FT_TRY(parse(site, &jobs, name, err));
	}
	note_asked(&jobs, &known->asked);
	return fimport_jobs_import(&jobs, err);
}

enum ft_status
fimport_site_jobs(struct fimport_site *site, struct fimport_known *known,
    struct ft_error *err)
{
	bool queue = ft_sitefiles_have(&site->files, "squeue");
	struct fimport_jobs jobs FT_CLEANUP(fimport_jobs_free) =
	    new_jobs(site, known, FT_JOBTABLE_SQUEUE);

	FT_TRY(past(site, known, queue, err));
	if (!queue)
		return FT_OK;
	jobs.which = FIMPORT_ACTIVE;
	FT_TRY(parse(site, &jobs, "squeue", err));
	return fimport_jobs_import(&jobs, err);
}
