/* job_more.c - show job --details: which CPUs of which nodes a job has (cases j46-show-job,
 * y02-exporters-jobs). */

#include "jobdoc/grestext.h"
#include "common/jobtext.h"
#include "sim/place/cores.h"
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

/* Returns "0-1,4": the CPUs that JOB has of its node I; to be freed. */
static struct ft_str
cpus_of(const struct ft_world *world, const struct ft_job *job, size_t i)
{
	struct ft_cores cores FT_CLEANUP(ft_cores_clear) =
	    ft_cores_of(world, job, i);
	struct ft_str text = { 0 };

	for (uint32_t k = 0, end; k < cores.n; k = end + 1) {
		uint64_t first = (uint64_t)k * cores.cpus, last;

		for (end = k; end < cores.n && ft_cores_has(&cores, end);)
			end++;
		last = (uint64_t)end * cores.cpus;
		if (last > first)
			ft_str_addf(
			    &text, "%s%" PRIu64, text.len ? "," : "", first);
		if (last > first + 1)
			ft_str_addf(&text, "-%" PRIu64, last - 1);
	}
	return text;
}

/* Returns whether the nodes I and K of JOB form one part; CPUS: those of I. */
static bool
is_alike(const struct ft_world *world, const struct ft_job *job, size_t i,
    size_t k, const char *cpus)
{
	struct ft_str other FT_CLEANUP(ft_str_free) = { 0 };

	if (job->node[k].cpus != job->node[i].cpus ||
	    job->node[k].memory != job->node[i].memory)
		return false;
	other = cpus_of(world, job, k);
	return !strcmp(cpus, ft_str_text(&other));
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
		struct ft_str hosts = { 0 }, gres = { 0 };
		struct ft_str cpus = cpus_of(world, job, i);
		struct part part = { .memory = job->node[i].memory };

		part.cpus = fcontrol_take(records, &cpus);
		for (n = 0; i + n < job->n_node &&
			    (!n || is_alike(world, job, i, i + n, part.cpus));
		     n++)
			node[n] = job->node[i + n].node;
		ft_machine_add_hosts(&hosts, &world->machine, node, n);
		part.nodes = fcontrol_take(records, &hosts);
		ft_grestext_add_job(&gres, world, job, node[0]);
		part.gres = fcontrol_take(records, &gres);
		fcontrol_record_rows(records, part_rows, &part);
	}
}
