#include "fsim/trial.h"

#include "files/workers.h"

/* Returns whether some weight of the list NAME=NUMBER,... is not 0. */
static bool
has_tres_weight(const char *list)
{
	while ((list = strchr(list, '='))) {
		size_t len = strcspn(list, ",");

		if (strcspn(list, "123456789") < len)
			return true;
		list += len;
	}
	return false;
}

enum fsim_first_come
fsim_trial_first_come(
    const struct fsim_trial *trial, const struct ft_conf *conf)
{
	static const enum ft_conf_key weights[] = {
		FT_CONF_PRIORITY_WEIGHT_ASSOC,
		FT_CONF_PRIORITY_WEIGHT_FAIRSHARE,
		FT_CONF_PRIORITY_WEIGHT_JOB_SIZE,
		FT_CONF_PRIORITY_WEIGHT_PARTITION, FT_CONF_PRIORITY_WEIGHT_QOS
	};

	if (trial->policy != FT_REPLAY_SLURM)
		return trial->order == FT_POOL_BY_SUBMIT ? FSIM_ORDER_SUBMIT
							 : FSIM_FAIR;
	if (ft_conf_number(conf, FT_CONF_PRIORITY_TYPE) == 0)
		return FSIM_PRIORITY_BASIC;
	for (size_t i = 0; i < FT_COUNT(weights); i++)
		if (ft_conf_number(conf, weights[i]))
			return FSIM_FAIR;
	if (has_tres_weight(ft_conf_text(conf, FT_CONF_PRIORITY_WEIGHT_TRES)))
		return FSIM_FAIR;
	return ft_conf_number(conf, FT_CONF_PRIORITY_WEIGHT_AGE)
		   ? FSIM_AGE_ALONE
		   : FSIM_NO_WEIGHTS;
}

const char *
fsim_first_come_words(enum fsim_first_come cause)
{
	static const char *const words[FSIM_FIRST_COME_CAUSES] = {
		[FSIM_FAIR] = "",
		[FSIM_ORDER_SUBMIT] = "order submit: first come, first served",
		[FSIM_PRIORITY_BASIC] =
		    "PriorityType=priority/basic: first come, first served",
		[FSIM_NO_WEIGHTS] =
		    "all weights are 0: first come, first served",
		[FSIM_AGE_ALONE] =
		    "only PriorityWeightAge is not 0: first come, first served",
	};

	return words[cause];
}

static void
vary(const struct fsim_trial *trial, struct ft_trace *trace)
{
	struct ft_rng rng;

	if (!trial->seed)
		return;
	ft_rng_init(&rng, trial->seed);
	if (trial->resample)
		ft_trace_resample(trace, trial->resample, &rng);
	else
		ft_trace_shake(trace, &rng, trial->shake);
}

/* Returns a copy of ITEM[n] of SIZE bytes each, in the order was[n], and frees
 * ITEM; NULL stays. */
static void *
reorder(void *item, size_t size, const uint32_t *was, size_t n)
{
	char *from FT_CLEANUP(ft_free_at) = item;
	char *to = from ? ft_calloc(n, size) : NULL;

	for (size_t i = 0; from && i < n; i++)
		memcpy(to + i * size, from + was[i] * size, size);
	return to;
}

/* Feedback changed when jobs came: the trace is sorted by that, and what the
 * replay found goes with it. */
static void
take_submissions(struct ft_trace *trace, struct ft_replay *done)
{
	size_t n = trace->n;
	uint32_t *was FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *was);
	uint32_t *now FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *now);

	for (size_t i = 0; i < n; i++) {
		trace->job[i].submit = done->submit[i];
		/* where the job was, while sorting moves it */
		trace->job[i].cancel = (int64_t)i;
	}
	ft_trace_sort(trace);
	for (size_t i = 0; i < n; i++) {
		was[i] = (uint32_t)trace->job[i].cancel;
		now[was[i]] = (uint32_t)i;
		trace->job[i].cancel = 0;
	}
	done->outcome = reorder(done->outcome, sizeof *done->outcome, was, n);
	done->leaf = reorder(done->leaf, sizeof *done->leaf, was, n);
	done->planned = reorder(done->planned, sizeof *done->planned, was, n);
	done->place = reorder(done->place, sizeof *done->place, was, n);
	for (size_t i = 0; i < done->n_use; i++)
		if (done->use[i].job != FT_REPLAY_AWAY)
			done->use[i].job = now[done->use[i].job];
	for (size_t i = 0; i < done->n_unrunnable; i++)
		done->unrunnable[i].first = now[done->unrunnable[i].first];
}

