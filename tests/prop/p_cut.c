/*
 * A run of time that is cut in pieces, each from the store and back, as by several
 * fsim run, is the same as one in one piece: random clusters, jobs and cuts,
 * compared job by job and second by second.
 *
 * The names of the nodes are not in the order of the machine; there are limits, arrays,
 * dependencies, begin times, preemption, licenses, reservations, jobs of several
 * partitions, parameters of the schedulers, and priorities that change at each pass.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/sort.h"
#include "base/text/str.h"
#include "lib/acctline.h"
#include "lib/smallworld.h"
#include "lib/storefile.h"
#include "model/reservation/request.h"
#include "sim/job/job.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/reserve/reserve.h"
#include "sim/submit/submit.h"
#include "sim/world/array.h"
#include "lib/seeds.h"
#include "tap/tap.h"

enum { JOBS = 60, ARRIVE = 3000, LENGTH = 9000, MAX_CUTS = 40 };

static struct ft_error err;

static void
must(enum ft_status status)
{
	if (status)
		bail("%s", err.text);
}

static uint32_t
below(struct ft_rng *rng, uint32_t bound)
{
	return ft_rng_below(rng, bound);
}

/* ---- a store with jobs that will arrive --------------------------------------- */

static const char *const limits[] = {
	"modify qos high set preempt=normal",
	"modify user bob set maxjobs=3",
	"modify account chem set grptres=cpu=20",
	"modify user ann set maxjobsaccrue=2",
	"modify qos normal set maxtrespu=cpu=30",
	"modify account phys set grptresrunmins=cpu=2000",
	"modify account phys set grptresmins=cpu=3000",
	"modify account phys set fairshare=3",
	"modify qos normal set grpjobsaccrue=3",
};

static const char *const parameters[] = { "", "", "bf_window_linear=60",
	"bf_licenses", "bf_one_resv_per_job", "bf_min_age_reserve=100",
	"default_queue_depth=5", "partition_job_depth=2", "bf_max_job_test=5",
	"bf_running_job_reserve", "bf_busy_nodes", "bf_max_job_user=2", "defer",
	"assoc_limit_stop", "sched_max_job_start=1", "bf_max_job_start=2",
	"bf_job_part_count_reserve=1" };
static const char *const modes[] = { "OFF", "REQUEUE", "CANCEL",
	"SUSPEND,GANG" };
static const char *const flags[] = { "NONE", "NONE", "ACCRUE_ALWAYS",
	"CALCULATE_RUNNING", "SMALL_RELATIVE_TO_TIME", "INCR_ONLY" };
#define PICK(rng, list) list[below(rng, FT_COUNT(list))]

static void
open_store(struct smallworld *small, struct ft_rng *rng)
{
	char conf[1400];

	snprintf(conf, sizeof conf,
	    "SchedulerType=sched/%s\n"
	    "SchedulerParameters=bf_interval=%u,batch_sched_delay=%u,"
	    "sched_interval=%u,%s\n"
	    "SelectType=select/cons_tres\n"
	    "SelectTypeParameters=CR_Core_Memory\n"
	    "PreemptType=preempt/qos\n"
	    "PreemptMode=%s\n"
	    "Licenses=gauss:3\n"
	    "PriorityType=priority/%s\n"
	    "PriorityFlags=%s\n"
	    "PriorityCalcPeriod=%u\n"
	    "PriorityDecayHalfLife=1:00:00\n"
	    "PriorityWeightAge=300\n"
	    "PriorityMaxAge=1-0\n"
	    "PriorityWeightFairshare=1000\n"
	    "PriorityWeightJobSize=100\n"
	    "NodeName=b[1-3] CPUs=%u RealMemory=9000\n"
	    "NodeName=a1 CPUs=8 RealMemory=5000 Weight=2\n"
	    "PartitionName=half Nodes=n[1-2],b[2-3] PriorityTier=%u\n"
	    "PartitionName=alone Nodes=n[3-4],a1 OverSubscribe=EXCLUSIVE\n",
	    below(rng, 6) ? "backfill" : "builtin", 10 + below(rng, 30),
	    1 + below(rng, 5), 30 + below(rng, 60), PICK(rng, parameters),
	    PICK(rng, modes), below(rng, 6) ? "multifactor" : "basic",
	    PICK(rng, flags), 1 + below(rng, 5), 4 + 4 * below(rng, 3),
	    1 + below(rng, 2));
	smallworld_open(small, conf);
	for (uint32_t n = below(rng, 3); n; n--)
		if (acctline_run(small->store, PICK(rng, limits), true, true))
			bail("a limit is refused");
}

