/*
 * slurmdoc.c - squeue --json and --yaml of 22.05: all jobs with every member
 * that slurmctld has of one, most of which we have nothing to say of.
 */

#include "base/timefmt.h"
#include "common/jobtext.h"
#include "queue/queue.h"
#include "report/doc.h"
#include "sim/array.h"

/* ---- kinds of values -------------------------------------------------------- */

/* What a column of the table shows. */
static void
cell(const void *at, struct ft_value *value)
{
	const char *name = value->column->arg;

	ft_column_value(
	    ft_columns_find(queue_fields, name, strlen(name), true), at, value);
}

/* ---- members of their own ------------------------------------------------------ */

static void
array_task(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	if (row->job->array_job && !ft_job_is_head(row->job))
		ft_value_i64(value, row->job->array_task);
}

static void
array_tasks(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	if (ft_job_is_head(row->job))
		ft_array_add_tasks(ft_value_build(value), row->job);
}

static void
flags(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	if (row->job->state == FT_JOB_RUNNING)
		ft_value_text(value, "JOB_ACCRUE_OVER,JOB_WAS_RUNNING");
	else if (ft_jobtext_has_run(row->job))
		ft_value_text(value, "JOB_ACCRUE_OVER");
}

static void
billing(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	if (ft_jobtext_has_run(row->job))
		ft_value_real(value, (ft_real)row->job->billing);
}

static void
qos(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	ft_jobtext_add_qos(ft_value_build(value), row->view->world, row->job);
}

static void
reason(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	ft_value_text(value, ft_job_reason_name(row->job->reason));
}

static void
nice(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	if (row->job->nice != 0)
		ft_value_i64(value, row->job->nice);
}

static void
max_nodes(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

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
	const struct queue_row *row = at;

	if (row->job->cpus_per_task > 1)
		ft_value_u64(value, row->job->cpus_per_task);
}

static void
shared(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	if (row->job->exclusive)
		ft_value_u64(value, 0);
}

static void
start(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	ft_value_i64(value, ft_jobtext_start(row->job, row->view->world->now));
}

static void
suspend_time(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	ft_value_i64(value, ft_job_suspend_time(row->job));
}

static void
before_suspend(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	ft_value_i64(value, ft_job_before_suspend(row->job));
}

static void
end(const void *at, struct ft_value *value)
{
	int64_t when = queue_end(at);

	ft_value_i64(value, when > 0 ? when : 0);
}

static void
limit(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;
	int64_t minutes = ft_jobtext_limit(row->view->world, row->job);

	if (minutes != FT_TIME_UNLIMITED)
		ft_value_i64(value, minutes);
}

static void
tres_asked(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	ft_jobtext_add_tres(ft_value_build(value), &row->view->world->tres,
	    row->job->req, FT_TRES_UNITS);
}

static void
tres_got(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	if (ft_jobtext_has_run(row->job))
		ft_jobtext_add_tres(ft_value_build(value),
		    &row->view->world->tres, row->job->alloc, FT_TRES_UNITS);
}

static void
tres_per_node(const void *at, struct ft_value *value)
{
	const struct queue_row *row = at;

	if (!*row->job->gres)
		return;
	ft_jobtext_add_gres(ft_value_build(value), row->job);
	if (value->room->len == 0)
		ft_value_text(value, "N/A");
}

/* ---- the members in their order -------------------------------------------------- */

#define JOB(name) FT_MEMBER(struct ft_job, name)
#define ZERO      .get = ft_column_get_zero
#define NO        .type = FT_COLUMN_BOOL, .get = ft_column_get_zero
#define YES       .type = FT_COLUMN_BOOL, .get = ft_column_get_one
#define NUMBER    .type = FT_COLUMN_UINT /* null if it is not set */
#define TEXT      .type = FT_COLUMN_TEXT /* unset */
#define LIST      .type = FT_COLUMN_LIST

enum { RESOURCES = 1 }; /* the object job_resources */

