#include "sim/trial.h"

#include "sim/workers.h"

static bool
go_on(void *ctx, double done)
{
	(void)ctx, (void)done;
	return sim_workers_wanted();
}

static void
shake(const struct sim_trial *trial, struct ft_trace *trace)
{
	struct ft_rng rng;

	if (!trial->seed)
		return;
	ft_rng_init(&rng, trial->seed);
	ft_trace_shake(trace, &rng, trial->shake);
}

enum ft_status
sim_trial_run(const struct sim_trial *trial, struct ft_trace *trace,
    struct sim_result *result, struct ft_error *err)
{
	struct ft_replay *replay = &result->replay;
	struct ft_metrics_input input = { .trace = trace,
		.bound = FT_METRICS_BOUND };
	enum ft_status status;

	*result = (struct sim_result){ .replay = {
					   .policy = trial->policy,
					   .order = trial->order,
					   .conf = trial->conf,
					   .store = trial->store,
					   .cluster = trial->cluster,
					   .nodes = trial->nodes,
					   .cpus = trial->cpus,
					   .tell = go_on,
				       } };
	shake(trial, trace);
	status = ft_replay_run(replay, trace, err);
	if (status != FT_OK)
		return status;
	if (replay->stopped)
		return ft_fail(err, FT_EIO, "nobody waits for it any more");
	input.outcome = replay->outcome;
	input.procs = replay->procs;
	input.tree = replay->tree;
	input.names = &replay->names;
	input.leaf = replay->leaf;
	ft_metrics_make(&result->metrics, &input);
	sim_measure(&result->metrics, result->value);
	return FT_OK;
}

void
sim_result_free(struct sim_result *result)
{
	ft_metrics_free(&result->metrics);
	ft_replay_free(&result->replay);
}
