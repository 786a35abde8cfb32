/* Verbs and entities: which words start what. */

#include <unistd.h>

#include "facctmgr/words/words.h"
#include "cli/sanitize.h"
#include "cli/spelling.h"
#include "fairtree.h"

static const char *const valid_entities[] = {
	[VERB_ADD] = "\"Account\", \"Cluster\", \"Coordinator\", "
		     "\"Federation\", \"QOS\", \"Resource\", or \"User\"",
	[VERB_LIST] = "\"Account\", \"Association\", \"Cluster\", "
		      "\"Configuration\",\n\"Event\", \"Federation\", "
		      "\"Problem\", \"QOS\", \"Resource\", \"Reservation\",\n"
		      "\"RunAwayJobs\", \"Stats\", \"Transaction\", \"TRES\", "
		      "\"User\", or \"WCKey\"",
	[VERB_MODIFY] = "\"Account\", \"Cluster\", \"Federation\", \"Job\", "
			"\"QOS\", \"Resource\" or \"User\"",
	[VERB_DELETE] = "\"Account\", \"Cluster\", \"Coordinator\", "
			"\"Federation\", \"QOS\", \"Resource\", or \"User\"",
};
static const char *const verb_names[] = { "add", "list", "modify", "delete" };

/* ---- entities ---------------------------------------------------------------- */

/* Names of entities this verb has here, for our own message. */
static void
complain_entity(struct facctmgr *acct, enum verb verb, const char *word)
{
	struct ft_spelling near = { .word = word ? word : "" };
	const char *separator = "";

	if (acct->context->slurm) {
		facctmgr_complain(acct,
		    "No valid entity in %s command\n"
		    "Input line must include %s\n",
		    verb_names[verb], valid_entities[verb]);
		return;
	}
	for (const struct facctmgr_entity *row = facctmgr_entities; row->name;
	     row++)
		if (row->verb == verb)
			ft_spelling_offer(&near, row->name);
	if (near.best) {
		facctmgr_error(acct, "unknown entity '%s'; did you mean '%s'?",
		    word, near.best);
		return;
	}
	facctmgr_complain(acct, "%s: error: ", acct->context->program);
	if (word)
		facctmgr_complain(acct, "unknown entity '%s', ", word);
	facctmgr_complain(acct, "%s needs one of ", verb_names[verb]);
	for (const struct facctmgr_entity *row = facctmgr_entities; row->name;
	     row++) {
		if (row->verb != verb || row->alias)
			continue;
		facctmgr_complain(acct, "%s%s", separator, row->name);
		separator = ", ";
	}
	facctmgr_complain(acct, "\n");
}

static const struct facctmgr_entity *
find_entity(const struct facctmgr *acct, enum verb verb, const char *word)
{
	if (!acct->context->slurm)
		return facctmgr_find_entity(verb, word);
	for (const struct facctmgr_entity *row = facctmgr_entities; row->name;
	     row++)
		if (row->verb == verb &&
		    ft_abbreviates(word, strlen(word), row->name, row->min))
			return row;
	return NULL;
}

static int
run_entity(struct facctmgr *acct, enum verb verb, int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;
	const struct facctmgr_entity *entity =
	    word ? find_entity(acct, verb, word) : NULL;

	if (entity)
		return facctmgr_run_deed(acct, entity->kind,
		    (enum facctmgr_deed)verb, argc - 2, argv + 2);
	complain_entity(acct, verb, word);
	return 1;
}

/* ---- verbs --------------------------------------------------------------------- */

int
facctmgr_verbose(struct facctmgr *acct)
{
	acct->verbose++;
	return 0;
}

int
facctmgr_version(struct facctmgr *acct)
{
	facctmgr_say(acct, "%s\n",
	    acct->context->slurm ? "slurm-wlm 22.05.8"
				 : "fairtree " FT_VERSION);
	return 0;
}

static int
run_verb(struct facctmgr *acct, const struct facctmgr_verb *row, int argc,
    char **argv)
{
	if (row->verb <= VERB_DELETE)
		return run_entity(acct, row->verb, argc, argv);
	if (row->run)
		return row->run(acct, argc - 1, argv + 1);
	if (row->run_alone)
		return row->run_alone(acct);
	if (row->sets)
		*(bool *)((char *)acct + row->sets) = true;
	return 0;
}

bool
facctmgr_only_shows(const char *word)
{
	const struct facctmgr_verb *verb = facctmgr_find_verb(word);

	return verb && !verb->writes;
}

/* sacctmgr has two sentences for it, and none for the first keyword. */
static void
complain_words(struct facctmgr *acct, enum verb verb, const char *name)
{
	bool other = verb == VERB_EXIT || verb == VERB_HELP ||
		     verb == VERB_ONELINER || verb == VERB_QUIET;

	if (acct->context->slurm && other)
		facctmgr_complain(
		    acct, "too many arguments for keyword:%s\n", name);
	else
		facctmgr_complain(
		    acct, "too many arguments for %s keyword\n", name);
}

