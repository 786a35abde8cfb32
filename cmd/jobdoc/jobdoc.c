/*
 * jobdoc.c - the members of a job in squeue's and scontrol's JSON and YAML.
 */

#include "jobdoc/jobcolumn.h"

#include "base/text/signal.h"
#include "base/text/timefmt.h"
#include "jobdoc/jobfile.h"
#include "jobdoc/jobtres.h"
#include "jobdoc/jobflag.h"
#include "jobdoc/grestext.h"
#include "common/jobtext.h"
#include "common/optiontext.h"
#include "model/job/joboption.h"
#include "sim/preempt/preempt.h"
#include "sim/priority/priority.h"
#include "sim/world/array.h"

/* ---- array, owner, place ----------------------------------------------------- */

static void
array_task(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);
	int32_t task = ft_task_of(at);

	if (task != FT_TASK_NONE)
		ft_value_i64(value, task);
	else if (job->array_job && !ft_job_is_head(job))
		ft_value_i64(value, job->array_task);
}

static void
array_tasks(const void *at, struct ft_value *value)
{
	if (ft_task_of(at) == FT_TASK_NONE && ft_job_is_head(ft_job_of(at)))
		ft_array_add_tasks(ft_value_build(value), ft_job_of(at));
}

static void
qos(const void *at, struct ft_value *value)
{
	ft_jobtext_add_qos(
	    ft_value_build(value), ft_world_of(at), ft_job_of(at));
}

/* Empty without TrackWCKey, as scontrol prints it. */
static void
wckey(const void *at, struct ft_value *value)
{
	ft_value_text(value, ft_job_of(at)->wckey);
}

static void
partition(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_text(value, *job->partition && job->state != FT_JOB_PENDING
				 ? job->partition
				 : job->partitions);
}

static void
sched_nodes(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_text(
	    value, job->state == FT_JOB_PENDING ? job->sched_nodes : "");
}

/* ---- state -------------------------------------------------------------------- */

static void
flags(const void *at, struct ft_value *value)
{
	ft_jobflag_add(ft_value_build(value), ft_world_of(at), ft_job_of(at));
}

static void
state(const void *at, struct ft_value *value)
{
	ft_jobtext_add_states(ft_value_build(value), ft_job_of(at));
}

/* Slurm has no name for this reason: it is a description of Resources. */
static const char *
reason_of(const struct ft_job *job)
{
	return ft_job_reason_name(job->reason == FT_REASON_NODES_DOWN
				      ? FT_REASON_RESOURCES
				      : job->reason);
}

static void
reason(const void *at, struct ft_value *value)
{
	ft_value_text(value, reason_of(ft_job_of(at)));
}

/* All that squeue shows, if it is more than the reason. */
static void
description(const void *at, struct ft_value *value)
{
	struct ft_str *str = ft_value_build(value);

	ft_jobtext_add_reason(str, ft_job_of(at));
	if (strcmp(ft_str_text(str), reason_of(ft_job_of(at))) == 0)
		ft_str_clear(str);
}

static void
old_exit_code(const void *at, struct ft_value *value)
{
	uint32_t code, signal;

	ft_jobtext_exit(ft_job_of(at), &code, &signal);
	ft_value_u64(value, (uint64_t)code * 256 + signal);
}

static void
write_exit_code(struct ft_doc *doc, const char *key, const void *at)
{
	uint32_t code, signal;

	ft_jobtext_exit(ft_job_of(at), &code, &signal);
	ft_jobdoc_exit(doc, key, code, signal);
}

void
ft_jobdoc_write_no_exit(struct ft_doc *doc, const char *key, const void *at)
{
	(void)at;
	ft_jobdoc_exit(doc, key, 0, 0);
}

static void
put_number(struct ft_doc *doc, const char *key, bool set, uint32_t number)
{
	ft_doc_count(doc, key, set, false, number);
}

void
ft_jobdoc_exit(
    struct ft_doc *doc, const char *key, uint32_t code, uint32_t signal)
{
	char name[16] = "";

	if (signal)
		snprintf(name, sizeof name, "%" PRIu32, signal);
	ft_doc_begin(doc, key);
	ft_doc_list(doc, "status",
	    signal ? "SIGNALED"
	    : code ? "ERROR"
		   : "SUCCESS");
	put_number(doc, "return_code", !signal, code);
	ft_doc_begin(doc, "signal");
	put_number(doc, "id", signal != 0, signal);
	ft_doc_text(doc, "name",
	    ft_signal_name(signal) ? ft_signal_name(signal) : name);
	ft_doc_end(doc);
	ft_doc_end(doc);
}

