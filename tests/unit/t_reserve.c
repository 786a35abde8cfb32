/*
 * Reservations: words of scontrol, which nodes they get, whom they keep off and
 * let in, what their beginning and end bring, the store.  Four nodes of 16 CPUs;
 * what the real Slurm says of each is in tests/oracle/cases, w20 on.
 */
#include "sim/change/change.h"
#include "sim/reserve/reserve.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/timefmt.h"
#include "lib/smallworld.h"
#include "lib/storefile.h"
#include "model/reservation/request.h"
#include "sim/run/life.h"
#include "sim/submit/submit.h"
#include "store/store.h"
#include "tap/tap.h"

#define CONF                                                                   \
	"SchedulerType=sched/backfill\n"                                       \
	"SchedulerParameters=bf_interval=5,sched_interval=5\n"

/* ---- words -------------------------------------------------------------------- */

static const struct {
	const char *word;
	const char *error; /* NULL: it is taken */
} words[] = {
	{ "starttime=now", NULL },
	{ "st=now+1hour", NULL },
	{ "s=now", "Unknown parameter s=now.  No reservation created." },
	{ "Duration=1:02:03", NULL },
	{ "duration=abc",
	    "Invalid duration duration=abc.  No reservation created." },
	{ "starttime=abc",
	    "Invalid start time starttime=abc.  No reservation created." },
	{ "endtime=", NULL }, /* 1970: refused with the start beside it */
	{ "nodecnt=1k,2", NULL },
	{ "nodecount=3", NULL },
	{ "nodecnt=1-2", "Invalid node count 1-2" },
	{ "corecnt=x", "Invalid core count x" },
	{ "watts=x", "Invalid Watts value: x" },
	{ "tres=mem=3", "TRES type 'mem' not supported with reservations" },
	{ "tres=5", "invalid TRES '5'" },
	{ "tres=foo=1", "couldn't identify configured TRES 'foo'" },
	{ "tres=cpu=1,2,node=3", NULL },
	{ "nodes", "Misformatted parameter 'nodes', most options have a "
		   "parameter after '='.  No reservation created." },
	{ "comment=x",
	    "Unknown parameter comment=x.  No reservation created." },
	{ "skip=5", "Unknown parameter skip=5.  No reservation created." },
	{ "nodes+=n1", "The +=/-= notation is not supported when updating "
		       "nodes.  No reservation created." },
	{ "flags=maint,,daily",
	    "Error parsing flags maint,,daily.  No reservation created." },
	{ "flags=maint=1",
	    "Error parsing flags maint=1.  No reservation created." },
	{ "flags=p", "Error parsing flags p.  No reservation created." },
	{ "flags=purge_comp=abc,daily,", NULL },
};

static void
test_words(void)
{
	static const struct ft_tres memory = { .type = "mem", .name = "" };
	static const struct ft_tres_table table = { &memory, 1 };

	for (size_t i = 0; i < FT_COUNT(words); i++) {
		struct ft_reservation_request request;
		struct ft_error err = { 0 };
		enum ft_status status;

		ft_reservation_request_init(&request, false);
		request.tres = &table;
		status = ft_reservation_request_word(
		    &request, words[i].word, STOREFILE_NOW, &err);
		if (words[i].error)
			is_str(err.text, words[i].error, "%s", words[i].word);
		else
			is_i64(
			    status, FT_OK, "%s: %s", words[i].word, err.text);
		ft_reservation_request_free(&request);
	}
}

