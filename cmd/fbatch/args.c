/*
 * args.c - options of fbatch: the command line, the environment, #SBATCH lines.
 *
 * All are kept as texts and the last one wins: the script is read first, then
 * SBATCH_... variables, then the command line.
 */

#include "fbatch/fbatch.h"

#define FT_SETTINGS struct fbatch

char *
fbatch_keep(struct fbatch *batch, const char *word)
{
	batch->kept =
	    ft_realloc(batch->kept, batch->n_kept + 1, sizeof *batch->kept);
	return batch->kept[batch->n_kept++] = ft_strdup(word);
}

bool
fbatch_has(const struct fbatch *batch, enum fbatch_key key)
{
	return batch->value[key] != NULL;
}

const char *
fbatch_text(const struct fbatch *batch, enum fbatch_key key)
{
	return batch->value[key] ? batch->value[key] : "";
}

static enum fbatch_key
key_of(const struct ft_option *row)
{
	return (enum fbatch_key)(row - fbatch_rows);
}

/* Whether the value of a variable sets a flag: nothing, yes, a number but 0. */
static bool
sets_flag(const char *value)
{
	int64_t number;

	return !*value || !strcasecmp(value, "yes") ||
	       (ft_num_i64(value, &number) && number);
}

static enum ft_status
keep(const struct ft_opt_use *use)
{
	struct fbatch *batch = use->settings;
	enum fbatch_key key = key_of(use->row);
	bool flag = !use->row->arg;
	enum ft_status status;

	if (batch->script_words)
		return fbatch_take(batch, key, use->arg, use->err);
	if (flag && use->variable && !sets_flag(use->arg))
		return FT_OK;
	*ft_vec_add(batch->given, batch->n_given, batch->cap_given) =
	    (struct fbatch_given){ key, flag ? NULL : use->arg,
		    use->variable ? 1 : 2 };
	/* a hint is checked after those of the script are read */
	if (use->variable || key == FBATCH_HINT)
		return FT_OK;
	/* a bad option of the command line comes before those of the script */
	status = fbatch_take(batch, key, use->arg, use->err);
	batch->context->misuse_status = batch->status;
	return status;
}

