/*
 * since.c - fimport site --since-last: changes of settings and tree, what happened to
 * jobs, and the report.
 */
#include "base/text/timefmt.h"
#include "fimport/site/since.h"
#include "report/format/doc.h"
#include "store/job/jobs.h"

#define SCHEMA "fairtree.drift/1"

static const char *const events[FIMPORT_EVENTS] = {
	[FIMPORT_JOB_SUBMITTED] = "submitted",
	[FIMPORT_JOB_STARTED] = "started",
	[FIMPORT_JOB_ENDED] = "ended",
	[FIMPORT_JOB_VANISHED] = "vanished",
};

/* ---- jobs ------------------------------------------------------------------------------- */

/* What is kept of a job: how far it is. */
enum stage { WAITS = 1, RUNS, OVER };

static enum stage
stage_of(const struct ft_job *job)
{
	if (!ft_job_is_active(job))
		return OVER;
	return job->state == FT_JOB_PENDING ? WAITS : RUNS;
}

static enum ft_status
note_before(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct fimport_since *since = ctx;

	(void)err;
	ft_map_put_n(
	    &since->job, (const char *)&job->id, sizeof job->id, stage_of(job));
	ft_job_clear(job);
	return FT_OK;
}

static void
happens(struct fimport_since *since, enum fimport_event event,
    const struct ft_job *job)
{
	struct fimport_job_numbers *numbers = &since->happened[event];

	*ft_vec_add(numbers->number, numbers->n, numbers->cap) = job->number;
}

static enum ft_status
note_after(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct fimport_since *since = ctx;
	enum stage now = stage_of(job);
	uint64_t before = 0;

	(void)err;
	ft_map_get_n(
	    &since->job, (const char *)&job->id, sizeof job->id, &before);
	if (!before)
		happens(since, FIMPORT_JOB_SUBMITTED, job);
	if (before < RUNS && now >= RUNS && job->started &&
	    job->ended != FT_STORE_SHELVED)
		happens(since, FIMPORT_JOB_STARTED, job);
	if (before < OVER && now == OVER)
		happens(since,
		    job->ended == FT_STORE_SHELVED ? FIMPORT_JOB_VANISHED
						   : FIMPORT_JOB_ENDED,
		    job);
	ft_job_clear(job);
	return FT_OK;
}

static enum ft_status
read_jobs(struct fimport_since *since, const struct ft_session *session,
    const struct ft_acctdb *acctdb, ft_store_job_fn *fn, struct ft_error *err)
{
	const struct ft_tres_table tres = { acctdb->tres, acctdb->n_tres };
	const struct ft_store_job_filter filter = { .cluster = session->cluster,
		.ended_since = INT64_MIN };
	struct ft_intern strings FT_CLEANUP(ft_intern_free) = { 0 };

	return ft_store_read_jobs(session->store, &filter,
	    &(struct ft_store_reader){ &strings, &tres, since }, fn, err);
}

enum ft_status
fimport_since_jobs(struct fimport_site *site, struct ft_error *err)
{
	const struct ft_session *session = &site->import->session;
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };

	FT_TRY(ft_store_read_book(session->store, false, &acctdb, err));
	return read_jobs(site->since, session, &acctdb, note_after, err);
}

/* ---- settings --------------------------------------------------------------------------- */

static void
add_setting(struct fimport_since *since, const char *name, const char *old,
    const char *new)
{
	since->n_setting++;
	ft_str_addf(&since->settings, "~ %s %s -> %s\n", name,
	    old && *old ? old : "none", new &&*new ? new : "none");
}

/* Add the lines of LEFT that RIGHT lacks: nodes and partitions. */
static void
add_lines(struct fimport_since *since, char sign, const struct ft_conf *left,
    const struct ft_conf *right)
{
	for (size_t i = 0; i < left->n_line; i++) {
		const struct ft_conf_line *line = &left->line[i];
		size_t k = 0;

		while (k < right->n_line &&
		       strcmp(right->line[k].text, line->text) != 0)
			k++;
		if (k < right->n_line || !line->known)
			continue;
		since->n_setting++;
		ft_str_addf(&since->settings, "%c %s\n", sign, line->text);
	}
}

enum ft_status
fimport_since_settings(struct fimport_site *site, struct ft_error *err)
{
	struct fimport_since *since = site->since;
	const struct ft_session *session = &site->import->session;
	const struct ft_conf *old = &since->before.conf, *new = &session->conf;

	if (strcmp(session->cluster_name, since->before.cluster_name) != 0)
		return ft_fail(err, FT_EINVAL,
		    "%s is of cluster '%s', the store of '%s': name the store "
		    "that was made from an earlier snapshot (--db)",
		    site->files.path, session->cluster_name,
		    since->before.cluster_name);
	for (int key = 0; key < FT_CONF_KEYS; key++) {
		const char *was = ft_conf_text(old, (enum ft_conf_key)key);
		const char *is = ft_conf_text(new, (enum ft_conf_key)key);

		if (strcmp(was ? was : "", is ? is : "") != 0)
			add_setting(since, ft_conf_infos[key].name, was, is);
	}
	add_lines(since, '-', old, new);
	add_lines(since, '+', new, old);
	return FT_OK;
}

