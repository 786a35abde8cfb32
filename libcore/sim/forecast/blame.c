/* blame.c - a job's wait in one world after another, each without some accounts. */
#include "sim/forecast/blame.h"

#include "sim/change/change.h"
#include "sim/forecast/forecast.h"
#include "sim/job/job.h"
#include "sim/run/life.h"
#include "sim/run/run.h"

/* A job that was cancelled before it started. */
struct leaver {
	int64_t at;
	uint32_t number;
};

/* What all simulations share. */
struct game {
	struct ft_blame *blame;
	const struct ft_blame_rules *rules;
	int64_t until;         /* nobody waits longer */
	struct leaver *leaver; /* [n_leaver], by time */
	size_t n_leaver, cap_leaver;
};

/* ---- who plays ------------------------------------------------------------- */

/* Whether JOB competed with the one in question between from and stop. */
static bool
competed(const struct ft_blame *blame, const struct ft_job *job)
{
	if (job->submitted > blame->stop ||
	    (!ft_job_is_active(job) && job->ended <= blame->from))
		return false;
	return job->started || (job->eligible && job->eligible <= blame->stop);
}

static double
area_of(const struct ft_blame *blame, const struct ft_job *job)
{
	int64_t from =
	    job->submitted > blame->from ? job->submitted : blame->from;
	int64_t to = ft_job_is_active(job) || job->ended > blame->stop
			 ? blame->stop
			 : job->ended;

	return to > from ? (double)job->req[FT_TRES_CPU] * (double)(to - from)
			 : 0;
}

static int
by_area(const void *a, const void *b)
{
	const struct ft_blame_account *x = a, *y = b;

	if (x->area != y->area)
		return x->area > y->area ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Returns all accounts that compete, the caller's; *n: how many. */
static struct ft_blame_account *
list_accounts(
    const struct ft_blame *blame, const struct ft_blame_rules *rules, size_t *n)
{
	const struct ft_world *present = rules->present;
	struct ft_map index = { 0 };
	struct ft_blame_account *account = NULL;
	size_t cap = 0;

	*n = 0;
	for (size_t i = 0; i < present->n_job; i++) {
		const struct ft_job *job = present->job[i];
		uint64_t at;

		if (job == rules->job || !competed(blame, job))
			continue;
		at = ft_map_add(&index, job->account, *n);
		if (at == *n)
			*ft_vec_add(account, *n, cap) =
			    (struct ft_blame_account){ .name = job->account,
				    .own = !strcmp(
					job->account, rules->job->account) };
		assert(account && "has this one");
		account[at].area += area_of(blame, job);
	}
	ft_map_clear(&index);
	if (account)
		qsort(account, *n, sizeof *account, by_area);
	return account;
}

static void
choose_players(struct ft_blame *blame, const struct ft_blame_rules *rules)
{
	size_t n;
	struct ft_blame_account *account FT_CLEANUP(ft_free_at) =
	    list_accounts(blame, rules, &n);
	size_t last = FT_SHAPLEY_PLAYERS - 1;

	blame->n = n < FT_SHAPLEY_PLAYERS ? n : FT_SHAPLEY_PLAYERS;
	blame->joined = n > FT_SHAPLEY_PLAYERS ? n - last : 0;
	for (size_t i = 0; i < n; i++) {
		size_t player = blame->joined && i > last ? last : i;

		ft_map_put(&blame->player, account[i].name, player);
		if (i == player) {
			blame->account[i] = account[i];
			continue;
		}
		blame->account[last].area += account[i].area;
		blame->account[last].own |= account[i].own;
	}
	if (blame->joined)
		blame->account[last].name = NULL;
}

void
ft_blame_begin(struct ft_blame *blame, const struct ft_blame_rules *rules)
{
	const struct ft_job *job = rules->job;

	*blame = (struct ft_blame){ .from = job->submitted - 1,
		.started = job->started != 0,
		.waits = job->state == FT_JOB_PENDING };
	blame->stop = blame->waits     ? rules->present->now
		      : blame->started ? job->started
				       : job->ended;
	blame->wait = blame->stop - job->submitted;
	choose_players(blame, rules);
}

void
ft_blame_free(struct ft_blame *blame)
{
	ft_map_clear(&blame->player);
}

/* ---- what is known --------------------------------------------------------- */

static int
by_time(const void *a, const void *b)
{
	const struct leaver *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static void
list_leavers(struct game *game)
{
	const struct ft_world *present = game->rules->present;

	for (size_t i = 0; i < present->n_job; i++) {
		const struct ft_job *job = present->job[i];

		if (job == game->rules->job || ft_job_is_active(job) ||
		    job->started || job->ended < game->blame->begin ||
		    job->submitted > game->blame->stop)
			continue;
		*ft_vec_add(game->leaver, game->n_leaver, game->cap_leaver) =
		    (struct leaver){ job->ended, job->number };
	}
	if (game->n_leaver)
		qsort(game->leaver, game->n_leaver, sizeof *game->leaver,
		    by_time);
}

/* When JOB, which has not started in its world, became eligible is a FACT. */
static void
set_eligible(struct ft_job *job, const struct ft_job *fact, int64_t now)
{
	job->reason = FT_REASON_NONE;
	job->reason_detail = "";
	if (fact->hold != FT_HOLD_NONE)
		return;
	if (!fact->eligible && !fact->started) {
		job->hold = FT_HOLD_ADMIN;
		return;
	}
	for (size_t i = 0; i < job->n_depend; i++)
		job->depend[i].state = FT_DEPEND_DONE;
	job->begins = fact->eligible > fact->submitted ? fact->eligible : 0;
	if (job->accrue > now)
		job->accrue = 0;
}

/* Set what will become of JOB to what did, as far as FACT says. */
static void
set_future(struct ft_job *job, const struct ft_job *fact, int64_t now)
{
	bool is_over = !ft_job_is_active(fact) && fact->started;

	if (job->state == FT_JOB_PENDING)
		set_eligible(job, fact, now);
	job->run_time = is_over ? ft_job_elapsed(fact, fact->ended) : -1;
	if (job->preempt_at > now) {
		job->preempt_at = 0;
		job->preempt_by = 0;
	}
}

/* ---- one simulation -------------------------------------------------------- */

static bool
is_present(const struct game *game, const struct ft_job *job, uint64_t players)
{
	uint64_t player;

	return !ft_job_is_active(job) ||
	       job->number == game->rules->job->number ||
	       (ft_map_get(&game->blame->player, job->account, &player) &&
		   players >> player & 1);
}

/* Returns whether something happened in WORLD after the main scheduler had run in
 * this second: a job ended, other than by itself after a start by backfill; or time
 * had not passed yet for any job. */
static bool
has_news(const struct ft_world *world)
{
	bool is_first = true;

	for (size_t i = 0; i < world->n_job && is_first; i++)
		is_first = world->job[i]->submitted >= world->now;
	if (is_first)
		return true;
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		if (!ft_job_is_active(job) && job->ended == world->now &&
		    (job->scheduler != FT_SCHED_BACKFILL ||
			job->state == FT_JOB_TIMEOUT))
			return true;
	}
	return false;
}

/* Have the schedulers of WORLD, as loaded, go on as they did. */
static void
set_times(const struct game *game, struct ft_world *world)
{
	ft_forecast_mend_times(world);
	if (game->blame->begin < game->blame->from)
		world->times.wanted = has_news(world);
	else if (world->times.main_ran == world->now)
		/* it is not known when it ran: it keeps no job waiting */
		world->times.main_ran -=
		    world->sched.value[FT_SCHED_BATCH_DELAY];
}

/* Take what is known of each job into WORLD, as loaded. */
static void
set_futures(const struct game *game, struct ft_world *world)
{
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];
		const struct ft_job *fact =
		    ft_world_find(game->rules->present, job->number);

		if (ft_job_is_active(job) && fact)
			set_future(job, fact, world->now);
	}
	ft_world_settle(world);
	set_times(game, world);
}

