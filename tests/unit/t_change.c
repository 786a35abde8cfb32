/*
 * Changes of jobs: who may do what, and what comes of it.  Answers, numbers of
 * `top` and of priorities are those of scontrol and squeue 22.05.
 */
#include <string.h>

#include "lib/smallworld.h"
#include "sim/world/array.h"
#include "sim/change/change.h"
#include "sim/policy/policy.h"
#include "sim/update/update.h"
#include "tap/tap.h"

static struct smallworld small;
static struct ft_asker ann, bob;

static struct ft_job *
submit(const char *user, int64_t site)
{
	struct ft_job *job = smallworld_job(&small, user);

	job->site_factor = site;
	return smallworld_submit(&small, job);
}

static void
open_world(const char *more)
{
	smallworld_open(&small, more);
	ann = smallworld_asker(&small, "ann");
	bob = smallworld_asker(&small, "bob");
}

static void
is_refusal(enum ft_refusal got, enum ft_refusal want, const char *name)
{
	is_str(ft_refusal_text(got), ft_refusal_text(want), "%s", name);
}

static enum ft_refusal
update(const struct ft_asker *asker, struct ft_job *job, const char *key,
    const char *value)
{
	const struct ft_update_request request = { asker, job, key, value };
	enum ft_refusal refusal = FT_REFUSE_NONE;
	struct ft_error err = { 0 };

	if (ft_world_update(&small.world, &request, &refusal, &err) != FT_OK)
		bail("%s=%s: %s", key, value, err.text);
	return refusal;
}

/* ---- holding -------------------------------------------------------------------- */

static void
test_hold(void)
{
	struct ft_job *job;
	struct ft_world *world;

	open_world("");
	world = &small.world;
	job = submit("ann", 500);
	is_u64(job->priority, 1500, "priority 1000 + 500");
	is_refusal(ft_world_hold(world, &bob, job, false), FT_REFUSE_USER,
	    "another's job is not held");
	is_refusal(ft_world_hold(world, &ann, job, false), FT_REFUSE_NONE,
	    "one's own is");
	is_u64(job->priority, 0, "it has no priority");
	is_i64(job->reason, FT_REASON_HELD_USER, "held by its user");
	is_refusal(ft_world_hold(world, &smallworld_root, job, false),
	    FT_REFUSE_NONE, "root holds it too");
	is_i64(job->reason, FT_REASON_HELD_ADMIN, "so root does");
	is_refusal(ft_world_hold(world, &ann, job, false), FT_REFUSE_NONE,
	    "the user once more");
	is_i64(job->reason, FT_REASON_HELD_ADMIN, "which changes nothing");
	is_refusal(ft_world_release(world, &ann, job), FT_REFUSE_DENIED,
	    "the user cannot release it");
	is_refusal(ft_world_hold(world, &smallworld_root, job, true),
	    FT_REFUSE_NONE, "uhold");
	is_refusal(ft_world_release(world, &ann, job), FT_REFUSE_NONE,
	    "now the user can");
	is_u64(job->priority, 1500, "it has its priority again");
	is_i64(job->reason, FT_REASON_NONE, "no reason yet");
	is_refusal(ft_world_release(world, &bob, job), FT_REFUSE_USER,
	    "another's job is not released");
	smallworld_run(&small, 30);
	is_i64(job->state, FT_JOB_COMPLETED, "it ran");
	is_refusal(ft_world_hold(world, &ann, job, false), FT_REFUSE_FINISHED,
	    "too late");
	smallworld_close(&small);
}

/* ---- priority and nice -------------------------------------------------------------- */

