/*
 * Jobs, their earlier runs, the controller's numbers and live changes: what is
 * put comes back, by every filter; damaged rows are told.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/timefmt.h"
#include "lib/storefile.h"
#include "store/job/history.h"
#include "tap/tap.h"

static const struct ft_tres tres_items[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 4, "node", "" }, { 1001, "gres", "gpu" } };
static const struct ft_tres_table tres = { tres_items, 4 };
static struct ft_error err;
static struct ft_intern strings;

static void
must(enum ft_status status)
{
	if (status)
		bail("store: %s", err.text);
}

/* ---- jobs that were read ------------------------------------------------------- */

static struct {
	struct ft_job job[16];
	size_t n;
} list;

static enum ft_status
take(void *ctx, struct ft_job *job, struct ft_error *error)
{
	(void)ctx;
	(void)error;
	if (list.n == 16)
		bail("too many jobs");
	list.job[list.n++] = *job;
	return FT_OK;
}

static void
forget(void)
{
	for (size_t i = 0; i < list.n; i++)
		ft_job_clear(&list.job[i]);
	list.n = 0;
}

static enum ft_status
read_jobs(struct ft_store *store, const struct ft_store_job_filter *filter,
    int64_t *stamp)
{
	struct ft_store_seen seen = { .stamp = 0 };

	forget();
	if (stamp && ft_store_read_seen(store, &seen, &err))
		bail("%s", err.text);
	if (stamp)
		*stamp = seen.stamp;
	return ft_store_read_jobs(store, filter,
	    &(struct ft_store_reader){ &strings, &tres, NULL }, take, &err);
}

/* The numbers that FILTER lets through, as a text. */
static const char *
numbers(struct ft_store *store, const struct ft_store_job_filter *filter)
{
	static char text[200];
	size_t len = 0;

	must(read_jobs(store, filter, NULL));
	text[0] = '\0';
	for (size_t i = 0; i < list.n; i++)
		len += (size_t)snprintf(text + len, sizeof text - len, "%s%lu",
		    i ? " " : "", (unsigned long)list.job[i].number);
	return text;
}

static struct ft_job
new_job(uint32_t number, enum ft_job_state state)
{
	struct ft_job job;

	ft_job_init(&job);
	job.req = ft_calloc(tres.n, sizeof *job.req);
	job.number = number;
	job.state = state;
	job.user = "ann";
	job.account = "phys";
	return job;
}

static void
put(struct ft_store *store, struct ft_job *job)
{
	storefile_begin(store);
	must(ft_store_put_job(
	    &(struct ft_store_jobs){ store, 1, &tres }, job, 0, &err));
	storefile_commit(store);
}

/* ---- every field ----------------------------------------------------------------- */

/* Members by type; each gets a value of its own, from 1 or its limit on. */
#define NUMBERS(F)                                                             \
	F(number)                                                              \
	F(uid)                                                                 \
	F(gid)                                                                 \
	F(qos)                                                                 \
	F(array_job)                                                           \
	F(array_throttle)                                                      \
	F(array_size)                                                          \
	F(submitted)                                                           \
	F(eligible)                                                            \
	F(accrue)                                                              \
	F(begins)                                                              \
	F(deadline)                                                            \
	F(started)                                                             \
	F(ended)                                                               \
	F(expected)                                                            \
	F(suspended)                                                           \
	F(suspended_secs)                                                      \
	F(last_eval)                                                           \
	F(time_limit)                                                          \
	F(time_min)                                                            \
	F(run_time)                                                            \
	F(priority)                                                            \
	F(nice)                                                                \
	F(site_factor)                                                         \
	F(min_nodes)                                                           \
	F(max_nodes)                                                           \
	F(tasks_wanted)                                                        \
	F(cpus_per_task)                                                       \
	F(tasks_per_node)                                                      \
	F(mem_per_node)                                                        \
	F(mem_per_cpu)                                                         \
	F(disk_per_node)                                                       \
	F(restarts)                                                            \
	F(preempted)                                                           \
	F(mem_used)                                                            \
	F(preempt_by) F(preempt_at) F(exit_code) F(exit_signal) F(cancelled_by)
#define BOOLS(F)                                                               \
	F(kill_on_invalid_dep)                                                 \
	F(priority_set)                                                        \
	F(nodes_given)                                                         \
	F(tasks_given) F(exclusive) F(contiguous) F(requeue) F(was_cancelled)