/* Only PLAYERS and the job itself stay. */
static void
leave_out(const struct game *game, struct ft_world *world, uint64_t players)
{
	for (size_t i = world->n_job; i > 0; i--)
		if (!is_present(game, world->job[i - 1], players))
			ft_world_forget(world, world->job[i - 1]);
	ft_world_settle(world);
}

/* The clock of one simulation. */
struct watch {
	const struct game *game;
	const struct ft_world *world;
	struct ft_run run;
	struct ft_causes causes;
	int64_t started; /* 0: not yet */
};

/* The job in question waits at AT. */
static void
look(struct watch *watch, int64_t at)
{
	const struct ft_job *job =
	    ft_world_find(watch->world, watch->game->rules->job->number);

	if (job && job->state == FT_JOB_PENDING)
		ft_causes_look(&watch->causes, job, at);
}

static void
note_start(struct watch *watch, const struct ft_sim_event *event)
{
	const struct ft_blame_rules *rules = watch->game->rules;
	uint32_t number = rules->job->number;

	/* or a task that has just left the array in question */
	if (event->job->number != number &&
	    (event->job->array_job != number ||
		ft_world_find(rules->present, event->job->number)))
		return;
	ft_causes_look(&watch->causes, event->job, event->at);
	watch->started = event->at;
	watch->run.enough = true;
}

static void
note(void *ctx, const struct ft_sim_event *event)
{
	struct watch *watch = ctx;

	/* one simulation can take a minute */
	ft_meter_look(watch->game->rules->meter);
	if (event->kind == FT_SIM_START)
		note_start(watch, event);
	else if (event->kind == FT_SIM_DONE && !watch->started)
		look(watch, event->at);
}

