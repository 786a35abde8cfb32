/*
 * A world out of a store and back: jobs, nodes by name, usage, live changes,
 * the clock; and what others changed meanwhile.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "io/slurm/slurmconf.h"
#include "lib/storefile.h"
#include "load/world/world.h"
#include "sim/job/job.h"
#include "sim/run/life.h"
#include "sim/usage/ledger.h"
#include "store/internal.h"
#include "store/job/jobs.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

enum { T = STOREFILE_NOW, MINUTE = 60 };

static const char settings[] =
    "NodeName=n[1-4] CPUs=16 RealMemory=64000\n"
    "PartitionName=batch Nodes=ALL Default=YES QOS=normal\n"
    "PriorityCalcPeriod=1\n"
    "PriorityDecayHalfLife=0\n"
    "PriorityUsageResetPeriod=MONTHLY\n"
    "MinJobAge=300\n";

static struct ft_error err;
static struct ft_conf conf;
static uint32_t assoc; /* ann in phys */

static void
must(enum ft_status status)
{
	if (status)
		bail("%s", err.text);
}

static struct ft_store *
new_store(const char *path)
{
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r = storefile_begin(store);

	assoc = storefile_user(r, "ann", storefile_account(r, "phys", 1));
	storefile_commit(store);
	return store;
}

static void
load_at(struct ft_world *world, struct ft_store *store, int64_t now,
    const struct ft_world_load *how)
{
	const struct ft_load_source source = { store, &conf, 1, now };

	must(ft_load_world(world, &source, how, &err));
}

static void
load(struct ft_world *world, struct ft_store *store,
    const struct ft_world_load *how)
{
	load_at(world, store, 0, how);
}

/* A job as submit.c would leave it. */
static struct ft_job *
add_job(struct ft_world *world, enum ft_job_state state)
{
	struct ft_job *job = ft_world_new_job(world);

	job->number = world->next_number++;
	job->state = state;
	job->user = ft_world_string(world, "ann");
	job->account = ft_world_string(world, "phys");
	job->partitions = ft_world_string(world, "batch");
	job->assoc = assoc;
	job->qos = 0;
	job->submitted = world->now;
	ft_job_touch(job);
	ft_world_add(world, job);
	return job;
}

/* Let it run on nodes n1 and n3: as where a job really runs, what it has of each is
 * in the order of the machine. */
static void
start_job(struct ft_world *world, struct ft_job *job)
{
	job->state = FT_JOB_RUNNING;
	job->started = world->now;
	job->partition = ft_world_string(world, "batch");
	job->nodes = ft_world_string(world, "n[1,3]");
	job->node = ft_calloc(2, sizeof *job->node);
	job->node[0] = (struct ft_job_node){ 0, 8, 200 };
	job->node[1] = (struct ft_job_node){ 2, 4, 100 };
	job->n_node = 2;
	job->alloc = ft_calloc(world->tres.n, sizeof *job->alloc);
	job->alloc[0] = 12;
	job->billing = 12;
	ft_job_touch(job);
}

static void
end_job(struct ft_world *world, struct ft_job *job)
{
	job->state = FT_JOB_COMPLETED;
	job->ended = world->now;
	ft_job_touch(job);
	world->charge = ft_vec_grow(world->charge, &world->cap_charge,
	    world->n_charge + 1, sizeof *world->charge);
	world->charge[world->n_charge++] = (struct ft_charge){ .job = job,
		.started = job->started,
		.assoc = job->assoc,
		.qos = job->qos,
		.starts = job->started,
		.ends = job->ended,
		.rate = job->billing,
		.usage_factor = 1 };
}

static void
save(struct ft_world *world, struct ft_store *store)
{
	storefile_begin(store);
	must(ft_load_refresh(world, store, &err));
	must(ft_save_world(world, store, &err));
	storefile_commit(store);
}

/* The own usage of ann: up to the last pass, and all. */
static void
check_usage(
    struct ft_world *world, ft_real at_pass, ft_real all, const char *name)
{
	uint32_t node = ft_idmap_get(&world->node_of, assoc);

