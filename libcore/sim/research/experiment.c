#include "sim/research/experiment.h"

#include "base/bisect.h"
#include "sim/job/job.h"
#include "sim/world/array.h"
#include "sim/submit/submit.h"

/* A user whose job it may be, and the account that was used. */
struct person {
	const char *user, *account;
	double weight, sum; /* sum of the weights up to this one */
};

/* The users a flow or step may belong to. */
struct people {
	struct person *person;
	size_t n;
};

/* One flow at work. */
struct playing {
	const struct ft_experiment_flow *flow;
	struct ft_rng rng;
	struct people *people; /* [0] of the flow, [1 + k] of step k */
	int64_t *at;           /* [n] arrival times */
	size_t n;
	size_t *base;     /* [n_step + 1]: where the numbers of a step start */
	uint32_t *number; /* job numbers of the current arrival; 0 refused */
};

/* One arrival of a flow. */
struct coming {
	int64_t at;
	uint32_t flow;
};

struct work {
	struct ft_arena arena; /* the whole run: its flows and all arrivals */
	struct ft_world *world;
	struct ft_experiment_play *play;
	struct playing *playing; /* by flow */
	struct coming *coming;
	size_t n_coming;
};

/* ---- users --------------------------------------------------------------- */

static void
add_person(
    struct people *people, const char *user, const char *account, double weight)
{
	people->person[people->n++] =
	    (struct person){ user, account, weight, 0 };
}

/* Make some users more active than others, chosen at random. */
static void
skew(struct people *people, double exponent, struct ft_rng *rng)
{
	for (size_t i = people->n; i > 0; i--) {
		size_t other = ft_rng_below(rng, (uint32_t)i);
		struct person here = people->person[i - 1];

		people->person[i - 1] = people->person[other];
		people->person[other] = here;
	}
	for (size_t i = 0; i < people->n; i++)
		people->person[i].weight *=
		    ft_dist_exp(-exponent * ft_dist_log((double)i + 1));
}

/* Add all users of ACCOUNT and of the accounts below it. */
static void
add_account(
    const struct ft_world *world, struct people *people, const char *account)
{
	const struct ft_tree *tree = world->tree;
	uint32_t top = FT_NODE_NONE;

	for (uint32_t i = 0; i < tree->n && top == FT_NODE_NONE; i++) {
		const char *name = ft_tree_account(tree, &world->names, i);

		if (!ft_tree_is_user(tree, i) && name && !strcmp(name, account))
			top = i;
	}
	for (uint32_t i = 0; i < tree->n && top != FT_NODE_NONE; i++) {
		const char *user = ft_tree_user(tree, &world->names, i);

		/* associations of single partitions belong to the same users */
		if (user && ft_tree_below(tree, i, top) &&
		    !(tree->partition && tree->partition[i]))
			add_person(people, user,
			    ft_tree_account(tree, &world->names, i), 1);
	}
}

/* Add the users of WHO, which is on line LINE, to *people. */
static enum ft_status
find_people(struct work *work, const struct ft_experiment_who *who, size_t line,
    struct people *people, struct ft_error *err)
{
	size_t most = who->n + (*who->account ? work->world->tree->n : 0);

	people->person =
	    ft_arena_calloc(&work->arena, most, sizeof *people->person);
	for (size_t i = 0; i < who->n; i++)
		add_person(people, who->name[i], "",
		    who->part[i] - (i ? who->part[i - 1] : 0.0));
	if (*who->account)
		add_account(work->world, people, who->account);
	return *who->account && !people->n
		   ? ft_fail(err, FT_EPARSE,
			 "%s:%zu:1: no users in account '%s'",
			 work->play->experiment->file, line, who->account)
		   : FT_OK;
}

/* Weight the users as WHO says; then they can be drawn. */
static void
weigh(struct people *people, const struct ft_experiment_who *who,
    struct ft_rng *rng)
{
	double sum = 0;

	if (people->n && who->skew > 0)
		skew(people, who->skew, rng);
	for (size_t i = 0; i < people->n; i++)
		people->person[i].sum = sum += people->person[i].weight;
}

/* Draw one of the users; there is at least one. */
static const struct person *
draw_person(const struct people *people, struct ft_rng *rng)
{
	const struct person *person = people->person;
	double x = ft_rng_unit(rng) * person[people->n - 1].sum;
	size_t i;

	FT_BISECT(i, 0, people->n - 1, person[i].sum <= x);
	return &person[i];
}

/* ---- start time ---------------------------------------------------------- */

