/* target.c - targets: read, checked against a trace, measured. */

#include "fsim/solve/solve.h"

#include "base/text/timefmt.h"

#define WORDS 12 /* more than any target has */

/* ---- words -------------------------------------------------------------------- */

static size_t
split(char *text, char **word)
{
	size_t n = 0;
	char *rest;

	for (char *at = strtok_r(text, " \t", &rest); at && n < WORDS;
	     at = strtok_r(NULL, " \t", &rest))
		word[n++] = at;
	return n;
}

/* Returns whether each of the words word[n] is one of those that KEY joins with
 * _, and the other way round. */
static bool
names(const char *key, char *const *word, size_t n)
{
	size_t parts = 1, hits = 0;

	for (const char *at = key; *at; at++)
		parts += *at == '_';
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(word[i]);

		for (const char *at = key; at;
		     at = strchr(at, '_') ? strchr(at, '_') + 1 : NULL)
			hits += strcspn(at, "_") == len &&
				strncasecmp(at, word[i], len) == 0;
	}
	return parts == n && hits == n;
}

static enum ft_status
find_measure(struct solve_target *target, char *const *word, size_t n,
    struct ft_error *err)
{
	for (size_t i = 0; i < FSIM_MEASURES; i++)
		if (names(fsim_measures[i].name, word, n)) {
			target->measure = i;
			return FT_OK;
		}
	if (n != 1)
		return ft_fail(err, FT_EINVAL, "unknown measure in target '%s'",
		    target->text);
	return fsim_measure_find(ft_word_of(word[0]), &target->measure, err);
}

/* The words after "of": "jobs under 4 nodes", "jobs of user bob". */
static enum ft_status
find_jobs(struct solve_target *target, char *const *word, size_t n,
    struct ft_error *err)
{
	static const struct {
		const char *what, *unit;
		enum solve_jobs jobs;
	} sizes[] = {
		{ "under", "nodes", SOLVE_UNDER_NODES },
		{ "over", "nodes", SOLVE_OVER_NODES },
		{ "under", "processors", SOLVE_UNDER_PROCS },
		{ "over", "processors", SOLVE_OVER_PROCS },
	};
	bool jobs = n == 4 && strcmp(word[0], "jobs") == 0;

	for (size_t i = 0; jobs && i < FT_COUNT(sizes); i++)
		if (strcmp(word[1], sizes[i].what) == 0 &&
		    strcmp(word[3], sizes[i].unit) == 0 &&
		    ft_num_u32(word[2], &target->number)) {
			target->jobs = sizes[i].jobs;
			return FT_OK;
		}
	if (jobs && strcmp(word[1], "of") == 0) {
		target->name = word[3];
		target->jobs = strcmp(word[2], "user") == 0 ? SOLVE_OF_USER
			       : strcmp(word[2], "account") == 0
				   ? SOLVE_OF_ACCOUNT
				   : SOLVE_ALL;
		if (target->jobs != SOLVE_ALL)
			return FT_OK;
	}
	return ft_fail(err, FT_EINVAL,
	    "target '%s': after 'of' must come 'jobs under|over N "
	    "nodes|processors' or 'jobs of user|account NAME'",
	    target->text);
}

/* ---- values ------------------------------------------------------------------- */

static bool
is_time(size_t measure)
{
	return fsim_measures[measure].decimals == FT_DECIMALS_DURATION;
}

/* A number; of a time also "90s", "30m", "1h", "2d" and "1-12:00:00". */
static bool
read_value(const char *text, bool time, double *value)
{
	static const struct {
		char unit;
		double seconds;
	} units[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 } };
	size_t len = strlen(text);
	int64_t seconds;
	bool good;

	if (!time)
		return ft_num_double(text, value) && isfinite(*value);
	if (strpbrk(text, ":")) {
		good =
		    ft_time_duration(text, &seconds) && seconds < FT_TIME_LAST;
		*value = good ? (double)seconds : 0;
		return good;
	}
	for (size_t i = 0; len > 1 && i < FT_COUNT(units); i++)
		if (text[len - 1] == units[i].unit) {
			char *number = ft_strndup(text, len - 1);

			good = ft_num_double(number, value) &&
			       isfinite(*value) && *value >= 0;
			ft_free(number);
			*value *= units[i].seconds;
			return good;
		}
	return ft_num_double(text, value) && isfinite(*value) && *value >= 0;
}

/* ---- the whole ---------------------------------------------------------------- */

/* Returns whether MEASURE is one of struct ft_metrics_row: the others mean nothing
 * for a part of the jobs. */
static bool
is_of_row(size_t measure)
{
	static const size_t place[FSIM_MEASURES] = {
#define MEASURE(id, key, header, decimals, better, member, sentence)           \
	[FSIM_MEASURE_##id] = offsetof(struct ft_metrics, member),
#include "fsim/measure.def"
	};
	size_t all = offsetof(struct ft_metrics, all);

	return place[measure] >= all &&
	       place[measure] < all + sizeof(struct ft_metrics_row);
}

static enum ft_status
check_part(const struct solve_target *target, struct ft_error *err)
{
	if (target->jobs == SOLVE_ALL || is_of_row(target->measure))
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "target '%s': %s is known of all jobs only", target->text,
	    fsim_measures[target->measure].name);
}

