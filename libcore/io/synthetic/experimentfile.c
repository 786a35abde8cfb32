#include "io/synthetic/private.h"

/* ---- lines ------------------------------------------------------------------- */

static void
init_step(struct ft_experiment_step *step)
{
	*step = (struct ft_experiment_step){
		.name = "", .count = 1, .who.account = ""
	};
	for (size_t i = 0; i < FT_EXPERIMENT_WORDS; i++)
		step->word[i] = "";
}

static void
init_flow(struct ft_experiment_flow *flow)
{
	*flow = (struct ft_experiment_flow){ .name = "", .who.account = "" };
	ft_arrival_init(&flow->arrival);
}

/* Returns a new flow, a copy of LIKE; valid until the next one is added. */
static struct ft_experiment_flow *
add_flow(struct experiment_reading *reading,
    const struct ft_experiment_flow *like, const char *name)
{
	struct ft_experiment *experiment = reading->experiment;
	struct ft_experiment_flow *flow;

	flow = ft_vec_add(
	    experiment->flow, experiment->n_flow, experiment->cap_flow);
	*flow = *like;
	flow->name = name;
	flow->line = reading->logical.line;
	return flow;
}

static struct ft_experiment_step *
add_step(struct experiment_reading *reading, struct ft_experiment_flow *flow,
    const struct ft_experiment_step *like, const char *name)
{
	struct ft_experiment_step *step;

	step = ft_vec_add(flow->step, flow->n_step, flow->cap_step);
	*step = *like;
	step->name = name;
	step->line = reading->logical.line;
	return step;
}

static enum ft_status
read_jobs(
    struct experiment_target *target, const char *name, struct ft_error *err)
{
	struct experiment_reading *reading = target->reading;

	target->kind = JOBS;
	if (target->is_default) {
		target->flow = &reading->jobs;
		target->step = &reading->jobs_step;
	} else {
		target->flow = add_flow(reading, &reading->jobs, name);
		target->step =
		    add_step(reading, target->flow, &reading->jobs_step, name);
	}
	target->who = &target->flow->who;
	return ft_experiment_set_words(target, 1, err);
}

static enum ft_status
read_workflow(
    struct experiment_target *target, const char *name, struct ft_error *err)
{
	struct experiment_reading *reading = target->reading;
	struct ft_experiment_flow empty;

	init_flow(&empty);
	target->kind = WORKFLOW;
	target->flow = add_flow(reading, &empty, name);
	reading->flow = reading->experiment->n_flow - 1;
	reading->in_flow = true;
	reading->template = reading->step_default;
	target->step = &reading->template;
	target->who = &target->flow->who;
	return ft_experiment_set_words(target, 1, err);
}

static enum ft_status
read_step(
    struct experiment_target *target, const char *name, struct ft_error *err)
{
	struct experiment_reading *reading = target->reading;
	struct ft_experiment_flow empty;
	uint32_t same;

	target->kind = STEP;
	if (target->is_default) {
		target->step = &reading->step_default;
		target->who = &target->step->who;
		return ft_experiment_set_words(target, 1, err);
	}
	if (!reading->in_flow) {
		init_flow(&empty);
		add_flow(reading, &empty, "");
		reading->flow = reading->experiment->n_flow - 1;
		reading->in_flow = true;
		reading->template = reading->step_default;
	}
	target->flow = &reading->experiment->flow[reading->flow];
	target->step =
	    add_step(reading, target->flow, &reading->template, name);
	target->who = &target->step->who;
	if (ft_experiment_find_step(target->flow, ft_word_of(name), &same))
		return ft_experiment_fail(target, &reading->word[0], 0, err,
		    "duplicate name of a step");
	return ft_experiment_set_words(target, 1, err);
}

static enum ft_status
read_head(struct experiment_target *target, struct ft_error *err)
{
	target->kind = HEAD;
	return ft_experiment_set_words(target, 0, err);
}

static enum ft_status
use_line(struct experiment_reading *reading, struct ft_error *err)
{
	const struct experiment_word *first = &reading->word[0];
	struct experiment_target target = { .reading = reading };
	const char *name = first->value;

	if (ft_experiment_is_key(first, "Seed") ||
	    ft_experiment_is_key(first, "Duration"))
		return read_head(&target, err);
	target.is_default = !strcmp(name, "DEFAULT");
	if (!*name)
		return ft_experiment_fail(
		    &target, first, 0, err, "expected a name");
	if (ft_experiment_is_key(first, "Jobs"))
		return read_jobs(&target, name, err);
	if (ft_experiment_is_key(first, "Step"))
		return read_step(&target, name, err);
	if (ft_experiment_is_key(first, "Workflow") && !target.is_default)
		return read_workflow(&target, name, err);
	return ft_logical_fail(&reading->logical, first->key, err,
	    "a line must start with Jobs=, Workflow=, Step=, Seed= or "
	    "Duration=");
}

/* ---- reading ----------------------------------------------------------------- */

/* Read the value at AT, quoted or not, into WORD; returns its end. */
static enum ft_status
take_value(struct experiment_reading *reading, const char **at,
    struct experiment_word *word, struct ft_error *err)
{
	const struct ft_logical *logical = &reading->logical;
	const char *end = logical->at + logical->len, *stop = *at;