static enum ft_status
pass(struct watch *watch, struct ft_world *world, int64_t until,
    struct ft_error *err)
{
	watch->run =
	    (struct ft_run){ .until = until, .report = note, .ctx = watch };
	return ft_world_run(world, &watch->run, err);
}

/* Let time pass until UNTIL or the start of the job; those who left meanwhile
 * leave. */
static enum ft_status
let_pass(struct watch *watch, struct ft_world *world, int64_t until,
    struct ft_error *err)
{
	static const struct ft_asker root = {
		.name = "root", .privileged = true, .super = true
	};
	const struct game *game = watch->game;

	for (size_t i = 0; i < game->n_leaver && !watch->started; i++) {
		const struct leaver *leaver = &game->leaver[i];
		struct ft_job *job = ft_world_find(world, leaver->number);

		if (!job || leaver->at < world->now || leaver->at >= until)
			continue;
		FT_TRY(pass(watch, world, leaver->at, err));
		job = ft_world_find(world, leaver->number);
		if (job && ft_job_is_active(job))
			(void)ft_world_cancel(world, &root, job);
	}
	return watch->started ? FT_OK : pass(watch, world, until, err);
}

/* Whether PLAYERS are all accounts. */
static bool
are_all(const struct ft_blame *blame, uint64_t players)
{
	return !blame->n ||
	       players == UINT64_MAX >> (FT_SHAPLEY_PLAYERS - blame->n);
}

static enum ft_status
find_wait(void *ctx, uint64_t players, int64_t *wait, struct ft_error *err)
{
	const struct game *game = ctx;
	const struct ft_blame_rules *rules = game->rules;
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };
	struct watch watch = { .game = game, .world = &world };
	int64_t end;

	FT_TRY(rules->load(rules->ctx, &world, err));
	set_futures(game, &world);
	if (game->blame->begin < game->blame->from)
		FT_TRY(let_pass(&watch, &world, game->blame->from, err));
	leave_out(game, &world, players);
	ft_causes_begin(&watch.causes, rules->job->submitted);
	FT_TRY(let_pass(&watch, &world, game->until, err));
	if (game->blame->started && !watch.started && !players)
		return ft_fail(err, FT_EINVAL,
		    "job %" PRIu32 " started, but does not in a simulation of "
		    "it alone: its partition, nodes or request are not known "
		    "as they were",
		    rules->job->number);
	end = watch.started ? watch.started : game->until;
	*wait = end - rules->job->submitted;
	if (are_all(game->blame, players)) {
		if (!watch.started)
			look(&watch, end);
		ft_causes_end(&watch.causes, end);
		game->blame->causes = watch.causes;
	}
	if (rules->meter)
		rules->meter->done++;
	ft_meter_look(rules->meter);
	return FT_OK;
}

/* Begin where the main scheduler ran last over the whole queue, unless the jobs
 * that started from there on till the submission do so otherwise: commands are not
 * known to the second in which they came. */
static enum ft_status
choose_begin(struct game *game, struct ft_error *err)
{
	struct ft_blame *blame = game->blame;
	const struct ft_blame_rules *rules = game->rules;
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };
	struct watch watch = { .game = game, .world = &world };
	bool same = true;

	if (blame->begin == blame->from)
		return FT_OK;
	FT_TRY(rules->load(rules->ctx, &world, err));
	set_futures(game, &world);
	FT_TRY(let_pass(&watch, &world, blame->from, err));
	for (size_t i = 0; i < world.n_job && same; i++) {
		const struct ft_job *job = world.job[i];
		const struct ft_job *fact =
		    ft_world_find(rules->present, job->number);
		int64_t started =
		    fact && fact->started <= blame->from ? fact->started : 0;

		same = !fact || job->started == started;
	}
	if (!same)
		blame->begin = blame->from;
	return FT_OK;
}

static void
game_free(struct game *game)
{
	ft_free(game->leaver);
}

enum ft_status
ft_blame_make(struct ft_blame *blame, const struct ft_blame_rules *rules,
    struct ft_error *err)
{
	struct game game FT_CLEANUP(game_free) = { .blame = blame,
		.rules = rules,
		.until = blame->started ? rules->present->now : blame->stop };
	const struct ft_shapley_game played = {
		.n = blame->n, .value = find_wait, .ctx = &game
	};

	blame->begin = ft_forecast_last_full(rules->present, blame->from);
	list_leavers(&game);
	/* of random orders some have sets in common: their number is not known */
	ft_meter_begin(rules->meter, "simulating", "sets of accounts",
	    blame->n <= FT_SHAPLEY_EXACT ? UINT64_C(1) << blame->n : 0);
	FT_TRY(choose_begin(&game, err));
	FT_TRY(ft_shapley_make(
	    &blame->shapley, &played, rules->orders, rules->seed, err));
	ft_shapley_round(&blame->shapley, blame->share);
	return FT_OK;
}