static void
open_world(struct smallworld *small, const struct ft_world_load *how)
{
	const struct ft_load_source source = {
		.store = small->store, .conf = &small->conf, .cluster = 1
	};

	ft_world_free(&small->world);
	must(ft_load_world(&small->world, &source, how, &err));
}

static void
save(struct smallworld *small)
{
	storefile_begin(small->store);
	must(ft_save_world(&small->world, small->store, &err));
	storefile_commit(small->store);
}

static void
reserve(struct smallworld *small, struct ft_rng *rng)
{
	static const char *const who[] = { "users=ann", "accounts=phys",
		"users=bob,cy" };
	static const char *const flag[] = { "", "flags=magnetic", "flags=flex",
		"flags=purge_comp=3" };
	struct ft_reservation_request request;
	struct ft_reservation *made = NULL;
	char words[5][40];

	snprintf(
	    words[0], sizeof words[0], "start=now+%uminutes", below(rng, 60));
	snprintf(words[1], sizeof words[1], "duration=%u", 5 + below(rng, 60));
	snprintf(words[2], sizeof words[2], "nodecnt=%u", 1 + below(rng, 2));
	snprintf(words[3], sizeof words[3], "%s", PICK(rng, who));
	snprintf(words[4], sizeof words[4], "%s", PICK(rng, flag));
	ft_reservation_request_init(&request, false);
	for (int i = 0; i < 5; i++)
		if (*words[i])
			must(ft_reservation_request_word(
			    &request, words[i], small->world.now, &err));
	(void)ft_reserve_create(&small->world, &request, NULL, &made);
	ft_reservation_request_free(&request);
}

static void
make_odd(struct smallworld *small, struct ft_rng *rng, struct ft_job *job)
{
	static const char *const partitions[] = { "debug", "other", "half",
		"alone", "debug,half", "half,alone" };
	struct ft_world *world = &small->world;
	char text[40];

	job->partitions = ft_world_string(world, PICK(rng, partitions));
	if (world->n_reservation && below(rng, 5) == 0)
		job->reservation =
		    ft_world_string(world, world->reservation[0]->name);
	if (below(rng, 6) == 0)
		job->licenses = ft_world_string(world, "gauss:2");
	if (below(rng, 8) == 0)
		job->req_nodes = ft_world_string(world, "n2");
	if (below(rng, 8) == 0)
		ft_array_parse(job, below(rng, 2) ? "1-4" : "1-5%2", 1000);
	if (below(rng, 8) == 0)
		job->begins = STOREFILE_NOW + below(rng, 2 * ARRIVE);
	if (below(rng, 8) == 0)
		job->time_min = 1;
	if (below(rng, 5) == 0 && world->next_number > 1) {
		snprintf(text, sizeof text, "%s:%" PRIu32,
		    below(rng, 2) ? "afterok" : "afterany",
		    1 + below(rng, world->next_number - 1));
		job->dependency = ft_world_string(world, text);
	}
}

static void
submit(struct smallworld *small, struct ft_rng *rng)
{
	static const char *const users[] = { "ann", "bob", "cy" };
	struct ft_job *job = smallworld_job(small, PICK(rng, users));
	struct ft_asker asker = smallworld_asker(small, job->user);
	struct ft_submit_request request = { .asker = &asker,
		.job = job,
		.qos = below(rng, 5) ? "" : "high",
		.at = STOREFILE_NOW + below(rng, ARRIVE) };

	job->tasks_wanted = 1 + below(rng, below(rng, 3) ? 12 : 50);
	job->time_limit = 1 + below(rng, below(rng, 2) ? 10 : 60);
	job->run_time = 1 + below(rng, (uint32_t)job->time_limit * 65);
	job->requeue = below(rng, 2);
	if (below(rng, 3) == 0)
		job->mem_per_cpu = 100 * (1 + below(rng, 9));
	make_odd(small, rng, job);
	if (ft_world_submit(&small->world, &request) == FT_REFUSE_NONE)
		return;
	ft_job_clear(job);
	ft_free(job);
}

