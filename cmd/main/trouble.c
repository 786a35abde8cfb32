#define _GNU_SOURCE /* strsep */
#include "main/trouble.h"

#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/text/num.h"
#include "common/session.h"
#include "files/stream.h"

#define VARIABLE  "FAIRTREE_FAULT"
#define MOST      16 /* faults */
#define MOST_TEXT 1000

enum kind { DOWN, DELAY, LAG, TRUNCATE, KINDS };

static const struct {
	const char *name, *unit; /* unit "": no amount */
	uint64_t least, most;
} kinds[] = {
	[DOWN] = { "down", "", 0, 0 },
	[DELAY] = { "delay", "MILLISECONDS", 1, 3600000 },
	[LAG] = { "lag", "SECONDS", 1, INT32_MAX },
	[TRUNCATE] = { "truncate", "BYTES", 0, INT32_MAX },
};

struct fault {
	const char *command;
	enum kind kind;
	uint64_t amount;
	uint64_t count; /* calls that it hits; 0: all */
	uint64_t hit;   /* calls so far */
	bool strikes;   /* this call */
};

/* ---- reading ---------------------------------------------------------------- */

static bool
is_command(const char *name)
{
	static const char *const names[] = {
#define CMD(object, own, slurm) slurm,
#include "cmd.def"
#undef CMD
		"all"
	};

	for (size_t i = 0; i < FT_COUNT(names); i++)
		if (*name && strcmp(names[i], name) == 0)
			return true;
	return false;
}

static bool
read_kind(struct fault *fault, char *text)
{
	char *name = strsep(&text, "=");
	unsigned i = 0;

	while (i < KINDS && strcmp(kinds[i].name, name) != 0)
		i++;
	if (i == KINDS || !*kinds[i].unit != !text)
		return false;
	fault->kind = (enum kind)i;
	return !text || (ft_num_u64(text, &fault->amount) &&
			    fault->amount >= kinds[i].least &&
			    fault->amount <= kinds[i].most);
}

/* Take TEXT apart: COMMAND:KIND[=AMOUNT][:COUNT]. */
static bool
read_fault(struct fault *fault, char *text)
{
	char *kind;

	fault->command = strsep(&text, ":");
	kind = strsep(&text, ":");
	return is_command(fault->command) && kind && read_kind(fault, kind) &&
	       (!text || (ft_num_u64(text, &fault->count) && fault->count));
}

static bool
refuse(const struct ft_context *context, const char *text)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	for (unsigned i = 0; i < KINDS; i++)
		ft_str_addf(&list, "%s%s%s%s", i ? ", " : "", kinds[i].name,
		    *kinds[i].unit ? "=" : "", kinds[i].unit);
	ft_cmd_error(context,
	    "bad fault '%.100s' in " VARIABLE
	    ": want COMMAND:KIND[:COUNT], with a Slurm command or all, and one "
	    "of %s",
	    text, ft_str_text(&list));
	return false;
}

/* Returns whether the command of this call can have the fault. */
static bool
suits(const struct ft_context *context, enum kind kind)
{
	const char *call = context->cmd->down_call;

	return (kind != DOWN && kind != LAG) ||
	       (call && (kind == DOWN || !*call));
}

static bool
concerns(const struct ft_context *context, const struct fault *fault)
{
	return (strcmp(fault->command, "all") == 0 ||
		   strcmp(fault->command, context->program) == 0) &&
	       suits(context, fault->kind);
}

static bool
read_faults(const struct ft_context *context, char *text, struct fault *fault,
    size_t *n)
{
	char *at;

	for (*n = 0; (at = strsep(&text, ",")); ++*n) {
		char *whole FT_CLEANUP(ft_free_at) = ft_strdup(at);

		if (*n == MOST) {
			ft_cmd_error(
			    context, "more than %d faults in " VARIABLE, MOST);
			return false;
		}
		fault[*n] = (struct fault){ 0 };
		if (!read_fault(&fault[*n], at))
			return refuse(context, whole);
		if (strcmp(fault[*n].command, context->program) == 0 &&
		    !suits(context, fault[*n].kind)) {
			ft_cmd_error(context,
			    "bad fault '%s' in " VARIABLE
			    ": only commands that ask %s can have this",
			    whole,
			    fault[*n].kind == LAG ? "slurmdbd" : "a daemon");
			return false;
		}
	}
	return true;
}

