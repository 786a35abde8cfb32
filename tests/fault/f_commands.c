/*
 * Nothing is lost by any command that writes: a call to the disk fails, the
 * disk is full from there on, a statement or the commit fails, the process is
 * killed.  Afterwards the store holds the whole change or none of it, as the
 * exit status says, and the same command then does what it would have done.
 *
 * Some instants of each are tried, others with another FT_SEED; FT_FAULTS=all
 * tries them all, which takes minutes.
 */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/text/str.h"
#include "fault/deed.h"
#include "fault/statement.h"
#include "fault/vfs.h"
#include "fault/whole.h"
#include "lib/storefile.h"
#include "tap/tap.h"

static const struct deed deeds[] = {
	{ "facctmgr -i add account geology parent=bedrock", "", false },
	{ "facctmgr -i add user pebbles,bam account=bedrock fairshare=7", "",
	    false },
	{ "facctmgr -i modify user fred set fairshare=99 grpjobs=4", "",
	    false },
	{ "facctmgr -i modify user fred account=bedrock set rawusage=0", "",
	    false },
	{ "facctmgr -i delete user dino", "", false },
	{ "facctmgr -i delete account quarry", "", false },
	{ "facctmgr -i add qos high priority=10 grptres=cpu=8", "", false },
	{ "facctmgr -i load " DEED_EXAMPLES "tree.cfg", "", false },
	{ "facctmgr -i apply " DEED_EXAMPLES "tree.cfg", "", false },
	{ "facctmgr -i undo", "", false },
	{ "facctmgr -i sync " DEED_EXAMPLES "lab.map group=" DEED_EXAMPLES
	  "lab.group passwd=" DEED_EXAMPLES "lab.passwd --apply",
	    "", false },
	{ "facctmgr -i",
	    "begin\nadd account a\nadd user b account=a\n"
	    "modify account a set fairshare=3\ncommit\n",
	    false },
	{ "fbatch --uid=fred -n 4 --wrap true", "", false },
	{ "fbatch --uid=fred --array=1-5 --wrap true", "", false },
	{ "fbatch --experiment @/second.exp", "", false },
	{ "fcancel -u fred", "", false },
	{ "fcontrol update jobid=1 nice=5", "", false },
	{ "fcontrol hold 57,58,59", "", false },
	{ "fcontrol update partitionname=main state=down", "", false },
	{ "fcontrol update nodename=n[1-2] state=drain reason=disk", "",
	    false },
	{ "fcontrol create reservationname=r starttime=now+3600 duration=30 "
	  "nodecnt=1 users=fred flags=ignore_jobs",
	    "", false },
	{ "fcontrol update clock=+3600", "", false },
	{ "fimport sshare " DEED_EXAMPLES "bedrock.sshare", "", false },
	{ "fimport dump " DEED_EXAMPLES "tree.cfg", "", false },
	{ "fimport usage " DEED_EXAMPLES "bedrock.usage", "", false },
	{ "fimport conf " DEED_EXAMPLES "halflife.conf", "", false },
	{ "fsim run --until 2030-01-01T02:00:00", "", true },
};

enum { DEEDS = FT_COUNT(deeds) };

static struct {
	char *folder, *base, *work; /* paths */
	char *before;
} place;

/*
 * For the whole process in the place of the C library's: the wall clock, which
 * is written beside the changes, stands still.
 */
time_t
time(time_t *when)
{
	if (when)
		*when = STOREFILE_NOW;
	return STOREFILE_NOW;
}

static void
make_base(void)
{
	static const char second[] =
	    "Seed=2 Duration=1:00:00\n"
	    "Jobs=more User=@bedrock Count=6 Arrival=every:5m Runtime=20m\n";
	struct ft_str path = { 0 };

	place.base = storefile_path("base.db");
	place.work = storefile_path("work.db");
	place.folder = ft_strdup(place.base);
	*strrchr(place.folder, '/') = '\0';
	ft_str_addf(&path, "%s/second.exp", place.folder);
	storefile_write(ft_str_text(&path), second, strlen(second));
	ft_str_free(&path);
	deed_make_base(place.base, place.folder);
	place.before = whole_text(place.base, true);
}

/* ---- what can go wrong ------------------------------------------------------- */

enum wrong { CALL, FULL, STATEMENT, KILL, WRONGS };

static const char *const wrong_name[] = { "a call fails", "the disk is full",
	"a statement fails", "killed" };

static void
arm(enum wrong wrong, long n)
{
	switch (wrong) {
	case CALL:
		fault_arm(FAULT_ONCE, n);
		break;
	case FULL:
		fault_arm(FAULT_FULL, n);
		break;
	case KILL:
		fault_arm(FAULT_KILL, n);
		break;
	case STATEMENT:
	case WRONGS:
		statement_arm(n);
	}
}

static long
disarm(enum wrong wrong)
{
	return wrong == STATEMENT ? statement_disarm() : fault_disarm();
}

