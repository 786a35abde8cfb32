/*
 * fcancel, scancel: cancel jobs.  Source: scancel(1); messages of 22.05.
 */
#include <unistd.h>

#include "fcancel/fcancel.h"
#include "cli/yesno.h"
#include "cli/daemon.h"
#include "common/suggest.h"
#include "sim/run/life.h"
#include "sim/world/array.h"
#include "sim/change/change.h"

#define STATUS_UNANSWERED 8

static const struct ft_operand operands[] = {
	{ "JOB ...",
	    "comma-separated jobs, such as 12, and array tasks, such as 12_3 "
	    "or "
	    "12_[1-4,7]",
	    FT_COMPLETE_JOB },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fcancel 12 13_[1-4]", "a job, and four tasks of an array" },
	{ "fcancel -u ann -t PENDING", "all waiting jobs of ann" },
	{ NULL, NULL },
};

/* ---- the store ------------------------------------------------------------------ */

static enum ft_status
enter_cluster(struct fcancel *cancel, struct ft_error *err)
{
	const char *variable =
	    ft_cmd_variable_as(cancel->context, "SLURM_CLUSTERS");
	/* as scancel does, where the variable wins */
	bool wins = variable && (cancel->context->slurm || !cancel->cluster);

	return ft_suggest_enter(cancel->context, &cancel->session,
	    wins ? variable : cancel->cluster, "--cluster", err);
}

static enum ft_status
load(struct fcancel *cancel, bool write, struct ft_error *err)
{
	struct ft_world_load how = { 0 };

	FT_TRY(ft_session_open(&cancel->session, cancel->context,
	    write ? FT_SESSION_CHANGE : FT_SESSION_READ, err));
	FT_TRY(enter_cluster(cancel, err));
	cancel->loaded = true;
	FT_TRY(write ? ft_session_world_begin(&cancel->session, FT_RIGHT_JOBS,
			   &cancel->world, &how, err)
		     : ft_session_world(
			   &cancel->session, &cancel->world, &how, err));
	ft_session_asker(&cancel->session, &cancel->world, &cancel->asker);
	return FT_OK;
}

static void
unload(struct fcancel *cancel)
{
	const char *db = cancel->session.db;
	const char *conf_file = cancel->session.conf_file;

	if (cancel->loaded)
		ft_world_free(&cancel->world);
	cancel->loaded = false;
	ft_session_close(&cancel->session);
	ft_session_init(&cancel->session);
	cancel->session.db = db;
	cancel->session.conf_file = conf_file;
	ft_free(cancel->node);
	cancel->node = NULL;
	cancel->n_node = 0;
}

/* ---- asking ---------------------------------------------------------------------- */

static void
add_name(struct ft_str *str, const struct fcancel_target *target)
{
	if (target->task != FT_TASK_NONE)
		ft_str_addf(str, "%u_%d", target->number, target->task);
	else
		ft_job_add_id(str, target->job);
}

/* The first letter of a line is scancel's answer, the whole of it ours. */
static enum ft_yesno
read_answer(const struct ft_context *context)
{
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };
	int c;

	while ((c = fgetc(context->in)) != EOF && c != '\n')
		ft_str_add_char(&line, c ? (char)c : '?');
	if (context->slurm && line.len > 1)
		line.data[line.len = 1] = '\0';
	return c == EOF && (!context->slurm || !line.len)
		   ? FT_YESNO_NO
		   : ft_yesno_of(ft_str_text(&line));
}

/* Asks until there is an answer. */
static bool
is_yes(struct fcancel *cancel, const struct fcancel_target *target)
{
	const struct ft_context *context = cancel->context;
	const struct ft_job *job = target->job;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_yesno answer;

	add_name(&name, target);
	do {
		fprintf(context->out,
		    "Cancel job_id=%s name=%s partition=%s [y/n]? ",
		    ft_str_text(&name), job->name,
		    *job->partition ? job->partition : job->partitions);
		fflush(context->out);
		answer = read_answer(context);
	} while (answer == FT_YESNO_EMPTY || answer == FT_YESNO_NEITHER);
	return answer == FT_YESNO_YES;
}

/*
 * The store is not locked while the user thinks: answers are kept by job ID, and
 * the jobs are looked up again once it is locked.
 */
static enum ft_status
ask(struct fcancel *cancel, struct ft_error *err)
{
	enum ft_status status = load(cancel, false, err);
	size_t kept = 0;

	if (status == FT_OK)
		status = fcancel_choose(cancel, err);
	for (size_t i = 0; status == FT_OK && i < cancel->n; i++)
		if (is_yes(cancel, &cancel->target[i]))
			cancel->target[kept++] = cancel->target[i];
	cancel->n = kept;
	unload(cancel);
	return status;
}

static void
find_again(struct fcancel *cancel)
{
	size_t kept = 0;

	for (size_t i = 0; i < cancel->n; i++) {
		struct fcancel_target target = cancel->target[i];

		target.job = ft_world_find(&cancel->world, target.number);
		if (target.job && ft_job_is_active(target.job))
			cancel->target[kept++] = target;
	}
	cancel->n = kept;
}

/* ---- cancelling -------------------------------------------------------------------- */

