/* Options of fcancel. */

#include "base/text/signal.h"
#include "fcancel/fcancel.h"

#define FT_SETTINGS struct fcancel

/* ---- options ------------------------------------------------------------------- */

static enum ft_status
set_state(const struct ft_opt_use *use)
{
	struct fcancel *cancel = use->settings;
	static const enum ft_job_state states[] = { FT_JOB_PENDING,
		FT_JOB_RUNNING, FT_JOB_SUSPENDED };
	int found = ft_job_state_find(use->arg);

	for (size_t i = 0; i < FT_COUNT(states); i++) {
		if (found != (int)states[i])
			continue;
		cancel->state = found;
		return FT_OK;
	}
	/* states no job here is in, and those of jobs that have ended */
	if (found >= 0 || !strcasecmp(use->arg, "CG") ||
	    !strcasecmp(use->arg, "CF") ||
	    !strcasecmp(use->arg, "COMPLETING") ||
	    !strcasecmp(use->arg, "CONFIGURING")) {
		cancel->state = FT_JOB_STATES;
		return FT_OK;
	}
	if (!cancel->context->slurm)
		return ft_fail(use->err, FT_EINVAL,
		    "unknown state '%s' (want PENDING, RUNNING or SUSPENDED)",
		    use->arg);
	fprintf(cancel->context->err,
	    use->variable ? "Unrecognized SCANCEL_STATE value: %s\n"
			  : "Invalid job state specified: %s\n",
	    use->arg);
	fputs("Valid job states are PENDING, RUNNING, and SUSPENDED\n",
	    cancel->context->err);
	return FT_EINVAL;
}

/* Number of a signal by name, with SIG or without, or by number; 0 none. */
static long
find_signal(const char *text)
{
	int64_t number;

	if (ft_num_i64(text, &number) && number > -INT32_MAX &&
	    number < INT32_MAX)
		return (long)number;
	return ft_signal_find(text);
}

static enum ft_status
set_signal(const struct ft_opt_use *use)
{
	struct fcancel *cancel = use->settings;

	cancel->signal = find_signal(use->arg);
	if (cancel->signal)
		return FT_OK;
	if (!cancel->context->slurm)
		return ft_fail(
		    use->err, FT_EINVAL, "unknown signal '%s'", use->arg);
	fprintf(cancel->context->err, "Unknown job signal: %s\n", use->arg);
	return FT_EINVAL;
}

static enum ft_status
set_me(const struct ft_opt_use *use)
{
	struct fcancel *cancel = use->settings;

	cancel->me = true;
	return FT_OK;
}

/* A variable is true or false to scancel, or what these begin with; it ignores
 * others. */
static enum ft_status
set_switch(const struct ft_opt_use *use)
{
	bool *on = ft_opt_member(use);
	bool no = use->variable &&
		  ft_word_abbreviates(ft_word_of(use->arg), "false", 1);

	if (use->variable && use->context->slurm && !no &&
	    !ft_word_abbreviates(ft_word_of(use->arg), "true", 1))
		ft_cmd_error(use->context, "Unrecognized %s value: %s",
		    use->row->variable, use->arg);
	else
		*on = !no;
	return FT_OK;
}

static enum ft_status
say_usage(const struct ft_opt_use *use)
{
	fprintf(use->context->out,
	    "Usage: scancel [-A account] [--batch] %s[--full] [--interactive] "
	    "[-n job_name]\n",
	    ft_release_within(use->context->release, FT_RELEASE_24_11, 0)
		? "[--ctld] "
		: "");
	fputs("               [-p partition] [-Q] [-q qos] [-R reservation] "
	      "[-s signal | integer]\n"
	      "               [-t PENDING | RUNNING | SUSPENDED] [--usage] "
	      "[-u user_name]\n"
	      "               [--hurry] [-V] [-v] [-w hosts...] "
	      "[--wckey=wckey]\n"
	      "               [job_id[_array_id][.step_id]]\n",
	    use->context->out);
	return FT_OPT_STOP;
}

