/* Options of fcancel. */
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "cancel/cancel.h"

enum cancel_key {
	KEY_ACCOUNT = 1,
	KEY_BATCH,
	KEY_FULL,
	KEY_IGNORED,
	KEY_INTERACTIVE,
	KEY_NAME,
	KEY_PARTITION,
	KEY_QUIET,
	KEY_QOS,
	KEY_RESERVATION,
	KEY_SIGNAL,
	KEY_STATE,
	KEY_USER,
	KEY_VERBOSE,
	KEY_NODES,
	KEY_WCKEY,
	KEY_ME,
	KEY_USAGE
};

const struct ft_option cancel_options[] = {
	{ 'A', "account", "NAME", KEY_ACCOUNT, 0, FT_COMPLETE_ACCOUNT,
	    "only jobs of this account" },
	{ 'b', "batch", NULL, KEY_BATCH, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "signal the batch shell only: jobs here have nothing else" },
	{ 'f', "full", NULL, KEY_FULL, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "signal the batch shell and its steps: the same here" },
	{ 'H', "hurry", NULL, KEY_IGNORED, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "accepted and ignored: there are no burst buffers" },
	{ 'i', "interactive", NULL, KEY_INTERACTIVE, 0, FT_COMPLETE_NONE,
	    "ask before each job" },
	{ 'M', "clusters", "NAME", KEY_IGNORED, FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, "accepted and ignored" },
	{ 0, "me", NULL, KEY_ME, 0, FT_COMPLETE_NONE, "only your own jobs" },
	{ 'n', "name", "NAME", KEY_NAME, 0, FT_COMPLETE_NONE,
	    "only jobs of this name" },
	{ 0, "jobname", "NAME", KEY_NAME, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "the same as --name" },
	{ 'p', "partition", "NAME", KEY_PARTITION, 0, FT_COMPLETE_PARTITION,
	    "only jobs in this partition" },
	{ 'Q', "quiet", NULL, KEY_QUIET, 0, FT_COMPLETE_NONE,
	    "say nothing of jobs that have ended" },
	{ 'q', "qos", "NAME", KEY_QOS, 0, FT_COMPLETE_QOS,
	    "only jobs of this QOS" },
	{ 'R', "reservation", "NAME", KEY_RESERVATION, 0,
	    FT_COMPLETE_RESERVATION, "only jobs in this reservation" },
	{ 's', "signal", "SIGNAL", KEY_SIGNAL, 0, FT_COMPLETE_NONE,
	    "only signal the jobs: all signals but KILL leave them as they "
	    "are" },
	{ 't', "state", "PENDING|RUNNING|SUSPENDED", KEY_STATE, 0,
	    FT_COMPLETE_CHOICE, "only jobs in this state" },
	{ 'u', "user", "NAME", KEY_USER, 0, FT_COMPLETE_USER,
	    "only jobs of this user" },
	{ 0, "usage", NULL, KEY_USAGE, FT_OPT_SLURM | FT_OPT_HIDDEN,
	    FT_COMPLETE_NONE, "print how it is called" },
	{ 'v', "verbose", NULL, KEY_VERBOSE, 0, FT_COMPLETE_NONE,
	    "say what is done" },
	{ 'w', "nodelist", "NODES", KEY_NODES, 0, FT_COMPLETE_NODE,
	    "only jobs that run on any of these nodes" },
	{ 0, "wckey", "KEY", KEY_WCKEY, 0, FT_COMPLETE_WCKEY,
	    "only jobs with this workload characterization key" },
	FT_SESSION_OPTIONS,
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

/* Defaults out of the environment; flags are set by any value. */
static const struct {
	const char *name;
	int key;
} variables[] = {
	{ "SCANCEL_ACCOUNT", KEY_ACCOUNT },
	{ "SCANCEL_BATCH", KEY_BATCH },
	{ "SCANCEL_FULL", KEY_FULL },
	{ "SCANCEL_INTERACTIVE", KEY_INTERACTIVE },
	{ "SCANCEL_NAME", KEY_NAME },
	{ "SCANCEL_PARTITION", KEY_PARTITION },
	{ "SCANCEL_QOS", KEY_QOS },
	{ "SCANCEL_STATE", KEY_STATE },
	{ "SCANCEL_USER", KEY_USER },
	{ "SCANCEL_VERBOSE", KEY_VERBOSE },
	{ "SCANCEL_WCKEY", KEY_WCKEY },
};

/* ---- options ------------------------------------------------------------------- */

static enum ft_status
set_state(struct cancel *cancel, const char *arg, struct ft_error *err)
{
	static const enum ft_job_state states[] = { FT_JOB_PENDING,
		FT_JOB_RUNNING, FT_JOB_SUSPENDED };
	int found = ft_job_state_find(arg);

	cancel->filtered = true;
	for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
		if (found != (int)states[i])
			continue;
		cancel->state = found;
		return FT_OK;
	}
	/* states no job here is in, and those of jobs that have ended */
	if (found >= 0 || !strcasecmp(arg, "CG") || !strcasecmp(arg, "CF") ||
	    !strcasecmp(arg, "COMPLETING") || !strcasecmp(arg, "CONFIGURING")) {
		cancel->state = FT_JOB_STATES;
		return FT_OK;
	}
	if (!cancel->context->slurm)
		return ft_fail(err, FT_EINVAL,
		    "no state '%s': PENDING, RUNNING or SUSPENDED", arg);
	fprintf(cancel->context->err,
	    "Invalid job state specified: %s\n"
	    "Valid job states are PENDING, RUNNING, and SUSPENDED\n",
	    arg);
	cancel->status = 1;
	return FT_OPT_STOP;
}

