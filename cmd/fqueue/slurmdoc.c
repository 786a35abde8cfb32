/*
 * slurmdoc.c - squeue --json and --yaml of 22.05: all jobs with every member of
 * slurmctld's; most of them are constant here.
 */

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "fqueue/fqueue.h"
#include "report/format/doc.h"
#include "sim/world/array.h"

/* ---- members of their own ------------------------------------------------------ */

static void
array_task(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (row->job->array_job && !ft_job_is_head(row->job))
		ft_value_i64(value, row->job->array_task);
}

static void
array_tasks(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (ft_job_is_head(row->job))
		ft_array_add_tasks(ft_value_build(value), row->job);
}

static void
flags(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (row->job->state == FT_JOB_RUNNING)
		ft_value_text(value, "JOB_ACCRUE_OVER,JOB_WAS_RUNNING");
	else if (ft_jobtext_has_run(row->job))
		ft_value_text(value, "JOB_ACCRUE_OVER");
}

static void
billing(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (ft_jobtext_has_run(row->job))
		ft_value_real(value, (ft_real)row->job->billing);
}

static void
qos(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_jobtext_add_qos(ft_value_build(value), row->view->world, row->job);
}

static void
reason(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_value_text(value, ft_job_reason_name(row->job->reason));
}

static void
nice(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (row->job->nice != 0)
		ft_value_i64(value, row->job->nice);
}

static void
max_nodes(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_value_u64(
	    value, ft_jobtext_has_run(row->job) ? 0 : row->job->max_nodes);
}

static void
memory(const void *at, struct ft_value *value)
{
	const uint64_t *mib = ft_column_member(value->column, at);

	if (*mib != FT_MEM_UNSET)
		ft_value_u64(value, *mib);
}

static void
cpus_per_task(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (row->job->cpus_per_task > 1)
		ft_value_u64(value, row->job->cpus_per_task);
}

static void
shared(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (row->job->exclusive)
		ft_value_u64(value, 0);
}

static void
start(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_value_i64(value, ft_jobtext_start(row->job, row->view->world->now));
}

static void
suspend_time(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_value_i64(value, ft_job_suspend_time(row->job));
}

static void
before_suspend(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_value_i64(value, ft_job_before_suspend(row->job));
}

static void
end(const void *at, struct ft_value *value)
{
	int64_t when = fqueue_end(at);

	ft_value_i64(value, when > 0 ? when : 0);
}

static void
limit(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	int64_t minutes = ft_jobtext_limit(row->view->world, row->job);

	if (minutes != FT_TIME_UNLIMITED)
		ft_value_i64(value, minutes);
}

static void
tres_asked(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_jobtext_add_tres(ft_value_build(value), &row->view->world->tres,
	    row->job->req, FT_TRES_UNITS);
}

static void
tres_got(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (ft_jobtext_has_run(row->job))
		ft_jobtext_add_tres(ft_value_build(value),
		    &row->view->world->tres, row->job->alloc, FT_TRES_UNITS);
}

static void
tres_per_node(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (!*row->job->gres)
		return;
	ft_jobtext_add_gres(ft_value_build(value), row->job);
	if (value->room->len == 0)
		ft_value_text(value, "N/A");
}

/* ---- resources -------------------------------------------------------------- */

