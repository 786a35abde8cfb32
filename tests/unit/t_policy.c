/*
 * Limits: what holds a job back or refuses it, in squeue's words.  Most rows
 * are what Slurm 22.05 printed for the same limits and jobs.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/acctline.h"
#include "lib/smallworld.h"
#include "lib/storefile.h"
#include "model/account/limits.h"
#include "sim/change/change.h"
#include "sim/policy/policy.h"
#include "sim/run/life.h"
#include "sim/submit/submit.h"
#include "tap/tap.h"

static struct ft_error err;

/* A small world with further lines of sacctmgr. */
static void
open_with(struct smallworld *small, const char *conf, const char *const *line)
{
	struct ft_world_load all = { .usage = true };

	smallworld_open(small, conf);
	for (; *line; line++)
		if (acctline_run(small->store, *line, true, true))
			bail("'%s' is refused", *line);
	ft_world_free(&small->world);
	if (ft_load_world(&small->world,
		&(struct ft_load_source){
		    .store = small->store, .conf = &small->conf, .cluster = 1 },
		&all, &err))
		bail("%s", err.text);
}

/* One job: "ann:phys q=maxjobs n=2 t=30 N=1 w=n1 mem=5000 p=other". */
static struct ft_job *
job_of(struct smallworld *small, const char *text, char *qos)
{
	char copy[200], *save = NULL;
	struct ft_job *job = NULL;

	*qos = '\0';
	snprintf(copy, sizeof copy, "%s", text);
	for (char *word = strtok_r(copy, " ", &save); word;
	     word = strtok_r(NULL, " ", &save)) {
		char *value = strchr(word, '=');

		if (!job) {
			char *account = strchr(word, ':');

			assert(account);
			*account++ = '\0';
			job = smallworld_job(small, word);
			job->account = ft_world_string(&small->world, account);
			job->run_time = 100;
			continue;
		}
		assert(value);
		*value++ = '\0';
		if (!strcmp(word, "q"))
			strcpy(qos, value);
		else if (!strcmp(word, "n"))
			job->tasks_wanted = (uint32_t)atoi(value);
		else if (!strcmp(word, "t"))
			job->time_limit = atoi(value);
		else if (!strcmp(word, "N"))
			job->min_nodes = job->max_nodes = (uint32_t)atoi(value);
		else if (!strcmp(word, "w"))
			job->req_nodes = ft_world_string(&small->world, value);
		else if (!strcmp(word, "p"))
			job->partitions = ft_world_string(&small->world, value);
		else if (!strcmp(word, "mem"))
			job->mem_per_node = (uint64_t)atoi(value);
	}
	return job;
}

/* Submit it; the limit that refuses it, or NULL. */
static const char *
submit(struct smallworld *small, const char *text, struct ft_job **made)
{
	enum ft_refusal refusal;
	char qos[40];
	struct ft_job *job = job_of(small, text, qos);
	struct ft_submit_request request = {
		.asker = &smallworld_root, .job = job, .qos = qos
	};

	refusal = ft_world_submit(&small->world, &request);
	*made = job;
	if (refusal == FT_REFUSE_NONE)
		return NULL;
	ft_job_clear(job);
	ft_free(job);
	*made = NULL;
	return refusal == FT_REFUSE_POLICY ? ft_job_reason_name(request.reason)
					   : ft_refusal_text(refusal);
}

/* Limits (up to four lines) and jobs; the last one is asked about. */
struct row {
	const char *line[4];
	const char *job[3];
	const char *want; /* reason after a while; "" it runs; "!..." refused */
};

