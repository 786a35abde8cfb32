#include "sim/trial.h"

#include "sim/workers.h"

static void
shake(const struct sim_trial *trial, struct ft_trace *trace)
{
	struct ft_rng rng;

	if (!trial->seed)
		return;
	ft_rng_init(&rng, trial->seed);
	ft_trace_shake(trace, &rng, trial->shake);
}

static void
measure(const struct sim_trial *trial, const struct ft_trace *trace,
    struct sim_result *result)
{
	const struct ft_replay *done = &result->replay;
	const struct ft_metrics_input input = { .trace = trace,
		.outcome = done->outcome,
		.procs = done->procs,
		.tree = done->tree,
		.names = &done->names,
		.leaf = done->leaf,
		.bound = FT_METRICS_BOUND,
		.window = trial->window };

	ft_metrics_make(&result->metrics, &input);
	sim_measure(&result->metrics, result->value);
}

enum ft_status
sim_trial_run(const struct sim_trial *trial, struct ft_trace *trace,
    struct sim_result *result, struct ft_error *err)
{
	enum ft_status status;

	*result = (struct sim_result){ .replay = {
					   .policy = trial->policy,
					   .order = trial->order,
					   .conf = trial->conf,
					   .store = trial->store,
					   .cluster = trial->cluster,
					   .nodes = trial->nodes,
					   .cpus = trial->cpus,
					   .tell = trial->tell,
					   .ctx = trial->ctx,
				       } };
	shake(trial, trace);
	status = ft_replay_run(&result->replay, trace, err);
	if (status == FT_OK && !result->replay.stopped)
		measure(trial, trace, result);
	return status;
}

enum ft_status
sim_trial_task(const struct sim_trial *trial, struct ft_trace *trace,
    struct sim_result *result, struct ft_error *err)
{
	struct sim_trial task = *trial;
	enum ft_status status;

	task.tell = sim_workers_wanted;
	status = sim_trial_run(&task, trace, result, err);
	if (status == FT_OK && result->replay.stopped)
		return ft_fail(err, FT_EIO, "nobody waits for it any more");
	return status;
}

void
sim_result_free(struct sim_result *result)
{
	ft_metrics_free(&result->metrics);
	ft_replay_free(&result->replay);
}