/* ---- priority ------------------------------------------------------------------- */

static void
old_nice(const void *at, struct ft_value *value)
{
	if (ft_job_of(at)->nice != 0)
		ft_value_i64(value, ft_job_of(at)->nice);
}

/* A job that asks for several partitions has a priority in each. */
static void
write_priorities(struct ft_doc *doc, const char *key, const void *at)
{
	const struct ft_job *job = ft_job_of(at);
	struct ft_world *world = ft_world_of(at);
	struct ft_priority_params params;
	struct ft_priority result = { .tres = NULL };
	const char *name = strchr(job->partitions, ',') ? job->partitions : "";
	struct ft_word word;

	ft_world_priority_params(world, &params);
	ft_doc_begin_list(doc, key);
	while (job->priority > 0 && ft_word_next(&name, ",", &word)) {
		uint32_t index =
		    ft_machine_partition_word(&world->machine, word);

		if (index == UINT32_MAX)
			continue;
		result.priority = job->priority;
		if (!job->priority_set && world->algo)
			ft_world_priority(world, &params, job, index, &result);
		ft_doc_begin(doc, NULL);
		ft_doc_text(
		    doc, "partition", world->machine.partition[index].name);
		ft_doc_u64(doc, "priority", result.priority);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

/* What it has of generic resources, an element for each node. */
static void
write_gres(struct ft_doc *doc, const char *key, const void *at)
{
	const struct ft_job *job = ft_job_of(at);
	const struct ft_world *world = ft_world_of(at);
	struct ft_str all FT_CLEANUP(ft_str_free) = { 0 };
	bool has =
	    job->state == FT_JOB_RUNNING || job->state == FT_JOB_SUSPENDED;

	if (has)
		ft_grestext_add_total(&all, world, job);
	ft_doc_begin_list(doc, key);
	for (size_t i = 0; i < job->n_node && all.len; i++) {
		struct ft_str here FT_CLEANUP(ft_str_free) = { 0 };

		ft_grestext_add_job(&here, world, job, job->node[i].node);
		ft_doc_text(doc, NULL, ft_str_text(&here));
	}
	ft_doc_end(doc);
}

/* ---- sizes ---------------------------------------------------------------------- */

static void
billing(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	if (ft_jobtext_has_run(job))
		ft_value_real(value, (ft_real)job->billing);
}

static void
old_cpus_per_task(const void *at, struct ft_value *value)
{
	if (ft_jobtext_has_run(ft_job_of(at)) &&
	    ft_job_of(at)->cpus_per_task > 1)
		ft_value_u64(value, ft_job_of(at)->cpus_per_task);
}

/* A requested number: not set if nothing was requested. */
static void
asked(const void *at, struct ft_value *value)
{
	const uint32_t *number = ft_column_member(value->column, at);

	if (*number)
		ft_value_u64(value, *number);
}

/* The same, without limit if nothing was requested. */
static void
most(const void *at, struct ft_value *value)
{
	value->kind = FT_VALUE_INFINITE;
	asked(at, value);
}

static size_t
count_hosts(const struct ft_world *world, const char *hosts)
{
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
	struct ft_error err;
	size_t n = 0;

	(void)ft_machine_hosts(&world->machine, hosts, &node, &n, &err);
	return n;
}

static void
max_nodes(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);
	uint64_t most = job->max_nodes;

	if (ft_jobtext_has_run(job))
		most = 0;
	else if (ft_jobflag_limits_nodes(ft_world_of(at), job))
		most = job->tasks_per_node ? ft_num_parts(job->tasks_wanted,
						 job->tasks_per_node)
					   : job->tasks_wanted;
	else if (!most && *job->req_nodes)
		most = count_hosts(ft_world_of(at), job->req_nodes);
	else if (!most && !job->eligible && job->hold != FT_HOLD_NONE)
		most = 1; /* nobody has looked at it yet */
	ft_value_u64(value, most);
}

static void
old_max_nodes(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_u64(value, ft_jobtext_has_run(job) ? 0 : job->max_nodes);
}

static void
node_count(const void *at, struct ft_value *value)
{
	ft_value_u64(value, ft_jobtext_nodes(ft_world_of(at), ft_job_of(at)));
}

static void
old_cpus(const void *at, struct ft_value *value)
{
	if (ft_job_of(at)->started || ft_job_is_active(ft_job_of(at)))
		ft_jobcolumn_cpus(at, value);
}

/* Tasks that nobody asked for are counted when it starts. */
static void
tasks(const void *at, struct ft_value *value)
{
	const struct ft_jobdoc *row = at;
	const struct ft_job *job = row->job;

	if (job->tasks_given || job->started || ft_job_is_active(job))
		ft_value_u64(value, ft_jobtext_tasks(row->world, job));
}

/* All memory of the nodes is not a number. */
static void
old_memory(const void *at, struct ft_value *value)
{
	if (ft_job_of(at)->mem_per_node > 0)
		ft_jobcolumn_memory(at, value);
}

static void
shared(const void *at, struct ft_value *value)
{
	static const struct {
		const char *sharing, *word;
	} words[] = { { "NO", "none" }, { "YES", "oversubscribe" },
		{ "USER", "user" }, { "MCS", "mcs" } };
	const char *sharing =
	    ft_jobtext_sharing(ft_world_of(at), ft_job_of(at));

	for (size_t i = 0; i < FT_COUNT(words); i++)
		if (strcmp(sharing, words[i].sharing) == 0)
			ft_value_text(value, words[i].word);
}

static void
old_shared(const void *at, struct ft_value *value)
{
	shared(at, value);
	if (value->kind == FT_VALUE_TEXT &&
	    strcmp(value->text, "oversubscribe") == 0)
		ft_value_text(value, "shared");
}

static void
tres_asked(const void *at, struct ft_value *value)
{
	ft_jobtext_add_tres(ft_value_build(value), &ft_world_of(at)->tres,
	    ft_job_of(at)->req, FT_TRES_UNITS);
}

static void
tres_got(const void *at, struct ft_value *value)
{
	if (ft_jobtext_has_run(ft_job_of(at)))
		ft_jobtext_add_tres(ft_value_build(value),
		    &ft_world_of(at)->tres, ft_job_of(at)->alloc,
		    FT_TRES_UNITS);
}

static void
old_tres_per_node(const void *at, struct ft_value *value)
{
	if (!*ft_job_of(at)->gres)
		return;
	ft_jobtext_add_gres(ft_value_build(value), ft_job_of(at));
	if (value->room->len == 0)
		ft_value_text(value, "N/A");
}

/* slurmctld's "no value" in 16 bits, without the bit for threads. */
static void
no_threads(const void *at, struct ft_value *value)
{
	(void)at;
	ft_value_u64(value, 0x7ffe);
}

/* ---- times ---------------------------------------------------------------------- */

static void
evaluated(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_i64(value, job->last_eval ? job->last_eval : job->submitted);
}

static void
start(const void *at, struct ft_value *value)
{
	ft_value_i64(
	    value, ft_jobtext_start(ft_job_of(at), ft_world_of(at)->now));
}

static bool
is_endless(const void *at)
{
	return ft_job_is_active(ft_job_of(at)) &&
	       ft_jobtext_limit(ft_world_of(at), ft_job_of(at)) ==
		   FT_TIME_UNLIMITED;
}

static void
old_end(const void *at, struct ft_value *value)
{
	ft_value_i64(value,
	    is_endless(at) ? 0
			   : ft_jobtext_end(ft_world_of(at), ft_job_of(at)));
}

static void
end(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);
	int64_t from = ft_jobtext_start(job, ft_world_of(at)->now);

	ft_value_i64(
	    value, job->state == FT_JOB_PENDING && from && is_endless(at)
		       ? from + FT_JOBTEXT_ENDLESS
		       : ft_jobtext_end(ft_world_of(at), job));
}