/* Draw the arrivals until END, with more and more attempts. */
static void
draw_until(struct work *work, struct playing *playing, struct ft_rng *rng,
    int64_t start, int64_t end)
{
	size_t n = 64;

	for (;;) {
		struct ft_rng again = *rng;

		playing->at =
		    ft_arena_calloc(&work->arena, n, sizeof *playing->at);
		ft_arrival_times(
		    &playing->flow->arrival, &again, start, playing->at, n);
		if (playing->at[n - 1] >= end || n > FT_EXPERIMENT_MAX)
			break;
		n *= 2;
	}
	for (playing->n = 0; playing->n < n && playing->at[playing->n] < end;)
		playing->n++;
}

static void
draw_times(struct work *work, struct playing *playing, struct ft_rng *rng,
    int64_t begin)
{
	const struct ft_experiment_flow *flow = playing->flow;
	int64_t start = begin + flow->start;

	if (!flow->count) {
		draw_until(work, playing, rng, start,
		    begin + work->play->experiment->duration);
		return;
	}
	playing->n = flow->count;
	playing->at =
	    ft_arena_calloc(&work->arena, playing->n, sizeof *playing->at);
	ft_arrival_times(&flow->arrival, rng, start, playing->at, playing->n);
}

static int
compare(const void *a, const void *b)
{
	const struct coming *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->flow > y->flow) - (x->flow < y->flow);
}

static enum ft_status
start_flow(struct work *work, struct playing *playing, struct ft_rng *master,
    int64_t begin, struct ft_error *err)
{
	const struct ft_experiment_flow *flow = playing->flow;
	struct ft_rng times;

	ft_rng_init(&times, ft_rng_u64(master));
	ft_rng_init(&playing->rng, ft_rng_u64(master));
	playing->people = ft_arena_calloc(
	    &work->arena, flow->n_step + 1, sizeof *playing->people);
	playing->base = ft_arena_calloc(
	    &work->arena, flow->n_step + 1, sizeof *playing->base);
	FT_TRY(find_people(
	    work, &flow->who, flow->line, &playing->people[0], err));
	weigh(&playing->people[0], &flow->who, &playing->rng);
	for (size_t k = 0; k < flow->n_step; k++) {
		const struct ft_experiment_step *step = &flow->step[k];

		playing->base[k + 1] = playing->base[k] + step->count;
		FT_TRY(find_people(work, &step->who, step->line,
		    &playing->people[k + 1], err));
		weigh(&playing->people[k + 1], &step->who, &playing->rng);
	}
	draw_times(work, playing, &times, begin);
	return FT_OK;
}

/* Merge the arrivals of all flows, in the order of time. */
static void
list_comings(struct work *work, size_t n)
{
	work->coming = ft_arena_calloc(&work->arena, n, sizeof *work->coming);
	for (size_t i = 0; i < work->play->experiment->n_flow; i++)
		for (size_t k = 0; k < work->playing[i].n; k++)
			work->coming[work->n_coming++] =
			    (struct coming){ work->playing[i].at[k],
				    (uint32_t)i };
	qsort(work->coming, work->n_coming, sizeof *work->coming, compare);
}

static enum ft_status
start_all(struct work *work, int64_t begin, struct ft_error *err)
{
	const struct ft_experiment *experiment = work->play->experiment;
	struct ft_rng master;
	uint64_t jobs = 0;
	size_t comings = 0;

	ft_rng_init(&master, experiment->seed);
	for (size_t i = 0; i < experiment->n_flow; i++) {
		struct playing *playing = &work->playing[i];

		playing->flow = &experiment->flow[i];
		FT_TRY(start_flow(work, playing, &master, begin, err));
		comings += playing->n;
		jobs += playing->n * playing->base[playing->flow->n_step];
		if (jobs > FT_EXPERIMENT_MAX)
			return ft_fail(err, FT_EINVAL, "%s: more than %d jobs",
			    experiment->file, FT_EXPERIMENT_MAX);
		playing->number = ft_arena_calloc(&work->arena,
		    playing->base[playing->flow->n_step],
		    sizeof *playing->number);
	}
	list_comings(work, comings);
	ft_meter_begin(work->play->meter, "submitting", "jobs", jobs);
	return FT_OK;
}

/* ---- subjects ------------------------------------------------------------ */

/* Draw NUMBER of STEP into *VALUE; false: it is not given. */
static bool
draw(const struct ft_experiment_step *step, enum ft_experiment_number number,
    struct ft_rng *rng, int64_t *value)
{
	if (!step->number[number])
		return false;
	*value = ft_dist_draw(step->number[number], rng);
	return true;
}

