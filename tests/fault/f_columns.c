/*
 * Runs every command on stores whose columns another program has changed: each
 * exits with a documented status and one clear error; none is killed, takes
 * minutes, or allocates memory because of a number in the store.
 *
 * Environment: FT_SEED the seed, FT_ROUNDS the number of stores; FT_KEEP a
 * folder for the stores on which a command failed, and how they were made.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/text/str.h"
#include "fault/every.h"
#include "fault/whole.h"
#include "lib/mutate.h"
#include "lib/storefile.h"
#include "tap/tap.h"

/* A command of these stores takes some 30 ms and 30 MB. */
enum { MOST_SECONDS = 20, MOST_MEGABYTES = 1024, MOST_BYTES = 64 };

static struct {
	char *folder, *base, *damaged, *work, *out, *err; /* paths */
	const char *programs;
} place;

static void
find_place(void)
{
	const char *build = getenv("FT_BUILD");
	struct ft_str str = { 0 };

	place.base = storefile_path("base.db");
	place.damaged = storefile_path("damaged.db");
	place.work = storefile_path("work.db");
	place.out = storefile_path("out");
	place.err = storefile_path("err");
	place.folder = ft_strdup(place.base);
	*strrchr(place.folder, '/') = '\0';
	ft_str_addf(&str, "%s/bin", build ? build : "build");
	place.programs = ft_str_take(&str);
	every_make_base(place.base, place.folder);
	setenv("FAIRTREE_DB", place.work, 1);
	setenv("LINES", "24", 1);
}

/* ---- one command ----------------------------------------------------------------- */

/* The shell's words for LINE. */
static char *
shell_line(const char *line)
{
	struct ft_str str = { 0 };

	ft_str_addf(&str, "exec %s/", place.programs);
	for (; *line; line++)
		if (*line == '@')
			ft_str_add(&str, place.folder);
		else
			ft_str_add_char(&str, *line);
	ft_str_addf(&str, " </dev/null >%s 2>%s", place.out, place.err);
	return ft_str_take(&str);
}

static void
bound(int what, rlim_t most)
{
	const struct rlimit limit = { most, most };

	if (setrlimit(what, &limit))
		_exit(126);
}

static int
run(const char *line)
{
	char *command = shell_line(line);
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		bound(RLIMIT_CPU, MOST_SECONDS);
		bound(RLIMIT_CORE, 0);
#ifndef TAP_SANITIZED
		bound(RLIMIT_AS, (rlim_t)MOST_MEGABYTES << 20);
#endif
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		bail("fork");
	ft_free(command);
	return status;
}

static bool
says_something(void)
{
	struct stat stat_out;

	return stat(place.out, &stat_out) == 0 && stat_out.st_size > 0;
}

/* What is wrong with how it ended; NULL: nothing. */
static const char *
fault_of(const char *line, int status, const char *said)
{
	size_t program = strcspn(line, " ");
	size_t first = strcspn(said, "\n");

	if (WIFSIGNALED(status))
		return strsignal(WTERMSIG(status));
	if (strstr(said, "Sanitizer") || strstr(said, "runtime error"))
		return "a sanitizer's report";
	if (strstr(said, "out of memory"))
		return "out of memory";
	if (WEXITSTATUS(status) > 2)
		return "a status that no page knows";
	if (WEXITSTATUS(status) == 0)
		return NULL;
	if (!*said && !says_something())
		return "no word of what is wrong";
	for (const char *at = said + first; *at; at += strcspn(at, "\n"))
		if (!strncmp(++at, line, program) && at[program] == ':')
			return "more than one error";
	return NULL;
}

/* The store, and how to come to it, for somebody who looks into it. */
static void
keep(const char *name, const char *told)
{
	const char *folder = getenv("FT_KEEP");
	struct ft_str path = { 0 };

	if (!folder)
		return;
	ft_str_addf(&path, "%s/%s.db", folder, name);
	whole_copy(place.damaged, ft_str_text(&path));
	ft_str_clear(&path);
	ft_str_addf(&path, "%s/%s.sql", folder, name);
	storefile_write(ft_str_text(&path), told, strlen(told));
	ft_str_free(&path);
}

/* ---- one store --------------------------------------------------------------------- */

static bool
try_command(const struct every *command, const char *told, const char *name,
    int *status)
{
	unsigned char *said;
	const char *fault;
	long size;

	if (command->changes)
		whole_copy(place.damaged, place.work);
	*status = run(command->line);
	size = storefile_read(place.err, &said);
	if (size < 0)
		bail("no standard error");
	said[size < 4000 ? size : 4000] = '\0';
	fault = fault_of(command->line, *status, (const char *)said);
	if (fault) {
		diag("%s: %s: status %#x: %s\n%s\nafter\n%s", name,
		    command->line, (unsigned)*status, fault, (char *)said,
		    told);
		keep(name, told);
	}
	ft_free(said);
	return !fault;
}

