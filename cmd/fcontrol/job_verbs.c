/* job_verbs.c - hold, release, top, requeue, suspend, resume: one job or many. */

#include "cli/daemon.h"
#include "fcontrol/job.h"
#include "sim/change/change.h"
#include "sim/priority/priority.h"
#include "sim/world/array.h"

static const char suspend_error[] = "slurm_suspend error";

/* What a verb does to a job, and how Slurm ends a refusal. */
static const struct verb {
	const char *name;
	/* one of these two is set */
	enum ft_refusal (*run)(struct ft_world *world,
	    const struct ft_asker *asker, struct ft_job *job);
	enum ft_refusal (*run_with)(struct ft_world *world,
	    const struct ft_asker *asker, struct ft_job *job, bool with);
	bool with;
	bool again;     /* suspend_error follows */
	bool odd;       /* slurmctld has another text for an unknown job */
	bool may_leave; /* the word "incomplete" may precede the jobs */
	bool special;   /* State=SpecialExit may */
	bool bare;      /* jobs are named by their numbers alone */
	bool unended;   /* it did: leave jobs that wait or have ended */
} verbs[] = {
	{ "hold", .run_with = ft_world_hold, .again = true },
	{ "uhold", .run_with = ft_world_hold, .with = true, .again = true },
	{ "holdu", .run_with = ft_world_hold, .with = true, .again = true },
	{ "release", .run = ft_world_release, .again = true },
	{ "requeue", .run_with = ft_world_requeue, .may_leave = true,
	    .special = true },
	{ "requeuehold", .run_with = ft_world_requeue, .with = true,
	    .may_leave = true, .special = true, .bare = true },
	{ "suspend", .run = ft_world_suspend, .odd = true },
	{ "resume", .run = ft_world_resume, .odd = true },
};

static enum ft_refusal
do_job(struct fcontrol *control, struct ft_job *job, void *ctx)
{
	const struct verb *verb = ctx;
	struct ft_world *world = &control->world;

	if (verb->unended &&
	    (job->state == FT_JOB_PENDING || !ft_job_is_active(job)))
		return FT_REFUSE_NONE;
	return verb->run
		   ? verb->run(world, &control->asker, job)
		   : verb->run_with(world, &control->asker, job, verb->with);
}

/* ---- the jobs of one word ------------------------------------------------------- */

/* Returns the value of "KEY=...", KEY abbreviated to LEAST letters; NULL: not KEY. */
static const char *
value_of(const char *word, const char *key, size_t least)
{
	struct ft_word name = ft_word_until(word, "=");

	return word[name.len] && ft_word_abbreviates(name, key, least)
		   ? word + name.len + 1
		   : NULL;
}

static void
say_again(struct fcontrol *control, struct verb *verb,
    const struct ft_jobid *id, enum ft_refusal refusal)
{
	const struct ft_job *job = ft_world_find(&control->world, id->number);

	/* for an array, each task has been reported already */
	if (job && job->array_job)
		return;
	if (verb->again && !id->n_task && control->context->slurm)
		fcontrol_failed(
		    control, suspend_error, ft_refusal_text(refusal));
}

static bool
is_zero(const struct ft_jobid *id)
{
	return strcmp(id->text, "0") == 0;
}

/* scontrol takes no job of a list in which it cannot read a word. */
static bool
is_garbled(const struct fcontrol *control, const struct ft_jobids *ids)
{
	for (size_t i = 0; i < ids->n && control->context->slurm; i++)
		if (ids->item[i].bad && *ids->item[i].text &&
		    !is_zero(&ids->item[i]))
			return true;
	return false;
}

/* Whether the user may neither suspend nor resume jobs, which scontrol says of all
 * tasks at once. */
static bool
is_denied(struct fcontrol *control, const struct ft_jobid *id)
{
	const struct ft_world *world = &control->world;
	const struct ft_job *job =
	    id->n_task
		? ft_world_find_task(world, id->number, (int32_t)id->task[0])
		: ft_world_find(world, id->number);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (!control->context->slurm || !job || !job->array_job ||
	    ft_change_may_suspend(world, &control->asker, job))
		return false;
	for (const char *at = id->text; *at; at++)
		if (*at != '[' && *at != ']')
			ft_str_add_char(&text, *at);
	fcontrol_job_say(control, ft_str_text(&text), FT_REFUSE_DENIED);
	return true;
}