/* Nothing that begins so. */
static void
complain_verb(struct facctmgr *acct, const char *word)
{
	struct ft_spelling near = { .word = word };

	if (acct->context->slurm) {
		facctmgr_complain(acct, "invalid keyword: %s\n", word);
		return;
	}
	for (const struct facctmgr_verb *row = facctmgr_verbs; row->name; row++)
		ft_spelling_offer(&near, row->name);
	if (near.best)
		facctmgr_error(acct, "unknown command '%s'; did you mean '%s'?",
		    word, near.best);
	else
		facctmgr_error(acct,
		    "unknown command '%s' (facctmgr help lists them)", word);
}

int
facctmgr_command(struct facctmgr *acct, int argc, char **argv)
{
	const struct facctmgr_verb *row = facctmgr_verbs;
	int status;

	if (argc == 0)
		return 1;
	acct->argc = argc;
	acct->argv = argv;
	while (row->name && ((row->verb >= VERB_LOG && acct->context->slurm) ||
				!ft_abbreviates(argv[0], strlen(argv[0]),
				    row->name, row->min)))
		row++;
	if (!row->name) {
		complain_verb(acct, argv[0]);
		return 1;
	}
	if (row->writes && acct->read_only) {
		if (!acct->context->slurm)
			facctmgr_error(acct,
			    "'%s' changes things, and this is read only",
			    row->name);
		else
			facctmgr_complain(
			    acct, "Can't run this command in readonly mode.\n");
		return 1;
	}
	if (row->alone && argc > 1 &&
	    row->verb !=
		(acct->context->slurm ? VERB_ASSOCIATIONS : VERB_HELP)) {
		complain_words(acct, row->verb, row->name);
		run_verb(acct, row, argc, argv);
		return 1;
	}
	acct->makes = row->writes == FACCTMGR_MAKES;
	acct->sight = acct->context->slurm ? 0 : row->sight;
	acct->verb = row->name;
	status = run_verb(acct, row, argc, argv);
	facctmgr_rollback(acct);
	ft_arena_clear(&acct->arena);
	return status;
}

/* ---- one command ------------------------------------------------------------- */

static bool
may_ask(const struct facctmgr *acct, const struct facctmgr_verb *verb)
{
	return verb && verb->asks && !acct->context->slurm &&
	       !acct->immediate && !acct->dry_run && !acct->block &&
	       !acct->replay && isatty(fileno(acct->context->in));
}

/* One of the two times; returns the exit status. */
static int
run_once(struct facctmgr *acct, enum facctmgr_asking ask, int argc, char **argv)
{
	struct facctmgr_talk *talk = acct->talk;
	int status;

	talk->text = NULL;
	talk->n = talk->told = 0;
	acct->context->out = ft_cmd_collect(&talk->text, &talk->n);
	acct->ask = ask;
	facctmgr_close(acct);
	status = facctmgr_command(acct, argc, argv);
	facctmgr_close(acct);
	acct->ask = FACCTMGR_ASK_NOTHING;
	facctmgr_tell(acct);
	ft_cmd_collected(acct->context->out);
	acct->context->out = talk->real;
	free(talk->text);
	return status;
}

static int
run_twice(struct facctmgr *acct, int argc, char **argv)
{
	struct facctmgr_talk talk = { .real = acct->context->out };
	int status;

	acct->talk = &talk;
	status = run_once(acct, FACCTMGR_ASK_FIRST, argc, argv);
	if (talk.yes)
		status = run_once(acct, FACCTMGR_ASKED, argc, argv);
	acct->talk = NULL;
	ft_free(talk.asked);
	return status;
}

/* Only the lines are printed, not what the command says. */
static int
run_for_lines(struct facctmgr *acct, int argc, char **argv)
{
	FILE *out = acct->context->out, *nothing = fopen("/dev/null", "w");
	int status;

	if (nothing == NULL)
		return ft_cmd_error(acct->context, "no /dev/null");
	acct->lines = out;
	acct->context->out = nothing;
	status = facctmgr_command(acct, argc, argv);
	acct->context->out = out;
	acct->lines = NULL;
	fclose(nothing);
	return status;
}

int
facctmgr_run_command(struct facctmgr *acct, int argc, char **argv)
{
	const struct facctmgr_verb *verb;

	if (!ft_sanitize_words(acct->context, argc, argv))
		return 1;
	verb = argc ? facctmgr_find_verb(argv[0]) : NULL;
	if (verb && verb->plain && acct->print_commands)
		return run_for_lines(acct, argc, argv);
	if (verb && verb->plain && acct->dry_run && !acct->quiet)
		facctmgr_say(acct, " Dry run: nothing is changed.\n");
	return may_ask(acct, verb) ? run_twice(acct, argc, argv)
				   : facctmgr_command(acct, argc, argv);
}