static const struct ft_column members[] = {
	{ "account", JOB(account) },
	{ "accrue_time", JOB(accrue) },
	{ "admin_comment", JOB(admin_comment) },
	{ "array_job_id", JOB(array_job) },
	{ "array_task_id", NUMBER, .get = array_task },
	{ "array_max_tasks", JOB(array_throttle) },
	{ "array_task_string", .get = array_tasks },
	{ "association_id", JOB(assoc) },
	{ "batch_features", TEXT },
	{ "batch_flag", YES },
	{ "batch_host", .get = cell, .arg = "BatchHost" },
	{ "flags", LIST, .get = flags },
	{ "burst_buffer", TEXT },
	{ "burst_buffer_state", TEXT },
	{ "cluster", .get = cell, .arg = "Cluster" },
	{ "cluster_features", TEXT },
	{ "command", JOB(command) },
	{ "comment", JOB(comment) },
	{ "container", TEXT },
	{ "contiguous", JOB(contiguous) },
	{ "core_spec", NUMBER },
	{ "thread_spec", NUMBER },
	{ "cores_per_socket", NUMBER },
	{ "billable_tres", NUMBER, .get = billing },
	{ "cpus_per_task", NUMBER, .get = cpus_per_task },
	{ "cpu_frequency_minimum", NUMBER },
	{ "cpu_frequency_maximum", NUMBER },
	{ "cpu_frequency_governor", NUMBER },
	{ "cpus_per_tres", TEXT },
	{ "deadline", JOB(deadline) },
	{ "delay_boot", ZERO },
	{ "dependency", .get = cell, .arg = "Dependency" },
	{ "derived_exit_code", ZERO },
	{ "eligible_time", JOB(eligible) },
	{ "end_time", .get = end },
	{ "excluded_nodes", JOB(exc_nodes) },
	{ "exit_code", .get = cell, .arg = "exit_code" },
	{ "features", JOB(features) },
	{ "federation_origin", TEXT },
	{ "federation_siblings_active", TEXT },
	{ "federation_siblings_viable", TEXT },
	{ "gres_detail", LIST },
	{ "group_id", JOB(gid) },
	{ "group_name", .get = cell, .arg = "GroupName" },
	{ "job_id", JOB(number) },
	{ "job_resources", .own = RESOURCES },
	{ "job_state", .get = cell, .arg = "State" },
	{ "last_sched_evaluation", JOB(last_eval) },
	{ "licenses", JOB(licenses) },
	{ "max_cpus", ZERO },
	{ "max_nodes", .get = max_nodes },
	{ "mcs_label", TEXT },
	{ "memory_per_tres", TEXT },
	{ "name", JOB(name) },
	{ "nodes", .get = cell, .arg = "NodeList" },
	{ "nice", NUMBER, .get = nice },
	{ "tasks_per_core", NUMBER },
	{ "tasks_per_node", JOB(tasks_per_node) },
	{ "tasks_per_socket", NUMBER },
	{ "tasks_per_board", ZERO },
	{ "cpus", .get = cell, .arg = "NumCPUs" },
	{ "node_count", .get = cell, .arg = "NumNodes" },
	{ "tasks", JOB(tasks_wanted) },
	{ "het_job_id", ZERO },
	{ "het_job_id_set", TEXT },
	{ "het_job_offset", ZERO },
	{ "partition", .get = cell, .arg = "Partition" },
	{ "prefer", TEXT },
	{ "memory_per_node", NUMBER, .get = memory, JOB(mem_per_node) },
	{ "memory_per_cpu", NUMBER, .get = memory, JOB(mem_per_cpu) },
	{ "minimum_cpus_per_node", .get = cell, .arg = "cpus-per-task" },
	{ "minimum_tmp_disk_per_node", JOB(disk_per_node) },
	{ "preempt_time", JOB(preempt_at) },
	{ "pre_sus_time", .get = before_suspend },
	{ "priority", .get = cell, .arg = "PriorityLong" },
	{ "profile", NUMBER },
	{ "qos", .get = qos },
	{ "reboot", NO },
	{ "required_nodes", JOB(req_nodes) },
	{ "requeue", JOB(requeue) },
	{ "resize_time", ZERO },
	{ "restart_cnt", JOB(restarts) },
	{ "resv_name", JOB(reservation) },
	{ "shared", NUMBER, .get = shared },
	{ "show_flags", LIST, .get = ft_column_get_arg,
	    .arg = "SHOW_ALL,SHOW_DETAIL,SHOW_LOCAL" },
	{ "sockets_per_board", ZERO },
	{ "sockets_per_node", NUMBER },
	{ "start_time", .get = start },
	{ "state_description", JOB(reason_detail) },
	{ "state_reason", .get = reason },
	{ "standard_error", TEXT },
	{ "standard_input", .get = ft_column_get_arg, .arg = "/dev/null" },
	{ "standard_output", TEXT },
	{ "submit_time", JOB(submitted) },
	{ "suspend_time", .get = suspend_time },
	{ "system_comment", JOB(system_comment) },
	{ "time_limit", NUMBER, .get = limit },
	{ "time_minimum", JOB(time_min) },
	{ "threads_per_core", NUMBER },
	{ "tres_bind", TEXT },
	{ "tres_freq", TEXT },
	{ "tres_per_job", TEXT },
	{ "tres_per_node", .get = tres_per_node },
	{ "tres_per_socket", TEXT },
	{ "tres_per_task", TEXT },
	{ "tres_req_str", .get = tres_asked },
	{ "tres_alloc_str", .get = tres_got },
	{ "user_id", JOB(uid) },
	{ "user_name", JOB(user) },
	{ "wckey", JOB(wckey) },
	{ "current_working_directory", JOB(work_dir) },
};