static int
do_ids(struct fcontrol *control, struct verb *verb, const char *text)
{
	struct ft_jobids ids FT_CLEANUP(ft_jobids_free) = { 0 };
	const struct ft_jobid *refused = NULL;
	enum ft_refusal refusal, last = FT_REFUSE_NONE;
	int status = 0;

	(void)ft_jobids_add(&ids, text);
	if (is_garbled(control, &ids)) {
		fcontrol_job_say(control, text, FT_REFUSE_JOB_ID);
		say_again(control, verb, &(struct ft_jobid){ .bad = true },
		    FT_REFUSE_JOB_ID);
		return 1;
	}
	for (size_t i = 0; i < ids.n; i++) {
		const struct ft_jobid *id = &ids.item[i];

		if (control->context->slurm && !*id->text)
			continue;
		if (verb->odd && control->context->slurm &&
		    (!id->bad || is_zero(id)) && !id->n_task &&
		    !ft_world_find(&control->world, id->number)) {
			fcontrol_job_say(
			    control, id->text, FT_REFUSE_UNEXPECTED);
			status = 1;
			continue;
		}
		refusal = verb->odd && is_denied(control, id)
			      ? FT_REFUSE_DENIED
			      : fcontrol_job_each(
				    control, id, do_job, verb, !verb->again);
		if (refusal == FT_REFUSE_NONE)
			continue;
		refused = id;
		last = refusal;
		status = 1;
	}
	if (refused)
		say_again(control, verb, refused, last);
	return status;
}

/* For a running job scontrol says that holding it failed, without a cause. */
static int
says_odd(
    struct fcontrol *control, const struct verb *verb, const struct ft_job *job)
{
	bool tight =
	    ft_release_has(control->context->release, FT_RULE_ERROR_BARE);

	if (!control->context->slurm || !verb->again || !verb->run_with ||
	    job->state == FT_JOB_PENDING)
		return 0;
	fprintf(control->context->err, "%s%s\n", suspend_error,
	    tight ? "" : ": No error");
	return 1;
}

static int
do_named(struct fcontrol *control, struct verb *verb, const char *name)
{
	size_t n;
	struct ft_job **job = fcontrol_job_named(control, name, NULL, &n);
	int status = 0;

	for (size_t i = 0; i < n; i++) {
		enum ft_refusal refusal;
		struct ft_str str = { 0 };

		/* tasks that run are left alone */
		if (job[i]->array_job && job[i]->state != FT_JOB_PENDING)
			continue;
		refusal = do_job(control, job[i], verb);
		status |= says_odd(control, verb, job[i]);

		if (refusal == FT_REFUSE_NONE)
			continue;
		ft_job_add_id(&str, job[i]);
		fcontrol_job_say(control, ft_str_text(&str), refusal);
		ft_str_free(&str);
		status = 1;
	}
	ft_free(job);
	if (!n && !control->context->slurm)
		return ft_cmd_error(
		    control->context, "no job is named '%s'", name);
	return status;
}

static int
do_word(struct fcontrol *control, struct verb *verb, const char *word)
{
	bool slurm = control->context->slurm;
	const char *name = value_of(word, "JobName", 4);
	const char *ids = value_of(word, "JobId", 3);

	if (!name)
		name = value_of(word, "Name", 1);
	if (slurm && !verb->again)
		name = NULL; /* only jobs to be held are found by name */
	if (slurm && verb->bare)
		ids = NULL;
	if (!ids)
		ids = word;
	if (!control->loaded)
		return fcontrol_job_unanswered(
		    control, ids, verb->again ? suspend_error : NULL);
	return name ? do_named(control, verb, name)
		    : do_ids(control, verb, ids);
}

int
fcontrol_do_jobs(struct fcontrol *control, int argc, char **argv)
{
	struct verb verb;
	size_t at = 0;
	struct ft_error err = { 0 };
	int status = 0;

	while (strcmp(verbs[at].name, control->verb) != 0)
		at++;
	verb = verbs[at];
	if (verb.may_leave &&
	    ft_word_abbreviates(ft_word_of(argv[0]), "incomplete", 1)) {
		verb.unended = true;
		argc--;
		argv++;
	}
	if (verb.special && argc && !strcasecmp(argv[0], "State=SpecialExit")) {
		verb.run_with = ft_world_requeue_special;
		argc--;
		argv++;
	}
	control->session.call = ""; /* each job has a line of its own */
	if (fcontrol_change(control, &err) != FT_OK &&
	    (err.status != FT_EABSENT || !control->context->slurm))
		return fcontrol_fail(control, &err);
	for (int i = 0; i < argc; i++)
		status |= do_word(control, &verb, argv[i]);
	return control->loaded ? fcontrol_job_save(control, status) : status;
}