/* Number of a signal by name, with SIG or without, or by number; 0 none. */
static long
find_signal(const char *text)
{
	static const char *const names[] = { "", "HUP", "INT", "QUIT", "ILL",
		"TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
		"PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP",
		"TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ" };
	uint32_t number;

	if (ft_num_u32(text, &number))
		return number;
	if (!strncasecmp(text, "SIG", 3))
		text += 3;
	for (size_t i = 1; i < sizeof names / sizeof *names; i++)
		if (!strcasecmp(text, names[i]))
			return (long)i;
	return 0;
}

static enum ft_status
set_signal(struct cancel *cancel, const char *arg, struct ft_error *err)
{
	cancel->signal = find_signal(arg);
	if (cancel->signal)
		return FT_OK;
	if (!cancel->context->slurm)
		return ft_fail(err, FT_EINVAL, "no signal '%s'", arg);
	fprintf(cancel->context->err, "Unknown job signal: %s\n", arg);
	cancel->status = 1;
	return FT_OPT_STOP;
}

static enum ft_status
say_usage(struct cancel *cancel)
{
	fputs("Usage: scancel [-A account] [--batch] [--full] [--interactive] "
	      "[-n job_name]\n"
	      "               [-p partition] [-Q] [-q qos] [-R reservation] "
	      "[-s signal | integer]\n"
	      "               [-t PENDING | RUNNING | SUSPENDED] [--usage] "
	      "[-u user_name]\n"
	      "               [--hurry] [-V] [-v] [-w hosts...] "
	      "[--wckey=wckey]\n"
	      "               [job_id[_array_id][.step_id]]\n",
	    cancel->context->out);
	return FT_OPT_STOP;
}

/* Those that choose jobs by a name. */
static const char **
filter_of(struct cancel *cancel, int key)
{
	switch (key) {
	case KEY_ACCOUNT:
		return &cancel->account;
	case KEY_NAME:
		return &cancel->name;
	case KEY_PARTITION:
		return &cancel->partition;
	case KEY_QOS:
		return &cancel->qos;
	case KEY_RESERVATION:
		return &cancel->reservation;
	case KEY_USER:
		return &cancel->user;
	case KEY_NODES:
		return &cancel->nodes;
	case KEY_WCKEY:
		return &cancel->wckey;
	default:
		return NULL;
	}
}

enum ft_status
cancel_set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct cancel *cancel = ctx;
	const char **filter = filter_of(cancel, key);

	if (filter) {
		*filter = arg;
		cancel->filtered = true;
		return FT_OK;
	}
	switch (key) {
	case KEY_BATCH:
	case KEY_FULL:
	case KEY_IGNORED:
		return FT_OK;
	case KEY_INTERACTIVE:
		cancel->interactive = true;
		return FT_OK;
	case KEY_QUIET:
		cancel->quiet = true;
		return FT_OK;
	case KEY_VERBOSE:
		cancel->verbose = true;
		return FT_OK;
	case KEY_ME:
		cancel->user = "";
		cancel->filtered = true;
		return FT_OK;
	case KEY_STATE:
		return set_state(cancel, arg, err);
	case KEY_SIGNAL:
		return set_signal(cancel, arg, err);
	case KEY_USAGE:
		return say_usage(cancel);
	default:
		return ft_session_option(&cancel->session, key, arg, err);
	}
}

enum ft_status
cancel_environment(struct cancel *cancel, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *value = ft_cmd_variable(variables[i].name);

		if (value && status == FT_OK)
			status =
			    cancel_set(cancel, variables[i].key, value, err);
	}
	/* they only add to what is asked for */
	cancel->filtered = false;
	return status;
}
