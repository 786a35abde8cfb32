#include "load/research/replay.h"

#include "io/slurm/slurmconf.h"
#include "load/load.h"
#include "load/research/private.h"
#include "model/machine/machine.h"

#define PROCS_MAX    UINT32_C(100000000)
#define OVER_MINUTES "71582788" /* as long as is possible: 136 years */

/* ---- settings and machine ------------------------------------------------ */

static bool
has_nodes(const struct ft_conf *conf)
{
	for (size_t i = 0; i < conf->n_line; i++)
		if (!strcasecmp(conf->line[i].key, "NodeName"))
			return true;
	return false;
}

/* Copy the caller's settings, with or without lines about the machine. */
static enum ft_status
copy_conf(struct ft_conf *conf, const struct ft_conf *from, bool machine,
    struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (int i = 0; i < FT_CONF_KEYS && status == FT_OK; i++)
		if (from->value[i].set)
			status = ft_conf_set(conf, (enum ft_conf_key)i,
			    from->value[i].text, from->value[i].origin, err);
	for (size_t i = 0; i < from->n_line; i++)
		if (machine || !ft_slurmconf_is_line_key(from->line[i].key))
			ft_conf_add_line(conf, from->line[i].key,
			    from->line[i].text, from->line[i].origin,
			    from->line[i].known);
	return status;
}

/* Set the number of nodes and of processors each: as requested, else as in the
 * trace. */
static enum ft_status
measure(const struct ft_replay *replay, const struct ft_trace *trace,
    uint32_t *nodes, uint32_t *cpus, struct ft_error *err)
{
	uint32_t procs = trace->procs ? trace->procs : ft_trace_widest(trace);
	uint32_t n = replay->nodes, each = replay->cpus;

	if (!n && each)
		n = procs / each + (procs % each > 0);
	if (!n)
		n = trace->nodes ? trace->nodes : procs;
	if (!each && trace->procs && trace->nodes)
		each = trace->procs / trace->nodes +
		       (trace->procs % trace->nodes > 0);
	if (!each && !replay->nodes)
		each = procs / n + (procs % n > 0);
	if (!each)
		each = 1;
	*nodes = n;
	*cpus = each;
	if ((uint64_t)n * each <= PROCS_MAX)
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "a machine of %" PRIu32 " nodes with %" PRIu32
	    " processors each is more than is simulated",
	    n, each);
}

/* One MiB per processor: so memory never limits anything, whatever
 * SelectTypeParameters says. */
static void
build_machine(struct ft_conf *conf, uint32_t nodes, uint32_t cpus)
{
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&line,
	    "NodeName=n[1-%" PRIu32 "] CPUs=%" PRIu32 " RealMemory=%" PRIu32,
	    nodes, cpus, cpus);
	ft_conf_add_line(conf, "NodeName", ft_str_text(&line), "replay", true);
	ft_conf_add_line(conf, "PartitionName",
	    "PartitionName=all Nodes=ALL Default=YES MaxTime=UNLIMITED",
	    "replay", true);
}

/*
 * Copy the settings with one MiB per processor where RealMemory is missing. Its
 * default is 1 MiB per node, as in Slurm; then jobs that bring a little memory
 * per processor could use only one processor of a node.
 */
static enum ft_status
lend_memory(struct ft_replaying *replaying, const struct ft_machine *machine,
    struct ft_error *err)
{
	struct ft_conf *conf = &replaying->conf;
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t most = 0;
	bool poor = false;

	for (uint32_t i = 0; i < machine->n_node; i++) {
		most =
		    machine->node[i].cpus > most ? machine->node[i].cpus : most;
		poor |=
		    machine->node[i].memory <= 1 && machine->node[i].cpus > 1;
	}
	replaying->poor = poor;
	if (!poor)
		return FT_OK;
	ft_conf_free(conf);
	ft_conf_init(conf);
	ft_str_addf(&line, "NodeName=DEFAULT RealMemory=%" PRIu32, most);
	ft_conf_add_line(conf, "NodeName", ft_str_text(&line), "replay", true);
	return copy_conf(conf, replaying->replay->conf, true, err);
}

