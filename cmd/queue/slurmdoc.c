/*
 * slurmdoc.c - squeue --json and --yaml of 22.05: all jobs with every member
 * that slurmctld has of one, most of which we have nothing to say of.
 */
#include <inttypes.h>
#include <stddef.h>

#include "base/timefmt.h"
#include "common/jobtext.h"
#include "queue/queue.h"
#include "report/doc.h"
#include "sim/array.h"
#include "sim/depend.h"

struct member {
	const struct queue_view *view;
	const struct queue_row *row;
	const struct ft_job *job;
	const void *at; /* of the job */
	struct ft_doc *doc;
	const char *key;
};
typedef void member_fn(const struct member *member);

/* ---- kinds of values -------------------------------------------------------- */

static void
put_null(const struct member *member)
{
	ft_doc_null(member->doc, member->key);
}

static void
put_zero(const struct member *member)
{
	ft_doc_u64(member->doc, member->key, 0);
}

static void
put_false(const struct member *member)
{
	ft_doc_bool(member->doc, member->key, false);
}

static void
put_true(const struct member *member)
{
	ft_doc_bool(member->doc, member->key, true);
}

static void
put_flag(const struct member *member)
{
	const bool *flag = member->at;

	ft_doc_bool(member->doc, member->key, *flag);
}

static void
put_blank(const struct member *member)
{
	ft_doc_slurm_text(member->doc, member->key, NULL);
}

static void
put_text(const struct member *member)
{
	const char *const *text = member->at;

	ft_doc_slurm_text(member->doc, member->key, *text);
}

static void
put_u32(const struct member *member)
{
	const uint32_t *number = member->at;

	ft_doc_u64(member->doc, member->key, *number);
}

static void
put_u64(const struct member *member)
{
	const uint64_t *number = member->at;

	ft_doc_u64(member->doc, member->key, *number);
}

static void
put_i64(const struct member *member)
{
	const int64_t *number = member->at;

	ft_doc_i64(member->doc, member->key, *number);
}

static void
put_empty_list(const struct member *member)
{
	ft_doc_begin_list(member->doc, member->key);
	ft_doc_end(member->doc);
}

/* What a column of the table shows. */
static void
put_cell(const struct member *member, int field)
{
	struct ft_str text = { 0 };

	queue_cell(member->view, member->row, field, &text);
	ft_doc_slurm_text(member->doc, member->key, ft_str_text(&text));
	ft_str_free(&text);
}

/* ---- members of their own ------------------------------------------------------ */

static void
put_array_task(const struct member *member)
{
	if (member->job->array_job && !ft_job_is_head(member->job))
		ft_doc_i64(member->doc, member->key, member->job->array_task);
	else
		ft_doc_null(member->doc, member->key);
}

static void
put_array_tasks(const struct member *member)
{
	struct ft_str text = { 0 };

	if (ft_job_is_head(member->job))
		ft_array_add_tasks(&text, member->job);
	ft_doc_slurm_text(member->doc, member->key, ft_str_text(&text));
	ft_str_free(&text);
}

static void
put_batch_host(const struct member *member)
{
	struct ft_str text = { 0 };

	ft_jobtext_add_first_node(&text, member->view->world, member->job);
	ft_doc_slurm_text(member->doc, member->key, ft_str_text(&text));
	ft_str_free(&text);
}

static void
put_flags(const struct member *member)
{
	ft_doc_begin_list(member->doc, member->key);
	if (ft_jobtext_has_run(member->job))
		ft_doc_text(member->doc, NULL, "JOB_ACCRUE_OVER");
	if (member->job->state == FT_JOB_RUNNING)
		ft_doc_text(member->doc, NULL, "JOB_WAS_RUNNING");
	ft_doc_end(member->doc);
}

static void
put_cluster(const struct member *member)
{
	ft_doc_slurm_text(
	    member->doc, member->key, member->view->world->cluster_name);
}

static void
put_billing(const struct member *member)
{
	if (ft_jobtext_has_run(member->job))
		ft_doc_real(member->doc, member->key, member->job->billing);
	else
		ft_doc_null(member->doc, member->key);
}

static void
put_dependency(const struct member *member)
{
	struct ft_str text = { 0 };

	ft_job_add_dependency(&text, member->job);
	ft_doc_slurm_text(member->doc, member->key, ft_str_text(&text));
	ft_str_free(&text);
}