/* What a word of Flags may be cut to, and the order shown. */
static void
test_flags(void)
{
	static const struct {
		const char *given, *shown;
	} rows[] = {
		{ "mai,ov,f", "MAINT,FLEX,OVERLAP" },
		{ "weekly,weekend,weekday,daily,hourly,ig",
		    "IGNORE_JOBS,HOURLY,DAILY,WEEKDAY,WEEKEND,WEEKLY" },
		{ "w", "WEEKDAY" },
		{ "weeke", "WEEKEND" },
		{ "s,t,n,fi", "STATIC,FIRST_CORES,TIME_FLOAT,"
			      "NO_HOLD_JOBS_AFTER_END" },
		{ "license_only", "ANY_NODES" },
		{ "replace", "REPLACE" },
		{ "replace_", "REPLACE_DOWN" },
		{ "mag,purge=1:00:00", "PURGE_COMP,MAGNETIC" },
	};
	struct ft_str text = { 0 };

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_reservation_request request;
		char word[100];
		uint64_t again = 0;

		snprintf(word, sizeof word, "flags=%s", rows[i].given);
		ft_reservation_request_init(&request, false);
		(void)ft_reservation_request_word(&request, word, 0, NULL);
		ft_str_clear(&text);
		ft_reservation_flags_add(&text, request.set);
		is_str(ft_str_text(&text), rows[i].shown, "%s", word);
		ok(ft_reservation_flags_read(ft_str_text(&text), &again) &&
			again == request.set,
		    "%s reads the same", rows[i].shown);
		ft_reservation_request_free(&request);
	}
	ft_str_free(&text);
	ok(!ft_reservation_flags_read("MAINT,NONSENSE", &(uint64_t){ 0 }),
	    "a flag that is none");
}

/* Days of the week: 2030-01-01 is a Tuesday. */
static void
test_calendar(void)
{
	static const struct {
		uint64_t flag;
		const char *from, *to;
	} rows[] = {
		{ FT_RESERVATION_MASK(HOURLY), "2030-01-01T10:00:00",
		    "2030-01-01T11:00:00" },
		{ FT_RESERVATION_MASK(DAILY), "2030-01-31T10:00:00",
		    "2030-02-01T10:00:00" },
		{ FT_RESERVATION_MASK(WEEKLY), "2030-01-01T10:00:00",
		    "2030-01-08T10:00:00" },
		{ FT_RESERVATION_MASK(WEEKDAY), "2030-01-04T10:00:00",
		    "2030-01-07T10:00:00" },
		{ FT_RESERVATION_MASK(WEEKDAY), "2030-01-05T10:00:00",
		    "2030-01-07T10:00:00" },
		{ FT_RESERVATION_MASK(WEEKDAY), "2030-01-06T10:00:00",
		    "2030-01-07T10:00:00" },
		{ FT_RESERVATION_MASK(WEEKEND), "2030-01-05T10:00:00",
		    "2030-01-06T10:00:00" },
		{ FT_RESERVATION_MASK(WEEKEND), "2030-01-06T10:00:00",
		    "2030-01-12T10:00:00" },
		{ FT_RESERVATION_MASK(WEEKEND), "2030-01-02T10:00:00",
		    "2030-01-05T10:00:00" },
		{ FT_RESERVATION_MASK(MAINT), "2030-01-02T10:00:00",
		    "2030-01-02T10:00:00" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		int64_t from = 0;
		char text[32];

		(void)ft_time_date(rows[i].from, 0, false, &from);
		is_str(ft_time_format_date(text, sizeof text,
			   ft_reservation_after(rows[i].flag, from)),
		    rows[i].to, "after %s", rows[i].from);
	}
}

/* Far behind: the same repetitions as step by step, without the steps. */
static void
test_skip(void)
{
	static const struct {
		uint64_t flag;
		const char *from, *to;
	} rows[] = {
		/* 2030-01-02 is a Wednesday; 53 weeks and a rest are left */
		{ FT_RESERVATION_MASK(HOURLY), "2010-01-06T10:20:00",
		    "2028-12-27T10:20:00" },
		{ FT_RESERVATION_MASK(WEEKLY), "2010-01-06T10:20:00",
		    "2028-12-27T10:20:00" },
		{ FT_RESERVATION_MASK(DAILY), "2029-06-06T10:20:00",
		    "2029-06-06T10:20:00" },
	};
	int64_t from = 0, until = 0;
	char text[32];

	(void)ft_time_date("2030-01-02T12:00:00", 0, false, &until);
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		(void)ft_time_date(rows[i].from, 0, false, &from);
		is_str(ft_time_format_date(text, sizeof text,
			   ft_reservation_skip(rows[i].flag, from, until)),
		    rows[i].to, "skip from %s", rows[i].from);
	}
	/* from the year -6000 to now, each hour */
	ok(until - ft_reservation_skip(FT_RESERVATION_MASK(HOURLY),
		       -INT64_C(253402300799), until) <
		55 * 7 * 86400,
	    "millennia are skipped");
}