static void
test_priority(void)
{
	struct ft_job *job;

	open_world("");
	job = submit("bob", 500);
	is_refusal(update(&bob, job, "nice", "-50"), FT_REFUSE_DENIED,
	    "users do not raise it");
	is_refusal(update(&bob, job, "nice", "20"), FT_REFUSE_NONE, "nice");
	is_u64(job->priority, 1480, "lowers it");
	is_refusal(
	    update(&bob, job, "nice", "10"), FT_REFUSE_NONE, "less nice");
	is_u64(job->priority, 1490, "raises it again");
	is_refusal(update(&bob, job, "priority", "99999999"), FT_REFUSE_DENIED,
	    "users do not set it");
	is_refusal(update(&bob, job, "priority", "100"),
	    FT_REFUSE_PRIORITY_RESET, "nor lower it for long");
	is_u64(job->priority, 1500, "it is computed anew");
	is_i64(job->nice, 0, "without nice");
	is_refusal(update(&smallworld_root, job, "priority", "5"),
	    FT_REFUSE_NONE, "root sets it");
	is_u64(job->priority, 5, "to a number");
	is_refusal(update(&smallworld_root, job, "nice", "5"), FT_REFUSE_NONE,
	    "nice means nothing then");
	is_i64(job->nice, 0, "and is not kept");
	is_refusal(
	    update(&bob, job, "nice", "-10"), FT_REFUSE_NONE, "whoever asks");
	is_refusal(update(&bob, job, "priority", "4"), FT_REFUSE_PRIORITY_RESET,
	    "lowered by its owner");
	is_u64(job->priority, 4, "a number that was set is");
	is_refusal(update(&bob, job, "priority", "40"), FT_REFUSE_DENIED,
	    "not raised");
	is_refusal(
	    update(&bob, job, "priority", "0"), FT_REFUSE_NONE, "0 holds");
	is_i64(job->reason, FT_REASON_HELD_USER, "as its user");
	is_refusal(update(&smallworld_root, job, "priority", "0"),
	    FT_REFUSE_NONE, "again by root");
	is_i64(job->reason, FT_REASON_HELD_ADMIN, "as an administrator");
	is_refusal(update(&smallworld_root, job, "priority", "77"),
	    FT_REFUSE_HELD, "a held job gets no number");
	ft_world_release(&small.world, &smallworld_root, job);
	is_u64(job->priority, 1500, "released: computed");
	update(&smallworld_root, job, "priority", "777");
	update(&smallworld_root, job, "nice", "3");
	ft_world_release(&small.world, &smallworld_root, job);
	is_u64(job->priority, 1500, "release also frees a number that was set");
	smallworld_close(&small);
}

/* ---- top --------------------------------------------------------------------------- */

/* Jobs 1 to 4: priorities and nice afterwards. */
struct want {
	uint32_t priority;
	int64_t nice;
};

static void
is_order(struct ft_job *const *job, const struct want *want, const char *name)
{
	for (size_t i = 0; i < 4; i++) {
		is_u64(job[i]->priority, want[i].priority,
		    "%s: priority of job %zu", name, i + 1);
		is_i64(job[i]->nice, want[i].nice, "%s: nice of job %zu", name,
		    i + 1);
	}
}

static void
top(const struct ft_asker *asker, struct ft_job *first, struct ft_job *second)
{
	struct ft_job *job[2] = { first, second };

	is_refusal(ft_world_top(&small.world, asker, job, second ? 2 : 1),
	    FT_REFUSE_NONE, "top");
}