enum ft_status
ft_replay_node(const struct ft_replay *replay, const struct ft_trace *trace,
    uint32_t *cpus, struct ft_error *err)
{
	struct ft_machine machine;
	enum ft_status status;
	uint32_t nodes;

	if (replay->nodes || replay->cpus || !has_nodes(replay->conf))
		return measure(replay, trace, &nodes, cpus, err);
	status = ft_machine_read(&machine, replay->conf, NULL, err);
	*cpus = 1;
	for (uint32_t i = 0; status == FT_OK && i < machine.n_node; i++)
		if (machine.node[i].cpus > *cpus)
			*cpus = machine.node[i].cpus;
	ft_machine_free(&machine);
	return status;
}

static enum ft_status
make_conf(struct ft_replaying *replaying, struct ft_error *err)
{
	struct ft_replay *replay = replaying->replay;
	struct ft_machine machine;
	uint32_t nodes, cpus;
	enum ft_status status;

	replaying->built =
	    replay->nodes || replay->cpus || !has_nodes(replay->conf);
	status =
	    copy_conf(&replaying->conf, replay->conf, !replaying->built, err);
	if (status == FT_OK && replaying->built) {
		status = measure(replay, replaying->trace, &nodes, &cpus, err);
		if (status != FT_OK)
			return status;
		build_machine(&replaying->conf, nodes, cpus);
		replay->procs = nodes * cpus;
		return FT_OK;
	}
	if (status == FT_OK)
		status = ft_machine_read(&machine, &replaying->conf, NULL, err);
	if (status != FT_OK)
		return status;
	replay->procs = machine.cpus;
	status = lend_memory(replaying, &machine, err);
	ft_machine_free(&machine);
	return status;
}

/* Slurm's own setting lets jobs run on; a partition may have another. */
static enum ft_status
let_overrun(struct ft_replaying *replaying, struct ft_error *err)
{
	return replaying->replay->rules.overrun == FT_OVERRUN_ALLOW
		   ? ft_conf_set(&replaying->conf, FT_CONF_OVER_TIME_LIMIT,
			 OVER_MINUTES, "replay", err)
		   : FT_OK;
}

/* ---- tree ---------------------------------------------------------------- */

static enum ft_status
copy_store(struct ft_replaying *replaying, struct ft_error *err)
{
	struct ft_replay *replay = replaying->replay;
	const char *name = ft_conf_text(replay->conf, FT_CONF_CLUSTER_NAME);
	struct ft_store_options options = { .create = true,
		.cluster = name,
		.now = replaying->trace->job[0].submit };

	if (replay->store) {
		replaying->cluster = replay->cluster;
		if (replay->spend) {
			replaying->store = replay->store;
			return FT_OK;
		}
		return ft_store_scratch(&replaying->store, replay->store, err);
	}
	FT_TRY(ft_store_open(&replaying->store, NULL, &options, err));
	return ft_store_cluster(
	    replaying->store, name, &replaying->cluster, err);
}

/* Set the tree node that each job is charged to. */
static void
find_leaves(struct ft_replaying *replaying)
{
	struct ft_replay *replay = replaying->replay;
	const struct ft_tree *tree = replay->tree;
	struct ft_idmap node FT_CLEANUP(ft_idmap_free) = { 0 };

	ft_idmap_put_all(&node, tree->id, tree->n);
	replay->leaf = ft_calloc(replaying->trace->n, sizeof *replay->leaf);
	for (size_t i = 0; i < replaying->trace->n; i++)
		replay->leaf[i] = ft_idmap_get(&node, replaying->assoc[i]);
}

static enum ft_status
make_tree(struct ft_replaying *replaying, struct ft_error *err)
{
	struct ft_replay *replay = replaying->replay;
	struct ft_load_source source = { .conf = replay->conf };
	struct ft_share_params params;

	FT_TRY(copy_store(replaying, err));
	FT_TRY(ft_replay_people(replaying, err));
	source.store = replaying->store;
	source.cluster = replaying->cluster;
	FT_TRY(ft_load_params(replay->conf, NULL, &params, err));
	FT_TRY(ft_load_tree(&source, &params, &replay->tree, err));
	FT_TRY(ft_store_read_names(replaying->store, &replay->names, err));
	find_leaves(replaying);
	return FT_OK;
}

/* ---- who never starts ---------------------------------------------------- */

