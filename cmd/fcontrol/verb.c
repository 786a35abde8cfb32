/* verb.c - the verbs, entities of show and update, and which one a line means. */

#include "fcontrol/cluster.h"
#include "fcontrol/reservation.h"
#include "files/pager.h"

#include <limits.h>

enum { MANY = INT_MAX };

const struct fcontrol_name fcontrol_verbs[] = {
#define VERB(...) { __VA_ARGS__ },
#define FCONTROL_VERB(id, letters, few, many, verb, syntax, text)              \
	VERB(.name = id, .least = letters, .fewest = few, .most = many,        \
	    .run = verb, .sentence = text)
#define FCONTROL_PAGED(id, letters, few, many, verb, syntax, text)             \
	VERB(.name = id, .least = letters, .fewest = few, .most = many,        \
	    .run = verb, .sentence = text, .pages = true)
#define FCONTROL_OURS(id, letters, few, many, verb, syntax, text)              \
	VERB(.name = id, .least = letters, .fewest = few, .most = many,        \
	    .run = verb, .sentence = text, .ours = true)
#define FCONTROL_ALIAS(id, letters, few, many, verb)                           \
	VERB(.name = id, .least = letters, .fewest = few, .most = many,        \
	    .run = verb)
#define FCONTROL_SINCE(id, letters, few, many, verb, release)                  \
	VERB(.name = id, .least = letters, .fewest = few, .most = many,        \
	    .run = verb, .since = FT_RELEASE_##release)
#include "fcontrol/verb.def"
	{ 0 },
};

const struct fcontrol_name fcontrol_entities[] = {
#define FCONTROL_SHOW(id, letters, many, verb, asks, ...)                      \
	{ .name = id,                                                          \
		.least = letters,                                              \
		.most = many,                                                  \
		.run = verb,                                                   \
		.call = asks,                                                  \
		.sentence = __VA_ARGS__ },
#include "fcontrol/show/show.def"
	{ 0 },
};

const struct fcontrol_name fcontrol_changes[] = {
#define FCONTROL_UPDATE(id, letters, own, verb, text)                          \
	{ .name = id,                                                          \
		.least = letters,                                              \
		.most = MANY,                                                  \
		.ours = own,                                                   \
		.run = verb,                                                   \
		.sentence = text },
#include "fcontrol/update/update.def"
	{ 0 },
};

static const struct fcontrol_name *
find(const struct fcontrol *control, const struct fcontrol_name *row,
    struct ft_word word)
{
	for (; row->name; row++)
		if (ft_word_abbreviates(word, row->name, row->least) &&
		    !(row->ours && control->context->slurm) &&
		    ft_release_within(
			control->context->release, row->since, row->until))
			return row;
	return NULL;
}

/* Returns whether N words may follow WORD, which is ROW; complains if not. */
static bool
takes(const struct fcontrol *control, const struct fcontrol_name *row,
    const char *word, int n)
{
	if (n >= row->fewest && n <= row->most)
		return true;
	if (n > row->most || !fcontrol_is_mute(control))
		fprintf(control->context->err,
		    "too %s arguments for keyword:%s\n",
		    n < row->fewest ? "few" : "many", word);
	return false;
}

/* Returns whether ROW has no output in the requested format; complains then.
 * verb: "show ", or "" if ROW is a verb itself. */
static bool
lacks_form(const struct fcontrol *control, const char *verb,
    const struct fcontrol_name *row)
{
	static fcontrol_verb_fn *const text_only[] = { fcontrol_show_nothing,
		fcontrol_show_topology, fcontrol_show_topoconf,
		fcontrol_show_slurmd, fcontrol_show_daemons,
		fcontrol_show_frontend, fcontrol_show_aliases,
		fcontrol_show_host_list, fcontrol_show_sorted_list,
		fcontrol_ping, fcontrol_version, fcontrol_list_pids,
		fcontrol_help, fcontrol_error_text, fcontrol_write,
		fcontrol_env };
	bool lacks = false;

	for (size_t i = 0; i < FT_COUNT(text_only); i++)
		lacks = lacks || text_only[i] == row->run;
	if (!lacks || control->format == FT_FORMAT_TABLE)
		return false;
	ft_cmd_error(control->context,
	    "%s%s is text only: it has no other formats", verb, row->name);
	return true;
}

/* What Slurm prints as JSON, too; the rest is text in any case. */
static bool
has_document(const struct fcontrol_name *row)
{
	static fcontrol_verb_fn *const rows[] = { fcontrol_show_job,
		fcontrol_show_node, fcontrol_show_partition,
		fcontrol_show_reservation, fcontrol_show_licenses,
		fcontrol_show_steps, fcontrol_ping };

	for (size_t i = 0; i < FT_COUNT(rows); i++)
		if (row->run == rows[i])
			return true;
	return false;
}

/* Run the verb or entity on its words; under --json of scontrol in a document. */
static int
run(struct fcontrol *control, const struct fcontrol_name *row, int argc,
    char **argv)
{
	const struct ft_slurmdoc_call call = { control->context,
		&control->session, control->argc, control->argv };
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(control->context->out);
	bool failed;
	int status;

	if (control->asked.format == FT_FORMAT_TABLE || !has_document(row))
		return row->run(control, argc, argv);
	control->paper =
	    ft_slurmdoc_open(&control->asked, control->context, &out, &failed);
	status = failed;
	if (control->paper) {
		status = row->run(control, argc, argv);
		if (status == 0) {
			ft_slurmdoc_close(
			    control->paper, &control->asked, &call);
		} else {
			ft_doc_close(control->paper);
			ft_str_clear(&out.text);
		}
	}
	control->paper = NULL;
	return status;
}

int
fcontrol_show(struct fcontrol *control, int argc, char **argv)
{
	const struct fcontrol_name *row;
	struct ft_error near;
	struct ft_word entity = ft_word_until(argv[0], "=");

	row = find(control, fcontrol_entities, entity);
	if (!row && control->context->slurm && argc > 2) {
		fprintf(control->context->err,
		    "too many arguments for keyword:%s\n", control->word);
		return 1;
	}
	if (row && !takes(control, row, control->word, argc - 1))
		return 1;
	if (row && control->prometheus && row->run != fcontrol_show_node)
		return ft_cmd_error(control->context,
		    "--prometheus is only for show nodes, not for show %s",
		    row->name);
	if (row && lacks_form(control, "show ", row))
		return 1;
	if (row)
		control->session.call = row->call;
	if (row && argv[0][entity.len]) {
		/* show job=12 */
		argv[0] += entity.len + 1;
		return run(control, row, argc, argv);
	}
	if (row)
		return run(control, row, argc - 1, argv + 1);
	if (!fcontrol_is_mute(control))
		fprintf(control->context->err,
		    "invalid entity:%s for keyword:show%s%s\n", argv[0],
		    ft_release_has(
			control->context->release, FT_RULE_UNKNOWN_ENTITY_TIGHT)
			? ""
			: " ",
		    fcontrol_did_you_mean(
			control, fcontrol_entities, argv[0], &near));
	return 1;
}

int
fcontrol_update(struct fcontrol *control, int argc, char **argv)
{
	const struct fcontrol_name *row = NULL;

	if (argc < 1) {
		fprintf(control->context->err,
		    "too few arguments for %s keyword\n", control->word);
		return 1;
	}
	for (int i = 0; i < argc; i++) {
		const struct fcontrol_name *named = find(
		    control, fcontrol_changes, ft_word_until(argv[i], "="));

		if (named && (!row || named < row))
			row = named;
	}
	if (row)
		return row->run(control, argc, argv);
	fprintf(control->context->err, "No valid entity in update command\n"
				       "Input line must include \"NodeName\", "
				       "\"PartitionName\", \"Reservation\", "
				       "\"JobId\", or \"SlurmctldDebug\"\n");
	return 1;
}

int
fcontrol_run_verb(struct fcontrol *control, int argc, char **argv)
{
	const struct fcontrol_name *row =
	    find(control, fcontrol_verbs, ft_word_of(argv[0]));
	struct ft_error near;
	int status;

	if (!row || !row->pages)
		ft_pager_stop();
	if (!row) {
		fprintf(control->context->err, "invalid keyword: %s%s\n",
		    argv[0],
		    fcontrol_did_you_mean(
			control, fcontrol_verbs, argv[0], &near));
		return 1;
	}
	if (lacks_form(control, "", row) ||
	    !takes(control, row, argv[0], argc - 1))
		return 1;
	control->verb = row->name;
	control->argc = argc;
	control->argv = argv;
	control->word = argv[0];
	status = run(control, row, argc - 1, argv + 1);
	fcontrol_close(control);
	return status;
}