/* What squeue printed of four jobs of ann with nice 0, 10, 20, 30. */
static void
test_top(void)
{
	static const struct want fourth[] = { { 16656, 10 }, { 16646, 20 },
		{ 16636, 30 }, { 16666, 0 } };
	static const struct want third[] = { { 16646, 20 }, { 16636, 30 },
		{ 16666, 0 }, { 16656, 10 } };
	static const struct want first[] = { { 16666, 0 }, { 16630, 36 },
		{ 16659, 7 }, { 16649, 17 } };
	static const struct want two[] = { { 16643, 23 }, { 16666, 0 },
		{ 16636, 30 }, { 16659, 7 } };
	static const struct want even[] = { { 16665, 1 }, { 16665, 1 },
		{ 16666, 0 }, { 16665, 1 } };
	static const struct want last[] = { { 16665, 1 }, { 16665, 1 },
		{ 16665, 1 }, { 16666, 0 } };
	static const struct want pair[] = { { 16665, 1 }, { 16666, 0 },
		{ 16664, 2 }, { 16664, 2 } };
	static const struct want fixed[] = { { 5553, 11113 }, { 5554, 11112 },
		{ 50000, -33334 }, { 38888, 11112 } };
	struct ft_job *job[4];

	open_world("SchedulerParameters=enable_user_top\n");
	for (size_t i = 0; i < 4; i++) {
		job[i] = smallworld_job(&small, "ann");
		job[i]->site_factor = 15666;
		job[i]->nice = (int64_t)(i * 10);
		smallworld_submit(&small, job[i]);
	}
	top(&smallworld_root, job[3], NULL);
	is_order(job, fourth, "the last");
	top(&smallworld_root, job[2], NULL);
	is_order(job, third, "the third");
	top(&smallworld_root, job[2], NULL);
	is_order(job, third, "the third again");
	top(&ann, job[0], NULL);
	is_order(job, first, "the first, by its owner");
	top(&smallworld_root, job[1], job[3]);
	is_order(job, two, "two");
	for (size_t i = 0; i < 4; i++)
		update(&smallworld_root, job[i], "nice", "0");
	top(&ann, job[2], NULL);
	is_order(job, even, "among equals");
	top(&ann, job[3], NULL);
	is_order(job, last, "another of them");
	top(&ann, job[1], job[0]);
	is_order(job, pair, "two of them");
	update(&smallworld_root, job[3], "priority", "50000");
	top(&smallworld_root, job[2], NULL);
	is_order(job, fixed, "above one whose priority was set");
	is_refusal(ft_world_top(&small.world, &bob, job, 1), FT_REFUSE_DENIED,
	    "another's job");
	ft_world_hold(&small.world, &ann, job[0], false);
	is_refusal(ft_world_top(&small.world, &ann, job, 1), FT_REFUSE_HELD,
	    "a held job");
	smallworld_run(&small, 5);
	is_refusal(ft_world_top(&small.world, &smallworld_root, job + 1, 1),
	    FT_REFUSE_NOT_RUNNING, "one that runs");
	smallworld_close(&small);

	open_world("");
	ok(!ft_world_may_top(&small.world, &ann), "users need enable_user_top");
	smallworld_close(&small);
}

/* ---- putting back, suspending, cancelling -------------------------------------------- */

static void
test_requeue(void)
{
	struct ft_job *job;
	struct ft_world *world;
	int64_t now;

	open_world("");
	world = &small.world;
	job = smallworld_job(&small, "ann");
	job->run_time = 100;
	job->exit_code = 3;
	smallworld_submit(&small, job);
	is_refusal(ft_world_requeue(world, &ann, job, false), FT_REFUSE_PENDING,
	    "it waits");
	smallworld_run(&small, 40);
	is_i64(job->state, FT_JOB_RUNNING, "it runs");
	is_refusal(ft_world_requeue(world, &bob, job, false), FT_REFUSE_DENIED,
	    "another's job");
	now = world->now;
	is_refusal(ft_world_requeue(world, &ann, job, false), FT_REFUSE_NONE,
	    "put back");
	is_i64(job->state, FT_JOB_PENDING, "it waits again");
	is_i64(job->submitted, now, "submitted now");
	is_i64(job->eligible, now + 121, "and eligible two minutes later");
	is_i64(job->accrue, 0, "its age is forgotten");
	is_u64(job->restarts, 1, "restarted once");
	is_u64(world->n_run, 1, "what it did is kept");
	is_i64(world->run[0].ended - world->run[0].started,
	    now - world->run[0].started, "until now");
	ok(world->run[0].requeued, "as one that was put back");
	is_u64(world->run[0].exit_code, 0, "it had not ended by itself");
	is_u64(world->n_charge, 1, "it is charged");
	smallworld_run(&small, 119);
	is_i64(job->state, FT_JOB_PENDING, "not before the time");
	smallworld_run(&small, 250);
	is_i64(job->state, FT_JOB_FAILED, "it ran again, and to its end");
	is_u64(job->exit_code, 3, "as it would have");
	is_refusal(ft_world_requeue(world, &smallworld_root, job, true),
	    FT_REFUSE_NONE, "an ended job, held");
	is_i64(job->reason, FT_REASON_REQUEUED_HELD, "says so");
	is_u64(world->run[1].exit_code, 3, "it had ended by itself");
	is_refusal(ft_world_release(world, &ann, job), FT_REFUSE_NONE,
	    "its user may release it");
	job->requeue = false;
	smallworld_run(&small, 200);
	is_refusal(ft_world_requeue(world, &ann, job, false),
	    FT_REFUSE_DISABLED, "one that must not be put back");
	smallworld_close(&small);
}