static void
make_store(struct smallworld *small, uint64_t seed)
{
	struct ft_rng rng;

	ft_rng_init(&rng, seed);
	open_store(small, &rng);
	open_world(small, NULL);
	for (uint32_t n = below(&rng, 6); n > 3; n--)
		reserve(small, &rng);
	for (size_t i = 0; i < JOBS; i++)
		submit(small, &rng);
	save(small);
}

/* ---- time passes ------------------------------------------------------------------ */

static void
note_event(void *ctx, const struct ft_sim_event *event)
{
	if (event->kind != FT_SIM_START && event->kind != FT_SIM_END &&
	    event->kind != FT_SIM_PREEMPT && event->kind != FT_SIM_SUSPEND &&
	    event->kind != FT_SIM_RESUME)
		return;
	ft_str_addf(ctx, "%" PRId64 " job %" PRIu32 " %d on %s\n",
	    event->at - STOREFILE_NOW, event->job->number, (int)event->kind,
	    event->job->nodes);
}

/* Let time pass until UNTIL as fsim run does, from the store and back. */
static void
run_piece(struct smallworld *small, int64_t until, struct ft_str *text)
{
	struct ft_run run = {
		.until = until, .report = note_event, .ctx = text
	};

	open_world(small, &(struct ft_world_load){ .lazy = true });
	must(ft_load_arrivals(&small->world, small->store, until, &err));
	must(ft_world_run(&small->world, &run, &err));
	save(small);
}

/* What became of the jobs, with what each has of its nodes. */
static void
add_state(struct smallworld *small, struct ft_str *text)
{
	open_world(small, &(struct ft_world_load){ .all_jobs = true });
	for (size_t i = 0; i < small->world.n_job; i++) {
		const struct ft_job *job = small->world.job[i];

		ft_str_addf(text,
		    "%" PRIu32 " %s %s eligible %" PRId64 " age %" PRId64
		    " start %" PRId64 " end %" PRId64 " plan %" PRId64,
		    job->number, ft_job_state_name(job->state),
		    ft_job_reason_name(job->reason), job->eligible, job->accrue,
		    job->started, job->ended, job->expected);
		for (size_t j = 0; j < job->n_node; j++)
			ft_str_addf(text, " %" PRIu32 ":%" PRIu32,
			    job->node[j].node, job->node[j].cpus);
		ft_str_add_char(text, '\n');
	}
}

/* Returns what happens in the pieces that CUT[n] make; the caller's. */
static char *
run_pieces(uint64_t seed, const int64_t *cut, size_t n)
{
	struct smallworld small;
	struct ft_str text = { 0 };

	make_store(&small, seed);
	for (size_t i = 0; i < n; i++)
		run_piece(&small, cut[i], &text);
	run_piece(&small, STOREFILE_NOW + LENGTH, &text);
	add_state(&small, &text);
	smallworld_close(&small);
	return ft_str_take(&text);
}

static void
show_difference(const char *a, const char *b)
{
	const char *line = a, *other = b;

	for (; *a && *a == *b; a++, b++)
		if (*a == '\n') {
			line = a + 1;
			other = b + 1;
		}
	diag("one piece: %.*s", (int)strcspn(line, "\n"), line);
	diag("in pieces: %.*s", (int)strcspn(other, "\n"), other);
}

static bool
is_same(uint64_t seed)
{
	int64_t cut[MAX_CUTS];
	struct ft_rng rng;
	char *whole FT_CLEANUP(ft_free_at) = run_pieces(seed, NULL, 0);
	char *pieces FT_CLEANUP(ft_free_at) = NULL;
	size_t n;
	bool same;

	ft_rng_init(&rng, ~seed);
	n = 1 + below(&rng, MAX_CUTS);
	for (size_t i = 0; i < n; i++)
		cut[i] = STOREFILE_NOW + below(&rng, ARRIVE + 2000);
	qsort(cut, n, sizeof *cut, ft_by_i64);
	pieces = run_pieces(seed, cut, n);
	same = !strcmp(whole, pieces);
	if (!same) {
		diag("seed %" PRIu64 ", %zu cuts:", seed, n);
		show_difference(whole, pieces);
	}
	return same;
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(60));
	uint64_t differ = 0;

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		differ += !is_same(seed);
	/* a job that waits for another arrives where it could never run */
	differ += !is_same(1155);
	is_u64(differ, 0, "cut in pieces, nothing happens otherwise");
	return done_testing();
}