#define TEXTS(F)                                                               \
	F(reason_detail)                                                       \
	F(user)                                                                \
	F(account)                                                             \
	F(partitions)                                                          \
	F(partition)                                                           \
	F(reservation)                                                         \
	F(wckey)                                                               \
	F(name)                                                                \
	F(comment)                                                             \
	F(admin_comment)                                                       \
	F(system_comment)                                                      \
	F(extra)                                                               \
	F(command)                                                             \
	F(work_dir)                                                            \
	F(options)                                                             \
	F(dependency)                                                          \
	F(gres)                                                                \
	F(licenses)                                                            \
	F(features) F(req_nodes) F(exc_nodes) F(nodes) F(sched_nodes)

static struct ft_job
full_job(bool bools)
{
	struct ft_job job = new_job(0, FT_JOB_SUSPENDED);
	int next = 1;

#define SET(member) job.member = (unsigned char)next++;
	NUMBERS(SET)
#undef SET
#define SET(member) job.member = bools;
	BOOLS(SET)
#undef SET
#define SET(member) job.member = #member " \xc3\xa4'\"";
	TEXTS(SET)
#undef SET
	job.nice = -2147483645;
	job.flags = FT_JOB_COMPLETING | FT_JOB_REQUEUED;
	job.reason = FT_REASON_HELD_ADMIN;
	job.hold = FT_HOLD_ADMIN;
	job.scheduler = FT_SCHED_BACKFILL;
	job.array_task = 3;
	job.billing = 11.5;
	job.cpu_efficiency = .625;
	job.req[0] = 4;
	job.req[3] = UINT64_MAX;
	job.alloc = ft_calloc(tres.n, sizeof *job.alloc);
	job.alloc[1] = 64000;
	return job;
}

static void
add_arrays(struct ft_job *job)
{
	static const uint32_t tasks[] = { 0, 1, 2, 5, 7, 8 };
	static const struct ft_depend depend[] = {
		{ .kind = FT_DEPEND_AFTER_OK,
		    .state = FT_DEPEND_DONE,
		    .number = 12,
		    .task = -1 },
		{ .kind = FT_DEPEND_AFTER,
		    .any = true,
		    .number = 4294967295,
		    .task = 7,
		    .minutes = 30 },
		{ .kind = FT_DEPEND_SINGLETON,
		    .state = FT_DEPEND_NEVER,
		    .task = -1 },
	};
	static const struct ft_job_node node[] = { { 0, 16, 64000 },
		{ 1, 16, 64000 }, { 2, 4, 0 } };

	job->n_tasks = job->cap_tasks = 6;
	job->tasks = ft_alloc(sizeof tasks);
	memcpy(job->tasks, tasks, sizeof tasks);
	job->n_depend = 3;
	job->depend = ft_alloc(sizeof depend);
	memcpy(job->depend, depend, sizeof depend);
	job->n_node = 3;
	job->node = ft_alloc(sizeof node);
	memcpy(job->node, node, sizeof node);
}

static void
check_arrays(const struct ft_job *got, const struct ft_job *want)
{
	bool same = got->n_tasks == want->n_tasks &&
		    got->n_depend == want->n_depend &&
		    got->n_node == want->n_node;

	for (size_t i = 0; same && i < want->n_tasks; i++)
		same = got->tasks[i] == want->tasks[i];
	ok(same, "tasks");
	for (size_t i = 0; same && i < want->n_depend; i++) {
		const struct ft_depend *a = &got->depend[i];
		const struct ft_depend *b = &want->depend[i];

		same = a->kind == b->kind && a->state == b->state &&
		       a->any == b->any && a->number == b->number &&
		       a->task == b->task && a->minutes == b->minutes;
	}
	ok(same, "dependencies");
	for (size_t i = 0; same && i < want->n_node; i++)
		same = got->node[i].node == want->node[i].node &&
		       got->node[i].cpus == want->node[i].cpus &&
		       got->node[i].memory == want->node[i].memory;
	ok(same, "nodes");
}