	is_real(ft_world_usage_at_pass(world)[node], at_pass,
	    "%s: as of the last pass", name);
	is_real(ft_world_usage(world)[node], all, "%s: all", name);
}

/* ---- life of a job ------------------------------------------------------------- */

static void
test_life(void)
{
	char *path = storefile_path("life.db");
	struct ft_store *store = new_store(path), *other = storefile_open(path);
	struct ft_world here, there;
	struct ft_job *job;

	load(&here, store, NULL);
	load(&there, other, NULL);
	is_str(here.cluster_name, "cluster", "its cluster");
	is_u64(here.machine.n_node, 4, "its nodes");
	is_u64(here.n_job, 0, "no jobs");
	is_i64(here.now, T, "its time");
	is_i64(here.decayed, T, "the last pass");
	is_u64(here.next_number, 1, "the first number");
	job = add_job(&here, FT_JOB_PENDING);
	save(&here, store);
	ok(job->id && !job->dirty, "saved");
	is_u64(there.n_job, 0, "nobody sees it");
	must(ft_load_refresh(&there, other, &err));
	is_u64(there.n_job, 1, "until he looks");
	is_u64(there.n_waiting, 1, "it waits");
	is_u64(there.next_number, 2, "the next number");
	start_job(&here, job);
	save(&here, store);
	must(ft_load_refresh(&there, other, &err));
	is_u64(there.n_job, 1, "the same job");
	is_i64(there.job[0]->state, FT_JOB_RUNNING, "runs");
	is_u64(there.n_running, 1, "is among those that run");
	is_u64(there.job[0]->n_node, 2, "on two nodes");
	is_u64(there.job[0]->node[0].node, 0, "n1");
	is_u64(there.job[0]->node[0].memory, 200, "200 MiB");
	is_u64(there.job[0]->node[1].node, 2, "and n3");
	is_u64(there.job[0]->node[1].cpus, 4, "four CPUs");
	/* half a pass later it ends */
	here.now += 3 * MINUTE / 2;
	here.decayed += MINUTE;
	end_job(&here, job);
	save(&here, store);
	must(ft_load_refresh(&there, other, &err));
	is_i64(there.now, T + 90, "time has passed there too");
	is_i64(there.decayed, T + 60, "and a pass");
	is_i64(there.job[0]->state, FT_JOB_COMPLETED, "it has ended");
	is_u64(there.n_running, 0, "runs no more");
	check_usage(&there, 12 * 60, 12 * 90, "12 CPUs for 90 s");
	ft_world_free(&here);
	ft_world_free(&there);
	load(&here, store, NULL);
	check_usage(&here, 12 * 60, 12 * 90, "the same");
	ft_world_free(&here);
	load_at(&here, store, T + 121, NULL);
	is_i64(here.decayed, T + 120, "imagined: one pass more");
	check_usage(&here, 12 * 90, 12 * 90, "later");
	ft_world_free(&here);
	ft_store_close(other);
	ft_store_close(store);
	ft_free(path);
}