/* ---- a world --------------------------------------------------------------------- */

/* The words of a request, blank parted. */
static enum ft_refusal
request(struct smallworld *small, bool update, const char *text,
    struct ft_reservation **made)
{
	struct ft_world *world = &small->world;
	struct ft_reservation_request request;
	struct ft_error err = { 0 };
	char copy[400], *save = NULL;
	enum ft_refusal refusal;

	snprintf(copy, sizeof copy, "%s", text);
	ft_reservation_request_init(&request, update);
	for (char *word = strtok_r(copy, " ", &save); word;
	     word = strtok_r(NULL, " ", &save))
		if (ft_reservation_request_word(
			&request, word, world->now, &err) != FT_OK)
			bail("%s: %s", word, err.text);
	refusal = update ? ft_reserve_update(world, &request, NULL)
			 : ft_reserve_create(world, &request, NULL, made);
	ft_reservation_request_free(&request);
	return refusal;
}

static struct ft_reservation *
create(struct smallworld *small, const char *text)
{
	struct ft_reservation *made = NULL;
	enum ft_refusal refusal = request(small, false, text, &made);

	if (refusal != FT_REFUSE_NONE)
		bail("%s: %s", text, ft_refusal_text(refusal));
	return made;
}

static void
refuses(struct smallworld *small, const char *text, enum ft_refusal want)
{
	struct ft_reservation *made = NULL;

	is_str(ft_refusal_text(request(small, false, text, &made)),
	    ft_refusal_text(want), "%s", text);
}

static void
updates(struct smallworld *small, const char *text, enum ft_refusal want)
{
	is_str(ft_refusal_text(request(small, true, text, NULL)),
	    ft_refusal_text(want), "update %s", text);
}

static struct ft_job *
job_of(struct smallworld *small, const char *user, uint32_t nodes,
    int64_t minutes, int64_t seconds)
{
	struct ft_job *job = smallworld_job(small, user);

	job->min_nodes = job->max_nodes = nodes;
	job->nodes_given = true;
	job->tasks_wanted = nodes * 16;
	job->tasks_given = true;
	job->time_limit = minutes;
	job->run_time = seconds;
	return job;
}

static struct ft_job *
submit_in(struct smallworld *small, struct ft_job *job, const char *reservation)
{
	job->reservation = ft_world_string(&small->world, reservation);
	return smallworld_submit(small, job);
}

/* ---- which nodes --------------------------------------------------------------------- */

static void
test_choice(void)
{
	struct smallworld small;

	smallworld_open(&small, CONF);
	is_str(create(&small, "st=now+1hour dur=60 nodecnt=2 users=ann")->nodes,
	    "n[1-2]", "the first two");
	is_str(create(&small, "st=now+1hour dur=60 nodecnt=5 users=ann")->nodes,
	    "n[3-4]", "what is left of five");
	refuses(&small, "st=now+1hour dur=60 nodecnt=1 users=ann",
	    FT_REFUSE_RESERVATION_BUSY);
	refuses(&small, "st=now+90minutes dur=60 nodes=n1 users=ann",
	    FT_REFUSE_RESERVATION_OVERLAP);
	is_str(create(&small,
		   "st=now+90minutes dur=60 nodes=n1 users=ann flags=maint")
		   ->name,
	    "ann_3", "MAINT shares; names are numbered");
	create(&small, "st=now+2hours dur=60 nodes=n1 users=ann flags=overlap");
	create(&small, "st=now+5hours dur=60 nodes=n2,n4 accounts=phys res=x");
	refuses(&small, "st=now+9hours dur=60 nodes=n2 accounts=phys res=x",
	    FT_REFUSE_RESERVATION_NAME);
	refuses(
	    &small, "st=now dur=60 nodes=n9 users=ann", FT_REFUSE_NODE_NAME);
	refuses(&small, "st=now dur=60 nodes=n1 users=nobody", FT_REFUSE_USER);
	refuses(&small, "st=now dur=60 nodes=n1 users=ann accounts=chem",
	    FT_REFUSE_ACCOUNT);
	refuses(&small, "st=now dur=60 nodes=n1 accounts=-phys,chem",
	    FT_REFUSE_ACCOUNT);
	refuses(&small, "st=now-11minutes dur=60 nodes=n1 users=ann",
	    FT_REFUSE_RESERVATION_TIME);
	refuses(&small, "st=now dur=60 nodecnt=1 users=ann part=none",
	    FT_REFUSE_PARTITION);
	refuses(&small, "st=now dur=60 nodecnt=1 users=ann flags=any_nodes",
	    FT_REFUSE_RESERVATION);
	refuses(&small, "st=now dur=60 nodes=n1 users=ann flags=replace",
	    FT_REFUSE_NODE_NAME);
	refuses(&small, "st=now dur=60 nodes=n1 users=ann flags=time,daily",
	    FT_REFUSE_UNSUPPORTED);
	smallworld_close(&small);
}