static void
suspend_time(const void *at, struct ft_value *value)
{
	ft_value_i64(value, ft_job_suspend_time(ft_job_of(at)));
}

static void
before_suspend(const void *at, struct ft_value *value)
{
	ft_value_i64(value, ft_job_before_suspend(ft_job_of(at)));
}

static void
preemptable(const void *at, struct ft_value *value)
{
	const struct ft_world *world = ft_world_of(at);
	const struct ft_job *job = ft_job_of(at);
	bool may = ft_conf_number(world->conf, FT_CONF_PREEMPT_TYPE) &&
		   job->state != FT_JOB_PENDING;

	ft_value_i64(value, may ? ft_preempt_eligible(world, job) : 0);
}

static void
limit(const void *at, struct ft_value *value)
{
	int64_t minutes = ft_jobtext_limit(ft_world_of(at), ft_job_of(at));

	if (minutes == FT_TIME_UNLIMITED)
		value->kind = FT_VALUE_INFINITE;
	else
		ft_value_i64(value, minutes);
}

/* ---- options of sbatch ------------------------------------------------------------ */

static void
licenses_got(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);
	bool has =
	    job->state == FT_JOB_RUNNING || job->state == FT_JOB_SUSPENDED;

	ft_value_text(value, has ? job->licenses : "");
}