static const struct row rows[] = {
	/* j20: limits of QOS */
	{ { "add qos x maxjobspu=1" }, { "ann:phys q=x", "ann:phys q=x" },
	    "QOSMaxJobsPerUserLimit" },
	{ { "add qos x maxjobspu=1" }, { "ann:phys q=x", "bob:phys q=x" }, "" },
	{ { "add qos x maxtrespu=cpu=8" },
	    { "ann:phys q=x n=6", "ann:phys q=x n=6" },
	    "QOSMaxCpuPerUserLimit" },
	{ { "add qos x grptres=cpu=5" },
	    { "ann:phys q=x n=3", "bob:phys q=x n=3" }, "QOSGrpCpuLimit" },
	{ { "add qos x maxtresperjob=cpu=8" }, { "ann:phys q=x n=9" },
	    "QOSMaxCpuPerJobLimit" },
	{ { "add qos x maxwall=5" }, { "ann:phys q=x t=30" },
	    "QOSMaxWallDurationPerJobLimit" },
	{ { "add qos x grpjobs=1" }, { "ann:phys q=x", "cy:chem q=x" },
	    "QOSGrpJobsLimit" },
	{ { "add qos x maxtrespu=node=1" },
	    { "cy:chem q=x N=1 w=n1", "cy:chem q=x N=1 w=n2" },
	    "QOSMaxNodePerUserLimit" },
	{ { "add qos x mintresperjob=cpu=4" }, { "cy:chem q=x n=2" },
	    "QOSMinCpuNotSatisfied" },
	{ { "add qos x maxjobspa=1" }, { "ann:phys q=x", "bob:phys q=x" },
	    "MaxJobsPerAccount" },
	{ { "add qos x maxtrespa=cpu=8" },
	    { "ann:phys q=x n=5", "bob:phys q=x n=5" }, "MaxCpuPerAccount" },
	{ { "add qos x grptresrunmins=cpu=100" }, { "ann:phys q=x n=2 t=60" },
	    "QOSGrpCPURunMinutesLimit" },
	{ { "add qos x maxtresmins=cpu=100" }, { "ann:phys q=x n=4 t=30" },
	    "QOSMaxCpuMinutesPerJobLimit" },
	{ { "add qos x maxtrespu=mem=8000" },
	    { "ann:phys q=x mem=5000", "ann:phys q=x mem=5000" },
	    "QOSMaxMemoryPerUser" },
	{ { "add qos x grptresmins=cpu=0" }, { "ann:phys q=x" },
	    "QOSGrpCPUMinutesLimit" },
	{ { "add qos x grpwall=0" }, { "ann:phys q=x" }, "QOSGrpWallLimit" },
	{ { "add qos x grpsubmit=1" }, { "ann:phys q=x", "bob:phys q=x" },
	    "!QOSGrpSubmitJobsLimit" },
	{ { "add qos x maxsubmitjobspu=1" }, { "bob:phys q=x", "bob:phys q=x" },
	    "!QOSMaxSubmitJobPerUserLimit" },
	/* j21: limits of associations */
	{ { "modify account phys set grptres=cpu=10" },
	    { "ann:phys n=8", "bob:phys n=4" }, "AssocGrpCpuLimit" },
	{ { "modify user bob account=phys set maxjobs=1" },
	    { "bob:phys", "bob:phys" }, "AssocMaxJobsLimit" },
	{ { "modify account phys set grpjobs=1" }, { "ann:phys", "bob:phys" },
	    "AssocGrpJobsLimit" },
	{ { "modify account phys set maxtresperjob=cpu=8" }, { "ann:phys n=9" },
	    "AssocMaxCpuPerJobLimit" },
	{ { "modify account phys set maxwall=10" }, { "ann:phys t=30" },
	    "AssocMaxWallDurationPerJobLimit" },
	{ { "modify account phys set grptresrunmins=cpu=500" },
	    { "ann:phys n=10 t=60" }, "AssocGrpCPURunMinutesLimit" },
	{ { "modify account phys set grptresmins=cpu=0" }, { "ann:phys" },
	    "AssocGrpCPUMinutesLimit" },
	{ { "modify account phys set grptres=node=1" }, { "ann:phys N=2 n=2" },
	    "AssocGrpNodeLimit" },
	{ { "modify account phys set grptres=mem=8000" },
	    { "ann:phys mem=9000" }, "AssocGrpMemLimit" },
	{ { "modify account phys set maxtresmins=cpu=100" },
	    { "ann:phys n=4 t=60" }, "AssocMaxCpuMinutesPerJobLimit" },
	{ { "modify account phys set grpsubmitjobs=1" },
	    { "ann:phys", "bob:phys" }, "!AssocGrpSubmitJobsLimit" },
	/* a limit above an account counts for all below it */
	{ { "modify account root set grpjobs=1" }, { "ann:phys", "cy:chem" },
	    "AssocGrpJobsLimit" },
	/* a QOS hides the same limit of an association */
	{ { "add qos x maxjobspa=5", "modify account phys set maxjobs=1" },
	    { "ann:phys q=x", "ann:phys q=x" }, "" },
	{ { "add qos x grptres=cpu=60",
	      "modify account phys set grptres=cpu=1,mem=200" },
	    { "ann:phys q=x n=2" }, "" },
	{ { "add qos x grptres=cpu=60",
	      "modify account phys set grptres=cpu=1,mem=200" },
	    { "ann:phys q=x n=3" }, "AssocGrpMemLimit" },
	/* per node: whole numbers, 7 on 2 nodes is 3 */
	{ { "add qos x maxtrespernode=cpu=3" }, { "ann:phys q=x N=2 n=7" },
	    "" },
	{ { "add qos x maxtrespernode=cpu=3" }, { "ann:phys q=x N=2 n=8" },
	    "QOSMaxCpuPerNode" },
	/* two jobs on one node are one node */
	{ { "add qos x maxtrespu=node=1" },
	    { "cy:chem q=x N=1 w=n4", "cy:chem q=x N=1 w=n4" }, "" },
	/* DenyOnLimit refuses what could never start, of associations too */
	{ { "add qos x flags=denyonlimit maxtresperjob=cpu=8" },
	    { "ann:phys q=x n=9" }, "!QOSMaxCpuPerJobLimit" },
	{ { "add qos x flags=denyonlimit maxwall=10" }, { "ann:phys q=x t=20" },
	    "!QOSMaxWallDurationPerJobLimit" },
	{ { "add qos x flags=denyonlimit",
	      "modify account phys set grptres=cpu=8" },
	    { "ann:phys q=x n=9" }, "!AssocGrpCpuLimit" },
	{ { "add qos x flags=denyonlimit grptres=cpu=2 maxtrespu=cpu=3" },
	    { "ann:phys q=x n=4" }, "!QOSMaxCpuPerUserLimit" },
	{ { "add qos x flags=denyonlimit mintresperjob=cpu=4" },
	    { "ann:phys q=x n=3" }, "!QOSMinCpuNotSatisfied" },
};