static void
measure(const struct fsim_trial *trial, const struct ft_trace *trace,
    struct fsim_result *result)
{
	const struct ft_replay *done = &result->replay;
	const struct ft_metrics_input input = { .trace = trace,
		.outcome = done->outcome,
		.procs = done->procs,
		.tree = done->tree,
		.names = &done->names,
		.leaf = done->leaf,
		.bound = trial->bound,
		.window = trial->window,
		.warmup = trial->warmup,
		.cooldown = trial->cooldown,
		.fair = done->fair_start,
		.outage = done->outage,
		.n_outage = done->rules.n_outage };

	ft_metrics_make(&result->metrics, &input);
	fsim_measure(&result->metrics, result->value);
}

/* Some submission must be measured. */
static enum ft_status
check_cut(const struct fsim_trial *trial, const struct ft_trace *trace,
    struct ft_error *err)
{
	int64_t span =
	    trace->n ? trace->job[trace->n - 1].submit - trace->job[0].submit
		     : 0;
	int64_t from = trial->warmup, to = span - trial->cooldown;

	for (size_t i = 0; i < trace->n && from <= to; i++) {
		int64_t at = trace->job[i].submit - trace->job[0].submit;

		if (at >= from && at <= to)
			return FT_OK;
	}
	return trace->n && (from || trial->cooldown)
		   ? ft_fail(err, FT_EINVAL,
			 "--warmup and --cooldown leave no job: all were "
			 "submitted within %" PRId64 " s",
			 span)
		   : FT_OK;
}

enum ft_status
fsim_trial_run(const struct fsim_trial *trial, struct ft_trace *trace,
    struct fsim_result *result, struct ft_error *err)
{
	*result =
	    (struct fsim_result){ .replay = {
				      .policy = trial->policy,
				      .order = trial->order,
				      .depth = trial->depth,
				      .conf = trial->conf,
				      .store = trial->store,
				      .spend = trial->spend,
				      .cluster = trial->cluster,
				      .nodes = trial->nodes,
				      .cpus = trial->cpus,
				      .rules = trial->rules,
				      .usage = trial->usage && trial->store,
				      .places = trial->places,
				      .plans = trial->plans,
				      .fair = trial->fair,
				      .report = trial->report,
				      .ctx = trial->ctx,
				  } };
	vary(trial, trace);
	FT_TRY(check_cut(trial, trace, err));
	FT_TRY(ft_replay_run(&result->replay, trace, err));
	if (!result->replay.stopped && result->replay.submit)
		take_submissions(trace, &result->replay);
	if (!result->replay.stopped)
		measure(trial, trace, result);
	return FT_OK;
}

enum ft_status
fsim_trial_task(const struct fsim_trial *trial, struct ft_trace *trace,
    struct fsim_result *result, struct ft_error *err)
{
	struct fsim_trial task = *trial;

	task.report = ft_workers_wanted;
	/* this process ends with the task */
	task.spend = true;
	task.usage = trial->usage && trial->store;
	if (!task.store)
		task.store = task.blank;
	FT_TRY(fsim_trial_run(&task, trace, result, err));
	if (result->replay.stopped)
		return ft_fail(err, FT_EIO, "nobody waits for it any more");
	return FT_OK;
}

void
fsim_result_free(struct fsim_result *result)
{
	ft_metrics_free(&result->metrics);
	ft_replay_free(&result->replay);
}