/* ---- counting --------------------------------------------------------------- */

/* What PATH.fault holds: the value of the variable, then a number for each fault. */
static void
add_counts(
    struct ft_str *text, const char *value, const struct fault *fault, size_t n)
{
	ft_str_addf(text, "%s\n", value);
	for (size_t i = 0; i < n; i++)
		ft_str_addf(text, "%llu\n", (unsigned long long)fault[i].hit);
}

/* Counts of another value, or anything else in the file, are none. */
static void
take_counts(char *text, const char *value, struct fault *fault, size_t n)
{
	char *line = strsep(&text, "\n");

	if (strcmp(line, value) != 0)
		return;
	for (size_t i = 0; i < n && (line = strsep(&text, "\n")); i++)
		if (!ft_num_u64(line, &fault[i].hit))
			fault[i].hit = 0;
}

static void
choose(const struct ft_context *context, struct fault *fault, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		fault[i].strikes =
		    concerns(context, &fault[i]) &&
		    (!fault[i].count || fault[i].hit < fault[i].count);
		fault[i].hit += fault[i].strikes && fault[i].count;
	}
}

/* Choose, and count this call in the file FD. */
static bool
choose_by(int fd, const struct ft_context *context, const char *value,
    struct fault *fault, size_t n)
{
	char old[MOST_TEXT + MOST * 24] = "";
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (flock(fd, LOCK_EX) != 0 || read(fd, old, sizeof old - 1) < 0)
		return false;
	take_counts(old, value, fault, n);
	choose(context, fault, n);
	add_counts(&text, value, fault, n);
	return ftruncate(fd, 0) == 0 &&
	       pwrite(fd, ft_str_text(&text), text.len, 0) == (ssize_t)text.len;
}

static bool
choose_counting(const struct ft_context *context, const char *value,
    struct fault *fault, size_t n)
{
	struct ft_session session;
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error err = { 0 };
	bool good = false;
	int fd = -1;

	ft_session_init(&session);
	if (ft_session_find(&session, false, &err) == FT_OK) {
		ft_str_addf(&path, "%s.fault", session.path);
		fd = open(ft_str_text(&path),
		    O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
		    0600);
		good = fd >= 0 && choose_by(fd, context, value, fault, n);
	}
	if (!good)
		ft_cmd_error(context,
		    "cannot count the faults of " VARIABLE " in '%s': %s",
		    ft_str_text(&path), *err.text ? err.text : strerror(errno));
	if (fd >= 0)
		close(fd);
	ft_session_close(&session);
	return good;
}

/* ---- striking --------------------------------------------------------------- */

static void
wait_for(uint64_t milliseconds)
{
	struct timespec left = { .tv_sec = (time_t)(milliseconds / 1000),
		.tv_nsec = (long)(milliseconds % 1000 * 1000000) };

	while (nanosleep(&left, &left) != 0 && errno == EINTR)
		;
}

static void
strike(struct ft_context *context, const struct fault *fault)
{
	switch (fault->kind) {
	case DOWN:
		context->away = true;
		break;
	case DELAY:
		wait_for(fault->amount);
		break;
	case LAG:
		context->lag = (int64_t)fault->amount;
		break;
	case TRUNCATE:
		ft_stream_cut(context->out, (size_t)fault->amount);
		break;
	case KINDS:
		break;
	}
}

bool
ft_trouble_apply(struct ft_context *context)
{
	const char *value = context->slurm ? ft_cmd_variable(VARIABLE) : NULL;
	char *text FT_CLEANUP(ft_free_at) = NULL;
	struct fault fault[MOST];
	bool counts = false;
	size_t n;

	if (!value)
		return true;
	if (strlen(value) > MOST_TEXT) {
		ft_cmd_error(
		    context, VARIABLE " is longer than %d bytes", MOST_TEXT);
		return false;
	}
	text = ft_strdup(value);
	if (!read_faults(context, text, fault, &n))
		return false;
	for (size_t i = 0; i < n; i++)
		counts =
		    counts || (fault[i].count && concerns(context, &fault[i]));
	if (!counts)
		choose(context, fault, n);
	else if (!choose_counting(context, value, fault, n))
		return false;
	for (size_t i = 0; i < n; i++)
		if (fault[i].strikes)
			strike(context, &fault[i]);
	return true;
}