/* What ft_policy_rooms says of a question. */
struct listed {
	struct ft_str text;      /* "GrpJobs 1+1/2, ..." */
	enum ft_job_reason over; /* the first that stops a start */
};

static void
list_room(void *ctx, const struct ft_policy_room *room)
{
	struct listed *listed = ctx;
	const struct ft_policy_block *block = &room->block;

	ft_str_addf(&listed->text, "%s%s %" PRIu64 "+%" PRIu64 "/%" PRIu64 "%s",
	    listed->text.len ? ", " : "", ft_limit_infos[block->kind].name,
	    block->used, block->asked, block->limit,
	    room->of_job ? " each" : "");
	if (room->starts && listed->over == FT_REASON_NONE)
		listed->over = room->reason;
}

static void
list_rooms(
    struct smallworld *small, const struct ft_job *job, struct listed *listed)
{
	struct ft_policy_question question = ft_policy_question_of(
	    &small->world, job, ft_world_partition(&small->world, job));

	*listed = (struct listed){ .over = FT_REASON_NONE };
	ft_policy_rooms(&small->world, &question, list_room, listed);
}

/* The first limit over which a waiting job is listed is its reason. */
static void
compare_rooms(
    struct smallworld *small, const struct ft_job *job, const char *line)
{
	struct listed listed;

	list_rooms(small, job, &listed);
	is_str(ft_job_reason_name(listed.over), ft_job_reason_name(job->reason),
	    "%s: listed as the one", line);
	ft_str_free(&listed.text);
}

static void
try_row(const struct row *row)
{
	struct smallworld small;
	const char *lines[8] = { NULL }, *refused = NULL, *have;
	struct ft_job *job = NULL;
	size_t n = 0, last = 0;

	for (size_t i = 0; i < 4 && row->line[i]; i++)
		lines[n++] = row->line[i];
	if (strstr(row->line[0], "add qos"))
		lines[n++] = "modify account root set qos+=x";
	open_with(&small, "", lines);
	for (size_t i = 0; i < 3 && row->job[i]; i++) {
		refused = submit(&small, row->job[i], &job);
		last = i;
	}
	if (!refused)
		smallworld_run(&small, 30);
	assert(refused || job);
	have = refused                        ? refused
	       : job->state == FT_JOB_RUNNING ? ""
					      : ft_job_reason_name(job->reason);
	ok(!!refused == (*row->want == '!'), "%s: %s: %s", row->line[0],
	    row->job[last], refused ? "refused" : "accepted");
	is_str(have, row->want + (*row->want == '!'), "%s: %s", row->line[0],
	    row->job[last]);
	if (!refused && job->state == FT_JOB_PENDING)
		compare_rooms(&small, job, row->line[0]);
	smallworld_close(&small);
}