/* Runs and their charges keep what they had although the job has gone on. */
static void
test_put_back(void)
{
	struct ft_store *store = new_store(NULL);
	struct ft_world world;
	struct ft_job *job;
	struct ft_job_run *run;
	ft_real usage[8] = { 0 };
	const struct ft_era era = { .ends = T, .period = 60 };
	const int32_t cpu = 1;
	struct ft_usage_query query = { .cluster = 1,
		.era = &era,
		.n_era = 1,
		.now = T + 60,
		.what = &cpu,
		.n_what = 1 };

	load(&world, store, NULL);
	job = add_job(&world, FT_JOB_PENDING);
	start_job(&world, job);
	world.now += 10;
	end_job(&world, job);
	world.run =
	    ft_vec_grow(world.run, &world.cap_run, 1, sizeof *world.run);
	run = &world.run[world.n_run++];
	*run = (struct ft_job_run){ .job = job,
		.state = FT_JOB_PREEMPTED,
		.requeued = true,
		.started = job->started,
		.ended = job->ended,
		.partition = job->partition,
		.nodes = job->nodes,
		.alloc = job->alloc,
		.n_node = 2 };
	job->alloc = NULL;
	job->state = FT_JOB_PENDING;
	job->started = job->ended = 0;
	job->n_node = 0;
	save(&world, store);
	is_u64(world.n_run + world.n_charge, 0, "both are saved");
	query.assoc = (struct ft_usage_sums){ world.tree->id, world.tree->n,
		usage, NULL };
	must(ft_store_read_booked(store, &query, &err));
	is_real(usage[ft_idmap_get(&world.node_of, assoc)], 120,
	    "12 CPUs for 10 s");
	ft_world_free(&world);
	ft_store_close(store);
}

/* ---- which jobs ------------------------------------------------------------------- */

static void
test_which(void)
{
	struct ft_store *store = new_store(NULL);
	struct ft_world world;
	struct ft_job *old, *later, *job;

	load(&world, store, NULL);
	old = add_job(&world, FT_JOB_COMPLETED);
	old->ended = T - 301;
	old = add_job(&world, FT_JOB_COMPLETED);
	old->ended = T - 301;
	later = add_job(&world, FT_JOB_FAILED);
	later->ended = T - 300;
	job = add_job(&world, FT_JOB_PENDING);
	job->depend = ft_calloc(1, sizeof *job->depend);
	job->depend[0] = (struct ft_depend){
		.kind = FT_DEPEND_AFTER_ANY, .number = 2, .task = FT_TASK_NONE
	};
	job->n_depend = 1;
	save(&world, store);
	ft_world_free(&world);
	load(&world, store, NULL);
	is_u64(world.n_job, 3, "MinJobAge: one is forgotten");
	ok(ft_world_find(&world, 2) != NULL,
	    "another as old is not: a job waits for it");
	ft_world_free(&world);
	load(&world, store, &(struct ft_world_load){ .all_jobs = true });
	is_u64(world.n_job, 4, "all of them");
	ft_world_free(&world);
	ft_store_close(store);
}

/* ---- work that does not grow ---------------------------------------------------------- */

/* Fill STORE with N jobs that ended long ago, or arrive later, and a few of
 * today. */
static void
fill(struct ft_store *store, size_t n, bool arrive)
{
	struct ft_world world;

	load(&world, store, NULL);
	for (size_t i = 0; i < n; i++) {
		struct ft_job *job =
		    add_job(&world, arrive ? FT_JOB_PENDING : FT_JOB_COMPLETED);

		if (arrive)
			job->submitted += 1000 + (int64_t)i;
		else
			job->submitted = job->ended = T - 1000 - (int64_t)i;
	}
	for (size_t i = 0; i < 5; i++)
		(void)add_job(&world, FT_JOB_PENDING);
	start_job(&world, add_job(&world, FT_JOB_RUNNING));
	add_job(&world, FT_JOB_COMPLETED)->ended = T - 10;
	save(&world, store);
	ft_world_free(&world);
}

/* Returns the steps of the virtual machine of SQLite since the last call. */
static uint64_t
steps(struct ft_store *store)
{
	uint64_t n = 0;

	for (sqlite3_stmt *stmt = NULL;
	     (stmt = sqlite3_next_stmt(store->db, stmt));)
		n += (uint64_t)sqlite3_stmt_status(
		    stmt, SQLITE_STMTSTATUS_VM_STEP, 1);
	return n;
}

/* Load a world beside N jobs that do not matter now, let a second pass and save
 * it; returns the work of the store. */