/* ---- the report ---------------------------------------------------------------------------- */

static void
add_tree(const struct fimport_since *since, struct ft_str *str)
{
	size_t changes = since->steps.n - since->steps.n_note;

	ft_str_addf(str, "tree and QOS: %zu change%s\n", changes,
	    changes == 1 ? "" : "s");
	for (size_t i = 0; i < since->steps.n; i++) {
		if (ft_step_is_note(&since->steps.step[i]))
			continue;
		ft_step_line(&since->steps.step[i], str);
		ft_str_add_char(str, '\n');
	}
	ft_str_addf(str, "settings: %zu change%s\n", since->n_setting,
	    since->n_setting == 1 ? "" : "s");
	ft_str_add(str, ft_str_text(&since->settings));
}

static void
add_jobs(const struct fimport_since *since, struct ft_str *str)
{
	ft_str_add(str, "jobs:");
	for (int i = 0; i < FIMPORT_EVENTS; i++)
		ft_str_addf(str, "%s %zu %s", i ? "," : "",
		    since->happened[i].n, events[i]);
	ft_str_add_char(str, '\n');
	for (int i = 0; i < FIMPORT_EVENTS; i++) {
		if (!since->happened[i].n)
			continue;
		ft_str_addf(str, "  %s:", events[i]);
		for (size_t k = 0; k < since->happened[i].n; k++)
			ft_str_addf(
			    str, " %" PRIu32, since->happened[i].number[k]);
		ft_str_add_char(str, '\n');
	}
}

/* Other settings that give all rows, and what the reset period did. */
static void
add_guesses(const struct fimport_since *since, struct ft_str *str)
{
	const struct ft_rebuild *all = &since->rebuild.all;
	char date[32];

	if (since->cleared)
		ft_str_addf(str,
		    "all usage was cleared by the pass at %s "
		    "(PriorityUsageResetPeriod)\n",
		    ft_time_format_date(date, sizeof date, since->cleared));
	if (since->kept)
		ft_str_addf(str,
		    "PriorityUsageResetPeriod clears all usage at %s, but it "
		    "was not cleared\n",
		    ft_time_format_date(date, sizeof date, since->kept));
	for (size_t i = 0; i < all->n_guess; i++) {
		ft_str_add(str, "all rows would be equal ");
		ft_guess_tell(all, &all->guess[i], str);
		ft_str_add_char(str, '\n');
	}
}

/* What is not known, if rows differ. */
static void
add_doubts(const struct fimport_since *since, struct ft_str *str)
{
	char text[32];

	if (fimport_since_equal(since) == since->n)
		return;
	if (since->uneven)
		ft_str_addf(str,
		    "passes in between were not PriorityCalcPeriod apart, but "
		    "%s late in all; it is not known when\n",
		    ft_time_format_duration(text, sizeof text, since->uneven));
	if (since->partial)
		ft_str_add(
		    str, "what is hidden (PrivateData) is not predicted\n");
}

static void
add_usage(const struct fimport_since *since, struct ft_str *str)
{
	char from[32], until[32];

	if (!since->n) {
		ft_str_add(str, "usage: no shares were collected\n");
		return;
	}
	ft_str_addf(str,
	    "RawUsage: %zu of %zu equal, from the decay pass at %s to that at "
	    "%s\n",
	    fimport_since_equal(since), since->n,
	    ft_time_format_date(from, sizeof from, since->from),
	    ft_time_format_date(until, sizeof until, since->until));
	if (since->sought)
		ft_str_add(str,
		    "(the latter is not known: no other one makes more rows "
		    "equal)\n");
	for (size_t i = 0; i < since->n; i++) {
		const struct fimport_drift *row = &since->row[i];

		if (fimport_drift_fits(row))
			continue;
		ft_str_add(str, "  ");
		fimport_add_assoc(&since->new, row->assoc, str);
		ft_str_addf(str,
		    ": predicted %.2f to %.2f, real %" PRId64
		    ", difference %+.2f\n",
		    row->low, row->high, row->real,
		    row->low < (double)row->real
			? (double)row->real - row->high
			: (double)row->real + 1 - row->low);
	}
	add_guesses(since, str);
	add_doubts(since, str);
}

static void
doc_changes(const struct fimport_since *since, struct ft_doc *doc)
{
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };
	const char *at = ft_str_text(&since->settings);

	ft_doc_begin_list(doc, "changes");
	for (size_t i = 0; i < since->steps.n; i++) {
		if (ft_step_is_note(&since->steps.step[i]))
			continue;
		ft_str_clear(&line);
		ft_step_line(&since->steps.step[i], &line);
		ft_doc_text(doc, NULL, ft_str_text(&line));
	}
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "settings");
	for (; *at; at += strcspn(at, "\n") + 1) {
		ft_str_clear(&line);
		ft_str_add_n(&line, at, strcspn(at, "\n"));
		ft_doc_text(doc, NULL, ft_str_text(&line));
	}
	ft_doc_end(doc);
}