/* A repetition within a week is in the way. */
static void
test_repetitions(void)
{
	struct smallworld small;

	smallworld_open(&small, CONF);
	create(&small, "st=2030-02-01 dur=10 nodes=n1 users=ann flags=daily");
	refuses(&small, "st=2030-02-02 dur=10 nodes=n1 users=ann",
	    FT_REFUSE_RESERVATION_OVERLAP);
	refuses(&small, "st=2030-02-05 dur=10 nodes=n1 users=ann",
	    FT_REFUSE_RESERVATION_OVERLAP);
	create(&small, "st=2030-02-09 dur=10 nodes=n1 users=ann");
	smallworld_close(&small);
}

/* Jobs that run past its start keep a reservation from their nodes. */
static void
test_busy(void)
{
	struct smallworld small;

	smallworld_open(&small, CONF);
	smallworld_submit(&small, job_of(&small, "ann", 1, 10, 600));
	smallworld_run(&small, 5);
	refuses(&small, "st=now+9minutes dur=60 nodes=n1 users=ann",
	    FT_REFUSE_RESERVATION_BUSY);
	create(&small, "st=now+11minutes dur=60 nodes=n1 users=ann");
	is_str(create(&small, "st=now dur=5 nodecnt=4 users=ann")->nodes,
	    "n[2-4]", "the idle ones");
	create(&small, "st=now dur=5 nodes=n1 users=ann flags=ignore_jobs");
	smallworld_close(&small);
}

static void
test_update(void)
{
	struct smallworld small;
	struct ft_reservation *made;

	smallworld_open(&small, CONF);
	made = create(&small, "res=a st=now+1hour dur=60 nodes=n1 users=ann");
	updates(&small, "res=none", FT_REFUSE_RESERVATION);
	updates(&small, "res=a", FT_REFUSE_NONE);
	updates(&small, "res=a duration+=5", FT_REFUSE_NONE);
	is_i64(made->end - made->start, 65 * 60, "longer");
	updates(&small, "res=a duration=0", FT_REFUSE_RESERVATION_TIME);
	updates(&small, "res=a end=now", FT_REFUSE_RESERVATION_TIME);
	is_i64(made->end - made->start, 65 * 60, "refused: as it was");
	updates(&small, "res=a users+=bob", FT_REFUSE_NONE);
	is_str(made->users, "ann,bob", "one more");
	updates(&small, "res=a users=-ann,+cy", FT_REFUSE_NONE);
	is_str(made->users, "bob,cy", "one less, one more");
	updates(&small, "res=a users=", FT_REFUSE_RESERVATION_NOBODY);
	updates(&small, "res=a users= accounts=-phys", FT_REFUSE_NONE);
	is_str(made->accounts, "-phys", "shut out");
	updates(&small, "res=a accounts+=chem", FT_REFUSE_NONE);
	is_str(made->accounts, "phys,chem", "letting one in turns it round");
	updates(&small, "res=a accounts-=root", FT_REFUSE_ACCOUNT);
	updates(&small, "res=a nodecnt=3", FT_REFUSE_NONE);
	is_str(made->nodes, "n[1-3]", "grows by the first");
	updates(&small, "res=a nodecnt=1", FT_REFUSE_NONE);
	is_str(made->nodes, "n3", "shrinks by the first");
	updates(&small, "res=a corecnt=4", FT_REFUSE_RESERVATION_CORE_UPDATE);
	updates(&small, "res=a skip", FT_REFUSE_RESERVATION_SKIP);
	updates(&small, "res=a flags=daily", FT_REFUSE_NONE);
	updates(&small, "res=a skip", FT_REFUSE_NONE);
	is_i64(made->start, STOREFILE_NOW + 25 * 3600, "a day later");
	updates(&small, "res=a flags-=daily", FT_REFUSE_NONE);
	is_u64(made->flags, FT_RESERVATION_MASK(SPEC_NODES), "flags");
	updates(&small, "res=a st=now", FT_REFUSE_NONE);
	updates(&small, "res=a st=now+1hour", FT_REFUSE_RESERVATION_STARTED);
	smallworld_close(&small);
}

