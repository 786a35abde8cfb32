/* job_more.c - show job --details: which CPUs of which nodes a job has (cases j46-show-job,
 * y02-exporters-jobs). */

#include "jobdoc/grestext.h"
#include "common/jobtext.h"
#include "fcontrol/job.h"

/* Consecutive nodes on which a job has the same CPUs and memory. */
struct part {
	const char *nodes, *cpus, *gres;
	uint64_t memory;
};

#define FCONTROL_THING struct part

static const struct ft_column job_rows[] = {
	{ "JOB_GRES", FCONTROL_TEXT(gres), .own = FCONTROL_LINE },
	{ 0 },
};
static const struct ft_column part_rows[] = {
	{ "  Nodes", FCONTROL_MEMBER(nodes), .own = FCONTROL_LINE },
	{ "CPU_IDs", FCONTROL_MEMBER(cpus) },
	{ "Mem", FCONTROL_MEMBER(memory) },
	{ "GRES", FCONTROL_MEMBER(gres) },
	{ 0 },
};

/* Returns how many nodes of JOB, from I on, form one part; FIRST: its first
 * CPU. */
static size_t
size_of_part(const struct ft_world *world, const struct ft_job *job, size_t i,
    uint32_t first)
{
	size_t end = i + 1;

	while (end < job->n_node && job->node[end].cpus == job->node[i].cpus &&
	       job->node[end].memory == job->node[i].memory &&
	       ft_jobtext_first_cpu(world, job, job->node[end].node) == first)
		end++;
	return end - i;
}

void
fcontrol_add_cpus(struct fcontrol_records *records, const struct ft_job *job)
{
	const struct ft_world *world = &records->control->world;
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
	struct ft_str total = { 0 };
	struct part all = { 0 };

	if (!records->control->detail || !ft_jobtext_has_run(job))
		return;
	ft_grestext_add_total(&total, world, job);
	all.gres = fcontrol_take(records, &total);
	fcontrol_record_rows(records, job_rows, &all);
	node = ft_calloc(job->n_node + 1, sizeof *node);
	for (size_t i = 0, n; i < job->n_node && !records->doc; i += n) {
		uint32_t first = ft_jobtext_first_cpu(
			     world, job, job->node[i].node),
			 cpus = job->node[i].cpus;
		struct ft_str hosts = { 0 }, gres = { 0 };
		struct part part = { .memory = job->node[i].memory };

		n = size_of_part(world, job, i, first);
		for (size_t k = 0; k < n; k++)
			node[k] = job->node[i + k].node;
		ft_machine_add_hosts(&hosts, &world->machine, node, n);
		part.nodes = fcontrol_take(records, &hosts);
		ft_grestext_add_job(&gres, world, job, node[0]);
		part.gres = fcontrol_take(records, &gres);
		part.cpus = cpus > 1 ? fcontrol_text(records, "%u-%u", first,
					   first + cpus - 1)
				     : fcontrol_text(records, "%u", first);
		fcontrol_record_rows(records, part_rows, &part);
	}
}