static void
doc_guesses(const struct fimport_since *since, struct ft_doc *doc)
{
	const struct ft_rebuild *all = &since->rebuild.all;

	ft_doc_begin_list(doc, "would_fit");
	for (size_t i = 0; i < all->n_guess; i++) {
		const struct ft_guess *guess = &all->guess[i];
		struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

		ft_guess_tell(all, guess, &text);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "text", ft_str_text(&text));
		ft_doc_real(doc, "least", guess->least);
		ft_doc_real(doc, "most", guess->most);
		ft_doc_real(doc, "set", guess->set);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
doc_usage(const struct fimport_since *since, struct ft_doc *doc)
{
	ft_doc_i64(doc, "pass_before", since->from);
	ft_doc_i64(doc, "pass", since->until);
	ft_doc_bool(doc, "pass_known", !since->sought);
	ft_doc_i64(doc, "seconds_late", since->uneven);
	ft_doc_bool(doc, "resets", since->resets);
	ft_doc_bool(doc, "partial", since->partial);
	ft_doc_u64(doc, "equal", fimport_since_equal(since));
	ft_doc_i64(doc, "half_life", since->half_life);
	ft_doc_i64(doc, "cleared", since->cleared);
	ft_doc_i64(doc, "not_cleared", since->kept);
	doc_guesses(since, doc);
	ft_doc_begin_list(doc, "usage");
	for (size_t i = 0; i < since->n; i++) {
		const struct fimport_drift *row = &since->row[i];
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

		fimport_add_assoc(&since->new, row->assoc, &name);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "row", ft_str_text(&name));
		ft_doc_real(doc, "predicted_least", row->low);
		ft_doc_real(doc, "predicted_most", row->high);
		ft_doc_i64(doc, "real", row->real);
		ft_doc_bool(doc, "equal", fimport_drift_fits(row));
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
print_document(const struct fimport_since *since, struct ft_str *answer)
{
	struct ft_out out FT_CLEANUP(ft_out_free);
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc = ft_doc_open_ours(&out, FT_FORMAT_JSON, SCHEMA);
	ft_doc_text(doc, "cluster", since->before.cluster_name);
	doc_changes(since, doc);
	ft_doc_begin(doc, "jobs");
	for (int i = 0; i < FIMPORT_EVENTS; i++) {
		ft_doc_begin_list(doc, events[i]);
		for (size_t k = 0; k < since->happened[i].n; k++)
			ft_doc_u64(doc, NULL, since->happened[i].number[k]);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	doc_usage(since, doc);
	ft_doc_close(doc);
	ft_str_add(answer, ft_str_text(&out.text));
}

enum ft_status
fimport_since_end(struct fimport_site *site, struct ft_error *err)
{
	struct fimport_since *since = site->since;
	struct fimport *import = site->import;
	struct ft_str *answer = &import->answer;
	char from[32], until[32];

	FT_TRY(
	    ft_store_read_book(import->session.store, false, &since->new, err));
	ft_steps_between(&since->steps, &since->old, &since->new);
	ft_str_clear(answer);
	if (import->json) {
		print_document(since, answer);
		return FT_OK;
	}
	ft_str_addf(answer, "cluster '%s' from %s to %s\n",
	    since->before.cluster_name,
	    ft_time_format_date(from, sizeof from, since->before.now),
	    ft_time_format_date(until, sizeof until, site->now));
	add_tree(since, answer);
	add_jobs(since, answer);
	add_usage(since, answer);
	return FT_OK;
}

/* ---- the store before ------------------------------------------------------------------------ */

static enum ft_status
check_order(const struct fimport_site *site, struct ft_error *err)
{
	int64_t here = site->since->before.clock.now;
	char store[32], snapshot[32];

	if (here <= site->now)
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "%s is of %s, the store of %s: --since-last needs a snapshot that "
	    "is not older than the store",
	    site->files.path,
	    ft_time_format_date(snapshot, sizeof snapshot, site->now),
	    ft_time_format_date(store, sizeof store, here));
}

enum ft_status
fimport_since_begin(struct fimport_site *site, struct ft_error *err)
{
	struct fimport_since *since = site->since;
	struct ft_session *before = &since->before;

	ft_session_init(before);
	before->db = site->import->session.db;
	FT_TRY(ft_session_open(
	    before, site->import->context, FT_SESSION_READ, err));
	FT_TRY(check_order(site, err));
	FT_TRY(ft_store_read_book(before->store, false, &since->old, err));
	return read_jobs(since, before, &since->old, note_before, err);
}

void
fimport_since_free(struct fimport_since *since)
{
	ft_session_close(&since->before);
	ft_acctdb_free(&since->old);
	ft_acctdb_free(&since->new);
	ft_steps_free(&since->steps);
	ft_str_free(&since->settings);
	ft_map_clear(&since->job);
	for (int i = 0; i < FIMPORT_EVENTS; i++)
		ft_free(since->happened[i].number);
	ft_free(since->row);
	fimport_rebuild_free(&since->rebuild);
}