static void
test_suspend(void)
{
	struct ft_job *job;
	struct ft_world *world;

	open_world("");
	world = &small.world;
	job = smallworld_job(&small, "ann");
	job->run_time = 100;
	smallworld_submit(&small, job);
	is_refusal(ft_world_suspend(world, &smallworld_root, job),
	    FT_REFUSE_PENDING, "it waits");
	smallworld_run(&small, 40);
	is_refusal(ft_world_suspend(world, &ann, job), FT_REFUSE_DENIED,
	    "users may not");
	is_refusal(ft_world_resume(world, &smallworld_root, job),
	    FT_REFUSE_NOT_SUSPENDED, "it runs");
	is_refusal(ft_world_suspend(world, &smallworld_root, job),
	    FT_REFUSE_NONE, "suspended");
	is_refusal(ft_world_suspend(world, &smallworld_root, job),
	    FT_REFUSE_NONE, "it is already");
	smallworld_run(&small, 50);
	is_i64(job->state, FT_JOB_SUSPENDED, "time passes");
	is_refusal(ft_world_resume(world, &smallworld_root, job),
	    FT_REFUSE_NONE, "resumed");
	is_i64(job->suspended_secs, 50, "it rested that long");
	smallworld_run(&small, 200);
	is_i64(job->state, FT_JOB_COMPLETED, "and ends");
	is_refusal(ft_world_suspend(world, &smallworld_root, job),
	    FT_REFUSE_INVALID_STATE, "too late");
	smallworld_close(&small);
}

static void
test_cancel(void)
{
	struct ft_job *job, *head;
	struct ft_world *world;

	open_world("");
	world = &small.world;
	job = submit("ann", 0);
	is_refusal(ft_world_cancel(world, &bob, job), FT_REFUSE_DENIED,
	    "another's job");
	is_refusal(ft_world_cancel(world, &ann, job), FT_REFUSE_NONE,
	    "one that waits");
	is_i64(job->state, FT_JOB_CANCELLED, "is cancelled");
	ok(job->was_cancelled, "by somebody");
	is_u64(job->cancelled_by, ann.uid, "by its owner");
	is_u64(world->n_charge, 0, "for free");
	is_refusal(
	    ft_world_cancel(world, &ann, job), FT_REFUSE_FINISHED, "once");
	job = submit("ann", 0);
	smallworld_run(&small, 5);
	is_refusal(ft_world_cancel(world, &smallworld_root, job),
	    FT_REFUSE_NONE, "one that runs");
	is_u64(job->cancelled_by, 0, "by root");
	is_u64(world->n_charge, 1, "for what it took");
	head = smallworld_job(&small, "ann");
	(void)ft_array_parse(head, "1-3", 1001);
	smallworld_submit(&small, head);
	is_refusal(ft_world_cancel_task(world, &bob, head, 2), FT_REFUSE_DENIED,
	    "another's task");
	is_refusal(ft_world_cancel_task(world, &ann, head, 2), FT_REFUSE_NONE,
	    "one task");
	is_u64(head->n_tasks, 2, "two are left");
	is_u64(ft_policy_assoc_use(world, ft_world_node(world, head)).submitted,
	    2, "and count");
	is_refusal(
	    ft_world_cancel(world, &ann, head), FT_REFUSE_NONE, "the array");
	is_u64(ft_policy_assoc_use(world, ft_world_node(world, head)).submitted,
	    0, "none counts any more");
	smallworld_close(&small);
}

/* ---- keys ---------------------------------------------------------------------------- */