	word->place = stop;
	if (stop < end && *stop == '"') {
		word->place++;
		stop = memchr(stop + 1, '"', (size_t)(end - stop - 1));
		if (!stop)
			return ft_logical_fail(
			    logical, *at, err, "quote is never closed");
		*at = stop + 1;
		if (*at < end && !ft_is_blank(**at))
			return ft_logical_fail(logical, *at, err,
			    "expected a blank after the quote");
	} else {
		while (stop < end && !ft_is_blank(*stop))
			stop++;
		if (stop == *at)
			return ft_logical_fail(logical, stop, err,
			    "no value for '%.*s'", (int)word->len, word->key);
		*at = stop;
	}
	word->value = ft_arena_strndup(experiment_arena(reading), word->place,
	    (size_t)(stop - word->place));
	return FT_OK;
}

static enum ft_status
split(struct experiment_reading *reading, struct ft_error *err)
{
	const struct ft_logical *logical = &reading->logical;
	const char *at = logical->at, *end = at + logical->len;

	reading->n_word = 0;
	for (;;) {
		struct experiment_word word;
		const char *equal;
		enum ft_status status;

		while (at < end && ft_is_blank(*at))
			at++;
		if (at == end)
			return FT_OK;
		word.key = equal = at;
		while (equal < end && *equal != '=' && !ft_is_blank(*equal))
			equal++;
		word.len = (size_t)(equal - at);
		if (equal == end || *equal != '=' || !word.len)
			return ft_logical_fail(logical, at, err,
			    "expected Key=Value, found '%.*s'", (int)word.len,
			    at);
		at = equal + 1;
		status = take_value(reading, &at, &word, err);
		if (status != FT_OK)
			return status;
		*ft_vec_add(reading->word, reading->n_word, reading->cap_word) =
		    word;
	}
}

/* Check the whole file.  PLACE: where an error is reported. */
static enum ft_status
check_flow(const struct ft_experiment *experiment,
    const struct ft_experiment_flow *flow, size_t *line, const char **message)
{
	*line = flow->line;
	*message = NULL;
	if (!flow->n_step)
		*message = "a workflow without steps";
	else if (!flow->count && flow->arrival.kind == FT_ARRIVAL_UNIFORM)
		*message = "uniform arrival needs a Count";
	else if (!flow->count && !experiment->duration)
		*message = "needs a Count, or a Duration of the whole";
	for (size_t i = 0; i < flow->n_step && !*message; i++) {
		const struct ft_experiment_step *step = &flow->step[i];

		*line = step->line;
		if (step->number[FT_EXPERIMENT_SLACK] &&
		    (!step->number[FT_EXPERIMENT_RUNTIME] ||
			step->number[FT_EXPERIMENT_TIME]))
			*message = "Slack needs a Runtime and no Time";
		if (step->number[FT_EXPERIMENT_MEM] &&
		    step->number[FT_EXPERIMENT_MEM_PER_CPU])
			*message = "Mem and MemPerCpu exclude each other";
		if (!*message && !step->number[FT_EXPERIMENT_RUNTIME] &&
		    !step->number[FT_EXPERIMENT_TIME])
			*message = "needs a Runtime or a Time";
		for (size_t k = 0; k < step->n_after && !*message; k++)
			if (step->after[k].each &&
			    flow->step[step->after[k].step].count !=
				step->count)
				*message = "AfterEach needs steps of the "
					   "same Count";
	}
	return *message ? FT_EPARSE : FT_OK;
}

static enum ft_status
check(struct ft_experiment *experiment, struct ft_error *err)
{
	for (size_t i = 0; i < experiment->n_flow; i++) {
		struct ft_experiment_flow *flow = &experiment->flow[i];
		const char *message;
		size_t line;

		if (!flow->count && flow->arrival.kind == FT_ARRIVAL_ONCE)
			flow->count = 1;
		if (check_flow(experiment, flow, &line, &message) != FT_OK)
			return ft_fail(err, FT_EPARSE, "%s:%zu:1: %s",
			    experiment->file, line, message);
	}
	if (!experiment->n_flow)
		return ft_fail(
		    err, FT_EPARSE, "%s:1:1: no jobs", experiment->file);
	return FT_OK;
}

static void
free_reading(struct experiment_reading *reading)
{
	ft_logical_free(&reading->logical);
	ft_free(reading->word);
}

enum ft_status
ft_experiment_parse(struct ft_experiment *experiment, const char *file,
    const char *text, size_t size, struct ft_error *err)
{
	struct experiment_reading reading FT_CLEANUP(
	    free_reading) = { .experiment = experiment };
	bool more;

	experiment->file = ft_arena_strdup(&experiment->arena, file);
	init_flow(&reading.jobs);
	init_step(&reading.jobs_step);
	init_step(&reading.step_default);
	ft_logical_init(&reading.logical, experiment->file, text, size);
	for (;;) {
		FT_TRY(ft_logical_next(&reading.logical, &more, err));
		if (!more)
			return check(experiment, err);
		FT_TRY(split(&reading, err));
		if (reading.n_word)
			FT_TRY(use_line(&reading, err));
	}
}