/* The QOS of a partition comes first, unless the job's has OverPartQOS. */
static void
partition_qos(void)
{
	static const char *const lines[] = {
		"add qos part maxtresperjob=cpu=4",
		"add qos plain maxtresperjob=cpu=6",
		"add qos over flags=overpartqos maxtresperjob=cpu=6",
		"modify account root set qos+=part,plain,over",
		NULL,
	};
	static const struct {
		const char *job, *want;
	} tries[] = {
		{ "ann:phys p=pq n=5", "QOSMaxCpuPerJobLimit" },
		{ "ann:phys p=pq n=5 q=plain", "QOSMaxCpuPerJobLimit" },
		{ "ann:phys p=pq n=5 q=over", "None" },
		{ "ann:phys p=pq n=7 q=over", "QOSMaxCpuPerJobLimit" },
		{ "ann:phys n=5 q=plain", "None" },
	};
	struct smallworld small;
	struct ft_job *job;

	open_with(&small, "PartitionName=pq Nodes=ALL QOS=part\n", lines);
	for (size_t i = 0; i < FT_COUNT(tries); i++) {
		(void)submit(&small, tries[i].job, &job);
		assert(job);
		smallworld_run(&small, 30);
		is_str(ft_job_reason_name(job->reason), tries[i].want, "%s",
		    tries[i].job);
	}
	smallworld_close(&small);
}

/* With `safe` the whole of CPUs x limit must fit into what is left (j25). */
static void
safe(void)
{
	static const char *const lines[] = {
		"modify account phys set grptresmins=cpu=20",
		NULL,
	};
	struct smallworld small;
	struct ft_job *big, *small_one, *next;

	open_with(&small,
	    "AccountingStorageEnforce=associations,limits,qos,safe\n", lines);
	(void)submit(&small, "ann:phys n=7 t=3", &big);       /* 21 minutes */
	(void)submit(&small, "ann:phys n=4 t=4", &small_one); /* 16 */
	(void)submit(&small, "bob:phys n=5 t=1", &next);      /* 16 + 5 */
	smallworld_run(&small, 30);
	is_str(ft_job_reason_name(big->reason), "AssocGrpCPUMinutesLimit",
	    "safe: more than there is");
	ok(small_one->state == FT_JOB_RUNNING, "safe: what fits runs");
	is_str(ft_job_reason_name(next->reason), "AssocGrpCPUMinutesLimit",
	    "safe: what running jobs may still use counts");
	smallworld_close(&small);
	open_with(&small, "", lines);
	(void)submit(&small, "ann:phys n=7 t=3", &big);
	smallworld_run(&small, 30);
	ok(big->state == FT_JOB_RUNNING, "without safe it starts");
	smallworld_close(&small);
}

/* Age counts only for the first two jobs of a user. */
static void
accrue(void)
{
	static const char *const lines[] = {
		"modify user ann account=phys set maxjobsaccrue=2",
		NULL,
	};
	struct smallworld small;
	struct ft_job *job[4];
	int64_t at;

	open_with(&small, "", lines);
	at = small.world.now;
	(void)submit(&small, "bob:phys n=64 t=60", &job[3]);
	smallworld_run(&small, 5);
	for (int i = 0; i < 3; i++)
		(void)submit(&small, "ann:phys n=64 t=60", &job[i]);
	smallworld_run(&small, 60);
	is_i64(job[0]->accrue, at + 5, "the first: from its submission on");
	is_i64(job[1]->accrue, at + 5, "the second too");
	is_i64(job[2]->accrue, 0, "the third does not age");
	is_u64(ft_policy_assoc_use(
		   &small.world, ft_world_node(&small.world, job[0]))
		   .accruing,
	    2, "two count");
	at = small.world.now;
	(void)ft_world_cancel(&small.world, &smallworld_root, job[0]);
	smallworld_run(&small, 120);
	ok(job[2]->accrue > at, "the third ages from when there is room on");
	smallworld_close(&small);
}