const struct ft_option fcancel_options[] = {
	{ 'A', "account", "NAME", "only jobs of this account",
	    .complete = FT_COMPLETE_ACCOUNT, FT_INTO_TEXT(account),
	    .variable = "SCANCEL_ACCOUNT", FT_GIVEN(filtered) },
	{ 'b', "batch", NULL,
	    "signal only the batch shell, which is all that jobs here have",
	    FT_OPT_HIDDEN, FT_INTO_CALL_AT(set_switch, picked),
	    .variable = "SCANCEL_BATCH" },
	{ 'c', "cron", NULL, "nothing: there are no cron jobs",
	    FT_OPT_SLURM | FT_OPT_HIDDEN, .since = FT_RELEASE_24_11,
	    FT_INTO_NOTHING },
	{ 'f', "full", NULL,
	    "signal the batch shell and its steps, which is the same here",
	    FT_OPT_HIDDEN, FT_INTO_CALL_AT(set_switch, full),
	    .variable = "SCANCEL_FULL" },
	{ 'H', "hurry", NULL,
	    "accepted and ignored: there are no burst buffers", FT_OPT_HIDDEN,
	    FT_INTO_NOTHING },
	{ 'i', "interactive", NULL, "ask before each job",
	    FT_INTO_FLAG(interactive), .variable = "SCANCEL_INTERACTIVE" },
	{ 'M', "clusters", "NAME", "cancel jobs of this cluster",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_TEXT(cluster) },
	{ 0, "cluster", "NAME", "the same as --clusters", FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, FT_INTO_TEXT(cluster) },
	{ 0, "ctld", NULL, "nothing: the controller is always asked",
	    FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "me", NULL, "only your own jobs", FT_INTO_CALL(set_me),
	    FT_GIVEN(filtered) },
	{ 'n', "name", "NAME", "only jobs with this name", FT_INTO_TEXT(name),
	    .variable = "SCANCEL_NAME", FT_GIVEN(filtered) },
	{ 0, "jobname", "NAME", "the same as --name", FT_OPT_HIDDEN,
	    FT_INTO_TEXT(name), FT_GIVEN(filtered) },
	{ 'p', "partition", "NAME", "only jobs in this partition",
	    .complete = FT_COMPLETE_PARTITION, FT_INTO_TEXT(partition),
	    .variable = "SCANCEL_PARTITION", FT_GIVEN(filtered) },
	{ 'Q', "quiet", NULL, "do not report jobs that have already ended",
	    FT_INTO_FLAG(quiet) },
	{ 'q', "qos", "NAME", "only jobs with this QOS",
	    .complete = FT_COMPLETE_QOS, FT_INTO_TEXT(qos),
	    .variable = "SCANCEL_QOS", FT_GIVEN(filtered) },
	{ 'R', "reservation", "NAME", "only jobs in this reservation",
	    .complete = FT_COMPLETE_RESERVATION, FT_INTO_TEXT(reservation),
	    FT_GIVEN(filtered) },
	{ 's', "signal", "SIGNAL",
	    "send this signal instead of cancelling; only KILL has an effect "
	    "here",
	    FT_INTO_CALL(set_signal), FT_GIVEN(picked) },
	{ 0, "sibling", "NAME", "nothing: there is no federation",
	    FT_OPT_SLURM | FT_OPT_HIDDEN, FT_INTO_TEXT(sibling) },
	{ 't', "state", "PENDING|RUNNING|SUSPENDED", "only jobs in this state",
	    FT_INTO_CALL(set_state), .variable = "SCANCEL_STATE",
	    FT_GIVEN(filtered), .complete = FT_COMPLETE_CHOICE },
	{ 'u', "user", "NAME", "only jobs of this user",
	    .complete = FT_COMPLETE_USER, FT_INTO_TEXT(user),
	    .variable = "SCANCEL_USER", FT_GIVEN(filtered) },
	{ 0, "usage", NULL, "print a usage line", FT_OPT_SLURM | FT_OPT_HIDDEN,
	    FT_INTO_CALL(say_usage) },
	{ 'v', "verbose", NULL, "print what is done",
	    FT_INTO_CALL_AT(set_switch, verbose),
	    .variable = "SCANCEL_VERBOSE" },
	{ 'w', "nodelist", "NODES", "only jobs that run on any of these nodes",
	    .complete = FT_COMPLETE_NODE, FT_INTO_TEXT(nodes),
	    FT_GIVEN(filtered) },
	{ 0, "wckey", "KEY",
	    "only jobs with this workload characterization key",
	    .complete = FT_COMPLETE_WCKEY, FT_INTO_TEXT(wckey),
	    .variable = "SCANCEL_WCKEY", FT_GIVEN(filtered) },
	FT_SESSION_OPTIONS(session),
	{ 0 },
};