/* Do it while the N-th call goes WRONG.  Returns whether it lived. */
static bool
run_wrong(const struct deed *deed, enum wrong wrong, long n,
    struct deed_answer *answer)
{
	int status;
	pid_t pid;

	whole_copy(place.base, place.work);
	if (wrong != KILL) {
		arm(wrong, n);
		deed_run(deed, place.folder, answer);
		(void)disarm(wrong);
		return true;
	}
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		arm(wrong, n);
		deed_run(deed, place.folder, answer);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		bail("fork");
	return !WIFSIGNALED(status);
}

/* What a deed does when nothing goes wrong. */
struct right {
	char *after;
	long calls[WRONGS];
};

static void
do_right(const struct deed *deed, struct right *right)
{
	struct deed_answer answer;

	for (enum wrong wrong = 0; wrong < WRONGS; wrong++) {
		whole_copy(place.base, place.work);
		arm(wrong, LONG_MAX);
		deed_run(deed, place.folder, &answer);
		right->calls[wrong] = disarm(wrong);
		if (answer.status)
			bail("%s: %s", deed->line, answer.err);
	}
	right->after = whole_text(place.work, true);
	if (strcmp(right->after, place.before) == 0)
		bail("%s changes nothing", deed->line);
}

/* Whether a failure is told as errors of the program, a block's in a few lines. */
static bool
is_told(const struct deed *deed, const struct deed_answer *answer)
{
	size_t program = strcspn(deed->line, " ");
	const char *at = answer->err;
	int lines = 0;

	for (; *at; at += strcspn(at, "\n") + 1, lines++)
		if (strncmp(at, deed->line, program) != 0)
			return false;
	return lines == 1 || (lines > 1 && *deed->input);
}

/* Whether what is in the store is what the answer says it is. */
static bool
is_whole(const struct deed *deed, const struct right *right, bool lived,
    const struct deed_answer *answer)
{
	char *now = whole_text(place.work, true);
	bool old = strcmp(now, place.before) == 0;
	bool new = strcmp(now, right->after) == 0;
	bool good =
	    storefile_is_sound(place.work) && (deed->steps         ? true
						  : !lived         ? old || new
						  : answer->status ? old
								   : new);

	if (!good)
		whole_diff(now, answer->status ? place.before : right->after);
	ft_free(now);
	return good;
}

/* Whether the store can be used: the deed, done again, comes out right. */
static bool
is_usable(const struct deed *deed, const struct right *right)
{
	struct deed_answer answer;
	char *now = whole_text(place.work, true);
	bool good = strcmp(now, right->after) == 0;

	ft_free(now);
	if (good)
		return true;
	deed_run(deed, place.folder, &answer);
	now = whole_text(place.work, true);
	good = answer.status == 0 && strcmp(now, right->after) == 0;
	if (!good) {
		diag("again: %d %s", answer.status, answer.err);
		whole_diff(now, right->after);
	}
	ft_free(now);
	return good;
}

/* Returns how often it failed (or was killed), -1 when something was lost. */
static int
try_at(const struct deed *deed, const struct right *right, enum wrong wrong,
    long n)
{
	struct deed_answer answer = { 0 };
	bool lived = run_wrong(deed, wrong, n, &answer);
	bool failed = !lived || answer.status != 0;

	if (!is_whole(deed, right, lived, &answer) ||
	    (lived && failed && !is_told(deed, &answer)) ||
	    !is_usable(deed, right)) {
		diag("%s at %ld: status %d, '%s'", wrong_name[wrong], n,
		    answer.status, answer.err);
		return -1;
	}
	return failed;
}

static void
test_deed(const struct deed *deed, struct ft_rng *rng)
{
	const char *all = getenv("FT_FAULTS");
	long tries = all ? LONG_MAX : TAP_ROUNDS(4);
	struct right right;

	do_right(deed, &right);
	for (enum wrong wrong = 0; wrong < WRONGS; wrong++) {
		long calls = right.calls[wrong];
		long step = calls / tries + 1;
		int failed = 0, lost = 0, tried = 0;

		for (long n = 1 + (long)ft_rng_below(rng, (uint32_t)step);
		     n <= calls; n += step, tried++) {
			int result = try_at(deed, &right, wrong, n);

			lost += result < 0;
			failed += result > 0;
		}
		ok(lost == 0, "%s: %s: %d of %ld, %d failed", deed->line,
		    wrong_name[wrong], tried, calls, failed);
	}
	ft_free(right.after);
}

int
main(void)
{
	const char *seed = getenv("FT_SEED");
	struct ft_rng rng;

	ft_rng_init(&rng, seed ? strtoul(seed, NULL, 10) : 8);
	fault_install();
	statement_install();
	make_base();
	setenv("FAIRTREE_DB", place.work, 1);
	for (size_t i = 0; i < DEEDS; i++)
		test_deed(&deeds[i], &rng);
	ft_free(place.base);
	ft_free(place.work);
	ft_free(place.folder);
	ft_free(place.before);
	return done_testing();
}