static void
requested(const void *at, struct ft_value *value)
{
	const struct ft_jobdoc *row = at;

	(void)ft_jobtres_add(ft_value_build(value), row->world, ft_job_of(at),
	    value->column->arg);
}

/* A number among the options, 0 if it was not given. */
static void
number_option(const void *at, struct ft_value *value)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	(void)ft_job_option(ft_job_of(at), value->column->arg, &text);
	ft_value_u64(value, strtoull(ft_str_text(&text), NULL, 10));
}

static void
has_option(const void *at, struct ft_value *value)
{
	ft_value_bool(
	    value, ft_job_option(ft_job_of(at), value->column->arg, NULL));
}

static void
delay_boot(const void *at, struct ft_value *value)
{
	ft_value_i64(value, ft_optiontext_delay(ft_job_of(at)));
}

static void
mail_type(const void *at, struct ft_value *value)
{
	ft_optiontext_add_mail(ft_value_build(value), ft_job_of(at));
}

static void
mail_user(const void *at, struct ft_value *value)
{
	if (!ft_job_option(ft_job_of(at), "mail_user", ft_value_build(value)))
		ft_value_text(value, ft_job_of(at)->user);
}

static void
profile(const void *at, struct ft_value *value)
{
	struct ft_str *str = ft_value_build(value);

	(void)ft_optiontext_add(str, ft_job_of(at), "profile", "NOT_SET");
	for (size_t i = 0; i < str->len; i++)
		str->data[i] = (char)toupper((unsigned char)str->data[i]);
}

static void
write_old_profile(struct ft_doc *doc, const char *key, const void *at)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_optiontext_add(&text, ft_job_of(at), "profile", ""))
		ft_doc_list(doc, key, ft_str_text(&text));
	else
		ft_doc_null(doc, key);
}

static void
file(const void *at, struct ft_value *value)
{
	ft_jobfile_add(ft_value_build(value), ft_world_of(at), ft_job_of(at),
	    ft_task_of(at), value->column->arg);
}

/* Errors go where output goes, unless something else was asked for. */
static bool
is_apart(const void *at, const struct ft_value *value)
{
	return strcmp(value->column->arg, "error") != 0 ||
	       ft_job_option(ft_job_of(at), "error", NULL);
}

static void
file_pattern(const void *at, struct ft_value *value)
{
	if (is_apart(at, value))
		ft_jobfile_add_pattern(
		    ft_value_build(value), ft_job_of(at), value->column->arg);
}

static void
file_expanded(const void *at, struct ft_value *value)
{
	if (is_apart(at, value))
		file(at, value);
}

/* ---- the members in their order -------------------------------------------------- */

#define JOB(name)  FT_MEMBER(struct ft_job, name)
#define GET(fn)    .get = (fn)
#define SAYS(text) .get = ft_column_get_arg, .arg = (text)
#define FLAG       .type = FT_COLUMN_BOOL
#define ZERO       .get = ft_column_get_zero
#define NEVER      .get = ft_column_get_unset
#define YES        FLAG, .get = ft_column_get_one
#define COUNT      .type = FT_COLUMN_UINT
#define LIST       .type = FT_COLUMN_LIST
#define OPTION(a)  GET(ft_jobcolumn_option), .arg = (a)
#define GRES(a)    GET(requested), .arg = (a), NEW
#define OLD        .until = FT_RELEASE_23_02
#define NEW        .since = FT_RELEASE_23_02
#define LAST       .since = FT_RELEASE_26_05
#define GONE       .until = FT_RELEASE_26_05

#define MEMBER(way, ...)                                                       \
	{                                                                      \
		.key = way, .flags = FT_COLUMN_BLANK, .none = "", __VA_ARGS__  \
	}
#define NUMBER(way, ...)                                                       \
	{                                                                      \
		.key = way, .type = FT_COLUMN_UINT, .flags = FT_COLUMN_UNION,  \
		.none = "", __VA_ARGS__                                        \
	}
#define REAL(way, ...)                                                         \
	{                                                                      \
		.key = way, .type = FT_COLUMN_REAL, .flags = FT_COLUMN_UNION,  \
		__VA_ARGS__                                                    \
	}

static const struct ft_column members[] = {
#include "jobdoc/member.def"
};

/* ---- all ---------------------------------------------------------------------- */

void
ft_jobdoc_add(struct ft_doc *doc, const struct ft_jobdoc *row)
{
	ft_doc_object(doc, NULL, members, FT_COUNT(members), row);
}

void
ft_jobdoc_add_time(struct ft_doc *doc, const char *key, int64_t when)
{
	ft_doc_count(doc, key, true, false, (uint64_t)when);
}