static void
test_names(void)
{
	/* shortest forms, and one letter less */
	static const struct {
		const char *word, *want; /* NULL: none */
	} row[] = {
		{ "Nice", "Nice" },
		{ "ni", "Nice" },
		{ "n", NULL },
		{ "priority", "Priority" },
		{ "pr", "Priority" },
		{ "pa", "Partition" },
		{ "p", NULL },
		{ "timel", "TimeLimit" },
		{ "time", NULL },
		{ "QOS", "QOS" },
		{ "a", "Account" },
		{ "arraytaskt", "ArrayTaskThrottle" },
		{ "arraytask", NULL },
		{ "com", "Comment" },
		{ "con", "Contiguous" },
		{ "reset", "ResetAccrueTime" },
		{ "reser", "ReservationName" },
		{ "bogus", NULL },
		{ "nicely", NULL },
		{ "", NULL },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		const struct ft_update_key *key =
		    ft_update_find(ft_word_of(row[i].word));

		is_str(
		    key ? key->name : NULL, row[i].want, "'%s'", row[i].word);
	}
}

static void
test_values(void)
{
	static const char *const bad[][2] = {
		{ "nice", "99999999999" },
		{ "nice", "2147483646" },
		{ "nice", "x" },
		{ "sitefactor", "3000000000" },
		{ "priority", "4294967294" },
		{ "priority", "-1" },
		{ "priority", "abc" },
		{ "timelimit", "abc" },
		{ "timelimit", "-30" },
		{ "starttime", "abc" },
		{ "requeue", "x" },
		{ "numnodes", "4-2" },
		{ "numcpus", "x" },
		{ "minmemorycpu", "300G" },
		{ "contiguous", "maybe" },
		{ "runtime", "x" },
	};
	struct ft_job *job;

	open_world("");
	job = submit("ann", 0);
	for (size_t i = 0; i < FT_COUNT(bad); i++) {
		const struct ft_update_request request = { &smallworld_root,
			job, bad[i][0], bad[i][1] };
		enum ft_refusal refusal;
		struct ft_error err = { 0 };

		is_i64(ft_world_update(&small.world, &request, &refusal, &err),
		    FT_EINVAL, "%s=%s", bad[i][0], bad[i][1]);
		ok(*err.text, "with a message");
	}
	smallworld_close(&small);
}