enum ft_status
solve_target_parse(struct solve_target *target, const char *text,
    struct ft_arena *arena, struct ft_error *err)
{
	char *copy = ft_arena_strdup(arena, text), *word[WORDS], *value;
	char *sign = strpbrk(copy, "<>");
	size_t n, of = 0;

	*target = (struct solve_target){ .text = text, .jobs = SOLVE_ALL };
	if (!sign || sign[1] != '=')
		return ft_fail(err, FT_EINVAL,
		    "a target is MEASURE <= VALUE or MEASURE >= VALUE, not "
		    "'%s'",
		    text);
	target->least = *sign == '>';
	*sign = '\0';
	value = sign + 2 + strspn(sign + 2, " \t");
	n = split(copy, word);
	while (of < n && strcmp(word[of], "of") != 0)
		of++;
	FT_TRY(find_measure(target, word, of, err));
	if (of < n)
		FT_TRY(find_jobs(target, word + of + 1, n - of - 1, err));
	FT_TRY(check_part(target, err));
	if (!read_value(value, is_time(target->measure), &target->value))
		return ft_fail(err, FT_EINVAL, "bad value '%s' in target '%s'",
		    value, text);
	return FT_OK;
}

static uint32_t
name_index(const struct ft_trace_names *names_of, const char *name)
{
	for (uint32_t i = 1; i < names_of->n; i++)
		if (strcmp(names_of->name[i], name) == 0)
			return i;
	return UINT32_MAX;
}

/* A job that does not say asks for as few nodes of so many CPUS as hold it. */
static uint32_t
nodes_of(const struct ft_trace_job *job, uint32_t cpus)
{
	return job->nodes ? job->nodes
			  : job->procs / cpus + (job->procs % cpus > 0);
}

static bool
wants(const struct solve_target *target, const struct ft_trace *trace,
    const struct ft_trace_job *job, uint32_t cpus)
{
	switch (target->jobs) {
	case SOLVE_ALL:
		return true;
	case SOLVE_UNDER_NODES:
		return nodes_of(job, cpus) < target->number;
	case SOLVE_OVER_NODES:
		return nodes_of(job, cpus) > target->number;
	case SOLVE_UNDER_PROCS:
		return job->procs < target->number;
	case SOLVE_OVER_PROCS:
		return job->procs > target->number;
	case SOLVE_OF_ACCOUNT:
		return job->account ==
		       name_index(&trace->account, target->name);
	case SOLVE_OF_USER:
		return job->user == name_index(&trace->user, target->name);
	}
	return false;
}

enum ft_status
solve_target_check(const struct solve_target *target,
    const struct ft_trace *trace, struct ft_error *err)
{
	/* the nodes of a machine are those of each point */
	if (target->jobs == SOLVE_UNDER_NODES ||
	    target->jobs == SOLVE_OVER_NODES)
		return FT_OK;
	for (size_t i = 0; i < trace->n; i++)
		if (wants(target, trace, &trace->job[i], 1))
			return FT_OK;
	return ft_fail(err, FT_EINVAL, "target '%s': the trace has no such job",
	    target->text);
}

double
solve_target_measure(const struct solve_target *target,
    const struct fsim_trial *trial, const struct ft_trace *trace,
    const struct fsim_result *result)
{
	const struct ft_replay *done = &result->replay;
	struct ft_trace part = *trace;
	struct ft_outcome *outcome;
	uint32_t *leaf, cpus;
	struct ft_metrics metrics;
	struct ft_error err;
	double value[FSIM_MEASURES];

	if (target->jobs == SOLVE_ALL)
		return result->value[target->measure];
	if (ft_replay_node(done, trace, &cpus, &err) != FT_OK)
		return (double)NAN; /* it was replayed: this cannot be */
	part.job = ft_calloc(trace->n + 1, sizeof *part.job);
	part.n = 0;
	outcome = ft_calloc(trace->n + 1, sizeof *outcome);
	leaf = ft_calloc(trace->n + 1, sizeof *leaf);
	for (size_t i = 0; i < trace->n; i++) {
		if (!wants(target, trace, &trace->job[i], cpus))
			continue;
		outcome[part.n] = done->outcome[i];
		leaf[part.n] = done->leaf[i];
		part.job[part.n++] = trace->job[i];
	}
	ft_metrics_make(&metrics, &(struct ft_metrics_input){ .trace = &part,
				      .outcome = outcome,
				      .procs = done->procs,
				      .tree = done->tree,
				      .names = &done->names,
				      .leaf = leaf,
				      .bound = trial->bound,
				      .warmup = trial->warmup,
				      .cooldown = trial->cooldown });
	fsim_measure(&metrics, value);
	ft_metrics_free(&metrics);
	ft_free(part.job);
	ft_free(outcome);
	ft_free(leaf);
	return value[target->measure];
}

double
solve_target_miss(const struct solve_target *target, double value)
{
	double by =
	    target->least ? target->value - value : value - target->value;
	double unit = fabs(target->value);

	if (isnan(value))
		return (double)INFINITY;
	return unit > 0 ? by / unit : by;
}
