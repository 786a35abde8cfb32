/* Verbs and entities: which words start what. */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/block.h"
#include "acctmgr/sync.h"
#include "acctmgr/words.h"
#include "admin/option.h"
#include "common/near.h"
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
complain_entity(struct acct *acct, enum verb verb, const char *word)
{
	struct ft_near near = { .word = word ? word : "" };
	const char *separator = "";

	if (acct->context->slurm) {
		acct_complain(acct,
		    "No valid entity in %s command\n"
		    "Input line must include %s\n",
		    verb_names[verb], valid_entities[verb]);
		return;
	}
	for (const struct acct_entity *row = acct_entities; row->name; row++)
		if (row->verb == verb)
			ft_near_offer(&near, row->name);
	if (near.best) {
		acct_error(acct, "unknown entity '%s'; did you mean '%s'?",
		    word, near.best);
		return;
	}
	acct_complain(acct, "%s: error: ", acct->context->program);
	if (word)
		acct_complain(acct, "unknown entity '%s', ", word);
	acct_complain(acct, "%s needs one of ", verb_names[verb]);
	for (const struct acct_entity *row = acct_entities; row->name; row++) {
		if (row->verb != verb || acct_is_alias(row))
			continue;
		acct_complain(acct, "%s%s", separator, row->name);
		separator = ", ";
	}
	acct_complain(acct, "\n");
}

static const struct acct_entity *
find_entity(const struct acct *acct, enum verb verb, const char *word)
{
	if (!acct->context->slurm)
		return acct_find_entity(verb, word);
	for (const struct acct_entity *row = acct_entities; row->name; row++)
		if (row->verb == verb &&
		    ft_word_is(word, strlen(word), row->name, row->min))
			return row;
	return NULL;
}

static int
run_entity(struct acct *acct, enum verb verb, int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;
	const struct acct_entity *entity =
	    word ? find_entity(acct, verb, word) : NULL;

	if (entity)
		return entity->run(acct, argc - 2, argv + 2);
	complain_entity(acct, verb, word);
	return 1;
}

/* ---- verbs --------------------------------------------------------------------- */

static int
run_verb(struct acct *acct, enum verb verb, int argc, char **argv)
{
	switch (verb) {
	case VERB_ADD:
	case VERB_LIST:
	case VERB_MODIFY:
	case VERB_DELETE:
		return run_entity(acct, verb, argc, argv);
	case VERB_DUMP:
		return acct_dump(acct, argc - 1, argv + 1);
	case VERB_LOAD:
		return acct_load(acct, argc - 1, argv + 1);
	case VERB_LOG:
		return acct_log(acct, argc - 1, argv + 1);
	case VERB_UNDO:
		return acct_undo(acct, argc - 1, argv + 1);
	case VERB_REDO:
		return acct_redo(acct, argc - 1, argv + 1);
	case VERB_SAVE:
		return acct_save(acct, argc - 1, argv + 1);
	case VERB_CHECK:
		return acct_check(acct, argc - 1, argv + 1);
	case VERB_SOLVE:
		return acct_solve(acct, argc - 1, argv + 1);
	case VERB_DIFF:
		return acct_diff(acct, argc - 1, argv + 1);
	case VERB_PLAN:
		return acct_plan(acct, argc - 1, argv + 1);
	case VERB_APPLY:
		return acct_apply(acct, argc - 1, argv + 1);
	case VERB_SYNC:
		return acct_sync(acct, argc - 1, argv + 1);
	case VERB_EXIT:
		acct->ended = true;
		break;
	case VERB_ASSOCIATIONS:
		acct->with_assoc = true;
		break;
	case VERB_QUIET:
		acct->quiet = true;
		break;
	case VERB_VERBOSE:
		acct->verbose++;
		break;
	case VERB_READ_ONLY:
		acct->read_only = true;
		break;
	case VERB_VERSION:
		acct_say(acct, "%s\n",
		    acct->context->slurm ? "slurm-wlm 22.05.8"
					 : "fairtree " FT_VERSION);
		break;
	case VERB_HELP:
		return acct_help(acct, argc - 1, argv + 1);
	case VERB_BEGIN:
		return acct_block_begin(acct);
	case VERB_COMMIT:
		return acct_block_commit(acct);
	case VERB_ROLLBACK:
		return acct_block_rollback(acct);
	case VERB_PENDING:
		return acct_block_pending(acct);
	case VERB_HISTORY:
		return acct_history(acct);
	case VERB_CLEAR:
		return acct_clear(acct, argc - 1, argv + 1);
	case VERB_ARCHIVE:
		return acct_archive(acct, argc - 1, argv + 1);
	case VERB_ROLLUP:
		return acct_rollup(acct, argc - 1, argv + 1);
	case VERB_ONELINER:
	case VERB_NOTHING:
		break;
	}
	return 0;
}

bool
acct_only_shows(const char *word)
{
	const struct acct_verb *verb = acct_find_verb(word);

	return verb && !verb->writes;
}

/* sacctmgr has two sentences for it, and none for the first keyword. */
static void
complain_words(struct acct *acct, enum verb verb, const char *name)
{
	bool other = verb == VERB_EXIT || verb == VERB_HELP ||
		     verb == VERB_ONELINER || verb == VERB_QUIET;

	if (acct->context->slurm && other)
		acct_complain(
		    acct, "too many arguments for keyword:%s\n", name);
	else
		acct_complain(
		    acct, "too many arguments for %s keyword\n", name);
}

/* Nothing that begins so. */
static void
complain_verb(struct acct *acct, const char *word)
{
	struct ft_near near = { .word = word };

	if (acct->context->slurm) {
		acct_complain(acct, "invalid keyword: %s\n", word);
		return;
	}
	for (const struct acct_verb *row = acct_verbs; row->name; row++)
		ft_near_offer(&near, row->name);
	if (near.best)
		acct_error(acct, "unknown command '%s'; did you mean '%s'?",
		    word, near.best);
	else
		acct_error(acct,
		    "unknown command '%s' (facctmgr help lists them)", word);
}

int
acct_command(struct acct *acct, int argc, char **argv)
{
	const struct acct_verb *row = acct_verbs;
	int status;

	if (argc == 0)
		return 1;
	acct->argc = argc;
	acct->argv = argv;
	while (row->name &&
	       ((row->verb >= VERB_LOG && acct->context->slurm) ||
		   !ft_word_is(argv[0], strlen(argv[0]), row->name, row->min)))
		row++;
	if (!row->name) {
		complain_verb(acct, argv[0]);
		return 1;
	}
	if (row->writes && acct->read_only) {
		if (acct->context->slurm)
			acct_complain(
			    acct, "Can't run this command in readonly mode.\n");
		else
			acct_error(acct,
			    "'%s' changes things, and this is read only",
			    row->name);
		return 1;
	}
	if (row->alone && argc > 1 &&
	    row->verb !=
		(acct->context->slurm ? VERB_ASSOCIATIONS : VERB_HELP)) {
		complain_words(acct, row->verb, row->name);
		run_verb(acct, row->verb, argc, argv);
		return 1;
	}
	acct->makes = row->writes == ACCT_MAKES;
	acct->sight = acct->context->slurm ? 0 : row->sight;
	acct->verb = row->name;
	status = run_verb(acct, row->verb, argc, argv);
	acct_rollback(acct);
	return status;
}