/* ---- who may ----------------------------------------------------------------------------- */

static void
test_admits(void)
{
	static const struct {
		const char *who;
		bool ann, bob, cy;
	} rows[] = {
		{ "users=ann", true, false, false },
		{ "users=ann,cy", true, false, true },
		{ "users=-ann", false, true, true },
		{ "users=-ann,-bob", false, false, true },
		{ "users-=ann,bob", false, false, true },
		{ "accounts=phys", true, true, false },
		{ "accounts=-phys", false, false, true },
		{ "accounts=root", true, true, true },
		{ "accounts=PHYS", true, true, false },
		{ "accounts=phys users=ann", true, false, false },
		{ "accounts=phys users=-ann", false, true, false },
	};
	struct smallworld small;

	smallworld_open(&small, CONF);
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		static const char *const user[] = { "ann", "bob", "cy" };
		static const char *const account[] = { "phys", "phys", "chem" };
		const bool want[] = { rows[i].ann, rows[i].bob, rows[i].cy };
		struct ft_reservation *made;
		char text[120];

		snprintf(text, sizeof text,
		    "res=r st=now dur=60 nodes=n1 flags=overlap %s",
		    rows[i].who);
		made = create(&small, text);
		for (int j = 0; j < 3; j++) {
			struct ft_job job;

			ft_job_init(&job);
			job.user = user[j];
			job.account = account[j];
			job.uid = ft_world_uid(&small.world, user[j]);
			is_i64(ft_reserve_may(&small.world, &job, made),
			    want[j], "%s: %s", rows[i].who, user[j]);
			ft_job_clear(&job);
		}
		(void)ft_reserve_delete(&small.world, "r");
	}
	smallworld_close(&small);
}

/* As the real Slurm has it: each user in each account (x15). */
static void
test_pairs(void)
{
	static const struct {
		const char *users, *accounts;
		enum ft_refusal want;
	} rows[] = {
		{ "ann,bob", "phys", FT_REFUSE_NONE },
		{ "ann,cy", "phys", FT_REFUSE_ACCOUNT },
		{ "ann,cy", "phys,chem", FT_REFUSE_ACCOUNT },
		{ "ann", "phys,chem", FT_REFUSE_ACCOUNT },
		{ "-ann", "phys,chem", FT_REFUSE_NONE },
		{ "ann", "-chem", FT_REFUSE_NONE },
	};
	struct smallworld small;

	smallworld_open(&small, CONF);
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_reservation made = { .users = rows[i].users,
			.accounts = rows[i].accounts,
			.groups = "",
			.members = "" };

		is_i64(ft_reserve_check_lists(&small.world, &made, false),
		    rows[i].want, "users=%s accounts=%s", rows[i].users,
		    rows[i].accounts);
	}
	smallworld_close(&small);
}

