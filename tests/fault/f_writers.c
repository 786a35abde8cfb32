/*
 * Eight processes write one store, each with commands of its own kind, and are
 * killed by the sixth of a second or less: whatever one of them was told to be
 * done is there in the end, and of what was under way at most one thing each.
 * Reading works all the while.
 *
 * FT_KILLS=1000 kills more of them, FT_SEED chooses other instants.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/text/str.h"
#include "fault/deed.h"
#include "lib/await.h"
#include "lib/storefile.h"
#include "tap/tap.h"

enum { WRITERS = 8, MOST = 100000, PATIENCE = 60 /* milliseconds */ };

/* What a writer does again and again. */
struct kind {
	const char *line;  /* ~ is a name, each time another, # their number */
	const char *count; /* SQL: how many such names (~ is how they begin)
	                      are there; NULL: there is nothing to count */
};

#define ACCOUNTS "SELECT count(*) FROM account WHERE name LIKE '~%'"
#define JOBS     "SELECT count(*) FROM job WHERE name LIKE '~%'"

static const struct kind kinds[WRITERS] = {
	{ "facctmgr -i add account ~", ACCOUNTS },
	{ "facctmgr -i add user ~ account=quarry",
	    "SELECT count(*) FROM user JOIN assoc ON assoc.user = user.id "
	    "WHERE user.name LIKE '~%'" },
	{ "fbatch --uid=fred -J ~ --wrap true", JOBS },
	{ "fbatch --uid=wilma --array=1-3 -J ~ --wrap true", JOBS },
	{ "fcontrol create reservationname=~ starttime=now+100000 "
	  "duration=10 nodecnt=1 users=fred flags=ignore_jobs,overlap",
	    "SELECT count(*) FROM reservation WHERE name LIKE '~%'" },
	{ "fcontrol update jobid=60 nice=#", NULL },
	{ "facctmgr -i modify account bedrock set fairshare=#", NULL },
	{ "fsim run --for 30", NULL },
};

/* Shared by all processes: what each was told is done, and tried. */
struct tally {
	volatile unsigned done[WRITERS], tried[WRITERS];
	volatile bool stop;
};

static struct {
	char *path, *folder;
	struct tally *tally;
	pid_t child[WRITERS];
	unsigned kills[WRITERS], refused;
} place;

/* TEXT with its marks filled in; the caller's.  number 0: names begin so. */
static char *
fill(const char *text, int writer, unsigned number)
{
	struct ft_str str = { 0 };

	for (; *text; text++) {
		if (*text == '~')
			ft_str_addf(&str, "w%d.", writer);
		if (number > 0 && (*text == '~' || *text == '#'))
			ft_str_addf(&str, "%u", number);
		else if (*text != '~')
			ft_str_add_char(&str, *text);
	}
	return str.data;
}

/* ---- writers ------------------------------------------------------------------- */

/* What was refused tells why; the lock of a busy store may take its time. */
static void
write_on(int writer)
{
	struct tally *tally = place.tally;
	struct deed_answer answer;
	struct deed deed = { .input = "" };

	while (!tally->stop && tally->tried[writer] < MOST) {
		char *line =
		    fill(kinds[writer].line, writer, ++tally->tried[writer]);

		deed.line = line;
		deed_run(&deed, place.folder, &answer);
		if (answer.status) {
			fprintf(stderr, "# %s: %s\n", line, answer.err);
			_exit(1);
		}
		ft_free(line);
		tally->done[writer]++;
	}
	_exit(0);
}

static void
start(int writer)
{
	fflush(stdout);
	place.child[writer] = fork();
	if (place.child[writer] < 0)
		bail("fork");
	if (place.child[writer] == 0)
		write_on(writer);
}

/* Wait for the writer; whether it ended by itself it should have done well. */
static void
await(int writer)
{
	int status;

	if (waitpid(place.child[writer], &status, 0) < 0)
		bail("wait");
	if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
		place.refused++;
	place.kills[writer] += WIFSIGNALED(status);
}

/* Whoever is killed is at another point each time. */
static void
pause_for(uint32_t ms)
{
	struct timespec rest = { .tv_nsec = (long)ms * 1000000 };

	nanosleep(&rest, NULL); /* lawful: any instant will do */
}

static bool
have_all_done_some(void *ctx)
{
	const struct tally *tally = ctx;

	for (int i = 0; i < WRITERS; i++)
		if (tally->done[i] == 0)
			return false;
	return true;
}

static bool
can_read(void)
{
	static const struct deed looks[] = { { "fshare -a", "", false },
		{ "fqueue", "", false } };
	struct deed_answer answer;
	bool good = true;

	for (size_t i = 0; i < FT_COUNT(looks); i++) {
		deed_run(&looks[i], place.folder, &answer);
		if (answer.status)
			diag("%s: %s", looks[i].line, answer.err);
		good = good && answer.status == 0;
	}
	return good;
}

