/*
 * outage.c - the outages of a replay, with the processors that its machine has.
 */

#include "base/text/hostlist.h"
#include "load/research/private.h"
#include "model/machine/machine.h"

struct finding {
	const struct ft_machine *machine;
	struct ft_outage *outage;
	const struct ft_outage **last; /* [n_node]: that node's outage before */
};

static enum ft_status
add_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct finding *finding = ctx;
	struct ft_outage *outage = finding->outage;
	uint32_t at = ft_machine_node(finding->machine, name);
	const struct ft_outage *last;

	(void)len;
	if (at == UINT32_MAX)
		return ft_fail(err, FT_EINVAL,
		    "outage of line %zu: the machine has no node '%s'",
		    outage->line, name);
	last = finding->last[at];
	if (last && last->end > outage->start)
		return ft_fail(err, FT_EINVAL,
		    "outage of line %zu: node '%s' is out then by line %zu",
		    outage->line, name, last->line);
	finding->last[at] = outage;
	outage->procs += finding->machine->node[at].cpus;
	return FT_OK;
}

static enum ft_status
find_nodes(struct ft_replaying *replaying, const struct ft_machine *machine,
    struct ft_error *err)
{
	struct ft_replay *replay = replaying->replay;
	struct finding finding = { .machine = machine,
		.last = ft_calloc(machine->n_node, sizeof *finding.last) };
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < replay->rules.n_outage && status == FT_OK; i++) {
		finding.outage = &replay->outage[i];
		if (finding.outage->nodes)
			status = ft_hostlist_each(
			    finding.outage->nodes, add_node, &finding, err);
		else if (replay->policy == FT_REPLAY_SLURM)
			status = ft_fail(err, FT_EINVAL,
			    "outage of line %zu: policy slurm needs names of "
			    "nodes, not a number of processors",
			    finding.outage->line);
	}
	ft_free(finding.last);
	return status;
}

enum ft_status
ft_replay_outages(struct ft_replaying *replaying, struct ft_error *err)
{
	struct ft_replay *replay = replaying->replay;
	size_t n = replay->rules.n_outage;
	struct ft_machine machine;
	enum ft_status status;

	if (!n)
		return FT_OK;
	replay->outage = ft_calloc(n, sizeof *replay->outage);
	memcpy(
	    replay->outage, replay->rules.outage, n * sizeof *replay->outage);
	FT_TRY(ft_machine_read(&machine, &replaying->conf, NULL, err));
	status = find_nodes(replaying, &machine, err);
	ft_machine_free(&machine);
	return status;
}