/* Who waits inside is taken off its list: it does not start (x16). */
static void
test_taken_off(void)
{
	struct smallworld small;
	struct ft_reservation *made;
	struct ft_seeker seeker = { .world = &small.world };
	struct ft_job *job;
	ft_nodes nodes = 15;
	int64_t until;

	smallworld_open(&small, CONF);
	made = create(&small, "res=r st=now dur=60 nodes=n1 users=ann");
	job = smallworld_job(&small, "ann");
	job->reservation = ft_world_string(&small.world, "r");
	job->time_limit = 1;
	seeker.job = job = smallworld_submit(&small, job);
	is_i64(ft_reserve_leave(&seeker, small.world.now, &until, &nodes),
	    FT_REASON_NONE, "a job inside starts");
	is_u64(nodes, 1, "on the node of its reservation");
	made->users = ft_world_string(&small.world, "bob");
	is_i64(ft_reserve_leave(&seeker, small.world.now, &until, &nodes),
	    FT_REASON_RESERVATION, "* not if it may no more");
	smallworld_close(&small);
}

/* ---- schedulers -------------------------------------------------------------------------- */

/* Nodes 1 and 2 are ann's from second 120 to 720. */
static void
test_keeps_off(void)
{
	struct smallworld small;
	struct ft_job *in, *fits, *later, *wide;

	smallworld_open(&small, CONF);
	create(&small, "res=r st=now+2minutes dur=10 nodes=n[1-2] users=ann");
	in = submit_in(&small, job_of(&small, "ann", 1, 30, 2000), "r");
	fits = smallworld_submit(&small, job_of(&small, "bob", 1, 1, 50));
	wide = smallworld_submit(&small, job_of(&small, "cy", 4, 60, 5));
	later = smallworld_submit(&small, job_of(&small, "bob", 1, 5, 100));
	smallworld_run(&small, 30);
	is_str(fits->nodes, "n1", "who ends before it may run there");
	is_str(later->nodes, "n3", "who does not runs elsewhere");
	is_str(ft_job_reason_name(in->reason), "Reservation",
	    "its own job waits for it");
	is_str(wide->reason_detail, "May be reserved for other job",
	    "who needs all waits");
	smallworld_run(&small, 100);
	is_str(in->nodes, "n1", "inside");
	is_i64(in->started >= STOREFILE_NOW + 120 &&
		   in->started <= STOREFILE_NOW + 125,
	    true, "when it begins");
	smallworld_run(&small, 630);
	is_i64(in->state, FT_JOB_TIMEOUT, "it ends with its reservation");
	is_i64(in->ended >= STOREFILE_NOW + 720 &&
		   in->ended <= STOREFILE_NOW + 750,
	    true, "at the next look at limits");
	is_u64(small.world.n_reservation, 0, "which is gone");
	smallworld_run(&small, 10);
	is_i64(wide->started > STOREFILE_NOW + 720, true, "then all are free");
	smallworld_close(&small);
}

/* What still waits for a reservation at its end is held. */
static void
test_end(void)
{
	static const char *const flag[] = { "", " flags=no_hold" };

	for (int i = 0; i < 2; i++) {
		struct smallworld small;
		struct ft_job *first, *second;
		char text[100];

		smallworld_open(&small, CONF);
		snprintf(text, sizeof text,
		    "res=r st=now dur=1 nodes=n1 users=ann%s", flag[i]);
		create(&small, text);
		first =
		    submit_in(&small, job_of(&small, "ann", 1, 1, 1000), "r");
		second =
		    submit_in(&small, job_of(&small, "ann", 1, 1, 10), "r");
		smallworld_run(&small, 50);
		is_i64(first->state, FT_JOB_RUNNING, "one runs");
		is_str(ft_job_reason_name(second->reason), "Resources",
		    "one waits");
		is_str(ft_refusal_text(ft_reserve_delete(&small.world, "r")),
		    "Requested reservation is in use", "not deleted");
		smallworld_run(&small, 80);
		is_str(second->reservation, "", "named no longer");
		if (i) {
			is_i64(second->started != 0, true, "runs outside");
		} else {
			is_str(second->reason_detail,
			    "Reservation r was deleted", "held");
			is_u64(second->flags & FT_JOB_RESV_DEL_HOLD,
			    FT_JOB_RESV_DEL_HOLD, "and says so");
			(void)ft_world_release(
			    &small.world, &smallworld_root, second);
			smallworld_run(&small, 10);
			is_i64(second->started != 0, true, "until released");
		}
		smallworld_close(&small);
	}
}