static void
check_job(const struct ft_job *got, const struct ft_job *want)
{
#define CHECK(member)                                                          \
	is_i64((int64_t)got->member, (int64_t)want->member, #member);
	NUMBERS(CHECK)
	BOOLS(CHECK)
	CHECK(id)
	CHECK(state)
	CHECK(flags)
	CHECK(reason)
	CHECK(hold)
	CHECK(scheduler)
	CHECK(array_task)
	CHECK(assoc)
	CHECK(stamp)
#undef CHECK
#define CHECK(member) is_str(got->member, want->member, #member);
	TEXTS(CHECK)
#undef CHECK
	is_real(got->billing, want->billing, "billing");
	is_real(got->cpu_efficiency, want->cpu_efficiency, "efficiency");
	ok(!memcmp(got->req, want->req, tres.n * sizeof *got->req), "req");
	ok(want->alloc ? got->alloc && !memcmp(got->alloc, want->alloc,
					   tres.n * sizeof *got->alloc)
		       : !got->alloc,
	    "alloc");
	check_arrays(got, want);
}

static void
test_fields(void)
{
	struct ft_store *store = storefile_memory();
	const struct ft_store_job_filter all = { .cluster = 1 };
	struct ft_job job = full_job(true), plain;
	int64_t stamp;

	job.assoc = 2;
	add_arrays(&job);
	put(store, &job);
	ok(job.id > 0, "a new job gets an id");
	must(read_jobs(store, &all, &stamp));
	is_u64(list.n, 1, "one job");
	is_i64(stamp, job.stamp, "the stamp of the store");
	check_job(&list.job[0], &job);
	/* and back to nothing */
	plain = full_job(false);
	plain.id = job.id;
	plain.array_task = FT_TASK_NONE;
	plain.mem_per_cpu = FT_MEM_UNSET;
	plain.mem_per_node = 0;
	plain.time_limit = FT_TIME_UNLIMITED;
	plain.array_job = plain.qos = 0;
	ft_free(plain.alloc);
	plain.alloc = NULL;
	put(store, &plain);
	ok(plain.stamp > job.stamp, "a stamp of its own each time");
	must(read_jobs(store, &all, NULL));
	check_job(&list.job[0], &plain);
	plain.time_limit = FT_TIME_NONE;
	plain.mem_per_node = FT_MEM_UNSET;
	put(store, &plain);
	must(read_jobs(store, &all, NULL));
	is_i64(list.job[0].time_limit, FT_TIME_NONE, "no limit was given");
	ok(list.job[0].mem_per_node == FT_MEM_UNSET, "nor memory");
	ft_job_clear(&job);
	ft_job_clear(&plain);
	ft_store_close(store);
}

/* ---- which jobs --------------------------------------------------------------------- */

static void
fill(struct ft_store *store, int64_t stamp[6])
{
	static const struct {
		uint32_t number, array;
		enum ft_job_state state;
		int64_t ended;
	} rows[6] = {
		{ 5, 0, FT_JOB_COMPLETED, 100 },
		{ 3, 0, FT_JOB_PENDING, 0 },
		{ 9, 5, FT_JOB_RUNNING, 0 },
		{ 7, 0, FT_JOB_FAILED, 200 },
		{ 1, 5, FT_JOB_CANCELLED, 300 },
		{ 8, 0, FT_JOB_SUSPENDED, 0 },
	};

	for (int i = 0; i < 6; i++) {
		struct ft_job job = new_job(rows[i].number, rows[i].state);

		job.array_job = rows[i].array;
		job.ended = rows[i].ended;
		put(store, &job);
		stamp[i] = job.stamp;
		ft_job_clear(&job);
	}
}

static void
test_filters(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_store_job_filter filter = { .cluster = 1 };
	int64_t stamp[6];
	bool any = true;

	must(ft_store_has_running(store, 1, &any, &err));
	ok(!any, "nothing runs");
	fill(store, stamp);
	for (int i = 1; i < 6; i++)
		ok(stamp[i] > stamp[i - 1], "stamps grow");
	is_str(numbers(store, &filter), "1 3 5 7 8 9", "all, by number");
	filter.ended_since = INT64_MIN;
	is_str(numbers(store, &filter), "1 3 5 7 8 9", "all, said so");
	filter.ended_since = 200;
	is_str(numbers(store, &filter), "1 3 7 8 9", "not those ended before");
	filter.ended_since = INT64_MAX;
	is_str(numbers(store, &filter), "3 8 9", "active ones");
	filter = (struct ft_store_job_filter){ .cluster = 1,
		.after_stamp = stamp[2] };
	is_str(numbers(store, &filter), "1 7 8", "those written since");
	filter.after_stamp = stamp[5];
	is_str(numbers(store, &filter), "", "none");
	filter = (struct ft_store_job_filter){ .cluster = 1, .number = 5 };
	is_str(numbers(store, &filter), "1 5 9", "a number and its array");
	filter.ended_since = INT64_MAX;
	is_str(numbers(store, &filter), "9", "of these, the active ones");
	filter = (struct ft_store_job_filter){ .cluster = 2 };
	is_str(numbers(store, &filter), "", "another cluster");
	must(ft_store_has_running(store, 1, &any, &err));
	ok(any, "something runs");
	ft_store_close(store);
}

/* ---- in the order of sacct ------------------------------------------------------- */

static bool
note(void *ctx, const struct ft_job *job)
{
	ft_str_addf(ctx, " %lu", (unsigned long)job->number);
	return true;
}

/* The numbers in the order of a listing. */
static const char *
listed(struct ft_store *store, bool brief, bool plain, struct ft_str *text)
{
	ft_str_clear(text);
	must(ft_store_read_history(store,
	    &(struct ft_store_history){ .cluster = 1,
		.brief = brief,
		.plain = plain,
		.tres = &tres,
		.fn = note,
		.ctx = text },
	    &err));
	return ft_str_text(text);
}

/* What has its ids in the order of the listing is read as it lies; the rest is
 * sorted. */
static void
test_order(void)
{
	static const struct {
		struct {
			uint32_t number, array;
			int32_t task;
			int64_t submitted;
		} job[3];
		const char *want, *plain; /* tasks by index, by number */
	} rows[] = {
		{ { { 5, 0, FT_TASK_NONE, 20 }, { 6, 0, FT_TASK_NONE, 20 },
		      { 4, 0, FT_TASK_NONE, 30 } },
		    " 5 6 4", " 5 6 4" },
		{ { { 5, 0, FT_TASK_NONE, 20 }, { 6, 0, FT_TASK_NONE, 20 },
		      { 7, 0, FT_TASK_NONE, 10 } },
		    " 7 5 6", " 7 5 6" },
		{ { { 5, 0, FT_TASK_NONE, 20 }, { 7, 0, FT_TASK_NONE, 20 },
		      { 6, 0, FT_TASK_NONE, 20 } },
		    " 5 6 7", " 5 6 7" },
		{ { { 5, 5, 2, 20 }, { 6, 5, 1, 20 },
		      { 7, 0, FT_TASK_NONE, 20 } },
		    " 7 6 5", " 5 6 7" },
		{ { { 5, 5, 1, 20 }, { 6, 0, FT_TASK_NONE, 20 },
		      { 7, 0, FT_TASK_NONE, 20 } },
		    " 6 7 5", " 5 6 7" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_store *store = storefile_memory();
		struct ft_str text = { 0 };

		for (int j = 0; j < 3; j++) {
			struct ft_job job =
			    new_job(rows[i].job[j].number, FT_JOB_COMPLETED);

			job.array_job = rows[i].job[j].array;
			job.array_task = rows[i].job[j].task;
			job.submitted = rows[i].job[j].submitted;
			put(store, &job);
			ft_job_clear(&job);
		}
		for (int brief = 0; brief < 2; brief++) {
			is_str(listed(store, brief, false, &text), rows[i].want,
			    "by submission, array and task");
			is_str(listed(store, brief, true, &text), rows[i].plain,
			    "by submission and number");
		}
		ft_str_free(&text);
		ft_store_close(store);
	}
}

/* A number is given to one job only; one that is gone cannot be written. */
static void
test_refused(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_job job = new_job(4, FT_JOB_PENDING), twin = job;

	put(store, &job);
	storefile_begin(store);
	is_i64(ft_store_put_job(
		   &(struct ft_store_jobs){ store, 1, &tres }, &twin, 0, &err),
	    FT_EEXIST, "the same number again");
	twin.id = 99;
	is_i64(ft_store_put_job(
		   &(struct ft_store_jobs){ store, 1, &tres }, &twin, 0, &err),
	    FT_ENOENT, "a job that is not there");
	is_str(err.text, ":memory:: job 4 is gone", "message");
	ft_store_rollback(store);
	ft_job_clear(&job);
	ft_store_close(store);
}

/* Refuse to write JOB, and say what WANT says. */
static void
refuse(struct ft_store *store, struct ft_job *job, uint32_t part_qos,
    const char *want)
{
	storefile_begin(store);
	is_i64(ft_store_put_job(&(struct ft_store_jobs){ store, 1, &tres }, job,
		   part_qos, &err),
	    FT_EINVAL, "%s", err.text);
	ok(strstr(err.text, want) != NULL, "says %s", want);
	ft_store_rollback(store);
}

/* What reading would refuse is not written: by a job that is new, or by an old one. */
static void
test_out_of_range(void)
{
	static const uint32_t tasks[] = { 3, 2 };
	struct ft_store *store = storefile_memory();
	struct ft_job job = new_job(4, FT_JOB_PENDING);

	for (int old = 0; old < 2; old++) {
		job.submitted = FT_TIME_LAST + 1;
		refuse(store, &job, 0, ": submitted is 253402300800");
		job.submitted = 100;
		refuse(store, &job, UINT32_MAX, ": part_qos is 4294967295");
		job.tasks = ft_alloc(sizeof tasks);
		memcpy(job.tasks, tasks, sizeof tasks);
		job.n_tasks = job.cap_tasks = 2;
		refuse(store, &job, 0, ": array_tasks is '3,2'");
		ft_free(job.tasks);
		job.tasks = NULL;
		job.n_tasks = job.cap_tasks = 0;
		put(store, &job);
	}
	ft_job_clear(&job);
	ft_store_close(store);
}

/* A job that gets another number, association or array is found by them. */
static void
test_keys(void)
{
	const struct ft_store_job_filter with = { .cluster = 1, .number = 5 };
	struct ft_store *store = storefile_memory();
	struct ft_job job = new_job(4, FT_JOB_PENDING);

	put(store, &job);
	job.number = 5;
	job.array_job = 3;
	job.assoc = 2;
	job.nice = 7;
	put(store, &job);
	must(read_jobs(store, &with, NULL));
	is_i64((int64_t)list.n, 1, "by its new number");
	is_i64(list.job[0].array_job, 3, "array");
	is_i64(list.job[0].assoc, 2, "association");
	is_i64(list.job[0].nice, 7, "and the rest");
	ft_job_clear(&job);
	ft_store_close(store);
}

/* ---- earlier runs --------------------------------------------------------------------- */

static void
test_runs(void)
{
	struct ft_store *store = storefile_memory();
	const struct ft_store_job_filter with = { .cluster = 1, .runs = true };
	struct ft_job job = new_job(4, FT_JOB_PENDING);
	const uint64_t alloc[4] = { 8, 0, 2, 0 };
	struct ft_store_run run = { .state = FT_JOB_PREEMPTED,
		.requeued = true,
		.submitted = 1,
		.eligible = 2,
		.started = 3,
		.ended = 4,
		.suspended_secs = 5,
		.partition = "batch",
		.nodes = "n[1-2]",
		.qos = 1,
		.scheduler = FT_SCHED_MAIN,
		.alloc = alloc,
		.n_node = 2,
		.exit_code = 6,
		.exit_signal = 15 };

	job.submitted = 100;
	put(store, &job);
	run.job = job.id;
	storefile_begin(store);
	must(ft_store_put_run(store, &run, &tres, &err));
	run.state = FT_JOB_NODE_FAIL;
	run.requeued = false;
	run.alloc = NULL;
	run.ended = 40;
	must(ft_store_put_run(store, &run, &tres, &err));
	storefile_commit(store);
	is_str(numbers(store, &(struct ft_store_job_filter){ .cluster = 1 }),
	    "4", "runs are not asked for");
	is_str(numbers(store, &with), "4 4 4", "and are");
	is_i64(list.job[0].state, FT_JOB_PREEMPTED, "state");
	is_u64(list.job[0].flags, FT_JOB_REQUEUED, "shown as REQUEUED");
	is_i64(list.job[0].submitted, 1, "submitted");
	is_i64(list.job[0].eligible, 2, "eligible");
	is_i64(list.job[0].started, 3, "started");
	is_i64(list.job[0].ended, 4, "ended");
	is_i64(list.job[0].suspended_secs, 5, "suspended");
	is_str(list.job[0].partition, "batch", "partition");
	is_str(list.job[0].nodes, "n[1-2]", "nodes");
	is_u64(list.job[0].n_node, 2, "count of nodes");
	is_u64(list.job[0].qos, 1, "QOS");
	is_i64(list.job[0].scheduler, FT_SCHED_MAIN, "scheduler");
	ok(list.job[0].alloc && !memcmp(list.job[0].alloc, alloc, sizeof alloc),
	    "TRES");
	is_u64(list.job[0].exit_code, 6, "exit status");
	is_u64(list.job[0].exit_signal, 15, "signal");
	is_str(list.job[0].user, "ann", "the rest is as it is now");
	is_i64(list.job[1].state, FT_JOB_NODE_FAIL, "the second run");
	ok(!list.job[1].alloc && !list.job[1].flags, "is another");
	is_i64(list.job[2].submitted, 100, "then the job itself");
	is_str(numbers(store,
		   &(struct ft_store_job_filter){
		       .cluster = 1, .runs = true, .ended_since = 30 }),
	    "4 4", "runs that ended before are left out");
	ft_job_clear(&job);
	ft_store_close(store);
}

/* ---- damage ---------------------------------------------------------------------------- */

static void
test_damage(void)
{
	static const char *const rows[] = {
		"state = 99",
		"state = -1",
		"state_flags = 512",
		"reason = 'Weather'",
		"hold = 3",
		"scheduler = 3",
		"uid = -1",
		"priority = 4294967296",
		"time_limit = -2",
		"array_task = -7",
		"billing = -1.5",
		"cpu_efficiency = -1.5",
		"mem_used = -2",
		"req_tres = 'cpu=4'",
		"req_tres = '1=4,'",
		"req_tres = '1=99999999999999999999'",
		"alloc_tres = '1'",
		"array_tasks = '3-1'",
		"array_tasks = '3,3'",
		"array_tasks = '0-4294967295'",
		"array_tasks = '1,'",
		"depends = '0 0 0 1 0'",
		"depends = '77 0 0 1 0 0'",
		"depends = '0 0 0 1 0 0;'",
		"node_use = '4'",
		"node_use = '4/1x0'",
		"node_use = '4/1x99999999'",
	};
	char *path = storefile_path("damage.db");
	const struct ft_store_job_filter all = { .cluster = 1 };
	struct ft_job job = new_job(4, FT_JOB_PENDING);
	struct ft_store *store = storefile_open(path);
	char sql[500], want[300];

	put(store, &job);
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		/* a table beside ours would be refused */
		snprintf(sql, sizeof sql,
		    "ATTACH '%s.kept' AS kept; CREATE TABLE IF NOT EXISTS "
		    "kept.job AS SELECT * FROM main.job; "
		    "UPDATE main.job SET %s",
		    path, rows[i]);
		storefile_do(path, sql);
		/* "job row 1: state is 99" */
		snprintf(want, sizeof want,
		    "%s: damaged: job row 1: %.*s is %s", path,
		    (int)strcspn(rows[i], " "), rows[i],
		    strchr(rows[i], '=') + 2);
		is_i64(
		    read_jobs(store, &all, NULL), FT_EFOREIGN, "%s", rows[i]);
		is_str(err.text, want, "message");
		snprintf(sql, sizeof sql,
		    "ATTACH '%s.kept' AS kept; DELETE FROM main.job; "
		    "INSERT INTO main.job SELECT * FROM kept.job",
		    path);
		storefile_do(path, sql);
	}
	must(read_jobs(store, &all, NULL));
	is_u64(list.n, 1, "whole again");
	ft_job_clear(&job);
	ft_store_close(store);
	ft_free(path);
}

/* TRES that are not tracked any more are left out. */
static void
test_lost_tres(void)
{
	static const struct ft_tres less[] = { { 1, "cpu", "" },
		{ 4, "node", "" } };
	const struct ft_tres_table few = { less, 2 };
	const struct ft_store_job_filter all = { .cluster = 1 };
	struct ft_store *store = storefile_memory();
	struct ft_job job = new_job(4, FT_JOB_PENDING);

	for (uint64_t i = 0; i < 4; i++)
		job.req[i] = 10 + i;
	put(store, &job);
	forget();
	must(ft_store_read_jobs(store, &all,
	    &(struct ft_store_reader){ &strings, &few, NULL }, take, &err));
	is_u64(list.job[0].req[0], 10, "the first");
	is_u64(list.job[0].req[1], 12, "and what is now the second");
	ft_job_clear(&job);
	ft_store_close(store);
}

/* ---- the controller ------------------------------------------------------------------------ */

static void
test_controller(void)
{
	struct ft_store *store = storefile_memory();
	const struct ft_store_controller put_in = { 1, 2, 3, true, 4, 5, 6,
		{ .since = 7, .submitted = 8, .plan_full = UINT32_MAX } };
	struct ft_store_controller got;
	struct ft_store_seen before, after;

	must(ft_store_get_controller(store, 1, &got, &err));
	ok(!got.main_ran && !got.next_number && !got.wanted, "none yet");
	must(ft_store_read_seen(store, &before, &err));
	storefile_begin(store);
	must(ft_store_put_controller(store, 1, &put_in, &err));
	storefile_commit(store);
	must(ft_store_get_controller(store, 1, &got, &err));
	ok(got.main_ran == 1 && got.full_ran == 2 && got.backfill_ran == 3 &&
		got.wanted && got.next_number == 4 && got.basic_priority == 5 &&
		got.last_reservation == 6,
	    "as it was put");
	ok(got.tally.since == 7 && got.tally.submitted == 8 &&
		got.tally.started == 0 && got.tally.plan_full == UINT32_MAX,
	    "the counters, too");
	must(ft_store_read_seen(store, &after, &err));
	is_i64(after.jobs, before.jobs + 1, "others can see that");
	is_i64(after.config, before.config, "the configuration is the same");
	ft_store_close(store);
}

static struct ft_str live;

static enum ft_status
tell(void *ctx, const struct ft_live_change *change, struct ft_error *error)
{
	(void)ctx;
	(void)error;
	ft_str_addf(&live, "%c %s %s=%s %lld\n", change->kind, change->name,
	    change->key, change->value, (long long)change->at);
	return FT_OK;
}

static const char *
live_changes(struct ft_store *store)
{
	ft_str_clear(&live);
	must(ft_store_read_live(store, 1, tell, NULL, &err));
	return ft_str_text(&live);
}

static void
change(struct ft_store *store, char kind, const char *name, const char *key,
    const char *value, int64_t at)
{
	const struct ft_live_change made = { kind, name, key, value, at };

	storefile_begin(store);
	must(ft_store_put_live(store, 1, &made, &err));
	storefile_commit(store);
}

static void
test_live(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_store_seen before, after;

	must(ft_store_read_seen(store, &before, &err));
	change(store, 'n', "n1", "State", "DRAIN", 1);
	change(store, 'n', "n1", "Reason", "disk", 2);
	change(store, 'n', "n1", "STATE", "RESUME", 3);
	change(store, 'p', "night", "", "1", 4);
	change(store, 'p', "night", "MaxTime", "10", 5);
	must(ft_store_read_seen(store, &after, &err));
	is_i64(after.config, before.config + 5, "all worlds are out of date");
	is_str(live_changes(store),
	    "n n1 Reason=disk 2\nn n1 STATE=RESUME 3\np night =1 4\n"
	    "p night MaxTime=10 5\n",
	    "the last of each key, in any case, in order");
	change(store, 'p', "night", "", "", 6);
	is_str(live_changes(store),
	    "n n1 Reason=disk 2\nn n1 STATE=RESUME 3\np night = 6\n",
	    "a partition goes with all that was said of it");
	storefile_begin(store);
	must(ft_store_clear_live(store, 1, &err));
	storefile_commit(store);
	is_str(live_changes(store), "n n1 Reason=disk 2\nn n1 STATE=RESUME 3\n",
	    "as the settings have it, but states of nodes stay");
	ft_str_free(&live);
	ft_store_close(store);
}

int
main(void)
{
	strings = (struct ft_intern){ 0 };
	test_fields();
	test_filters();
	test_order();
	test_refused();
	test_out_of_range();
	test_keys();
	test_runs();
	test_damage();
	test_lost_tres();
	test_controller();
	test_live();
	forget();
	ft_intern_free(&strings);
	return done_testing();
}
