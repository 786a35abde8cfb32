/*
 * Jobs in the store.
 *
 *	jobbench writers FILE PROCESSES SECONDS   submitting all at once
 *	jobbench rows FILE JOBS [CONF]            writing, reading, usage
 *
 * writers: each process holds a world and, again and again, begins, refreshes,
 * adds a job, saves and commits.  The longest wait is from the begin to the
 * end of the commit, of any of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text/num.h"
#include "lib/storefile.h"
#include "load/world/world.h"
#include "sim/job/job.h"
#include "sim/job/split.h"
#include "sim/run/life.h"
#include "sim/world/array.h"
#include "store/job/jobs.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

static struct ft_error err;

static void
must(enum ft_status status)
{
	if (status)
		bail("%s", err.text);
}

static double
now_ms(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static struct ft_job *
add_job(struct ft_world *world, uint32_t assoc)
{
	struct ft_job *job = ft_world_new_job(world);

	job->number = ft_world_take_number(world);
	job->user = ft_world_string(world, "ann");
	job->account = ft_world_string(world, "phys");
	job->partitions = ft_world_string(world, "batch");
	job->name = ft_world_string(world, "sbatch");
	job->assoc = assoc;
	job->submitted = world->now;
	job->req[0] = 4;
	job->req[1] = 4000;
	job->req[3] = 1;
	job->req[4] = 4;
	ft_job_touch(job);
	ft_world_add(world, job);
	return job;
}

/* ---- writers --------------------------------------------------------------------- */

struct result {
	uint64_t commits;
	double longest; /* ms */
};

static enum ft_status
submit(struct ft_world *world, struct ft_store *store)
{
	const struct ft_store_actor actor = { "ann", "submit", STOREFILE_NOW };
	enum ft_status status = ft_store_begin(store, &actor, NULL, &err);

	if (!status)
		status = ft_load_refresh(world, store, &err);
	if (!status) {
		add_job(world, 0);
		status = ft_save_world(world, store, &err);
	}
	return status ? status : ft_store_commit(store, NULL, &err);
}

static struct result
write_for(const char *path, double until)
{
	static const struct ft_store_options options = { .lock_seconds = 60 };
	struct result result = { 0 };
	struct ft_store *store;
	struct ft_conf conf;
	struct ft_world world;

	must(ft_store_open(&store, path, &options, &err));
	ft_conf_init(&conf);
	must(ft_load_world(&world,
	    &(struct ft_load_source){
		.store = store, .conf = &conf, .cluster = 1 },
	    NULL, &err));
	for (double at = now_ms(), end; at < until; at = end) {
		must(submit(&world, store));
		end = now_ms();
		result.commits++;
		if (end - at > result.longest)
			result.longest = end - at;
	}
	ft_world_free(&world);
	ft_conf_free(&conf);
	ft_store_close(store);
	return result;
}

static void
writers(const char *path, int n, double seconds)
{
	struct result sum = { 0 }, one;
	double until;
	int ends[2];

	ft_store_close(storefile_open(path));
	if (pipe(ends))
		bail("pipe");
	until = now_ms() + seconds * 1e3;
	for (int i = 0; i < n; i++) {
		pid_t child = fork();

		if (child < 0)
			bail("fork");
		if (child)
			continue;
		one = write_for(path, until);
		_exit(write(ends[1], &one, sizeof one) != sizeof one);
	}
	for (int i = 0; i < n; i++) {
		if (read(ends[0], &one, sizeof one) != sizeof one)
			bail("a writer failed");
		sum.commits += one.commits;
		if (one.longest > sum.longest)
			sum.longest = one.longest;
	}
	while (wait(NULL) > 0)
		;
	printf("commits %.0f longest %.1f\n", (double)sum.commits / seconds,
	    sum.longest);
}

/* ---- rows ------------------------------------------------------------------------- */

enum { BATCH = 1000, RUN = 3000, APART = 12 }; /* jobs; seconds */

static void
commit(struct ft_world *world, struct ft_store *store)
{
	storefile_begin(store);
	must(ft_save_world(world, store, &err));
	storefile_commit(store);
}

/* As ft_world_start and _end leave it, without anybody choosing. */
static void
run_job(struct ft_world *world, struct ft_job *job, int64_t starts)
{
	struct ft_charge charge = { .job = job,
		.assoc = job->assoc,
		.qos = 1,
		.starts = starts,
		.ends = starts + RUN,
		.rate = 4,
		.usage_factor = 1 };

	job->state = FT_JOB_COMPLETED;
	job->started = starts;
	job->ended = starts + RUN;
	job->nodes = ft_world_string(world, "node17");
	job->partition = job->partitions;
	job->billing = 4;
	job->alloc = ft_calloc(world->tres.n, sizeof *job->alloc);
	memcpy(job->alloc, job->req, world->tres.n * sizeof *job->alloc);
	ft_job_touch(job);
	world->charge[world->n_charge++] = charge;
}