static uint64_t
work(size_t n, bool arrive)
{
	struct ft_store *store = new_store(NULL);
	struct ft_world world;
	uint64_t done;

	fill(store, n, arrive);
	(void)steps(store);
	load(&world, store, &(struct ft_world_load){ .lazy = true });
	is_u64(world.n_job, 7, "%zu jobs %s: only the others", n,
	    arrive ? "to arrive" : "long ended");
	must(ft_load_arrivals(&world, store, T + 1, &err));
	is_u64(world.n_later, arrive ? n : 0, "those to arrive are counted");
	world.now++;
	save(&world, store);
	done = steps(store);
	ft_world_free(&world);
	ft_store_close(store);
	return done;
}

static void
test_growth(void)
{
	uint64_t few = work(100, false), many = work(1000, false);

	is_u64(many, few, "ten times as many ended jobs: the same steps");
	few = work(100, true);
	many = work(1000, true);
	/* they are counted, in an index */
	ok(many < few + 900 * 8,
	    "jobs to arrive are not read: %llu, %llu steps",
	    (unsigned long long)few, (unsigned long long)many);
}

/* Returns how often the statement was run. */
static uint64_t
runs(const struct ft_store *store, enum ft_stmt stmt)
{
	return store->stmt[stmt]
		   ? (uint64_t)sqlite3_stmt_status(
			 store->stmt[stmt], SQLITE_STMTSTATUS_RUN, 0)
		   : 0;
}

/* Raw usage, wall time and each TRES, of associations and of QOS. */
static void
test_all_usage(void)
{
	struct ft_store *store = new_store(NULL);
	struct ft_world world;
	uint64_t before;

	fill(store, 1, false);
	before = runs(store, FT_STMT_READ_RUNNING);
	load(&world, store, &(struct ft_world_load){ .usage = true });
	ok(world.tres.n > 1, "there are several kinds of amounts");
	is_u64(runs(store, FT_STMT_READ_ALL_CHARGES), 1,
	    "charges are read once for all of them");
	is_u64(
	    runs(store, FT_STMT_READ_RUNNING) - before, 1, "and running jobs");
	ft_world_free(&world);
	ft_store_close(store);
}

/* ---- jobs that arrive later ----------------------------------------------------------- */

static struct ft_job *
add_arriving(struct ft_world *world, int64_t in, uint32_t after)
{
	struct ft_job *job = add_job(world, FT_JOB_PENDING);

	job->submitted += in;
	if (after) {
		job->depend = ft_calloc(1, sizeof *job->depend);
		job->depend[0] = (struct ft_depend){
			.kind = FT_DEPEND_AFTER_OK,
			.number = after,
			.task = FT_TASK_NONE,
		};
		job->n_depend = 1;
	}
	return job;
}

static void
is_here(const struct ft_world *world, const char *numbers, const char *name)
{
	struct ft_str have FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < world->n_job; i++) {
		ft_str_addf(&have, "%s%u", i ? " " : "",
		    (unsigned)world->job[i]->number);
		ok(world->job[i]->slot == i, "slot %zu", i);
	}
	is_str(ft_str_text(&have), numbers, "%s", name);
}

static void
test_arrivals(void)
{
	static const struct ft_world_load lazy = { .lazy = true };
	struct ft_store *store = new_store(NULL);
	struct ft_world world, other;

	load(&world, store, NULL);
	(void)add_arriving(&world, 100, 0);
	(void)add_arriving(&world, 200, 0);
	(void)add_arriving(&world, 300, 0);
	(void)add_arriving(&world, 400, 2); /* waits for the second */
	(void)add_arriving(&world, 500, 0);
	(void)add_arriving(&world, 0, 5);
	add_arriving(&world, 600, 0)->reservation =
	    ft_world_string(&world, "r");
	save(&world, store);
	ft_world_free(&world);

	load(&world, store, &lazy);
	is_here(&world, "2 4 5 6 7", "who is tied, and who is waited for");
	is_u64(world.n_later, 2, "two are not here");
	must(ft_load_arrivals(&world, store, T + 299, &err));
	is_here(&world, "1 2 4 5 6 7", "they come by time");
	is_u64(world.n_later, 1, "one is left");

	load(&other, store, NULL);
	is_u64(other.n_job, 7, "without laziness all are here");
	(void)add_arriving(&other, 50, 0);
	ft_world_find(&other, 6)->depend[0].number = 3;
	ft_job_touch(ft_world_find(&other, 6));
	save(&other, store);
	ft_world_free(&other);
	save(&world, store);
	is_here(&world, "1 2 3 4 5 6 7 8", "one that a changed job waits for");
	is_u64(world.n_later, 0, "none is left");
	must(ft_load_arrivals(&world, store, INT64_MAX, &err));
	is_u64(world.n_job, 8, "nobody is listed twice");

	/* a number that is in use must not be given again */
	world.next_number = 5;
	world.times_dirty = true;
	save(&world, store);
	ft_world_free(&world);
	load(&world, store, &lazy);
	is_u64(world.n_job, 8, "numbers start again: all are here");
	ft_world_free(&world);
	ft_store_close(store);
}