/* Each core counts as one socket. */
static void
put_sockets(struct ft_doc *doc, uint32_t cpus)
{
	char number[16];

	ft_doc_begin(doc, "sockets");
	for (uint32_t i = 0; i < cpus; i++) {
		snprintf(number, sizeof number, "%" PRIu32, i);
		ft_doc_begin(doc, number);
		ft_doc_begin(doc, "cores");
		ft_doc_text(doc, "0", "allocated");
		ft_doc_end(doc);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
write_resources(struct ft_doc *doc, const char *key, const void *at)
{
	const struct fqueue_row *row = at;
	const struct ft_job *job = row->job;
	const struct ft_machine *machine = &row->view->world->machine;

	if (!ft_jobtext_has_run(job))
		return;
	ft_doc_begin(doc, key);
	ft_doc_text(doc, "nodes", job->nodes);
	ft_doc_u64(doc, "allocated_cores", ft_jobtext_cpus(job));
	ft_doc_u64(doc, "allocated_hosts", job->n_node);
	ft_doc_begin_list(doc, "allocated_nodes");
	for (size_t i = 0; i < job->n_node; i++) {
		const struct ft_job_node *node = &job->node[i];

		ft_doc_begin(doc, NULL);
		put_sockets(doc, node->cpus);
		if (node->node < machine->n_node)
			ft_doc_text(
			    doc, "nodename", machine->node[node->node].name);
		ft_doc_u64(doc, "cpus_used", 0);
		ft_doc_u64(doc, "memory_used", 0);
		ft_doc_u64(doc, "memory_allocated", node->memory);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
}

/* ---- the members in their order -------------------------------------------------- */

#define JOB(name) FT_MEMBER(struct ft_job, name)
#define CELL(name)                                                             \
	.get = ft_column_get_other, .source = fqueue_fields, .arg = (name)
#define ZERO   .get = ft_column_get_zero
#define NO     .type = FT_COLUMN_BOOL, .get = ft_column_get_zero
#define YES    .type = FT_COLUMN_BOOL, .get = ft_column_get_one
#define BOOL   .type = FT_COLUMN_BOOL
#define NUMBER .type = FT_COLUMN_UINT /* null if it is not set */
#define TEXT   .type = FT_COLUMN_TEXT /* unset */
#define LIST   .type = FT_COLUMN_LIST

#define MEMBER(way, ...)                                                       \
	{                                                                      \
		.key = way, .flags = FT_COLUMN_BLANK, .none = "", __VA_ARGS__  \
	}

static const struct ft_column members[] = {
	MEMBER("account", JOB(account)),
	MEMBER("accrue_time", JOB(accrue)),
	MEMBER("admin_comment", JOB(admin_comment)),
	MEMBER("array_job_id", JOB(array_job)),
	MEMBER("array_task_id", NUMBER, .get = array_task),
	MEMBER("array_max_tasks", JOB(array_throttle)),
	MEMBER("array_task_string", .get = array_tasks),
	MEMBER("association_id", JOB(assoc)),
	MEMBER("batch_features", TEXT),
	MEMBER("batch_flag", YES),
	MEMBER("batch_host", CELL("BatchHost")),
	MEMBER("flags", LIST, .get = flags),
	MEMBER("burst_buffer", TEXT),
	MEMBER("burst_buffer_state", TEXT),
	MEMBER("cluster", CELL("Cluster")),
	MEMBER("cluster_features", TEXT),
	MEMBER("command", JOB(command)),
	MEMBER("comment", JOB(comment)),
	MEMBER("container", TEXT),
	MEMBER("contiguous", BOOL, JOB(contiguous)),
	MEMBER("core_spec", NUMBER),
	MEMBER("thread_spec", NUMBER),
	MEMBER("cores_per_socket", NUMBER),
	MEMBER("billable_tres", NUMBER, .get = billing),
	MEMBER("cpus_per_task", NUMBER, .get = cpus_per_task),
	MEMBER("cpu_frequency_minimum", NUMBER),
	MEMBER("cpu_frequency_maximum", NUMBER),
	MEMBER("cpu_frequency_governor", NUMBER),
	MEMBER("cpus_per_tres", TEXT),
	MEMBER("deadline", JOB(deadline)),
	MEMBER("delay_boot", ZERO),
	MEMBER("dependency", CELL("Dependency")),
	MEMBER("derived_exit_code", ZERO),
	MEMBER("eligible_time", JOB(eligible)),
	MEMBER("end_time", .get = end),
	MEMBER("excluded_nodes", JOB(exc_nodes)),
	MEMBER("exit_code", CELL("exit_code")),
	MEMBER("features", JOB(features)),
	MEMBER("federation_origin", TEXT),
	MEMBER("federation_siblings_active", TEXT),
	MEMBER("federation_siblings_viable", TEXT),
	MEMBER("gres_detail", LIST),
	MEMBER("group_id", JOB(gid)),
	MEMBER("group_name", CELL("GroupName")),
	MEMBER("job_id", JOB(number)),
	MEMBER("job_resources", .write = write_resources),
	MEMBER("job_state", CELL("State")),
	MEMBER("last_sched_evaluation", JOB(last_eval)),
	MEMBER("licenses", JOB(licenses)),
	MEMBER("max_cpus", ZERO),
	MEMBER("max_nodes", .get = max_nodes),
	MEMBER("mcs_label", TEXT),
	MEMBER("memory_per_tres", TEXT),
	MEMBER("name", JOB(name)),
	MEMBER("nodes", CELL("NodeList")),
	MEMBER("nice", NUMBER, .get = nice),
	MEMBER("tasks_per_core", NUMBER),
	MEMBER("tasks_per_node", JOB(tasks_per_node)),
	MEMBER("tasks_per_socket", NUMBER),
	MEMBER("tasks_per_board", ZERO),
	MEMBER("cpus", CELL("NumCPUs")),
	MEMBER("node_count", CELL("NumNodes")),
	MEMBER("tasks", JOB(tasks_wanted)),
	MEMBER("het_job_id", ZERO),
	MEMBER("het_job_id_set", TEXT),
	MEMBER("het_job_offset", ZERO),
	MEMBER("partition", CELL("Partition")),
	MEMBER("prefer", TEXT),
	MEMBER("memory_per_node", NUMBER, .get = memory, JOB(mem_per_node)),
	MEMBER("memory_per_cpu", NUMBER, .get = memory, JOB(mem_per_cpu)),
	MEMBER("minimum_cpus_per_node", CELL("cpus-per-task")),
	MEMBER("minimum_tmp_disk_per_node", JOB(disk_per_node)),
	MEMBER("preempt_time", JOB(preempt_at)),
	MEMBER("pre_sus_time", .get = before_suspend),
	MEMBER("priority", CELL("PriorityLong")),
	MEMBER("profile", NUMBER),
	MEMBER("qos", .get = qos),
	MEMBER("reboot", NO),
	MEMBER("required_nodes", JOB(req_nodes)),
	MEMBER("requeue", BOOL, JOB(requeue)),
	MEMBER("resize_time", ZERO),
	MEMBER("restart_cnt", JOB(restarts)),
	MEMBER("resv_name", JOB(reservation)),
	MEMBER("shared", NUMBER, .get = shared),
	MEMBER("show_flags", LIST, .get = ft_column_get_arg,
	    .arg = "SHOW_ALL,SHOW_DETAIL,SHOW_LOCAL"),
	MEMBER("sockets_per_board", ZERO),
	MEMBER("sockets_per_node", NUMBER),
	MEMBER("start_time", .get = start),
	MEMBER("state_description", JOB(reason_detail)),
	MEMBER("state_reason", .get = reason),
	MEMBER("standard_error", TEXT),
	MEMBER("standard_input", .get = ft_column_get_arg, .arg = "/dev/null"),
	MEMBER("standard_output", TEXT),
	MEMBER("submit_time", JOB(submitted)),
	MEMBER("suspend_time", .get = suspend_time),
	MEMBER("system_comment", JOB(system_comment)),
	MEMBER("time_limit", NUMBER, .get = limit),
	MEMBER("time_minimum", JOB(time_min)),
	MEMBER("threads_per_core", NUMBER),
	MEMBER("tres_bind", TEXT),
	MEMBER("tres_freq", TEXT),
	MEMBER("tres_per_job", TEXT),
	MEMBER("tres_per_node", .get = tres_per_node),
	MEMBER("tres_per_socket", TEXT),
	MEMBER("tres_per_task", TEXT),
	MEMBER("tres_req_str", .get = tres_asked),
	MEMBER("tres_alloc_str", .get = tres_got),
	MEMBER("user_id", JOB(uid)),
	MEMBER("user_name", JOB(user)),
	MEMBER("wckey", JOB(wckey)),
	MEMBER("current_working_directory", JOB(work_dir)),
};

/* ---- all ---------------------------------------------------------------------- */

void
fqueue_slurm_document(const struct fqueue_view *view, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_slurm(
	    out, view->args->kind, (struct ft_doc_shape){ 0 });

	ft_doc_slurm_head(doc, "openapi/v0.0.38", "Slurm OpenAPI v0.0.38");
	ft_doc_begin_list(doc, "errors");
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "jobs");
	for (size_t i = 0; i < view->n; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_row(doc, members, sizeof members / sizeof *members,
		    &view->row[i]);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
}
