/*
 * fcontrol, scontrol: look at jobs, partitions, nodes and settings, and change
 * them.  Source: scontrol(1).
 */
#include <string.h>

#include "common/opt.h"
#include "control/cluster.h"
#include "control/reservation.h"

enum control_key {
	KEY_ALL = 1,
	KEY_DETAILS,
	KEY_FUTURE,
	KEY_NOTHING,
	KEY_HELP,
	KEY_HIDE,
	KEY_CLUSTERS,
	KEY_ONE_LINE,
	KEY_QUIET,
	KEY_USER,
	KEY_VERBOSE,
	KEY_ORIGIN,
	KEY_JSON,
	KEY_YAML,
	KEY_CSV,
	KEY_PARSABLE,
	KEY_PARSABLE2,
	KEY_PROMETHEUS
};

static const struct ft_option options[] = {
	{ 'a', "all", NULL, KEY_ALL, 0, FT_COMPLETE_NONE,
	    "show hidden partitions and their jobs too" },
	{ 'd', "details", NULL, KEY_DETAILS, 0, FT_COMPLETE_NONE,
	    "show more of each job: which CPUs and memory of which node" },
	{ 'F', "future", NULL, KEY_FUTURE, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "accepted and ignored: there are no future nodes" },
	{ 'h', NULL, NULL, FT_OPT_KEY_HELP, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "print the help and exit" },
	{ 0, "hide", NULL, KEY_HIDE, 0, FT_COMPLETE_NONE,
	    "do not show hidden partitions and their jobs" },
	{ 'M', "clusters", "NAME", KEY_CLUSTERS, 0, FT_COMPLETE_CLUSTER,
	    "turn to this cluster" },
	{ 'o', "oneliner", NULL, KEY_ONE_LINE, 0, FT_COMPLETE_NONE,
	    "print each record on one line" },
	{ 'Q', "quiet", NULL, KEY_QUIET, 0, FT_COMPLETE_NONE,
	    "print no warnings" },
	{ 'u', "uid", "USER", KEY_USER, 0, FT_COMPLETE_USER,
	    "update as this user" },
	{ 'v', "verbose", NULL, KEY_VERBOSE, 0, FT_COMPLETE_NONE,
	    "say more of what is done" },
	{ 0, "federation", NULL, KEY_NOTHING, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "nothing" },
	{ 0, "local", NULL, KEY_NOTHING, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "nothing" },
	{ 0, "sibling", NULL, KEY_NOTHING, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "nothing" },
	{ 0, "origin", NULL, KEY_ORIGIN, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show config: also where each value comes from, and what was "
	    "ignored" },
	{ 0, "json", NULL, KEY_JSON, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show: print JSON" },
	{ 0, "yaml", NULL, KEY_YAML, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show: print YAML" },
	{ 0, "csv", NULL, KEY_CSV, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show: print comma-separated values, a row for each record" },
	{ 'p', "parsable", NULL, KEY_PARSABLE, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show: print rows parted by |, with one at the end of the line" },
	{ 'P', "parsable2", NULL, KEY_PARSABLE2, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show: print rows parted by |, without one at the end of the "
	    "line" },
	{ 0, "prometheus", NULL, KEY_PROMETHEUS, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show nodes: print samples for Prometheus" },
	FT_SESSION_NOW_OPTION,
	FT_SESSION_OPTIONS,
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

struct verb {
	const char *name;
	size_t least;
	control_verb_fn *run;
	const char *call; /* of show.def; NULL elsewhere */
};

static const struct verb verbs[] = {
#define CONTROL_VERB(name, least, run, syntax, sentence)                       \
	{ name, least, run, NULL },
#define CONTROL_ALIAS(name, least, run) { name, least, run, NULL },
#include "control/verb.def"
	{ NULL, 0, NULL, NULL },
};

static const struct verb entities[] = {
#define CONTROL_SHOW(name, least, run, call, sentence)                         \
	{ name, least, run, call },
#include "control/show.def"
	{ NULL, 0, NULL, NULL },
};

static const struct verb changes[] = {
#define CONTROL_UPDATE(name, least, run, sentence) { name, least, run, NULL },
#include "control/update.def"
	{ NULL, 0, NULL, NULL },
};

/* The same in one text each. */
static const char verb_words[] =
#define CONTROL_VERB(name, least, run, syntax, sentence) name "|"
#include "control/verb.def"
    ;
static const char entity_words[] =
#define CONTROL_SHOW(name, least, run, call, sentence) name "|"
#include "control/show.def"
    ;

static const struct ft_operand operands[] = {
#define CONTROL_VERB(name, least, run, syntax, sentence)                       \
	{ syntax, sentence, FT_COMPLETE_NONE },
#include "control/verb.def"
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fcontrol show job 12", "all that is known of a job" },
	{ "fcontrol update job 12 nice=100", "let it wait behind others" },
	{ "fcontrol hold 12,13_[1-4]", "a job, and four tasks of an array" },
	{ "fcontrol show config --origin",
	    "the settings, and where each comes from" },
	{ "fcontrol update nodename=n[1-4] state=drain reason=repair",
	    "nothing more starts on these nodes" },
	{ "fcontrol create reservation starttime=now+1hour duration=60 "
	  "nodecnt=2 users=ann && fsim run --for 7200",
	    "two nodes are ann's for an hour; see what that does to the "
	    "queue" },
	{ "fcontrol update clock=+3600", "an hour passes, nothing starts" },
	{ NULL, NULL },
};

/* ---- which verb ----------------------------------------------------------- */

static const struct verb *
find(const struct verb *row, const char *word, size_t len)
{
	for (; row->name; row++)
		if (control_is(word, len, row->name, row->least))
			return row;
	return NULL;
}

/* Whether --json has a form for what RUN shows. */
static bool
has_document(control_verb_fn *run)
{
	static control_verb_fn *const known[] = { control_show_job,
		control_show_config, control_show_partition, control_show_node,
		control_show_licenses, control_show_clock,
		control_show_reservation, control_show_assoc,
		control_show_hosts };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i] == run)
			return true;
	return false;
}

int
control_show(struct control *control, int argc, char **argv)
{
	const struct verb *row;
	struct ft_error near;
	size_t len;

	if (argc < 1) {
		fprintf(control->context->err,
		    "too few arguments for keyword:show\n");
		return 1;
	}
	len = strcspn(argv[0], "=");
	row = find(entities, argv[0], len);
	if (row && control->prometheus && row->run != control_show_node)
		return ft_cmd_error(control->context,
		    "show %s has no samples for Prometheus: show nodes has",
		    row->name);
	if (row && control->format != FT_FORMAT_TABLE &&
	    !has_document(row->run)) {
		ft_cmd_error(control->context,
		    "show %s is text only: it has no other formats", row->name);
		return 1;
	}
	if (row)
		control->session.call = row->call;
	if (row && argv[0][len]) {
		/* show job=12 */
		argv[0] += len + 1;
		return row->run(control, argc, argv);
	}
	if (row)
		return row->run(control, argc - 1, argv + 1);
	fprintf(control->context->err,
	    "invalid entity:%s for keyword:show %s\n", argv[0],
	    control_near(control, entity_words, argv[0], &near));
	return 1;
}

int
control_update(struct control *control, int argc, char **argv)
{
	if (argc < 1) {
		fprintf(control->context->err,
		    "too few arguments for update keyword\n");
		return 1;
	}
	for (int i = 0; i < argc; i++) {
		const struct verb *row =
		    find(changes, argv[i], strcspn(argv[i], "="));

		if (row)
			return row->run(control, argc, argv);
	}
	fprintf(control->context->err, "No valid entity in update command\n"
				       "Input line must include \"NodeName\", "
				       "\"PartitionName\", \"Reservation\", "
				       "\"JobId\", or \"SlurmctldDebug\"\n");
	return 1;
}

int
control_obey(struct control *control, int argc, char **argv)
{
	const struct verb *row = find(verbs, argv[0], strlen(argv[0]));
	struct ft_error near;
	int status;

	if (!row) {
		fprintf(control->context->err, "invalid keyword: %s%s\n",
		    argv[0], control_near(control, verb_words, argv[0], &near));
		return 1;
	}
	status = row->run(control, argc - 1, argv + 1);
	control_close(control);
	return status;
}

/* ---- the command line ------------------------------------------------------- */

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct control *control = ctx;

	switch (key) {
	case KEY_ALL:
	case KEY_HIDE:
		control->all = key == KEY_ALL;
		break;
	case KEY_DETAILS:
		control->detail = true;
		break;
	case KEY_FUTURE:
	case KEY_NOTHING:
		break;
	case KEY_CLUSTERS:
		control->cluster = arg;
		break;
	case KEY_ONE_LINE:
		control->one_line = true;
		break;
	case KEY_QUIET:
		control->quiet = true;
		break;
	case KEY_USER:
		control->user = arg;
		break;
	case KEY_VERBOSE:
		control->verbose = true;
		break;
	case KEY_ORIGIN:
		control->origin = true;
		break;
	case KEY_JSON:
		control->format = FT_FORMAT_JSON;
		break;
	case KEY_YAML:
		control->format = FT_FORMAT_YAML;
		break;
	case KEY_CSV:
		control->format = FT_FORMAT_CSV;
		break;
	case KEY_PARSABLE:
		control->format = FT_FORMAT_PARSABLE;
		break;
	case KEY_PARSABLE2:
		control->format = FT_FORMAT_PARSABLE2;
		break;
	case KEY_PROMETHEUS:
		control->prometheus = true;
		break;
	default:
		return ft_session_option(&control->session, key, arg, err);
	}
	return FT_OK;
}

static int
go(void *ctx, int argc, char **argv)
{
	struct control *control = ctx;

	if (argc < 1)
		return control_shell(control);
	return control_obey(control, argc, argv);
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct control control = { .context = context };
	int status;

	ft_session_init(&control.session);
	status = ft_opt_run(context, argc, argv, set, go, &control);
	ft_session_close(&control.session);
	return status;
}

const struct ft_cmd ft_cmd_fcontrol = {
	.name = "fcontrol",
	.slurm_name = "scontrol",
	.unanswered = "slurm_load_ctl_conf error",
	.unanswered_status = 1,
	.summary =
	    "look at jobs, partitions, nodes and settings, and change them",
	.synopsis = "[options] [VERB [words ...]]",
	.options = options,
	.operands = operands,
	.examples = examples,
	.run = run,
	.complete = control_complete,
};