static void
write_rows(struct ft_store *store, const struct ft_conf *conf, size_t n,
    uint32_t assoc)
{
	struct ft_world world;
	double start = now_ms(), submitted;

	must(ft_load_world(&world,
	    &(struct ft_load_source){
		.store = store, .conf = conf, .cluster = 1 },
	    NULL, &err));
	world.charge = ft_calloc(BATCH, sizeof *world.charge);
	world.cap_charge = BATCH;
	for (size_t i = 0; i < n; i++) {
		add_job(&world, assoc);
		if (i % BATCH == BATCH - 1)
			commit(&world, store);
	}
	submitted = now_ms();
	for (size_t i = 0; i < world.n_job; i++) {
		run_job(
		    &world, world.job[i], STOREFILE_NOW + (int64_t)i * APART);
		if (i % BATCH == BATCH - 1)
			commit(&world, store);
	}
	world.now += (int64_t)n * APART + RUN;
	world.decayed = world.now;
	commit(&world, store);
	printf(
	    "submit %.0f end %.0f ", submitted - start, now_ms() - submitted);
	ft_world_free(&world);
}

static enum ft_status
take(void *ctx, struct ft_job *job, struct ft_error *error)
{
	(void)error;
	++*(size_t *)ctx;
	ft_job_clear(job);
	return FT_OK;
}

static void
read_rows(struct ft_store *store, const struct ft_conf *conf)
{
	const struct ft_store_job_filter all = { .cluster = 1 };
	struct ft_world_load how = { 0 };
	struct ft_intern strings = { 0 };
	struct ft_world world;
	double start;
	size_t n = 0;

	must(ft_load_world(&world,
	    &(struct ft_load_source){
		.store = store, .conf = conf, .cluster = 1 },
	    NULL, &err));
	start = now_ms();
	must(ft_store_read_jobs(store, &all,
	    &(struct ft_store_reader){ &strings, &world.tres, &n }, take,
	    &err));
	printf("read %.0f ", now_ms() - start);
	ft_intern_free(&strings);
	ft_world_free(&world);
	start = now_ms();
	must(ft_load_world(&world,
	    &(struct ft_load_source){
		.store = store, .conf = conf, .cluster = 1 },
	    &how, &err));
	printf("world %.0f ", now_ms() - start);
	ft_world_free(&world);
}

static void
read_usage(struct ft_store *store)
{
	const struct ft_era era = { .ends = STOREFILE_NOW,
		.decay = { FT_DECAY_SLURM, 14 * 86400 },
		.period = 300 };
	const int32_t cpu = 1;
	struct ft_usage_query query = { .cluster = 1, .era = &era, .n_era = 1 };
	struct ft_store_clock clock;
	struct ft_tree *tree;
	double start = now_ms();

	must(ft_store_get_clock(store, 1, &clock, &err));
	must(ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err));
	query.now = clock.now;
	query.assoc = (struct ft_usage_sums){ tree->id, tree->n,
		ft_calloc(tree->n, sizeof(ft_real)),
		ft_calloc(tree->n, sizeof(ft_real)) };
	start = now_ms();
	must(ft_store_read_booked(store, &query, &err));
	printf("usage %.0f ", now_ms() - start);
	query.what = &cpu;
	query.n_what = 1;
	start = now_ms();
	must(ft_store_read_booked(store, &query, &err));
	printf("tres %.0f\n", now_ms() - start);
	ft_free(query.assoc.at_pass);
	ft_free(query.assoc.since);
	ft_tree_free(tree);
}

static void
rows(const char *path, size_t n)
{
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r = storefile_begin(store);
	uint32_t assoc =
	    storefile_user(r, "ann", storefile_account(r, "phys", 1));
	struct ft_conf conf;

	storefile_commit(store);
	ft_conf_init(&conf);
	write_rows(store, &conf, n, assoc);
	read_rows(store, &conf);
	read_usage(store);
	ft_conf_free(&conf);
	ft_store_close(store);
}

int
main(int argc, char **argv)
{
	uint32_t n = 0, seconds = 0;

	if (argc == 5 && !strcmp(argv[1], "writers") &&
	    ft_num_u32(argv[3], &n) && ft_num_u32(argv[4], &seconds) && n > 0 &&
	    n < 1000 && seconds > 0)
		writers(argv[2], (int)n, seconds);
	else if (argc == 4 && !strcmp(argv[1], "rows") &&
		 ft_num_u32(argv[3], &n))
		rows(argv[2], n);
	else
		bail("usage: jobbench writers FILE PROCESSES SECONDS | rows "
		     "FILE JOBS");
	return 0;
}