static void
test_flex_and_magnet(void)
{
	struct smallworld small;
	struct ft_job *flex, *drawn, *other;

	smallworld_open(&small, CONF);
	create(
	    &small, "res=f st=now+1hour dur=10 nodes=n3 users=ann flags=flex");
	create(&small, "res=m st=now dur=60 nodes=n4 users=bob flags=magnetic");
	flex = submit_in(&small, job_of(&small, "ann", 1, 5, 20), "f");
	drawn = smallworld_submit(&small, job_of(&small, "bob", 1, 5, 20));
	other = smallworld_submit(&small, job_of(&small, "cy", 1, 5, 20));
	smallworld_run(&small, 10);
	is_str(flex->nodes, "n3", "FLEX: before it begins");
	is_str(drawn->nodes, "n4", "MAGNETIC: without asking");
	is_str(drawn->reservation, "m", "and it says so");
	is_str(other->nodes, "n1", "others go elsewhere");
	is_str(other->reservation, "", "without a name");
	smallworld_close(&small);
}

/* Every hour ten minutes, from now on. */
static void
test_repeats(void)
{
	struct smallworld small;
	struct ft_reservation *made;
	struct ft_job *runs, *waits;

	smallworld_open(&small, CONF);
	made = create(
	    &small, "res=h st=now dur=10 nodes=n1 users=ann flags=hourly");
	runs = submit_in(&small, job_of(&small, "ann", 1, 30, 720), "h");
	smallworld_run(&small, 700);
	is_i64(runs->state, FT_JOB_RUNNING, "jobs run on behind its end");
	is_i64(made->start, STOREFILE_NOW + 3600, "the next one");
	is_i64(made->end, STOREFILE_NOW + 4200, "as long");
	waits = submit_in(&small, job_of(&small, "ann", 1, 5, 20), "h");
	smallworld_run(&small, 60);
	is_str(ft_job_reason_name(waits->reason), "Reservation", "waits");
	smallworld_run(&small, 3600 - 760 + 10);
	is_i64(waits->started >= STOREFILE_NOW + 3600, true, "until then");
	smallworld_close(&small);
}

static void
test_purge(void)
{
	struct smallworld small;

	smallworld_open(&small, CONF);
	create(&small,
	    "res=p st=now dur=60 nodes=n1 users=ann flags=purge_comp=2");
	submit_in(&small, job_of(&small, "ann", 1, 5, 60), "p");
	smallworld_run(&small, 150);
	is_u64(small.world.n_reservation, 1, "there while a job is in it");
	/* both are seen at the next look at limits */
	smallworld_run(&small, 90);
	is_u64(small.world.n_reservation, 0, "gone two minutes later");
	smallworld_close(&small);
}

/* A job that needs more than its reservation has can never run. */
static void
test_submission(void)
{
	static const struct {
		const char *user, *reservation, *req_nodes;
		uint32_t nodes;
		enum ft_refusal want;
	} rows[] = {
		{ "ann", "r", "", 1, FT_REFUSE_NONE },
		{ "ann", "r,", "", 1, FT_REFUSE_NONE },
		{ "bob", "r", "", 1, FT_REFUSE_RESERVATION_ACCESS },
		{ "ann", "none", "", 1, FT_REFUSE_RESERVATION },
		{ "ann", "r,none", "", 1, FT_REFUSE_RESERVATION },
		{ "ann", "r", "", 2, FT_REFUSE_CONFIGURATION },
		{ "ann", "r", "n3", 1, FT_REFUSE_RESERVATION_NODES },
	};
	struct smallworld small;

	smallworld_open(&small, CONF);
	create(&small, "res=r st=now dur=60 nodes=n1 users=ann");
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_job *job =
		    job_of(&small, rows[i].user, rows[i].nodes, 5, 20);
		struct ft_asker asker = smallworld_asker(&small, rows[i].user);
		struct ft_submit_request request = {
			.asker = &asker, .job = job, .qos = ""
		};
		enum ft_refusal refusal;

		job->reservation =
		    ft_world_string(&small.world, rows[i].reservation);
		job->req_nodes =
		    ft_world_string(&small.world, rows[i].req_nodes);
		refusal = ft_world_submit(&small.world, &request);
		is_i64(refusal, rows[i].want, "%s in %s on %s, %lu nodes",
		    rows[i].user, rows[i].reservation, rows[i].req_nodes,
		    (unsigned long)rows[i].nodes);
		if (refusal != FT_REFUSE_NONE) {
			ft_job_clear(job);
			ft_free(job);
		}
	}
	smallworld_close(&small);
}