/* What is in use goes back to nothing when all has ended. */
static void
counters(void)
{
	static const char *const none[] = { NULL };
	struct smallworld small;
	struct ft_job *job, *other;
	struct ft_policy_use use;
	const char *user = NULL;
	uint32_t node, qos;

	open_with(&small, "", none);
	(void)submit(&small, "ann:phys n=20 t=10", &job);
	(void)submit(&small, "bob:phys n=2 t=10", &other);
	node = ft_world_node(&small.world, job);
	qos = job->qos;
	use = ft_policy_assoc_use(&small.world, 0);
	is_u64(use.submitted, 2, "root: two jobs in the queue");
	is_u64(use.jobs, 0, "root: none runs yet");
	smallworld_run(&small, 10);
	use = ft_policy_assoc_use(&small.world, 0);
	is_u64(use.jobs, 2, "root: both run");
	is_u64(use.tres[FT_TRES_CPU], 22, "root: 22 CPUs");
	is_u64(
	    use.tres[FT_TRES_NODE], 2, "root: two nodes, one of them shared");
	is_u64(use.tres_run_secs[FT_TRES_CPU], 22 * 600,
	    "root: ten minutes of each are promised");
	use = ft_policy_assoc_use(&small.world, node);
	is_u64(use.tres[FT_TRES_CPU], 20, "ann: 20 CPUs");
	ok(ft_policy_qos_user(&small.world, qos, 1, &user, &use) &&
		!strcmp(user, "bob") && use.tres[FT_TRES_CPU] == 2,
	    "bob in the QOS: 2 CPUs");
	ok(!ft_policy_qos_user(&small.world, qos, 2, &user, &use),
	    "there are no more users");
	smallworld_run(&small, 300);
	use = ft_policy_assoc_use(&small.world, 0);
	is_u64(use.jobs + use.submitted + use.accruing, 0, "all has ended");
	is_u64(use.tres[FT_TRES_CPU] + use.tres[FT_TRES_NODE], 0, "no CPUs");
	is_u64(use.tres_run_secs[FT_TRES_CPU], 0, "nothing is promised");
	smallworld_close(&small);
}

/* MaxJobs is inherited, GrpJobs is not; a node's own comes first. */
static void
inherited(void)
{
	static const char *const lines[] = {
		"modify account phys set maxjobs=7 grpjobs=9",
		"modify user bob account=phys set maxjobs=3",
		NULL,
	};
	struct smallworld small;
	struct ft_job *ann, *bob;
	uint64_t value = 0;
	uint32_t node;

	open_with(&small, "", lines);
	(void)submit(&small, "ann:phys", &ann);
	(void)submit(&small, "bob:phys", &bob);
	node = ft_world_node(&small.world, ann);
	ok(ft_policy_limit(&small.world, node, FT_LIMIT_MAX_JOBS, 0, &value) &&
		value == 7,
	    "ann: MaxJobs of her account");
	ok(!ft_policy_limit(&small.world, node, FT_LIMIT_GRP_JOBS, 0, &value),
	    "ann: GrpJobs is her account's");
	node = ft_world_node(&small.world, bob);
	ok(ft_policy_limit(&small.world, node, FT_LIMIT_MAX_JOBS, 0, &value) &&
		value == 3,
	    "bob: his own");
	smallworld_close(&small);
}

/* Every limit that applies, once, with its use: 10 of ann's CPUs and 4 of bob's
 * are in use, and she asks for 8 more in a QOS that grants her 16. */
static void
rooms(void)
{
	static const char *const lines[] = {
		"add qos x maxtrespu=cpu=16 maxwall=60",
		"modify account root set qos+=x",
		"modify account phys set grptres=cpu=24 maxjobs=2 "
		"grpsubmitjobs=9",
		"modify user ann account=phys set maxsubmitjobs=5",
		NULL,
	};
	struct smallworld small;
	struct ft_job *ann, *bob, *next;
	struct listed listed;

	open_with(&small, "", lines);
	(void)submit(&small, "ann:phys q=x n=10 t=30", &ann);
	(void)submit(&small, "bob:phys n=4 t=30", &bob);
	(void)submit(&small, "ann:phys q=x n=8 t=20", &next);
	smallworld_run(&small, 10);
	list_rooms(&small, next, &listed);
	is_str(ft_str_text(&listed.text),
	    "MaxWallDurationPerJob 0+20/60 each, MaxJobs 1+1/2, "
	    "MaxTRESPerUser 10+8/16, GrpTRES 14+8/24, "
	    "MaxSubmitJobs 2+0/5, GrpSubmitJobs 3+0/9",
	    "own, inherited, above, and of the QOS");
	is_str(ft_job_reason_name(listed.over), "QOSMaxCpuPerUserLimit",
	    "the one that stops it");
	ft_str_free(&listed.text);
	smallworld_close(&small);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(rows); i++)
		try_row(&rows[i]);
	partition_qos();
	safe();
	accrue();
	counters();
	inherited();
	rooms();
	return done_testing();
}
