/* fsim trace: a synthetic trace. */
#include <inttypes.h>

#include "base/mem.h"
#include "base/num.h"
#include "common/opt.h"
#include "io/swffile.h"
#include "model/tracegen.h"
#include "report/out.h"
#include "sim/verbs.h"

enum trace_key {
	KEY_SEED = 1,
	KEY_JOBS,
	KEY_USERS,
	KEY_ACCOUNTS,
	KEY_NODES,
	KEY_CPUS,
	KEY_LOAD
};

static const struct ft_option options[] = {
	{ 0, "seed", "N", KEY_SEED, 0, FT_COMPLETE_NONE,
	    "another trace of the same kind (1)" },
	{ 0, "jobs", "N", KEY_JOBS, 0, FT_COMPLETE_NONE, "jobs (3000)" },
	{ 0, "users", "N", KEY_USERS, 0, FT_COMPLETE_NONE,
	    "users, u1 the most active (40)" },
	{ 0, "accounts", "N", KEY_ACCOUNTS, 0, FT_COMPLETE_NONE,
	    "accounts, g1 with the most users (6)" },
	{ 0, "nodes", "N", KEY_NODES, 0, FT_COMPLETE_NONE,
	    "nodes of the machine (64)" },
	{ 0, "cpus", "N", KEY_CPUS, 0, FT_COMPLETE_NONE,
	    "processors of a node (16)" },
	{ 0, "load", "X", KEY_LOAD, 0, FT_COMPLETE_NONE,
	    "work that comes over work the machine can do; above 1 the queue "
	    "grows (0.85)" },
	{ 0 },
};

static const struct ft_example examples[] = {
	{ "fsim trace > month.swf", "four weeks of a small cluster" },
	{ "fsim trace --jobs 100000 --load 1.2 --seed 7 > long.swf",
	    "a long trace with a queue that grows" },
	{ NULL, NULL },
};

struct making {
	const struct ft_context *context;
	struct ft_tracegen gen;
};

static enum ft_status
set_count(
    uint32_t *count, const char *name, const char *arg, struct ft_error *err)
{
	uint64_t value;
	enum ft_status status =
	    ft_opt_number(name, arg, 1, 100000000, &value, err);

	if (status == FT_OK)
		*count = (uint32_t)value;
	return status;
}

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct ft_tracegen *gen = &((struct making *)ctx)->gen;

	switch (key) {
	case KEY_SEED:
		return ft_opt_number(
		    "seed", arg, 0, UINT64_MAX, &gen->seed, err);
	case KEY_JOBS:
		return set_count(&gen->jobs, "jobs", arg, err);
	case KEY_USERS:
		return set_count(&gen->users, "users", arg, err);
	case KEY_ACCOUNTS:
		return set_count(&gen->accounts, "accounts", arg, err);
	case KEY_NODES:
		return set_count(&gen->nodes, "nodes", arg, err);
	case KEY_CPUS:
		return set_count(&gen->cpus, "cpus", arg, err);
	default:
		if (!ft_num_double(arg, &gen->load) || !(gen->load > 0))
			return ft_fail(err, FT_EINVAL,
			    "--load needs a number above 0, not '%s'", arg);
		return FT_OK;
	}
}

static int
go(void *ctx, int argc, char **argv)
{
	struct making *making = ctx;
	struct ft_error err = { 0 };
	struct ft_trace trace;
	struct ft_str text = { 0 };
	enum ft_status status;

	if (argc > 0)
		return ft_cmd_misuse(
		    making->context, "unexpected word '%s'", argv[0]);
	ft_trace_init(&trace);
	status = ft_tracegen_make(&making->gen, &trace, &err);
	if (status == FT_OK) {
		ft_swffile_write(&text, &trace);
		fwrite(text.data, 1, text.len, making->context->out);
	}
	ft_str_free(&text);
	ft_trace_free(&trace);
	return status == FT_OK ? 0 : ft_cmd_fail(making->context, &err);
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct making making = { .context = context };

	ft_tracegen_init(&making.gen);
	return ft_opt_run(context, argc, argv, set, go, &making);
}

const struct ft_cmd sim_verb_trace = {
	.name = "trace",
	.slurm_name = "",
	.summary = "write a synthetic trace: who came when and asked for what",
	.synopsis = "[options] > FILE.swf",
	.options = options,
	.examples = examples,
	.run = run,
};