/* ---- the store -------------------------------------------------------------------------- */

static void
save(struct smallworld *small)
{
	const struct ft_store_actor actor = { "root", "test", STOREFILE_NOW };
	struct ft_registry *registry;
	struct ft_error err = { 0 };

	if (ft_store_begin(small->store, &actor, &registry, &err) ||
	    ft_save_world(&small->world, small->store, &err) ||
	    ft_store_commit(small->store, NULL, &err))
		bail("save: %s", err.text);
}

static void
test_store(void)
{
	struct smallworld small;
	struct ft_world again;
	struct ft_error err = { 0 };
	const struct ft_reservation *read;

	smallworld_open(&small, CONF);
	create(&small, "res=b st=2030-01-01 dur=60 nodes=n[2,4] users=-ann "
		       "accounts=chem flags=weekly,purge,mag,overlap watts=7 "
		       "burst=x max=5");
	create(&small, "res=a st=2030-01-01 dur=60 corecnt=20 users=ann");
	save(&small);
	if (ft_load_world(&again,
		&(struct ft_load_source){ .store = small.store,
		    .conf = &small.conf,
		    .cluster = small.world.cluster },
		NULL, &err))
		bail("load: %s", err.text);
	is_u64(again.n_reservation, 2, "two of them");
	is_u64(again.last_reservation, 2, "and the number of the last");
	read = again.reservation[0];
	is_str(read->name, "b", "in the order they were made");
	is_u64(read->n_node, 2, "nodes");
	is_u64(read->node[1], 3, "as indices");
	is_str(read->users, "-ann", "users");
	is_u64(read->flags,
	    FT_RESERVATION_MASK(WEEKLY) | FT_RESERVATION_MASK(PURGE_COMP) |
		FT_RESERVATION_MASK(MAGNETIC) | FT_RESERVATION_MASK(OVERLAP) |
		FT_RESERVATION_MASK(SPEC_NODES),
	    "flags");
	is_i64(read->purge, 300, "purge");
	is_i64(read->watts, 7, "watts");
	is_i64(read->max_start_delay, 300, "delay");
	read = again.reservation[1];
	is_u64(read->core ? read->core[1].count : 0, 4, "cores");
	/* another process: one goes, one comes */
	is_i64(ft_reserve_delete(&small.world, "b"), FT_REFUSE_NONE, "goes");
	create(&small, "res=c st=2030-01-02 dur=60 nodes=n1 users=ann");
	save(&small);
	if (ft_load_refresh(&again, small.store, &err))
		bail("refresh: %s", err.text);
	is_u64(again.n_reservation, 2, "seen by who has loaded before");
	is_str(again.reservation[1]->name, "c", "the new one");
	ft_world_free(&again);
	smallworld_close(&small);
}

int
main(void)
{
	test_words();
	test_flags();
	test_calendar();
	test_skip();
	test_choice();
	test_repetitions();
	test_busy();
	test_update();
	test_admits();
	test_pairs();
	test_taken_off();
	test_keeps_off();
	test_end();
	test_flex_and_magnet();
	test_repeats();
	test_purge();
	test_submission();
	test_store();
	return done_testing();
}