/* Key by key of a job of ann that waits: who asks, the answer. */
static void
test_keys(void)
{
	static const struct {
		const char *who, *key, *value;
		enum ft_refusal want;
	} row[] = {
		{ "bob", "comment", "x", FT_REFUSE_USER },
		{ "ann", "comment", "x", FT_REFUSE_NONE },
		{ "ann", "admincomment", "x", FT_REFUSE_DENIED },
		{ "root", "admincomment", "x", FT_REFUSE_NONE },
		{ "ann", "sitefactor", "5", FT_REFUSE_DENIED },
		{ "root", "sitefactor", "-5", FT_REFUSE_NONE },
		{ "ann", "timelimit", "20", FT_REFUSE_NONE },
		{ "ann", "timelimit", "UNLIMITED", FT_REFUSE_DENIED },
		{ "root", "timelimit", "UNLIMITED", FT_REFUSE_NONE },
		{ "ann", "timelimit", "5", FT_REFUSE_NONE },
		{ "ann", "timemin", "4", FT_REFUSE_NONE },
		{ "ann", "timemin", "6", FT_REFUSE_TIME_MIN },
		{ "ann", "endtime", "now+60", FT_REFUSE_NOT_STARTED },
		{ "ann", "partition", "other", FT_REFUSE_NONE },
		{ "ann", "partition", "bogus", FT_REFUSE_PARTITION },
		{ "ann", "partition", "debug,other", FT_REFUSE_NONE },
		{ "ann", "qos", "high", FT_REFUSE_NONE },
		{ "ann", "qos", "bogus", FT_REFUSE_QOS },
		{ "ann", "account", "chem", FT_REFUSE_ACCOUNT },
		{ "ann", "account", "bogus", FT_REFUSE_ACCOUNT },
		{ "ann", "account", "phys", FT_REFUSE_NONE },
		{ "ann", "numnodes", "20", FT_REFUSE_NONE },
		{ "ann", "numnodes", "0", FT_REFUSE_NODE_COUNT },
		{ "ann", "numnodes", "2-3", FT_REFUSE_NONE },
		{ "ann", "numcpus", "300", FT_REFUSE_PARTITION_CONFIG },
		{ "ann", "numcpus", "2", FT_REFUSE_NONE },
		{ "ann", "numtasks", "6", FT_REFUSE_NONE },
		{ "ann", "cpuspertask", "2", FT_REFUSE_NONE },
		{ "ann", "minmemorynode", "65000", FT_REFUSE_NONE },
		{ "ann", "minmemorynode", "300", FT_REFUSE_NONE },
		{ "ann", "features", "foo", FT_REFUSE_FEATURE },
		{ "ann", "gres", "gpu:1", FT_REFUSE_GRES },
		{ "ann", "licenses", "foo", FT_REFUSE_LICENSE },
		{ "ann", "reqnodelist", "n9", FT_REFUSE_NODE_NAME },
		{ "ann", "reqnodelist", "n1", FT_REFUSE_NONE },
		{ "ann", "excnodelist", "n3", FT_REFUSE_NONE },
		{ "ann", "reservationname", "foo", FT_REFUSE_RESERVATION },
		{ "ann", "dependency", "afterok:1", FT_REFUSE_DEPENDENCY },
		{ "ann", "dependency", "bogus", FT_REFUSE_DEPENDENCY },
		{ "ann", "dependency", "singleton", FT_REFUSE_NONE },
		{ "ann", "arraytaskthrottle", "2", FT_REFUSE_NONE },
		{ "ann", "requeue", "0", FT_REFUSE_NONE },
		{ "ann", "jobname", "other", FT_REFUSE_NONE },
		{ "ann", "deadline", "now+1day", FT_REFUSE_DENIED },
		{ "root", "deadline", "now+1day", FT_REFUSE_NONE },
		{ "ann", "starttime", "now+100", FT_REFUSE_NONE },
		{ "ann", "runtime", "30", FT_REFUSE_NONE },
	};
	struct ft_job *job;

	open_world("");
	job = submit("ann", 0);
	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_asker asker = smallworld_asker(&small, row[i].who);

		asker.privileged = asker.super = !strcmp(row[i].who, "root");
		is_str(ft_refusal_text(
			   update(&asker, job, row[i].key, row[i].value)),
		    ft_refusal_text(row[i].want), "%s: %s=%s", row[i].who,
		    row[i].key, row[i].value);
	}
	is_str(job->comment, "x", "comment");
	is_i64(job->site_factor, -5, "site factor");
	is_i64(job->time_limit, 5, "limit");
	is_str(job->partitions, "debug,other", "partitions");
	is_str(ft_world_qos(&small.world, job->qos)->name, "high", "QOS");
	is_str(job->account, "phys", "account");
	is_u64(job->min_nodes, 2, "nodes");
	is_u64(job->req[0], 2,
	    "tasks of later do not change its CPUs: z45-update-keys");
	is_u64(job->req[1], 600, "300 MiB on 2 nodes");
	is_str(job->req_nodes, "n1", "nodes it wants");
	is_i64(job->begins, small.world.now + 100, "begin");
	is_i64(job->run_time, 30, "what it will take");
	is_u64(
	    ft_policy_assoc_use(&small.world, ft_world_node(&small.world, job))
		.submitted,
	    1, "it is counted once");
	is_refusal(update(&ann, job, "numcpus", "300"),
	    FT_REFUSE_PARTITION_CONFIG, "more CPUs than there are");
	is_i64(job->reason, FT_REASON_PARTITION_CONFIG, "and its reason");
	smallworld_close(&small);
}