static void
put_exit_code(const struct member *member)
{
	ft_doc_u64(member->doc, member->key,
	    member->job->exit_code * 256 + member->job->exit_signal);
}

static void
put_group_name(const struct member *member)
{
	put_cell(member, QUEUE_GROUP_NAME);
}

static void
put_state(const struct member *member)
{
	put_cell(member, QUEUE_STATE);
}

static void
put_nodes(const struct member *member)
{
	put_cell(member, QUEUE_NODE_LIST);
}

static void
put_partition(const struct member *member)
{
	put_cell(member, QUEUE_PARTITION);
}

static void
put_qos(const struct member *member)
{
	put_cell(member, QUEUE_QOS);
}

static void
put_reason(const struct member *member)
{
	ft_doc_text(
	    member->doc, member->key, ft_job_reason_name(member->job->reason));
}

static void
put_description(const struct member *member)
{
	ft_doc_slurm_text(member->doc, member->key, member->job->reason_detail);
}

/* A core is a socket of its own. */
static void
put_sockets(const struct member *member, uint32_t cpus)
{
	char number[16];

	ft_doc_begin(member->doc, "sockets");
	for (uint32_t i = 0; i < cpus; i++) {
		snprintf(number, sizeof number, "%" PRIu32, i);
		ft_doc_begin(member->doc, number);
		ft_doc_begin(member->doc, "cores");
		ft_doc_text(member->doc, "0", "allocated");
		ft_doc_end(member->doc);
		ft_doc_end(member->doc);
	}
	ft_doc_end(member->doc);
}

static void
put_resources(const struct member *member)
{
	const struct ft_job *job = member->job;
	const struct ft_machine *machine = &member->view->world->machine;

	if (!ft_jobtext_has_run(job))
		return;
	ft_doc_begin(member->doc, member->key);
	ft_doc_text(member->doc, "nodes", job->nodes);
	ft_doc_u64(member->doc, "allocated_cores", ft_jobtext_cpus(job));
	ft_doc_u64(member->doc, "allocated_hosts", job->n_node);
	ft_doc_begin_list(member->doc, "allocated_nodes");
	for (size_t i = 0; i < job->n_node; i++) {
		const struct ft_job_node *node = &job->node[i];

		ft_doc_begin(member->doc, NULL);
		put_sockets(member, node->cpus);
		if (node->node < machine->n_node)
			ft_doc_text(member->doc, "nodename",
			    machine->node[node->node].name);
		ft_doc_u64(member->doc, "cpus_used", 0);
		ft_doc_u64(member->doc, "memory_used", 0);
		ft_doc_u64(member->doc, "memory_allocated", node->memory);
		ft_doc_end(member->doc);
	}
	ft_doc_end(member->doc);
	ft_doc_end(member->doc);
}

static void
put_nice(const struct member *member)
{
	if (member->job->nice == 0)
		put_null(member);
	else
		put_i64(member);
}

static void
put_cpus(const struct member *member)
{
	ft_doc_u64(member->doc, member->key, ft_jobtext_cpus(member->job));
}

static void
put_node_count(const struct member *member)
{
	ft_doc_u64(member->doc, member->key,
	    ft_jobtext_nodes(member->view->world, member->job));
}

static void
put_max_nodes(const struct member *member)
{
	if (ft_jobtext_has_run(member->job))
		put_zero(member);
	else
		put_u32(member);
}

static void
put_memory(const struct member *member)
{
	const uint64_t *memory = member->at;

	if (*memory == FT_MEM_UNSET)
		put_null(member);
	else
		put_u64(member);
}

static void
put_min_cpus(const struct member *member)
{
	uint32_t cpus = member->job->cpus_per_task;

	ft_doc_u64(member->doc, member->key, cpus > 0 ? cpus : 1);
}

static void
put_cpus_per_task(const struct member *member)
{
	if (member->job->cpus_per_task > 1)
		put_u32(member);
	else
		put_null(member);
}

static void
put_priority(const struct member *member)
{
	ft_doc_u64(member->doc, member->key, member->row->priority);
}

static void
put_shared(const struct member *member)
{
	if (member->job->exclusive)
		put_zero(member);
	else
		put_null(member);
}

