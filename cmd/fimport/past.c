/* past.c - fimport history: jobs, events of nodes, and reservations of the past. */

#include "base/text/hostlist.h"
#include "fimport/jobs.h"
#include "model/machine/nodeevent.h"
#include "model/reservation/record.h"
#include "model/reservation/reservation.h"
#include "store/job/jobs.h"

static enum ft_status
fail_line(const struct fimport_jobs *jobs, size_t line, struct ft_error *err,
    const char *what, const char *word)
{
	return ft_fail(err, FT_EPARSE, "%s:%zu:1: %s '%.60s'",
	    jobs->import->file, line, what, word);
}

/* ---- TRES ---------------------------------------------------------------------- */

/* Read TEXT of LINE into a new vector, the caller's. */
static enum ft_status
read_tres(const struct fimport_jobs *jobs, const char *text, size_t line,
    uint64_t **count, struct ft_error *err)
{
	const struct ft_tres_table *tres = &jobs->world.tres;
	struct fimport_amounts amounts = { tres, NULL };

	*count = amounts.count = ft_calloc(tres->n + 1, sizeof **count);
	if (ft_tres_parse(tres, text, fimport_take_amount, &amounts, err) ==
	    FT_OK)
		return FT_OK;
	return ft_error_locate(err, jobs->import->file, line, 1);
}

static enum ft_status
pass_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	(void)ctx;
	(void)name;
	(void)len;
	(void)err;
	return FT_OK;
}

static enum ft_status
check_nodes(const struct fimport_jobs *jobs, const char *nodes, size_t line,
    struct ft_error *err)
{
	return ft_hostlist_each(nodes, pass_node, NULL, NULL) == FT_OK
		   ? FT_OK
		   : fail_line(jobs, line, err, "not a list of nodes:", nodes);
}

/* ---- events --------------------------------------------------------------------- */

static enum ft_status
put_event(struct fimport_jobs *jobs, const struct ft_store_jobs *to,
    const struct ft_past_event *from, struct ft_error *err)
{
	struct ft_node_event event = { .node = from->node,
		.nodes = from->nodes,
		.start = from->from,
		.end = from->to == FT_JOBTABLE_NO_TIME ? 0 : from->to,
		.reason =
		    *from->node ? from->reason : "Cluster Registered TRES",
		.user = *from->node ? "root" : "" };
	enum ft_status status;

	if (*from->node)
		event.state = from->drained
				  ? FT_EVENT_NODE_IDLE | FT_EVENT_NODE_DRAIN
				  : FT_EVENT_NODE_DOWN;
	FT_TRY(check_nodes(
	    jobs, *from->node ? from->node : from->nodes, from->line, err));
	status = read_tres(jobs, from->tres, from->line, &event.tres, err);
	if (status == FT_OK)
		status = ft_store_put_node_event(to, &event, err);
	ft_free(event.tres);
	return status;
}

/* ---- reservations ------------------------------------------------------------------ */

/* Append the ids of "phys/ann,bio", with commas. */
static enum ft_status
add_assocs(struct fimport_jobs *jobs, const struct ft_past_resv *resv,
    struct ft_str *ids, struct ft_error *err)
{
	struct ft_str word FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_word next;

	for (const char *at = resv->assocs; ft_word_next(&at, ",", &next);) {
		char *user;
		uint32_t id;

		ft_str_clear(&word);
		ft_str_add_n(&word, next.at, next.len);
		user = next.len ? strchr(word.data, '/') : NULL;
		if (user)
			*user++ = '\0';
		id = next.len ? fimport_balance_find(jobs->import->balance,
				    word.data, user ? user : "", "", NULL)
			      : 0;
		if (!id)
			return fail_line(jobs, resv->line, err,
			    "unknown association in", resv->assocs);
		ft_str_addf(
		    ids, "%s%lu", ids->len ? "," : "", (unsigned long)id);
	}
	return FT_OK;
}

/* Seconds in which no job of the reservation ran. */
static double
unused(const struct fimport_jobs *jobs, const struct ft_past_resv *resv)
{
	int64_t left = resv->to - resv->from;

	for (size_t i = 0; i < jobs->table.n; i++) {
		const struct ft_jobtable_job *job = &jobs->table.job[i];
		int64_t from =
		    job->start > resv->from ? job->start : resv->from;
		int64_t to = job->end < resv->to ? job->end : resv->to;

		if (job->start != FT_JOBTABLE_NO_TIME && from < to &&
		    !strcmp(job->reservation, resv->name))
			left -= to - from;
	}
	return left > 0 ? (double)left : 0;
}

static enum ft_status
put_resv(struct fimport_jobs *jobs, const struct ft_store_jobs *to,
    const struct ft_past_resv *from, struct ft_error *err)
{
	struct ft_str ids FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str flags FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_reservation_record record = { .number = from->id,
		.name = from->name,
		.start = from->from,
		.end = from->to,
		.nodes = from->nodes };
	enum ft_status status;

	for (const char *c = from->flags; *c; c++)
		ft_str_add_char(
		    &flags, (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c));
	if (!ft_reservation_flags_read(ft_str_text(&flags), &record.flags))
		return fail_line(
		    jobs, from->line, err, "unknown flag in", from->flags);
	FT_TRY(check_nodes(jobs, from->nodes, from->line, err));
	FT_TRY(add_assocs(jobs, from, &ids, err));
	record.assocs = ft_str_text(&ids);
	record.unused = unused(jobs, from);
	status = read_tres(jobs, from->tres, from->line, &record.tres, err);
	if (status == FT_OK)
		status = ft_store_put_reservation_record(to, &record, err);
	ft_free(record.tres);
	return status;
}

/* ---- all of it ---------------------------------------------------------------------- */

enum ft_status
fimport_past_rest(struct fimport_jobs *jobs, struct ft_error *err)
{
	const struct ft_past *past = jobs->past;
	const struct ft_store_jobs to = { jobs->import->session.store,
		jobs->import->session.cluster, &jobs->world.tres };

	for (size_t i = 0; i < past->n_event; i++)
		FT_TRY(put_event(jobs, &to, &past->event[i], err));
	for (size_t i = 0; i < past->n_resv; i++)
		FT_TRY(put_resv(jobs, &to, &past->resv[i], err));
	return FT_OK;
}

/* The past has no present: jobs that have not ended are refused. */
static enum ft_status
check_ended(const struct fimport_jobs *jobs, struct ft_error *err)
{
	for (size_t i = 0; i < jobs->table.n; i++)
		if (jobs->table.job[i].state <= FT_JOB_SUSPENDED)
			return fimport_fail_job(jobs, &jobs->table.job[i], err,
			    "the job has not ended");
	return FT_OK;
}

enum ft_status
fimport_past(struct fimport *import, struct ft_error *err)
{
	struct ft_past past FT_CLEANUP(ft_past_free) = { 0 };
	struct fimport_jobs jobs = { .import = import, .past = &past };
	enum ft_status status;

	ft_past_init(&past);
	FT_TRY(ft_past_parse(&past,
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    err));
	jobs.table = past.table;
	ft_jobtable_init(&past.table, FT_JOBTABLE_SACCT);
	status = check_ended(&jobs, err);
	if (status == FT_OK)
		status = fimport_jobs_import(&jobs, err);
	fimport_jobs_free(&jobs);
	return status;
}