static void
test_running(void)
{
	static const char *const fixed[][2] = { { "account", "phys" },
		{ "qos", "high" }, { "partition", "other" }, { "numcpus", "2" },
		{ "starttime", "now" }, { "gres", "x" }, { "features", "x" },
		{ "dependency", "" } };
	/* as the real Slurm did (x18, and asked by hand) */
	static const struct {
		const char *key, *value;
		enum ft_refusal want;
	} told[] = {
		{ "qos", "bogus", FT_REFUSE_QOS },
		{ "qos", "normal", FT_REFUSE_NONE },
		{ "partition", "debug", FT_REFUSE_NONE },
		{ "partition", "bogus", FT_REFUSE_NOT_RUNNING },
		{ "numnodes", "0", FT_REFUSE_NODE_COUNT },
		{ "numnodes", "1", FT_REFUSE_NONE },
		{ "numnodes", "2", FT_REFUSE_UNSUPPORTED },
		{ "numnodes", "1-2", FT_REFUSE_NOT_RUNNING },
		{ "deadline", "now+1hour", FT_REFUSE_NONE },
	};
	struct ft_job *job;

	open_world("");
	job = smallworld_job(&small, "ann");
	job->run_time = 100;
	smallworld_submit(&small, job);
	smallworld_run(&small, 10);
	for (size_t i = 0; i < FT_COUNT(fixed); i++)
		is_refusal(
		    update(&smallworld_root, job, fixed[i][0], fixed[i][1]),
		    FT_REFUSE_NOT_RUNNING, fixed[i][0]);
	for (size_t i = 0; i < FT_COUNT(told); i++)
		is_refusal(
		    update(&smallworld_root, job, told[i].key, told[i].value),
		    told[i].want, told[i].key);
	is_i64(job->deadline, 0, "no deadline");
	is_refusal(update(&ann, job, "timelimit", "20"), FT_REFUSE_DENIED,
	    "a running job gets no more time by its owner");
	is_refusal(
	    update(&ann, job, "timelimit", "5"), FT_REFUSE_NONE, "but less");
	is_refusal(update(&smallworld_root, job, "timelimit", "+10"),
	    FT_REFUSE_NONE, "root adds to it");
	is_i64(job->time_limit, 15, "5 + 10 min");
	is_refusal(update(&ann, job, "comment", "run"), FT_REFUSE_NONE,
	    "comments are free");
	smallworld_close(&small);
}

/* What an ended job says once it is put back, and one that was held while it
 * ran: squeue %r. */
static void
test_reasons(void)
{
	struct ft_world *world = &small.world;
	struct ft_job *bad, *held;

	open_world("");
	bad = smallworld_job(&small, "ann");
	bad->run_time = 10;
	bad->exit_code = 3;
	smallworld_submit(&small, bad);
	held = smallworld_job(&small, "bob");
	held->run_time = 15;
	smallworld_submit(&small, held);
	smallworld_run(&small, 8);
	is_refusal(ft_world_hold(world, &smallworld_root, held, false),
	    FT_REFUSE_NONE, "a job that runs is held");
	smallworld_run(&small, 12);
	is_i64(bad->state, FT_JOB_FAILED, "one failed");
	is_i64(held->state, FT_JOB_COMPLETED, "the other one ended well");
	is_i64(held->reason, FT_REASON_HELD_ADMIN, "and is held all the same");
	is_refusal(ft_world_requeue(world, &ann, bad, false), FT_REFUSE_NONE,
	    "the one that failed is put back");
	is_i64(bad->reason, FT_REASON_NON_ZERO_EXIT, "it says why it ended");
	smallworld_run(&small, 60);
	is_i64(
	    bad->reason, FT_REASON_BEGIN_TIME, "until a scheduler has looked");
	smallworld_close(&small);
}

/* The words squeue 22.05 has for a job that its partition shuts out. */
static void
test_shut_out(void)
{
	struct ft_job *job;

	open_world("PartitionName=pa Nodes=ALL AllowAccounts=bio,geo\n"
		   "PartitionName=qd Nodes=ALL DenyQos=normal,low "
		   "AllowAccounts=bio\n");
	job = smallworld_job(&small, "ann");
	job->account = "phys";
	job->partitions = "qd,pa";
	smallworld_submit(&small, job);
	smallworld_run(&small, 10);
	is_i64(job->reason, FT_REASON_ACCOUNT_NOT_ALLOWED, "the last says why");
	is_str(job->reason_detail,
	    "Job's account not permitted to use this partition "
	    "(pa allows bio,geo not phys)",
	    "with a sentence");
	smallworld_close(&small);
}

int
main(void)
{
	test_shut_out();
	test_hold();
	test_reasons();
	test_priority();
	test_top();
	test_requeue();
	test_suspend();
	test_cancel();
	test_names();
	test_values();
	test_keys();
	test_running();
	return done_testing();
}
