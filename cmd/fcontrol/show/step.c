/* step.c - fcontrol show step.  A job has one step, its script.  Source: scontrol(1); case
 * v33-running-words. */

#include "common/jobtext.h"
#include "fcontrol/cluster.h"
#include "fcontrol/job.h"
#include "jobdoc/jobdoc.h"
#include "sim/world/array.h"

#define FCONTROL_THING struct shown

struct shown {
	struct ft_job job;
	const char *id, *state, *node;
};

static const struct ft_column rows[] = {
	{ "StepId", FCONTROL_MEMBER(id) },
	{ "UserId", FCONTROL_MEMBER(job.uid) },
	{ "StartTime", FCONTROL_DATE(job.started, "Unknown") },
	{ "TimeLimit", FCONTROL_CONST("UNLIMITED") },
	{ "State", FCONTROL_MEMBER(state), .own = FCONTROL_LINE },
	{ "Partition", FCONTROL_MEMBER(job.partition) },
	{ "NodeList", FCONTROL_MEMBER(node) },
	{ "Nodes", .get = ft_column_get_one, .own = FCONTROL_LINE },
	{ "CPUs", .get = ft_column_get_zero },
	{ "Tasks", .get = ft_column_get_one },
	{ "Name", FCONTROL_CONST("batch") },
	{ "Network", FCONTROL_CONST("(null)") },
	{ "TRES", FCONTROL_CONST("(null)"), .own = FCONTROL_LINE },
	{ "ResvPorts", FCONTROL_CONST("(null)"), .own = FCONTROL_LINE },
	{ "CPUFreqReq", FCONTROL_CONST("Default"), .own = FCONTROL_LINE },
	{ "SrunHost:Pid", FCONTROL_CONST("(null):0"), .own = FCONTROL_LINE },
	{ 0 },
};

/* The steps to show: of all jobs if number is 0. */
struct wanted {
	uint32_t number;
	int32_t task; /* FT_TASK_NONE: all */
	bool step;    /* "batch"; a step of another name does not exist */
};

/* Whether steps of jobs have numbers only, and lists leave out those of tasks. */
static bool
has_numbers(const struct fcontrol *control)
{
	return control->context->slurm &&
	       ft_release_has(
		   control->context->release, FT_RULE_STEPS_BY_NUMBER);
}

/* Read TEXT, "12", "12_3" or "12.batch"; false: there is no such step. */
static bool
read_wanted(
    const struct fcontrol *control, const char *text, struct wanted *wanted)
{
	const char *dot = strchr(text, '.');
	char *name FT_CLEANUP(ft_free_at) =
	    ft_strndup(text, dot ? (size_t)(dot - text) : strlen(text));
	struct ft_jobids ids FT_CLEANUP(ft_jobids_free) = { 0 };

	if (!ft_jobids_add(&ids, name) || ids.n != 1 || ids.item[0].n_task > 1)
		return false;
	wanted->number = ids.item[0].number;
	if (ids.item[0].n_task)
		wanted->task = (int32_t)ids.item[0].task[0];
	return !dot || (strcmp(dot, ".batch") == 0 &&
			   (wanted->task == FT_TASK_NONE
				   ? !has_numbers(control)
				   : !ft_release_has(control->context->release,
					 FT_RULE_NO_STEP_OF_TASK)));
}

static bool
is_wanted(const struct wanted *wanted, const struct ft_job *job)
{
	if (job->state != FT_JOB_RUNNING && job->state != FT_JOB_SUSPENDED)
		return false;
	return !wanted->number || ((job->number == wanted->number ||
				       job->array_job == wanted->number) &&
				      (wanted->task == FT_TASK_NONE ||
					  job->array_task == wanted->task));
}

static void
show(struct fcontrol_records *records, const struct ft_job *job)
{
	const struct ft_world *world = &records->control->world;
	struct ft_str id = { 0 }, node = { 0 };
	struct shown shown = { .job = *job };

	ft_job_add_id(&id, job);
	ft_str_add(&id, ".batch");
	shown.id = fcontrol_take(records, &id);
	ft_jobtext_add_first_node(&node, world, job);
	shown.node = fcontrol_take(records, &node);
	shown.state = ft_job_state_name(job->state);
	fcontrol_record(records, rows, &shown);
}

/* In Slurm's own JSON.  A job that is no task has a number for its task that has
 * no name; since 26.05 that is a warning. */
static void
show_paper(struct fcontrol_records *records, const struct ft_job *job)
{
	struct ft_world *world = &records->control->world;

	ft_jobdoc_add_step(
	    records->paper, &(struct ft_jobdoc){ job, world, FT_TASK_NONE });
	if (ft_release_has(
		records->control->context->release, FT_RULE_NO_TASK_WARNED))
		ft_doc_warn(records->paper,
		    "Dumping (0xfffffffe) as place holder for null");
}

static size_t
show_wanted(struct fcontrol *control, const struct wanted *wanted)
{
	struct fcontrol_records records;
	size_t n, found = 0;
	struct fcontrol_place *place FT_CLEANUP(ft_free_at) =
	    fcontrol_list_jobs(&control->world, &n);

	fcontrol_records_open(&records, control, "steps", "   ", true);
	records.unanswered =
	    wanted->number && !fcontrol_find_job(control, wanted->number);
	for (size_t i = 0; i < n; i++) {
		if (!is_wanted(wanted, place[i].job) ||
		    (!wanted->number && place[i].job->array_job &&
			has_numbers(control)) ||
		    !fcontrol_sees_job(control, place[i].job))
			continue;
		if (records.paper)
			show_paper(&records, place[i].job);
		else
			show(&records, place[i].job);
		found++;
	}
	fcontrol_records_close(&records);
	return found;
}

static int
fail(struct fcontrol *control, const char *text)
{
	const char *why = ft_refusal_text(FT_REFUSE_JOB_ID);
	bool named =
	    ft_release_has(control->context->release, FT_RULE_STEP_ERROR_NAMED);

	if (fcontrol_is_mute(control))
		return 1;
	/* a word is read as 0 */
	if (control->context->slurm && !strtoul(text, NULL, 10)) {
		if (!named)
			return fcontrol_print_none(
			    control, "Job step", "job steps", "0.Invalid");
		why = "JobID can not be zero";
	}
	if (named)
		return ft_cmd_error(control->context,
		    "scontrol_print_step: slurm_get_job_steps(%s) failed: %s",
		    text, why);
	fprintf(control->context->err, "%s: %s\n", control->session.call, why);
	return 1;
}

int
fcontrol_show_steps(struct fcontrol *control, int argc, char **argv)
{
	const char *text = fcontrol_operand(argc, argv);
	struct wanted wanted = { .task = FT_TASK_NONE };
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	bool may_be;

	if (!fcontrol_load(control))
		return 1;
	may_be = !text || read_wanted(control, text, &wanted);
	/* without any job none is missed */
	if (text && !control->paper &&
	    (!wanted.number || control->world.n_job ||
		!control->context->slurm) &&
	    !fcontrol_find_job(control, wanted.number))
		return fail(control, text);
	if ((may_be && show_wanted(control, &wanted)) || control->paper)
		return 0;
	if (text && has_numbers(control) && strchr(text, '.'))
		ft_str_addf(&name, "%.*s.%d", (int)strcspn(text, "."), text,
		    atoi(strchr(text, '.') + 1));
	else if (text)
		ft_str_addf(&name, "%s%s", text, strchr(text, '.') ? "" : ".");
	return fcontrol_print_none(
	    control, "Job step", "job steps", text ? ft_str_text(&name) : NULL);
}