/* On a pool only a job wider than the machine never starts. */
static void
note_wide(struct ft_replaying *replaying)
{
	for (size_t i = 0; i < replaying->trace->n; i++)
		if (replaying->replay->outcome[i].state == FT_JOB_FAILED &&
		    replaying->replay->outcome[i].start < 0)
			ft_replay_note_unrunnable(replaying->replay, i,
			    FT_REFUSE_CPU_COUNT, FT_REASON_NONE, true);
}

static int
by_jobs(const void *a, const void *b)
{
	const struct ft_replay_unrunnable *x = a, *y = b;

	if (x->jobs != y->jobs)
		return x->jobs > y->jobs ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* ---- the fast way -------------------------------------------------------- */

/* UNTIL: as in struct ft_pool. */
static enum ft_status
run_pool(struct ft_replaying *replaying, int64_t until, struct ft_error *err)
{
	static const enum ft_pool_policy policies[] = {
		[FT_REPLAY_EASY] = FT_POOL_EASY,
		[FT_REPLAY_CONSERVATIVE] = FT_POOL_CONSERVATIVE,
		[FT_REPLAY_FCFS] = FT_POOL_FCFS,
	};
	struct ft_replay *replay = replaying->replay;
	const struct ft_conf *conf = &replaying->conf;
	struct ft_pool pool = {
		.procs = replay->procs,
		.policy = policies[replay->policy],
		.order = replay->order,
		.depth = replay->depth,
		.period = ft_conf_number(conf, FT_CONF_PRIORITY_CALC_PERIOD),
		.half_life = ft_conf_decay(conf).half_life,
		.until = until,
		.planned = replay->planned,
		.cuts = replay->places ? &replaying->cuts : NULL,
		.algo = ft_algo_of(conf),
		.tree = replay->tree,
		.leaf = replay->leaf,
		.rules = replay->rules,
		.submit = replay->submit,
		.report = ft_replay_report,
		.ctx = replaying,
	};

	(void)ft_share_params_of(conf, NULL, &pool.params);
	pool.rules.outage = replay->outage;
	FT_TRY(ft_pool_run(&pool, replaying->trace, replay->outcome, err));
	replay->requeued = pool.requeued;
	replay->failed = pool.failed;
	replay->lost = pool.lost;
	return FT_OK;
}

/* ---- fair start times ---------------------------------------------------- */

/* The replay of the first jobs of a trace, in search of the start of the last. */
struct fair {
	struct ft_replaying *replaying;
	struct ft_replay *replay; /* of all jobs */
	size_t job, jobs;         /* index; of the whole trace */
};

static int64_t
start_of(const struct fair *fair)
{
	return fair->replaying->replay->outcome[fair->job].start;
}

/* The start is known, or the caller of the whole replay wants no more. */
static bool
go_on(void *ctx, double done)
{
	const struct fair *fair = ctx;
	struct ft_replay *replay = fair->replay;
	double part = (double)fair->job / (double)fair->jobs;

	(void)done;
	if (replay->report && !replay->report(replay->ctx, part))
		replay->stopped = true;
	return !replay->stopped && start_of(fair) < 0;
}

/*
 * Replay the jobs up to JOB alone: the same run up to its submission, and from
 * there on as if no other came.
 */
static enum ft_status
find_fair(struct fair *fair, struct ft_error *err)
{
	struct ft_replaying *replaying = fair->replaying;
	struct ft_replay *own = replaying->replay;
	int64_t start = fair->replay->outcome[fair->job].start;
	const struct ft_trace *whole = replaying->trace;
	struct ft_trace first = *whole;
	enum ft_status status;

	first.n = fair->job + 1;
	replaying->trace = &first;
	own->outcome[fair->job].start = -1;
	own->stopped = false;
	own->n_unrunnable = 0;
	status = own->policy == FT_REPLAY_SLURM
		     ? ft_replay_world(replaying, err)
		     : run_pool(replaying, start, err);
	replaying->trace = whole;
	if (status == FT_OK && start_of(fair) <= start)
		fair->replay->fair_start[fair->job] = start_of(fair);
	return status;
}

/*
 * A job that did not wait has nothing to miss, so it needs no replay.  Which jobs
 * come after: by submission, then as in the trace.
 */
static enum ft_status
find_fairs(struct ft_replaying *replaying, struct ft_error *err)
{
	struct ft_replay *replay = replaying->replay, own = *replay;
	size_t n = replaying->trace->n;
	struct fair fair = {
		.replaying = replaying, .replay = replay, .jobs = n
	};
	enum ft_status status = FT_OK;

	own.places = own.plans = false;
	own.planned = NULL;
	own.unrunnable = NULL;
	own.n_unrunnable = own.cap_unrunnable = 0;
	own.report = go_on;
	own.ctx = &fair;
	own.outcome = ft_calloc(n, sizeof *own.outcome);
	replay->fair_start = ft_calloc(n, sizeof *replay->fair_start);
	replaying->replay = &own;
	for (size_t i = 0; i < n && status == FT_OK && !replay->stopped; i++) {
		int64_t start = replay->outcome[i].start;

		fair.job = i;
		replay->fair_start[i] =
		    start == replaying->trace->job[i].submit ? start : -1;
		if (start > replaying->trace->job[i].submit)
			status = find_fair(&fair, err);
	}
	replaying->replay = replay;
	ft_free(own.outcome);
	ft_free(own.unrunnable);
	return status;
}

/* ---- all ----------------------------------------------------------------- */

static enum ft_status
run(struct ft_replaying *replaying, struct ft_error *err)
{
	struct ft_replay *replay = replaying->replay;
	const struct ft_trace *trace = replaying->trace;

	if (!trace->n)
		return ft_fail(err, FT_EINVAL, "a trace without jobs");
	FT_TRY(make_conf(replaying, err));
	FT_TRY(let_overrun(replaying, err));
	FT_TRY(make_tree(replaying, err));
	FT_TRY(ft_replay_outages(replaying, err));
	replay->outcome = ft_calloc(trace->n, sizeof *replay->outcome);
	if (replay->plans)
		replay->planned = ft_calloc(trace->n, sizeof *replay->planned);
	if (replay->places) {
		replay->place = ft_calloc(trace->n, sizeof *replay->place);
		replay->lanes = replay->procs;
	}
	if (replay->rules.feedback)
		replay->submit = ft_calloc(trace->n, sizeof *replay->submit);
	if (replay->policy == FT_REPLAY_SLURM) {
		FT_TRY(ft_replay_world(replaying, err));
	} else {
		FT_TRY(run_pool(replaying, 0, err));
		note_wide(replaying);
		if (replay->places)
			ft_replay_place_pool(replaying);
	}
	return replay->fair && !replay->stopped ? find_fairs(replaying, err)
						: FT_OK;
}

enum ft_status
ft_replay_run(struct ft_replay *replay, const struct ft_trace *trace,
    struct ft_error *err)
{
	struct ft_replaying replaying = { .replay = replay, .trace = trace };
	enum ft_status status;

	replay->tree = NULL;
	replay->leaf = NULL;
	replay->outcome = NULL;
	replay->fair_start = NULL;
	replay->place = NULL;
	replay->use = NULL;
	replay->n_use = replay->cap_use = 0;
	replay->planned = NULL;
	replay->lanes = 0;
	replay->arena = (struct ft_arena){ 0 };
	replay->submit = NULL;
	replay->outage = NULL;
	replay->requeued = replay->failed = 0;
	replay->lost = 0;
	replay->procs = replay->made = 0;
	replay->other_partition = replay->other_qos = 0;
	replay->unrunnable = NULL;
	replay->n_unrunnable = replay->cap_unrunnable = 0;
	replay->stopped = false;
	replay->names = (struct ft_names_set){ 0 };
	ft_conf_init(&replaying.conf);
	status = run(&replaying, err);
	if (replay->n_unrunnable)
		qsort(replay->unrunnable, replay->n_unrunnable,
		    sizeof *replay->unrunnable, by_jobs);
	ft_free(replaying.assoc);
	ft_free(replaying.cuts.item);
	if (replaying.store != replay->store)
		ft_store_close(replaying.store);
	ft_conf_free(&replaying.conf);
	return status;
}

void
ft_replay_free(struct ft_replay *replay)
{
	ft_tree_free(replay->tree);
	ft_names_set_free(&replay->names);
	ft_free(replay->leaf);
	ft_free(replay->outcome);
	ft_free(replay->fair_start);
	ft_free(replay->place);
	ft_free(replay->use);
	ft_free(replay->planned);
	ft_arena_clear(&replay->arena);
	ft_free(replay->submit);
	ft_free(replay->outage);
	ft_free(replay->unrunnable);
	*replay = (struct ft_replay){ .conf = replay->conf };
}