static enum ft_refusal
end_one(struct fcancel *cancel, const struct fcancel_target *target)
{
	struct ft_world *world = &cancel->world;
	bool owns = fcancel_owns(cancel, target->job);

	/* no other signal has an effect here */
	if (cancel->signal != FCANCEL_KILL)
		return owns ? FT_REFUSE_NONE : FT_REFUSE_DENIED;
	if (target->task != FT_TASK_NONE && ft_job_is_head(target->job))
		return ft_world_cancel_task(
		    world, &cancel->asker, target->job, (uint32_t)target->task);
	return ft_world_cancel(world, &cancel->asker, target->job);
}

/* sdiag counts requests: one for all tasks of an array that is named, one for
 * each job found by its properties. */
static void
count(struct fcancel *cancel, const struct fcancel_target *target)
{
	uint32_t array = target->job->array_job;
	bool again = array && array == cancel->counted && !cancel->filtered;

	if (cancel->signal == FCANCEL_KILL && !again)
		ft_world_count(&cancel->world)->canceled++;
	cancel->counted = array;
}

static void
act(struct fcancel *cancel, const struct fcancel_target *target)
{
	const struct ft_context *context = cancel->context;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_refusal refusal;

	if (target->task == FT_TASK_NONE && ft_job_is_head(target->job))
		ft_str_addf(&name, "%u", target->number);
	else
		add_name(&name, target);
	if (cancel->verbose && cancel->signal != FCANCEL_KILL)
		fprintf(context->err, "%s: Signal %ld to job %s\n",
		    context->program, cancel->signal, ft_str_text(&name));
	else if (cancel->verbose)
		fprintf(context->err, "%s: Terminating job %s\n",
		    context->program, ft_str_text(&name));
	refusal = end_one(cancel, target);
	/* a task that has ended with its array, named before it */
	if (refusal == FT_REFUSE_FINISHED)
		return;
	if (refusal == FT_REFUSE_NONE)
		count(cancel, target);
	if (refusal != FT_REFUSE_NONE) {
		ft_cmd_error(context,
		    context->slurm ? "Kill job error on job id %s: %s"
				   : "job %s: %s",
		    ft_str_text(&name), ft_refusal_text(refusal));
		cancel->status = context->slurm ? FCANCEL_DENIED : 1;
	}
}

/* scancel asks for a list of jobs only to choose from it. */
static void
report_daemon_down(struct fcancel *cancel)
{
	const struct ft_context *context = cancel->context;

	for (size_t i = 0; i < cancel->ids.n; i++) {
		const char *id = cancel->ids.item[i].text;

		if (cancel->verbose)
			fprintf(context->err, "%s: Terminating job %s\n",
			    context->program, id);
		ft_cmd_error(context, "Kill job error on job id %s: %s", id,
		    FT_DAEMON_DOWN);
	}
	cancel->status = STATUS_UNANSWERED;
}

static enum ft_status
act_on_all(struct fcancel *cancel, struct ft_error *err)
{
	bool chooses = fcancel_looks(cancel);
	enum ft_status status = FT_OK;

	if (cancel->interactive) {
		status = ask(cancel, err);
		if (status != FT_OK || !cancel->n)
			return status;
	}
	cancel->session.call = chooses ? NULL : "";
	status = load(cancel, true, err);
	if (status == FT_EABSENT && cancel->context->slurm && !chooses)
		report_daemon_down(cancel);
	if (status == FT_OK && cancel->interactive)
		find_again(cancel);
	else if (status == FT_OK)
		status = fcancel_choose(cancel, err);
	if (status != FT_OK)
		return status;
	for (size_t i = 0; i < cancel->n; i++)
		act(cancel, &cancel->target[i]);
	return ft_session_world_commit(&cancel->session, &cancel->world, err);
}

/* ---- the command line ----------------------------------------------------------------- */

static int
check(struct fcancel *cancel)
{
	const struct ft_context *context = cancel->context;

	if (!fcancel_operands_are_good(cancel))
		return 1;
	if (!cancel->ids.n && !cancel->n_odd && !cancel->filtered)
		return ft_cmd_error(context, "No job identification provided");
	if (cancel->interactive && !context->slurm &&
	    !isatty(fileno(context->in)))
		return ft_cmd_error(
		    context, "cannot ask: standard input is not a terminal");
	return 0;
}

static int
go(void *settings, int argc, char **argv)
{
	struct fcancel *cancel = settings;
	struct ft_error err = { 0 };

	for (int i = 0; i < argc; i++)
		fcancel_operand(cancel, argv[i]);
	if (check(cancel))
		return 1;
	if (cancel->n_odd && !cancel->ids.n)
		return cancel->status;
	if (act_on_all(cancel, &err) != FT_OK) {
		int status = ft_cmd_fail(cancel->context, &err);

		return cancel->status ? cancel->status : status;
	}
	return cancel->status;
}

static void
init(void *settings)
{
	struct fcancel *cancel = settings;

	cancel->state = -1;
	cancel->signal = FCANCEL_KILL;
}

static void
fcancel_free(void *settings)
{
	struct fcancel *cancel = settings;

	unload(cancel);
	ft_jobids_free(&cancel->ids);
	ft_free(cancel->target);
}

const struct ft_cmd ft_cmd_fcancel = {
	.name = "fcancel",
	.slurm_name = "scancel",
	.down_call = "slurm_load_jobs error",
	.down_status = 1,
	.summary = "cancel jobs",
	.synopsis = "[options] [JOB ...]",
	.options = fcancel_options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct fcancel, context),
	.session = offsetof(struct fcancel, session),
	.shows = FT_CMD_SHOWS_JOBS,
	.init = init,
	.go = go,
	.free = fcancel_free,
};