static void
put_show_flags(const struct member *member)
{
	ft_doc_begin_list(member->doc, member->key);
	ft_doc_text(member->doc, NULL, "SHOW_ALL");
	ft_doc_text(member->doc, NULL, "SHOW_DETAIL");
	ft_doc_text(member->doc, NULL, "SHOW_LOCAL");
	ft_doc_end(member->doc);
}

static void
put_start(const struct member *member)
{
	ft_doc_i64(member->doc, member->key,
	    ft_jobtext_start(member->job, member->view->world->now));
}

static void
put_suspend_time(const struct member *member)
{
	ft_doc_i64(member->doc, member->key, ft_job_suspend_time(member->job));
}

static void
put_before_suspend(const struct member *member)
{
	ft_doc_i64(
	    member->doc, member->key, ft_job_before_suspend(member->job));
}

static void
put_end(const struct member *member)
{
	int64_t end = 0;

	(void)queue_number(member->view, member->row, QUEUE_END, &end);
	ft_doc_i64(member->doc, member->key, end > 0 ? end : 0);
}

static void
put_limit(const struct member *member)
{
	int64_t minutes = ft_jobtext_limit(member->view->world, member->job);

	if (minutes == FT_TIME_UNLIMITED)
		put_null(member);
	else
		ft_doc_i64(member->doc, member->key, minutes);
}

static void
put_input(const struct member *member)
{
	ft_doc_text(member->doc, member->key, "/dev/null");
}

static void
put_tres(const struct member *member)
{
	struct ft_str text = { 0 };
	uint64_t *const *tres = member->at;
	bool asked = member->at == &member->job->req;

	if (asked || ft_jobtext_has_run(member->job))
		ft_jobtext_add_tres(
		    &text, &member->view->world->tres, *tres, FT_TRES_UNITS);
	ft_doc_slurm_text(member->doc, member->key, ft_str_text(&text));
	ft_str_free(&text);
}

static void
put_tres_per_node(const struct member *member)
{
	if (*member->job->gres)
		put_cell(member, QUEUE_TRES_PER_NODE);
	else
		put_blank(member);
}

/* ---- the members in their order -------------------------------------------------- */

#define AT(name) offsetof(struct ft_job, name)

