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
#include "base/str.h"
#include "common/cmd.h"
#include "fault/statement.h"
#include "fault/vfs.h"
#include "fault/whole.h"
#include "lib/storefile.h"
#include "tap/tap.h"

#define CMD(id, name, slurm) extern const struct ft_cmd ft_cmd_##id;
CMD(facctmgr, , )
CMD(fbatch, , )
CMD(fcancel, , )
CMD(fcontrol, , )
CMD(fimport, , )
CMD(fsim, , )
#undef CMD

static const struct ft_cmd *const programs[] = { &ft_cmd_facctmgr,
	&ft_cmd_fbatch, &ft_cmd_fcancel, &ft_cmd_fcontrol, &ft_cmd_fimport,
	&ft_cmd_fsim };

#define EXAMPLES "data/examples/"

/* What is done to the store: the words of a command line, and its input. */
struct deed {
	const char *line; /* @ is the folder of the stores */
	const char *input;
	bool steps; /* several transactions, each a sound state */
};

/* The store before: people, nodes, jobs that wait and that run. */
static const struct deed making[] = {
	{ "fimport sshare " EXAMPLES "bedrock.sshare", "", false },
	{ "fimport conf " EXAMPLES "bedrock.conf", "", false },
	{ "facctmgr -i add account quarry", "", false },
	{ "facctmgr -i add user dino account=quarry", "", false },
	{ "fcontrol update clock=2030-01-01T00:00:00", "", false },
	{ "fbatch --experiment @/first.exp", "", false },
	{ "fsim run --until 2030-01-01T01:00:00", "", false },
};

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
	{ "facctmgr -i load " EXAMPLES "tree.cfg", "", false },
	{ "facctmgr -i apply " EXAMPLES "tree.cfg", "", false },
	{ "facctmgr -i undo", "", false },
	{ "facctmgr -i sync " EXAMPLES "lab.map group=" EXAMPLES
	  "lab.group passwd=" EXAMPLES "lab.passwd --apply",
	    "", false },
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
	{ "fimport sshare " EXAMPLES "bedrock.sshare", "", false },
	{ "fimport dump " EXAMPLES "tree.cfg", "", false },
	{ "fimport usage " EXAMPLES "bedrock.usage", "", false },
	{ "fimport conf " EXAMPLES "halflife.conf", "", false },
	{ "fsim run --until 2030-01-01T02:00:00", "", true },
};

enum { DEEDS = sizeof deeds / sizeof *deeds };

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

/* ---- running a command ------------------------------------------------------- */

enum { WORDS = 16 };

struct answer {
	int status;
	char err[512]; /* what it said */
};

static const struct ft_cmd *
find_program(const char *name)
{
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
		if (strcmp(programs[i]->name, name) == 0)
			return programs[i];
	bail("%s?", name);
}

/* The words of LINE in argv; the line they are in, the caller's. */
static char *
split(const char *line, char **argv, int *argc)
{
	struct ft_str str = { 0 };

	for (; *line; line++)
		if (*line == '@')
			ft_str_add(&str, place.folder);
		else
			ft_str_add_char(&str, *line);
	*argc = 0;
	for (char *word = strtok(str.data, " "); word; word = strtok(NULL, " "))
		argv[(*argc)++] = word;
	argv[*argc] = NULL;
	return str.data;
}

static FILE *
input_of(const struct deed *deed)
{
	FILE *file = tmpfile();

	if (!file || fputs(deed->input, file) == EOF)
		bail("no input");
	rewind(file);
	return file;
}

/* Do it to the store at FAIRTREE_DB, as the program would. */
static void
run(const struct deed *deed, struct answer *answer)
{
	char *argv[WORDS];
	struct ft_context context = { .argv = argv, .in = input_of(deed) };
	char *line = split(deed->line, argv, &context.argc);
	size_t n;

	context.cmd = find_program(argv[0]);
	context.program = argv[0];
	context.out = fopen("/dev/null", "w");
	context.err = tmpfile();
	if (!context.out || !context.err)
		bail("streams");
	answer->status = context.cmd->run(&context, context.argc, argv);
	rewind(context.err);
	n = fread(answer->err, 1, sizeof answer->err - 1, context.err);
	answer->err[n] = '\0';
	fclose(context.err);
	fclose(context.out);
	fclose(context.in);
	ft_free(line);
}

static void
set_store(const char *path)
{
	setenv("FAIRTREE_DB", path, 1);
}

static void
write_experiment(const char *name, const char *text)
{
	struct ft_str path = { 0 };

	ft_str_addf(&path, "%s/%s", place.folder, name);
	storefile_write(ft_str_text(&path), text, strlen(text));
	ft_str_free(&path);
}

static void
make_base(void)
{
	struct answer answer;

	place.base = storefile_path("base.db");
	place.work = storefile_path("work.db");
	place.folder = ft_strdup(place.base);
	*strrchr(place.folder, '/') = '\0';
	write_experiment("first.exp",
	    "Seed=1 Duration=1:30:00\n"
	    "Jobs=some User=@bedrock Count=60 Arrival=every:1m "
	    "Runtime=10m..80m Tasks=1..16 Time=90\n");
	write_experiment("second.exp",
	    "Seed=2 Duration=1:00:00\n"
	    "Jobs=more User=@bedrock Count=6 Arrival=every:5m Runtime=20m\n");
	set_store(place.base);
	for (size_t i = 0; i < sizeof making / sizeof *making; i++) {
		run(&making[i], &answer);
		if (answer.status)
			bail("%s: %s", making[i].line, answer.err);
	}
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
run_wrong(
    const struct deed *deed, enum wrong wrong, long n, struct answer *answer)
{
	int status;
	pid_t pid;

	whole_copy(place.base, place.work);
	if (wrong != KILL) {
		arm(wrong, n);
		run(deed, answer);
		(void)disarm(wrong);
		return true;
	}
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		arm(wrong, n);
		run(deed, answer);
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
	struct answer answer;

	for (enum wrong wrong = 0; wrong < WRONGS; wrong++) {
		whole_copy(place.base, place.work);
		arm(wrong, LONG_MAX);
		run(deed, &answer);
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
is_told(const struct deed *deed, const struct answer *answer)
{
	size_t program = strcspn(deed->line, " ");
	const char *at = answer->err;
	int lines = 0;

	for (; *at; at += strcspn(at, "\n") + 1, lines++)
		if (strncmp(at, deed->line, program) != 0)
			return false;
	return lines == 1 || (lines <= 3 && *deed->input);
}

/* Whether what is in the store is what the answer says it is. */
static bool
is_whole(const struct deed *deed, const struct right *right, bool lived,
    const struct answer *answer)
{
	char *now = whole_text(place.work, true);
	bool old = strcmp(now, place.before) == 0;
	bool new = strcmp(now, right->after) == 0;
	bool good = whole_is_sound(place.work) && (deed->steps ? true
						      : !lived ? old || new
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
	struct answer answer;
	char *now = whole_text(place.work, true);
	bool good = strcmp(now, right->after) == 0;

	ft_free(now);
	if (good)
		return true;
	run(deed, &answer);
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
	struct answer answer = { 0 };
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
	setenv("FAIRTREE_USER", "root", 1);
	setenv("TZ", "UTC", 1);
	unsetenv("FAIRTREE_CONF");
	unsetenv("SLURM_CONF");
	fault_install();
	statement_install();
	make_base();
	set_store(place.work);
	for (size_t i = 0; i < DEEDS; i++)
		test_deed(&deeds[i], &rng);
	ft_free(place.base);
	ft_free(place.work);
	ft_free(place.folder);
	ft_free(place.before);
	return done_testing();
}
