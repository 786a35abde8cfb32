/*
 * No memory: whatever a command is refused, it says so in one line and ends
 * with status 1, or it has done all; and the store is whole.
 */
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "facctmgr/facctmgr.h"
#include "base/mem.h"
#include "base/text/str.h"
#include "fault/deed.h"
#include "main/run.h"
#include "fault/whole.h"
#include "lib/storefile.h"
#include "tap/tap.h"

#define MOST ((rlim_t)1 << 28)

enum { WORDS = 10, STEP = 96 * 1024, SECONDS = 60, LOST = 99 };

/* Command lines; | separates the words. */
static const char *const lines[] = {
	"fshare",
	"fshare|--json",
	"fshare|--what-if|modify user fred set fairshare=3",
	"fqueue|-o|%all",
	"fprio|-l",
	"facct|-o|ALL",
	"fwhy|fred",
	"fcontrol|show|job",
	"fcontrol|show|config",
	"facctmgr|list|assoc",
	"facctmgr|-i|add|user|pebbles|account=bedrock",
	"facctmgr|-i|load|" DEED_EXAMPLES "tree.cfg",
	"facctmgr|-i|sync|" DEED_EXAMPLES "lab.map|group=" DEED_EXAMPLES
	"lab.group|passwd=" DEED_EXAMPLES "lab.passwd|--apply",
	"fbatch|--uid=fred|--array=1-5|--wrap|true",
	"fcancel|-u|fred",
	"fimport|conf|" DEED_EXAMPLES "bedrock.conf",
	"fsim|run|--for|1-0",
	"fsim|trace|--jobs|500",
	"fsim|replay|" DEED_EXAMPLES "month.swf",
	"fauction|run|" DEED_EXAMPLES "month.swf",
	"fview|--dump",
};

/* Returns NULL for the viewer where there is no curses. */
static const struct ft_cmd *
find_program(const char *name)
{
	for (const struct ft_cmd *const *cmd = facctmgr_programs; *cmd; cmd++)
		if (strcmp((*cmd)->name, name) == 0)
			return *cmd;
	return NULL;
}

/* Returns the bytes of address space this process has. */
static rlim_t
space(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	unsigned long pages = 0;

	if (!file || fscanf(file, "%lu", &pages) != 1)
		return 0;
	fclose(file);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static _Noreturn void
be_program(const char *line, rlim_t room, int out)
{
	struct rlimit bound, patience = { SECONDS, SECONDS };
	const struct ft_cmd *cmd;
	char *copy = ft_strdup(line), *argv[WORDS + 1] = { NULL };
	int argc = 0, null = open("/dev/null", O_RDWR);

	for (char *word = strtok(copy, "|"); word && argc < WORDS;
	     word = strtok(NULL, "|"))
		argv[argc++] = word;
	/* what the test itself has freed is no help */
	malloc_trim(0);
	bound.rlim_cur = bound.rlim_max = space() + room;
	if (dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(out, 2) < 0 ||
	    setrlimit(RLIMIT_AS, &bound) != 0)
		_exit(LOST);
	(void)setrlimit(RLIMIT_CPU, &patience);
	cmd = find_program(argv[0]);
	_exit(cmd ? ft_cmd_main(cmd, facctmgr_programs, argc, argv) : 0);
}

/* What a child said on its error stream, the caller's. */
static char *
read_back(FILE *file)
{
	struct ft_str text = { 0 };
	int c;

	rewind(file);
	while ((c = getc(file)) != EOF)
		ft_str_add_char(&text, (char)c);
	fclose(file);
	return ft_str_take(&text);
}

/* Returns the exit status, or 128 and the signal. */
static int
run(const char *line, rlim_t room, char **said)
{
	FILE *file = tmpfile();
	int state = 0;
	pid_t pid;

	fflush(NULL);
	pid = file ? fork() : -1;
	if (pid == 0)
		be_program(line, room, fileno(file));
	if (pid < 0 || waitpid(pid, &state, 0) != pid)
		bail("no process");
	*said = read_back(file);
	return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

static bool
is_one_line(const char *text)
{
	const char *end = strchr(text, '\n');

	return end && !end[1];
}

/* With ever more memory, until there is enough. */
static void
starve(const char *line, const char *base, const char *work)
{
	int status, refused = 0, wrong = 0;
	rlim_t room = 0;
	char *said;

	do {
		whole_copy(base, work);
		status = run(line, room, &said);
		room += STEP;
		refused += status != 0;
		if (status != 0 && (status != 1 || !is_one_line(said) ||
				       !strstr(said, "memory"))) {
			wrong++;
			diag("%s: %d: %s", line, status, said);
		}
		if (!storefile_is_sound(work)) {
			wrong++;
			diag("%s: the store is damaged", line);
		}
		ft_free(said);
	} while (status != 0 && !wrong && room < MOST);
	ok(!wrong, "%s: refused %d times in one line", line, refused);
	ok(status == 0, "then it has enough");
}

#ifdef TAP_SANITIZED
static void
starve_all(void)
{
	(void)starve;
	(void)lines;
	skip("the sanitizer needs all memory for itself");
}
#else
static void
starve_all(void)
{
	char *base = storefile_path("base.db"), *work = storefile_path("w.db");
	char *folder = ft_strdup(base);

	*strrchr(folder, '/') = '\0';
	deed_make_base(base, folder);
	setenv("FAIRTREE_DB", work, 1);
	for (size_t i = 0; i < FT_COUNT(lines); i++)
		starve(lines[i], base, work);
	ft_free(folder);
	ft_free(base);
	ft_free(work);
}
#endif

int
main(void)
{
	starve_all();
	return done_testing();
}