/* ---- live changes, configuration, resets ---------------------------------------------- */

static void
put_live(struct ft_store *store, char kind, const char *name, const char *key,
    const char *value)
{
	const struct ft_live_change change = { kind, name, key, value, T };

	storefile_begin(store);
	must(ft_store_put_live(store, 1, &change, &err));
	storefile_commit(store);
}

static void
test_live(void)
{
	struct ft_store *store = new_store(NULL);
	struct ft_registry *r;
	struct ft_world world;

	load(&world, store, NULL);
	put_live(store, 'n', "n2", "State", "DRAIN");
	put_live(store, 'n', "gone", "State", "DOWN");
	put_live(store, 'p', "batch", "MaxTime", "10");
	put_live(store, 'p', "night", "", "1");
	is_i64(world.machine.node[1].state, FT_NODE_IDLE, "n2 is idle");
	must(ft_load_refresh(&world, store, &err));
	is_i64(world.machine.node[1].state, FT_NODE_DRAIN, "n2 is drained");
	is_i64(world.machine.partition[0].max_time, 10, "limit of batch");
	is_u64(world.machine.n_partition, 2, "a partition more");
	put_live(store, 'p', "night", "", "");
	must(ft_load_refresh(&world, store, &err));
	is_u64(world.machine.n_partition, 1, "and gone again");
	r = storefile_begin(store);
	storefile_user(r, "bob", 3);
	storefile_commit(store);
	must(ft_load_refresh(&world, store, &err));
	is_u64(world.tree->n, 5, "a new user is seen");
	ft_world_free(&world);
	ft_store_close(store);
}

static void
test_reset(void)
{
	struct ft_store *store = new_store(NULL);
	struct ft_world world;
	struct ft_job *job;

	load(&world, store, NULL);
	job = add_job(&world, FT_JOB_RUNNING);
	start_job(&world, job);
	world.now += 600;
	world.decayed += 600;
	world.reset = T + 410;
	*ft_vec_add(world.reset_at, world.n_reset, world.cap_reset) = T + 420;
	end_job(&world, job);
	save(&world, store);
	ft_world_free(&world);
	load(&world, store, NULL);
	is_i64(world.reset, T + 410, "when it was");
	/* the pass that resets books the minute before it; then three more */
	check_usage(&world, 12 * 240, 12 * 240, "after a reset");
	ft_world_free(&world);
	load_at(&world, store, T + 419, NULL);
	check_usage(&world, 12 * 360, 12 * 360, "before it");
	ft_world_free(&world);
	ft_store_close(store);
}

int
main(void)
{
	ft_conf_init(&conf);
	must(ft_slurmconf_parse(&conf,
	    &(struct ft_slurmconf_source){
		.file = "test", .text = settings, .size = strlen(settings) },
	    &err));
	test_life();
	test_put_back();
	test_which();
	test_growth();
	test_all_usage();
	test_arrivals();
	test_live();
	test_reset();
	ft_conf_free(&conf);
	return done_testing();
}