static void
test_kills(unsigned kills, struct ft_rng *rng)
{
	bool readable = true;

	for (int i = 0; i < WRITERS; i++)
		start(i);
	for (unsigned i = 0; i < kills; i++) {
		int writer = (int)ft_rng_below(rng, WRITERS);

		pause_for(ft_rng_below(rng, PATIENCE));
		kill(place.child[writer], SIGKILL);
		await(writer);
		start(writer);
		if (i % 8 == 0)
			readable = can_read() && readable;
	}
	await_state(have_all_done_some, place.tally, "all have written");
	place.tally->stop = true;
	for (int i = 0; i < WRITERS; i++)
		await(i);
	ok(readable, "reading works all the while");
	is_u64(place.refused, 0, "no writer was refused anything");
}

/* ---- what there is in the end -------------------------------------------------- */

static void
test_count(int writer)
{
	const struct kind *kind = &kinds[writer];
	unsigned done = place.tally->done[writer];
	char *sql, *answer;
	unsigned long there;

	if (!kind->count) {
		ok(done > 0, "%s: %u times", kind->line, done);
		return;
	}
	sql = fill(kind->count, writer, 0);
	answer = storefile_ask(place.path, sql);
	there = strtoul(answer, NULL, 10);
	ok(there >= done && there <= done + place.kills[writer],
	    "%s: %u told as done, %lu there, %u killed", kind->line, done,
	    there, place.kills[writer]);
	ft_free(answer);
	ft_free(sql);
}

/* Of the first query all is to be as in the second. */
static const struct {
	const char *sql, *want, *name;
} laws[] = {
	{ "SELECT count(*) FROM account WHERE name LIKE 'w%' AND NOT EXISTS "
	  "(SELECT 1 FROM assoc WHERE account = account.id AND user IS NULL)",
	    "0", "every account has its place in the tree" },
	{ "SELECT count(*) FROM user WHERE name LIKE 'w_.%' AND NOT EXISTS "
	  "(SELECT 1 FROM assoc WHERE user = user.id)",
	    "0", "every user has an account" },
	{ "SELECT max(job.number) < next_number FROM job, controller", "1",
	    "no number of a job comes again" },
	{ "SELECT count(*) FROM job WHERE state = 1 AND (started = 0 OR "
	  "assoc IS NULL OR nodes = '')",
	    "0", "what runs runs somewhere" },
	{ "SELECT count(*) FROM job WHERE started > 0 AND ended > started AND "
	  "ended - started <> (SELECT sum(ends - starts) FROM usage_segment "
	  "WHERE job = job.id)",
	    "0", "every second of every job is charged once" },
	{ "SELECT count(*) FROM journal WHERE id NOT IN (SELECT journal FROM "
	  "journal_row UNION ALL SELECT journal FROM journal_image) AND id > 4",
	    "0", "the journal knows what every change was" },
};

static void
test_laws(void)
{
	static const struct deed after = { "fsim run --for 600", "", true };
	struct deed_answer answer;

	ok(storefile_is_sound(place.path), "the file is sound");
	for (size_t i = 0; i < FT_COUNT(laws); i++) {
		char *got = storefile_ask(place.path, laws[i].sql);

		is_str(got, laws[i].want, "%s", laws[i].name);
		ft_free(got);
	}
	deed_run(&after, place.folder, &answer);
	is_i64(answer.status, 0, "and time goes on %s", answer.err);
}

int
main(void)
{
	const char *seed = getenv("FT_SEED"), *wish = getenv("FT_KILLS");
	unsigned kills =
	    wish ? (unsigned)strtoul(wish, NULL, 10) : TAP_ROUNDS(40);
	struct ft_rng rng;
	FILE *shared;

	ft_rng_init(&rng, seed ? strtoul(seed, NULL, 10) : 9);
	shared = tmpfile();
	if (!shared || ftruncate(fileno(shared), sizeof *place.tally))
		bail("no shared file");
	place.tally = mmap(NULL, sizeof *place.tally, PROT_READ | PROT_WRITE,
	    MAP_SHARED, fileno(shared), 0);
	if (place.tally == MAP_FAILED)
		bail("no shared memory");
	place.path = storefile_path("writers.db");
	place.folder = ft_strdup(place.path);
	*strrchr(place.folder, '/') = '\0';
	deed_make_base(place.path, place.folder);
	test_kills(kills, &rng);
	for (int i = 0; i < WRITERS; i++)
		test_count(i);
	test_laws();
	fclose(shared);
	ft_free(place.path);
	ft_free(place.folder);
	return done_testing();
}