const struct ft_option fbatch_rows[] = {
#define BATCH(key, code, word, value, bits, completes, env, kind_, place, ...) \
	[FBATCH_##key] = { .letter = code,                                     \
		.name = word,                                                  \
		.arg = value,                                                  \
		.flags = bits,                                                 \
		.complete = FT_COMPLETE_##completes,                           \
		.variable = env,                                               \
		FT_INTO_CALL(keep),                                            \
		.sentence = __VA_ARGS__ },
#include "common/option.def"
#undef BATCH
	{ 'h', NULL, NULL, "print this help and exit", FT_OPT_HIDDEN,
	    .kind = FT_OPT_HELP },
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

/*
 * Among options that exclude each other the later one wins; for memory, the one
 * with precedence: command line before environment before script.
 */
static const struct {
	enum fbatch_key key, other;
	bool lower; /* drop OTHER only if it has lower precedence */
	bool kept;  /* drop nothing if a release refuses both together */
} rivals[] = {
	{ FBATCH_REQUEUE, FBATCH_NO_REQUEUE, .kept = false },
	{ FBATCH_NO_REQUEUE, FBATCH_REQUEUE, .kept = false },
	{ FBATCH_EXCLUSIVE, FBATCH_OVERSUBSCRIBE, .kept = true },
	{ FBATCH_OVERSUBSCRIBE, FBATCH_EXCLUSIVE, .kept = true },
	{ FBATCH_MEM, FBATCH_MEM_PER_CPU, .lower = true },
	{ FBATCH_MEM, FBATCH_MEM_PER_GPU, .lower = true },
	{ FBATCH_MEM_PER_CPU, FBATCH_MEM, .lower = true },
	{ FBATCH_MEM_PER_CPU, FBATCH_MEM_PER_GPU, .lower = true },
	{ FBATCH_MEM_PER_GPU, FBATCH_MEM, .lower = true },
	{ FBATCH_MEM_PER_GPU, FBATCH_MEM_PER_CPU, .lower = true },
};

static bool
shares_not(const struct fbatch *batch)
{
	return ft_release_has(
	    batch->context->release, FT_RULE_EXCLUSIVE_SHARES_NOT);
}

/* Returns whether the option of rivals[I], just taken, drops its rival. */
static bool
drops(const struct fbatch *batch, size_t i)
{
	if (rivals[i].lower)
		return batch->level[rivals[i].other] < batch->now_level;
	return !rivals[i].kept || !shares_not(batch);
}

enum ft_status
fbatch_take(struct fbatch *batch, enum fbatch_key key, const char *arg,
    struct ft_error *err)
{
	batch->value[key] = arg ? arg : "";
	/* an empty number of GPUs requests none */
	if (arg && !*arg &&
	    (key == FBATCH_GPUS || key == FBATCH_GPUS_PER_NODE ||
		key == FBATCH_GPUS_PER_SOCKET || key == FBATCH_GPUS_PER_TASK))
		batch->value[key] = NULL;
	batch->level[key] = batch->now_level;
	for (size_t i = 0; i < FT_COUNT(rivals); i++)
		if (rivals[i].key == key && drops(batch, i))
			batch->value[rivals[i].other] = NULL;
	if (key == FBATCH_CLUSTERS2)
		batch->value[FBATCH_CLUSTERS] = batch->value[key];
	return batch->value[key] ? fbatch_check(batch, key, err) : FT_OK;
}

enum ft_status
fbatch_fatal(struct fbatch *batch, const char *why)
{
	batch->status = 1;
	fprintf(batch->context->err, "%s: fatal: %s\n", batch->context->program,
	    why);
	return FT_EINVAL;
}

/* Options that sbatch refuses together. */
static enum ft_status
check_together(struct fbatch *batch)
{
	if (fbatch_has(batch, FBATCH_MEM) +
		fbatch_has(batch, FBATCH_MEM_PER_CPU) +
		fbatch_has(batch, FBATCH_MEM_PER_GPU) >
	    1)
		return fbatch_fatal(batch,
		    "--mem, --mem-per-cpu, and --mem-per-gpu are mutually "
		    "exclusive.");
	if (fbatch_has(batch, FBATCH_EXCLUSIVE) &&
	    fbatch_has(batch, FBATCH_OVERSUBSCRIBE) && shares_not(batch))
		return fbatch_fatal(batch,
		    "--exclusive and --oversubscribe options are mutually "
		    "exclusive");
	if (fbatch_has(batch, FBATCH_NTASKS_PER_NODE) &&
	    fbatch_has(batch, FBATCH_NTASKS_PER_GPU))
		return fbatch_fatal(batch,
		    "--ntasks-per-node is mutually exclusive with "
		    "--ntasks-per-gpu and SLURM_NTASKS_PER_GPU");
	return FT_OK;
}

/* Options that need another one, or exclude it, by message. */
static enum ft_status
check_others(struct fbatch *batch, struct ft_error *err)
{
	batch->status = 1;
	if (fbatch_has(batch, FBATCH_QUIET) &&
	    fbatch_has(batch, FBATCH_VERBOSE))
		return ft_fail(err, FT_EINVAL,
		    "don't specify both --verbose (-v) and --quiet (-Q)");
	return strncasecmp(fbatch_text(batch, FBATCH_DISTRIBUTION), "arbitrary",
		   9) == 0 &&
		       !fbatch_has(batch, FBATCH_NODELIST) &&
		       !fbatch_has(batch, FBATCH_NODEFILE)
		   ? ft_fail(err, FT_EINVAL,
			 "With Arbitrary distribution you need to specify a "
			 "nodelist or hostfile with the -w option")
		   : FT_OK;
}

/* Ports are for steps that the job manages itself; there are none to reserve. */
static enum ft_status
check_ports(struct fbatch *batch, struct ft_error *err)
{
	const char *ports = batch->value[FBATCH_RESV_PORTS];

	batch->status = 1;
	if (ports && !fbatch_has(batch, FBATCH_STEPMGR))
		return ft_fail(err, FT_EINVAL,
		    "Slurmstepd step management must be enabled to use "
		    "--resv-ports for job allocations");
	return !ports || strtoull(ports, NULL, 10) == 0
		   ? FT_OK
		   : ft_fail(err, FT_EINVAL,
			 "Batch job submission failed: Requires more ports "
			 "than can be reserved");
}

/* SLURM_HINT counts if neither SBATCH_HINT nor --hint does. */
static enum ft_status
take_hint(struct fbatch *batch, struct ft_error *err)
{
	const char *hint =
	    batch->context->slurm
		? ft_cmd_variable_as(batch->context, "SLURM_HINT")
		: NULL;

	for (size_t i = 0; i < batch->n_given; i++)
		if (batch->given[i].key == FBATCH_HINT)
			hint = NULL;
	return hint ? fbatch_take(batch, FBATCH_HINT, hint, err) : FT_OK;
}

enum ft_status
fbatch_apply(struct fbatch *batch, struct ft_error *err)
{
	FT_TRY(take_hint(batch, err));
	for (size_t i = 0; i < batch->n_given; i++) {
		batch->now_level = batch->given[i].level;
		FT_TRY(fbatch_take(
		    batch, batch->given[i].key, batch->given[i].arg, err));
	}
	FT_TRY(check_together(batch));
	FT_TRY(check_others(batch, err));
	FT_TRY(check_ports(batch, err));
	FT_TRY(fbatch_read_tres(batch));
	return fbatch_has(batch, FBATCH_CPUS_PER_GPU) &&
		       fbatch_has(batch, FBATCH_CPUS_PER_TASK) &&
		       ft_release_has(
			   batch->context->release, FT_RULE_CPUS_PER_GPU_FATAL)
		   ? fbatch_fatal(batch,
			 "--cpus-per-task, --tres-per-task=cpu:#, and "
			 "--cpus-per-gpu are mutually exclusive")
		   : FT_OK;
}