static void
draw_time(struct ft_job *job, const struct ft_experiment_step *step,
    struct ft_rng *rng)
{
	int64_t value;

	job->run_time = -1;
	if (draw(step, FT_EXPERIMENT_RUNTIME, rng, &value))
		job->run_time = value;
	if (draw(step, FT_EXPERIMENT_TIME, rng, &value))
		job->time_limit = value;
	/* People request round numbers, not 73 minutes. */
	if (draw(step, FT_EXPERIMENT_SLACK, rng, &value)) {
		double seconds =
		    (double)job->run_time * (1 + (double)value / 100);

		job->time_limit = ((int64_t)seconds / 900 + 1) * 15;
	}
}

static void
draw_size(struct ft_job *job, const struct ft_experiment_step *step,
    struct ft_rng *rng)
{
	int64_t value;

	if (draw(step, FT_EXPERIMENT_NODES, rng, &value)) {
		job->min_nodes = job->max_nodes = (uint32_t)value;
		job->nodes_given = true;
		job->tasks_wanted = (uint32_t)value;
	}
	if (draw(step, FT_EXPERIMENT_TASKS, rng, &value)) {
		job->tasks_wanted = (uint32_t)value;
		job->tasks_given = true;
	}
	if (draw(step, FT_EXPERIMENT_CPUS, rng, &value))
		job->cpus_per_task = (uint32_t)value;
	if (draw(step, FT_EXPERIMENT_MEM, rng, &value))
		job->mem_per_node = (uint64_t)value;
	if (draw(step, FT_EXPERIMENT_MEM_PER_CPU, rng, &value))
		job->mem_per_cpu = (uint64_t)value;
	if (draw(step, FT_EXPERIMENT_NICE, rng, &value))
		job->nice = value;
	job->exclusive = step->exclusive;
}

static void
draw_used(struct ft_job *job, const struct ft_experiment_step *step,
    struct ft_rng *rng)
{
	int64_t value;

	if (draw(step, FT_EXPERIMENT_CPU_EFFICIENCY, rng, &value))
		job->cpu_efficiency = (double)value / 100;
	if (draw(step, FT_EXPERIMENT_MEM_USED, rng, &value))
		job->mem_used = value * 1024;
}

static void
set_words(struct ft_world *world, struct ft_job *job,
    const struct ft_experiment_step *step)
{
	static const struct {
		enum ft_experiment_word word;
		size_t offset;
	} rows[] = {
		{ FT_EXPERIMENT_ACCOUNT, offsetof(struct ft_job, account) },
		{ FT_EXPERIMENT_PARTITION,
		    offsetof(struct ft_job, partitions) },
		{ FT_EXPERIMENT_GRES, offsetof(struct ft_job, gres) },
		{ FT_EXPERIMENT_LICENSES, offsetof(struct ft_job, licenses) },
		{ FT_EXPERIMENT_CONSTRAINT, offsetof(struct ft_job, features) },
		{ FT_EXPERIMENT_RESERVATION,
		    offsetof(struct ft_job, reservation) },
		{ FT_EXPERIMENT_COMMENT, offsetof(struct ft_job, comment) },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *word = step->word[rows[i].word];

		if (*word)
			*(const char **)(void *)((char *)job + rows[i].offset) =
			    ft_world_string(world, word);
	}
	job->name = ft_world_string(world, step->name);
	job->work_dir = ft_world_string(world, "/");
	job->requeue = ft_conf_number(world->conf, FT_CONF_JOB_REQUEUE);
}

/* ---- dependencies -------------------------------------------------------- */

static void
add_number(
    struct ft_str *text, bool *started, const char *kind, uint32_t number)
{
	if (!*started)
		ft_str_addf(text, "%s%s", text->len ? "," : "", kind);
	*started = true;
	ft_str_addf(text, ":%" PRIu32, number);
}

/* Append the dependency of job COPY of step K; false: a job it depends on was
 * refused. */
static bool
add_dependency(
    const struct playing *playing, size_t k, uint32_t copy, struct ft_str *text)
{
	static const char *const names[] = {
		[FT_DEPEND_AFTER] = "after",
		[FT_DEPEND_AFTER_ANY] = "afterany",
		[FT_DEPEND_AFTER_OK] = "afterok",
		[FT_DEPEND_AFTER_NOT_OK] = "afternotok",
	};
	const struct ft_experiment_step *step = &playing->flow->step[k];

	for (size_t i = 0; i < step->n_after; i++) {
		const struct ft_experiment_after *after = &step->after[i];
		const uint32_t *number =
		    playing->number + playing->base[after->step];
		uint32_t n = playing->flow->step[after->step].count;
		bool started = false;

		for (uint32_t j = 0; j < n; j++) {
			if (after->each && j != copy)
				continue;
			if (!number[j])
				return false;
			add_number(
			    text, &started, names[after->kind], number[j]);
		}
	}
	return true;
}