/* ---- top -------------------------------------------------------------------------- */

/* The job or the one task ID. */
static struct ft_job *
find_top(struct fcontrol *control, const struct ft_jobid *id)
{
	if (!id->n_task || !control->context->slurm)
		return fcontrol_find_job(control, id->number);
	return id->n_task == 1 ? ft_world_find_task(&control->world, id->number,
				     (int32_t)id->task[0])
			       : NULL;
}

/* The jobs of TEXT; *refusal: why there are none. */
static struct ft_job **
find_all(struct fcontrol *control, const char *text, size_t *n,
    enum ft_refusal *refusal)
{
	struct ft_jobids ids FT_CLEANUP(ft_jobids_free) = { 0 };
	struct ft_job **job;

	*refusal =
	    ft_jobids_add(&ids, text) ? FT_REFUSE_NONE : FT_REFUSE_JOB_ID;
	*n = 0;
	job = ft_calloc(ids.n + 1, sizeof(struct ft_job *));
	for (size_t i = 0; i < ids.n && *refusal == FT_REFUSE_NONE; i++) {
		job[*n] = find_top(control, &ids.item[i]);
		if (job[*n])
			++*n;
		else
			*refusal = FT_REFUSE_JOB_ID;
	}
	return job;
}

int
fcontrol_top(struct fcontrol *control, int argc, char **argv)
{
	struct ft_error err = { 0 };
	enum ft_refusal refusal;
	struct ft_job **job;
	const char *text;
	size_t n;

	(void)argc;
	text = value_of(argv[0], "JobId", 3);
	if (!text)
		text = argv[0];
	control->session.call = "";
	if (fcontrol_change(control, &err) != FT_OK) {
		if (err.status == FT_EABSENT && control->context->slurm)
			fprintf(control->context->err, "%s for job %s\n",
			    FT_DAEMON_DOWN, text);
		return fcontrol_fail(control, &err);
	}
	if (ft_world_priorities(&control->world, &err) != FT_OK)
		return fcontrol_fail(control, &err);
	job = find_all(control, text, &n, &refusal);
	if (!ft_world_may_top(&control->world, &control->asker))
		refusal = FT_REFUSE_DENIED;
	if (refusal == FT_REFUSE_NONE)
		refusal =
		    ft_world_top(&control->world, &control->asker, job, n);
	ft_free(job);
	if (refusal == FT_REFUSE_NONE)
		return fcontrol_job_save(control, 0);
	fcontrol_job_say(control, text, refusal);
	return 1;
}

/* ---- things that do not exist here --------------------------------------- */

int
fcontrol_wait_job(struct fcontrol *control, int argc, char **argv)
{
	struct ft_jobids ids = { 0 };
	const struct ft_job *job = NULL;

	(void)argc;
	if (control->context->slurm && !isdigit((unsigned char)*argv[0])) {
		fprintf(control->context->err, "Invalid job_id %s", argv[0]);
		return 1;
	}
	if (!fcontrol_load(control))
		return 1;
	if (ft_jobids_add(&ids, argv[0]))
		job = fcontrol_find_job(control, ids.item[0].number);
	ft_jobids_free(&ids);
	/* nodes need no time to get ready */
	if (job && job->state == FT_JOB_RUNNING)
		return 0;
	fprintf(control->context->err,
	    job ? "%s: Job %s no longer running\n"
		: "%s: Problem running job %s\n",
	    control->context->program, argv[0]);
	return 1;
}

int
fcontrol_list_pids(struct fcontrol *control, int argc, char **argv)
{
	const struct ft_context *context = control->context;
	bool none = argc < 1 && context->slurm;
	bool looks = !ft_release_has(context->release, FT_RULE_NO_SLURMD);

	(void)argv;
	if (!none || looks)
		fprintf(context->out, "%-8s %-8s %-8s %-7s %-8s\n", "PID",
		    "JOBID", "STEPID", "LOCALID", "GLOBALID");
	if (!none)
		return 0;
	fflush(context->out);
	if (looks)
		ft_cmd_error(
		    context, "stepd_available: Couldn't find nodename");
	fputs("No job steps exist on this node.\n", context->err);
	return 1;
}