static const struct {
	const char *key;
	member_fn *fn;
	size_t at;
} members[] = {
	{ "account", put_text, AT(account) },
	{ "accrue_time", put_i64, AT(accrue) },
	{ "admin_comment", put_text, AT(admin_comment) },
	{ "array_job_id", put_u32, AT(array_job) },
	{ "array_task_id", put_array_task, 0 },
	{ "array_max_tasks", put_u32, AT(array_throttle) },
	{ "array_task_string", put_array_tasks, 0 },
	{ "association_id", put_u32, AT(assoc) },
	{ "batch_features", put_blank, 0 },
	{ "batch_flag", put_true, 0 },
	{ "batch_host", put_batch_host, 0 },
	{ "flags", put_flags, 0 },
	{ "burst_buffer", put_blank, 0 },
	{ "burst_buffer_state", put_blank, 0 },
	{ "cluster", put_cluster, 0 },
	{ "cluster_features", put_blank, 0 },
	{ "command", put_text, AT(command) },
	{ "comment", put_text, AT(comment) },
	{ "container", put_blank, 0 },
	{ "contiguous", put_flag, AT(contiguous) },
	{ "core_spec", put_null, 0 },
	{ "thread_spec", put_null, 0 },
	{ "cores_per_socket", put_null, 0 },
	{ "billable_tres", put_billing, 0 },
	{ "cpus_per_task", put_cpus_per_task, AT(cpus_per_task) },
	{ "cpu_frequency_minimum", put_null, 0 },
	{ "cpu_frequency_maximum", put_null, 0 },
	{ "cpu_frequency_governor", put_null, 0 },
	{ "cpus_per_tres", put_blank, 0 },
	{ "deadline", put_i64, AT(deadline) },
	{ "delay_boot", put_zero, 0 },
	{ "dependency", put_dependency, 0 },
	{ "derived_exit_code", put_zero, 0 },
	{ "eligible_time", put_i64, AT(eligible) },
	{ "end_time", put_end, 0 },
	{ "excluded_nodes", put_text, AT(exc_nodes) },
	{ "exit_code", put_exit_code, 0 },
	{ "features", put_text, AT(features) },
	{ "federation_origin", put_blank, 0 },
	{ "federation_siblings_active", put_blank, 0 },
	{ "federation_siblings_viable", put_blank, 0 },
	{ "gres_detail", put_empty_list, 0 },
	{ "group_id", put_u32, AT(gid) },
	{ "group_name", put_group_name, 0 },
	{ "job_id", put_u32, AT(number) },
	{ "job_resources", put_resources, 0 },
	{ "job_state", put_state, 0 },
	{ "last_sched_evaluation", put_i64, AT(last_eval) },
	{ "licenses", put_text, AT(licenses) },
	{ "max_cpus", put_zero, 0 },
	{ "max_nodes", put_max_nodes, AT(max_nodes) },
	{ "mcs_label", put_blank, 0 },
	{ "memory_per_tres", put_blank, 0 },
	{ "name", put_text, AT(name) },
	{ "nodes", put_nodes, 0 },
	{ "nice", put_nice, AT(nice) },
	{ "tasks_per_core", put_null, 0 },
	{ "tasks_per_node", put_u32, AT(tasks_per_node) },
	{ "tasks_per_socket", put_null, 0 },
	{ "tasks_per_board", put_zero, 0 },
	{ "cpus", put_cpus, 0 },
	{ "node_count", put_node_count, 0 },
	{ "tasks", put_u32, AT(tasks_wanted) },
	{ "het_job_id", put_zero, 0 },
	{ "het_job_id_set", put_blank, 0 },
	{ "het_job_offset", put_zero, 0 },
	{ "partition", put_partition, 0 },
	{ "prefer", put_blank, 0 },
	{ "memory_per_node", put_memory, AT(mem_per_node) },
	{ "memory_per_cpu", put_memory, AT(mem_per_cpu) },
	{ "minimum_cpus_per_node", put_min_cpus, 0 },
	{ "minimum_tmp_disk_per_node", put_u64, AT(disk_per_node) },
	{ "preempt_time", put_i64, AT(preempt_at) },
	{ "pre_sus_time", put_before_suspend, 0 },
	{ "priority", put_priority, 0 },
	{ "profile", put_null, 0 },
	{ "qos", put_qos, 0 },
	{ "reboot", put_false, 0 },
	{ "required_nodes", put_text, AT(req_nodes) },
	{ "requeue", put_flag, AT(requeue) },
	{ "resize_time", put_zero, 0 },
	{ "restart_cnt", put_u32, AT(restarts) },
	{ "resv_name", put_text, AT(reservation) },
	{ "shared", put_shared, 0 },
	{ "show_flags", put_show_flags, 0 },
	{ "sockets_per_board", put_zero, 0 },
	{ "sockets_per_node", put_null, 0 },
	{ "start_time", put_start, 0 },
	{ "state_description", put_description, 0 },
	{ "state_reason", put_reason, 0 },
	{ "standard_error", put_blank, 0 },
	{ "standard_input", put_input, 0 },
	{ "standard_output", put_blank, 0 },
	{ "submit_time", put_i64, AT(submitted) },
	{ "suspend_time", put_suspend_time, 0 },
	{ "system_comment", put_text, AT(system_comment) },
	{ "time_limit", put_limit, 0 },
	{ "time_minimum", put_i64, AT(time_min) },
	{ "threads_per_core", put_null, 0 },
	{ "tres_bind", put_blank, 0 },
	{ "tres_freq", put_blank, 0 },
	{ "tres_per_job", put_blank, 0 },
	{ "tres_per_node", put_tres_per_node, 0 },
	{ "tres_per_socket", put_blank, 0 },
	{ "tres_per_task", put_blank, 0 },
	{ "tres_req_str", put_tres, AT(req) },
	{ "tres_alloc_str", put_tres, AT(alloc) },
	{ "user_id", put_u32, AT(uid) },
	{ "user_name", put_text, AT(user) },
	{ "wckey", put_text, AT(wckey) },
	{ "current_working_directory", put_text, AT(work_dir) },
};

static void
put_job(const struct queue_view *view, const struct queue_row *row,
    struct ft_doc *doc)
{
	ft_doc_begin(doc, NULL);
	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		struct member member = {
			.view = view,
			.row = row,
			.job = row->job,
			.at = (const char *)row->job + members[i].at,
			.doc = doc,
			.key = members[i].key,
		};

		members[i].fn(&member);
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
		put_job(view, &view->row[i], doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
}