/* ---- resources -------------------------------------------------------------- */

/* A core is a socket of its own. */
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
put_resources(struct ft_doc *doc, const struct queue_row *row)
{
	const struct ft_job *job = row->job;
	const struct ft_machine *machine = &row->view->world->machine;

	if (!ft_jobtext_has_run(job))
		return;
	ft_doc_begin(doc, "job_resources");
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

/* ---- all ---------------------------------------------------------------------- */

static void
put(struct ft_doc *doc, const struct ft_column *member,
    const struct ft_value *value)
{
	enum ft_column_type type = member->type;
	const char *key = member->name;

	if (type == FT_COLUMN_LIST)
		ft_doc_list(doc, key, value->text);
	else if (type == FT_COLUMN_BOOL || value->kind == FT_VALUE_BOOL)
		ft_doc_bool(doc, key, value->number != 0);
	else if (value->kind == FT_VALUE_U64)
		ft_doc_u64(doc, key, value->number);
	else if (value->kind == FT_VALUE_I64)
		ft_doc_i64(doc, key, value->whole);
	else if (value->kind == FT_VALUE_REAL)
		ft_doc_real(doc, key, (double)value->real);
	else if (type == FT_COLUMN_UINT)
		ft_doc_null(doc, key);
	else
		ft_doc_slurm_text(doc, key, value->text);
}

static void
put_job(const struct queue_row *row, struct ft_doc *doc)
{
	struct ft_str room FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_value value = { .room = &room };

	ft_doc_begin(doc, NULL);
	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		if (members[i].own & RESOURCES) {
			put_resources(doc, row);
			continue;
		}
		ft_column_value(&members[i], row, &value);
		put(doc, &members[i], &value);
	}
	ft_doc_end(doc);
}

void
queue_slurm_document(const struct queue_view *view, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_slurm(out, view->args->kind);

	ft_doc_slurm_head(doc, "openapi/v0.0.38", "Slurm OpenAPI v0.0.38");
	ft_doc_begin_list(doc, "errors");
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "jobs");
	for (size_t i = 0; i < view->n; i++)
		put_job(&view->row[i], doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
}