/* Half of the stores have one or two columns changed, so that others are read. */
static void
test_store(uint64_t seed)
{
	uint8_t data[MOST_BYTES];
	size_t n = 0, wrong = 0, size;
	struct ft_rng rng;
	char name[32];
	char *told;
	int status;

	snprintf(name, sizeof name, "seed-%llu", (unsigned long long)seed);
	ft_rng_init(&rng, seed);
	size = ft_rng_below(&rng, 2) ? 5 : 5 + ft_rng_below(&rng, 60);
	while (n < size && n < MOST_BYTES)
		data[n++] = (uint8_t)ft_rng_below(&rng, 256);
	whole_copy(place.base, place.damaged);
	told = mutate_store(place.damaged, data, n);
	whole_copy(place.damaged, place.work);
	for (size_t i = 0; i < n_every; i++)
		wrong += !try_command(&every[i], told, name, &status);
	ok(wrong == 0, "%s: %zu of %zu commands", name, wrong, n_every);
	ft_free(told);
}

/* What is done to a store that is whole, so that the above is not all refusals. */
static void
test_whole(void)
{
	size_t wrong = 0;

	whole_copy(place.base, place.damaged);
	whole_copy(place.base, place.work);
	keep("whole", "");
	for (size_t i = 0; i < n_every; i++) {
		int status;

		if (!try_command(&every[i], "", "whole", &status) || status) {
			diag("%s", every[i].line);
			wrong++;
		}
	}
	ok(wrong == 0, "all commands work on a store that is whole");
}

/* Ids as large as they may be, all references with them. */
static const char large_ids[] =
    "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; BEGIN; "
    "UPDATE account SET id = id + 4294960000; "
    "UPDATE user SET id = id + 2147483600; "
    "UPDATE qos SET id = id + 4294960000; "
    "UPDATE assoc SET id = id + 4294960000, parent = parent + 4294960000, "
    "account = account + 4294960000, user = user + 2147483600, "
    "default_qos = default_qos + 4294960000; "
    "UPDATE coordinator SET account = account + 4294960000, "
    "user = user + 2147483600; "
    "UPDATE assoc_qos SET owner = owner + 4294960000, qos = qos + 4294960000; "
    "UPDATE assoc_limit SET owner = owner + 4294960000; "
    "UPDATE qos_limit SET owner = owner + 4294960000; "
    "UPDATE qos_preempt SET owner = owner + 4294960000, "
    "qos = qos + 4294960000; "
    "UPDATE usage_mark SET assoc = assoc + 4294960000, "
    "qos = qos + 4294960000, heir = heir + 4294960000; "
    "UPDATE usage_segment SET assoc = assoc + 4294960000, "
    "qos = qos + 4294960000; DELETE FROM usage_sum; COMMIT";

/* Two who hand their usage to each other, again and again at one time. */
static const char heirs[] =
    "INSERT INTO usage_mark (assoc, kind, at, heir) WITH RECURSIVE n (i) AS "
    "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT 8 + i % 2, "
    "3, 1893456800, 9 - i % 2 FROM n; DELETE FROM usage_sum";

/* A charge that ends when numbers do. */
static const char endless[] =
    "UPDATE usage_segment SET starts = 0, ends = 9223372036854775807; "
    "DELETE FROM usage_sum; DELETE FROM usage_fold";

static void
test_sql(const char *name, const char *sql)
{
	static const struct every looks[] = { { "fshare -l -a", false },
		{ "fprio -l", false }, { "fqueue -a -t all -o %all", false },
		{ "facctmgr list assoc tree", false },
		{ "fcontrol show assoc_mgr", false } };
	size_t wrong = 0;
	int status;

	whole_copy(place.base, place.damaged);
	storefile_do(place.damaged, sql);
	storefile_do(place.damaged, "PRAGMA wal_checkpoint(TRUNCATE)");
	whole_copy(place.damaged, place.work);
	for (size_t i = 0; i < FT_COUNT(looks); i++) {
		wrong += !try_command(&looks[i], sql, name, &status);
		is_i64(status, 0, "%s: %s", name, looks[i].line);
	}
	for (size_t i = 0; i < n_every; i++)
		wrong += !try_command(&every[i], sql, name, &status);
	ok(wrong == 0, "%s: %zu of %zu commands", name, wrong, n_every);
}

int
main(void)
{
	const char *seed = getenv("FT_SEED"), *rounds = getenv("FT_ROUNDS");
	uint64_t first = seed ? strtoull(seed, NULL, 10) : 1;
	uint64_t n = rounds ? strtoull(rounds, NULL, 10) : TAP_ROUNDS(3);

	find_place();
	if (!seed) {
		test_whole();
		test_sql("large-ids", large_ids);
		test_sql("heirs", heirs);
		test_sql("endless", endless);
	}
	for (uint64_t i = 0; i < n; i++)
		test_store(first + i);
	return done_testing();
}