/* ---- submitting ---------------------------------------------------------- */

static void
report(struct work *work, const struct ft_experiment_fate *fate)
{
	struct ft_experiment_play *result = work->play;

	if (fate->job) {
		result->submitted++;
		if (!result->first)
			result->first = fate->at;
		result->last = fate->at;
	} else if (fate->skipped) {
		result->skipped++;
	} else {
		result->refused++;
	}
	if (result->report)
		result->report(result->ctx, fate);
	ft_meter_step(result->meter);
}

/* A job in its flow. */
struct place {
	size_t step;
	uint32_t copy;
	int64_t at;
	const struct person *person; /* NULL: the asker's */
};

/* Returns whose job it is: of the step, the flow, or the asker. */
static void
set_user(
    const struct work *work, struct ft_job *job, const struct person *person)
{
	struct ft_world *world = work->world;
	const char *user = work->play->asker->name;
	uint32_t uid = work->play->asker->uid;

	if (person) {
		user = person->user;
		uid = ft_world_uid(world, user);
		job->account = ft_world_string(world, person->account);
	}
	job->user = ft_world_string(world, user);
	job->uid = job->gid = uid;
}

static void
submit_job(
    struct work *work, struct playing *playing, const struct place *place)
{
	size_t k = place->step;
	uint32_t copy = place->copy;
	const struct ft_experiment_step *step = &playing->flow->step[k];
	struct ft_world *world = work->world;
	struct ft_job *job = ft_world_new_job(world);
	struct ft_experiment_fate fate = {
		.flow = playing->flow, .step = step, .at = place->at
	};
	struct ft_submit_request request = { .asker = work->play->asker,
		.job = job,
		.qos = step->word[FT_EXPERIMENT_QOS],
		.at = place->at };
	struct ft_str text = { 0 };
	uint32_t *number = &playing->number[playing->base[k] + copy];

	set_user(work, job, place->person);
	set_words(world, job, step);
	draw_time(job, step, &playing->rng);
	draw_size(job, step, &playing->rng);
	draw_used(job, step, &playing->rng);
	fate.user = job->user;
	fate.skipped = !add_dependency(playing, k, copy, &text);
	job->dependency = ft_world_keep(world, &text);
	fate.refusal = FT_REFUSE_NONE;
	if (!fate.skipped && *step->word[FT_EXPERIMENT_ARRAY])
		fate.refusal =
		    ft_array_parse(job, step->word[FT_EXPERIMENT_ARRAY],
			(uint32_t)ft_conf_number(
			    world->conf, FT_CONF_MAX_ARRAY_SIZE));
	if (!fate.skipped && fate.refusal == FT_REFUSE_NONE)
		fate.refusal = ft_world_submit(world, &request);
	fate.reason = request.reason;
	if (!fate.skipped && fate.refusal == FT_REFUSE_NONE)
		fate.job = job;
	*number = fate.job ? job->number : 0;
	report(work, &fate);
	if (!fate.job) {
		ft_job_clear(job);
		ft_free(job);
	}
}

static void
submit_flow(struct work *work, struct playing *playing, int64_t at)
{
	const struct people *own = &playing->people[0];
	const struct person *usual =
	    own->n ? draw_person(own, &playing->rng) : NULL;

	for (size_t k = 0; k < playing->flow->n_step; k++) {
		const struct people *people = &playing->people[k + 1];
		struct place place = { .step = k, .at = at, .person = usual };

		if (people->n)
			place.person = draw_person(people, &playing->rng);
		for (; place.copy < playing->flow->step[k].count; place.copy++)
			submit_job(work, playing, &place);
	}
}

enum ft_status
ft_world_experiment(struct ft_world *world, struct ft_experiment_play *play,
    struct ft_error *err)
{
	struct work work = { .world = world, .play = play };
	enum ft_status status;

	work.playing = ft_arena_calloc(
	    &work.arena, play->experiment->n_flow, sizeof *work.playing);
	status = start_all(&work, play->start, err);
	for (size_t i = 0; i < work.n_coming && status == FT_OK; i++)
		submit_flow(&work, &work.playing[work.coming[i].flow],
		    work.coming[i].at);
	ft_arena_clear(&work.arena);
	return status;
}
