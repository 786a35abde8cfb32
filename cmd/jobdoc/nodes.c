/* nodes.c - the nodes of a job in squeue's and scontrol's JSON. */

#include "jobdoc/jobdoc.h"
#include "common/jobtext.h"
#include "sim/place/cores.h"

/* ---- 22.05: each core counts as one socket ------------------------------------ */

static void
put_old_sockets(struct ft_doc *doc, uint32_t cpus)
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

void
ft_jobdoc_old_resources(struct ft_doc *doc, const char *key, const void *at)
{
	const struct ft_jobdoc *row = at;
	const struct ft_job *job = row->job;
	const struct ft_machine *machine = &row->world->machine;

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
		put_old_sockets(doc, node->cpus);
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

/* ---- since 23.02 ---------------------------------------------------------------- */

/* "CR_Core_Memory": ["CORE"], and since 26.05 ["CR_CORE_MEMORY"]. */
static void
put_select_type(struct ft_doc *doc, const struct ft_world *world)
{
	static const char *const what[] = { "CPU", "SOCKET", "CORE", "BOARD" };
	const char *given =
	    ft_conf_text(world->conf, FT_CONF_SELECT_TYPE_PARAMETERS);
	struct ft_str whole FT_CLEANUP(ft_str_free) = { 0 };

	for (; *given; given++)
		ft_str_add_char(&whole, (char)toupper((unsigned char)*given));
	if (ft_release_has(
		ft_conf_release(world->conf), FT_RULE_SELECT_WHOLE)) {
		ft_doc_list(doc, "select_type", ft_str_text(&whole));
		return;
	}
	ft_doc_begin_list(doc, "select_type");
	for (size_t i = 0; i < FT_COUNT(what); i++)
		if (strstr(ft_str_text(&whole), what[i]))
			ft_doc_text(doc, NULL, what[i]);
	ft_doc_end(doc);
}

static void
put_sockets(struct ft_doc *doc, const struct ft_node *node,
    const struct ft_cores *cores)
{
	/* with CR_CPU each thread is a core of its own */
	uint32_t step = cores->per_socket / node->cores, core = 0;

	ft_doc_begin_list(doc, "sockets");
	for (uint32_t i = 0; i < node->sockets; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_u64(doc, "index", i);
		ft_doc_begin_list(doc, "cores");
		for (uint32_t k = 0; k < node->cores; k++, core += step) {
			bool mine =
			    core < cores->n && ft_cores_has(cores, core);

			ft_doc_begin(doc, NULL);
			ft_doc_u64(doc, "index", k);
			ft_doc_list(
			    doc, "status", mine ? "ALLOCATED" : "UNALLOCATED");
			ft_doc_end(doc);
		}
		ft_doc_end(doc);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
put_node(struct ft_doc *doc, const struct ft_jobdoc *row, size_t i)
{
	const struct ft_job_node *part = &row->job->node[i];
	const struct ft_node *node = &row->world->machine.node[part->node];
	struct ft_cores cores FT_CLEANUP(ft_cores_clear) =
	    ft_cores_of(row->world, row->job, i);

	ft_doc_begin(doc, NULL);
	ft_doc_u64(doc, "index", i);
	ft_doc_text(doc, "name", node->name);
	ft_doc_begin(doc, "cpus");
	ft_doc_u64(doc, "count", part->cpus);
	ft_doc_u64(doc, "used", 0);
	ft_doc_end(doc);
	ft_doc_begin(doc, "memory");
	ft_doc_u64(doc, "used", 0);
	ft_doc_u64(doc, "allocated", part->memory);
	ft_doc_end(doc);
	put_sockets(doc, node, &cores);
	ft_doc_end(doc);
}

static void
put_nodes(struct ft_doc *doc, const struct ft_jobdoc *row)
{
	const struct ft_job *job = row->job;
	const char *alone = ft_jobtext_exclusive(row->world, job);
	const char *sharing = ft_jobtext_sharing(row->world, job);

	ft_doc_begin(doc, "nodes");
	ft_doc_u64(doc, "count", job->n_node);
	ft_doc_list(doc, "select_type",
	    strcmp(sharing, "YES") == 0 ? "AVAILABLE" : "ONE_ROW");
	ft_doc_text(doc, "list", job->nodes);
	ft_doc_bool(doc, "whole", strcmp(alone, "NODE") == 0);
	ft_doc_begin_list(doc, "allocation");
	for (size_t i = 0; i < job->n_node; i++)
		if (job->node[i].node < row->world->machine.n_node)
			put_node(doc, row, i);
	ft_doc_end(doc);
	ft_doc_end(doc);
}

void
ft_jobdoc_resources(struct ft_doc *doc, const char *key, const void *at)
{
	const struct ft_jobdoc *row = at;
	const struct ft_job *job = row->job;

	if (!ft_jobtext_has_run(job)) {
		ft_doc_null(doc, key);
		return;
	}
	ft_doc_begin(doc, key);
	put_select_type(doc, row->world);
	put_nodes(doc, row);
	ft_doc_u64(doc, "cpus", ft_jobtext_tres(job->req, FT_TRES_CPU));
	ft_doc_count(doc, "threads_per_core", job->shape.threads, false,
	    job->shape.threads);
	ft_doc_end(doc);
}
