/*
 * command.c - runs one command: its verb, its entity, its words.
 *
 * How `facctmgr modify user ann set fairshare=7` becomes a row, one way down:
 *   facctmgr.c        answer: options are read, the words are left
 *   command.c         facctmgr_run_command: once, or first as a rehearsal
 *                     facctmgr_run_once: the row of verb.def -> modify
 *                     run_entity, run_action: the entity -> entity/user.c
 *   parse/request.c   facctmgr_read_words: each word -> struct facctmgr_request
 *   parse/value.c     facctmgr_read_option: fairshare=7 -> request.set, by
 *                     ft_admin_set_option (libcore/admin/option/option.c)
 *   change/modify.c   facctmgr_modify: the conditions -> modify_assocs
 *   libcore/admin/request/request.c  ft_admin_modify
 *   libcore/admin/request/modify.c   ft_admin_modify_assocs: rights, parents,
 *                     each selected association
 *   libcore/store/account/assoc.c    ft_store_put_assoc: the row of table assoc
 * and one way up, in change/modify.c:
 *   change/report.c   facctmgr_print_assocs: what was modified, or
 *   change/refusal.c  facctmgr_refused: why it was not
 *   store/commit.c    facctmgr_finish: the question, the commit, " Change 3."
 */

#include <assert.h>
#include <unistd.h>

#include "facctmgr/change/change.h"
#include "facctmgr/command.h"
#include "facctmgr/declare/declare.h"
#include "facctmgr/flat/flat.h"
#include "facctmgr/journal/journal.h"
#include "facctmgr/list/list.h"
#include "facctmgr/verb.h"
#include "cli/sanitize.h"
#include "common/suggest.h"
#include "files/progress.h"
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

/* Complain about WORD (NULL: none), and name the entities of VERB. */
static void
complain_entity(
    struct facctmgr *acct, enum facctmgr_verb_id verb, const char *word)
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
	for (const struct facctmgr_entity_name *row = facctmgr_entity_names;
	     row->name; row++)
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
	for (const struct facctmgr_entity_name *row = facctmgr_entity_names;
	     row->name; row++) {
		if (row->verb != verb || row->alias)
			continue;
		facctmgr_complain(acct, "%s%s", separator, row->name);
		separator = ", ";
	}
	facctmgr_complain(acct, "\n");
}

static const struct facctmgr_entity_name *
find_entity(
    const struct facctmgr *acct, enum facctmgr_verb_id verb, const char *word)
{
	if (!acct->context->slurm)
		return facctmgr_find_entity(verb, word);
	for (const struct facctmgr_entity_name *row = facctmgr_entity_names;
	     row->name; row++)
		if (row->verb == verb &&
		    ft_release_within(
			acct->context->release, row->entity->since, 0) &&
		    ft_word_abbreviates(ft_word_of(word), row->name, row->min))
			return row;
	return NULL;
}

/* Read the words after the entity into a request, and execute it. */
static int
run_action(struct facctmgr *acct, const struct facctmgr_entity *entity,
    enum facctmgr_action action, int argc, char **argv)
{
	static facctmgr_action_fn *const usual[] = {
		[ACTION_ADD] = facctmgr_add,
		[ACTION_LIST] = facctmgr_list_run,
		[ACTION_MODIFY] = facctmgr_modify,
		[ACTION_DELETE] = facctmgr_delete,
	};
	facctmgr_action_fn *run =
	    entity->instead[action] ? entity->instead[action] : usual[action];
	bool changes = action == ACTION_ADD || action == ACTION_MODIFY;
	struct facctmgr_request request;
	int status;

	facctmgr_request_init(&request);
	request.entity = entity;
	request.grammar = facctmgr_grammar_of(entity, action);
	if (entity->conditions)
		facctmgr_read_words(acct, &request, argc, argv);
	if (changes && entity->check && !entity->check(acct, &request))
		request.status = 1;
	status = changes && request.status ? 1 : run(acct, &request);
	if (action == ACTION_LIST)
		ft_suggest_print_next(acct->context, entity->list.shows);
	facctmgr_request_free(&request);
	return status;
}

static int
run_entity(
    struct facctmgr *acct, enum facctmgr_verb_id verb, int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;
	const struct facctmgr_entity_name *entity =
	    word ? find_entity(acct, verb, word) : NULL;

	if (entity)
		return run_action(acct, entity->entity,
		    (enum facctmgr_action)verb, argc - 2, argv + 2);
	complain_entity(acct, verb, word);
	return 1;
}

/* ---- verbs --------------------------------------------------------------------- */

static int
increase_verbosity(struct facctmgr *acct, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	acct->verbose++;
	return 0;
}

static int
print_version(struct facctmgr *acct, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	if (acct->context->slurm)
		facctmgr_print(acct, "slurm-wlm %s\n",
		    ft_releases[acct->context->release].version);
	else
		facctmgr_print(acct, "fairtree %s\n", FT_VERSION);
	return 0;
}

static facctmgr_verb_fn *const runs[VERBS] = {
#define FACCTMGR_VERB(name, min, id, writes, run, text, ...) [VERB_##id] = run,
#define FACCTMGR_ALIAS(name, min, id, writes, text, ...)
#include "facctmgr/verb.def"
};

/* The shell runs it after the command; elsewhere there is no block. */
static int
leave_to_shell(struct facctmgr *acct, const struct facctmgr_verb *row)
{
	if (!acct->reading)
		return ft_cmd_error(acct->context,
		    "'%s' works only between commands that are read: start %s "
		    "without a command",
		    row->name, acct->context->program);
	acct->block_verb = row;
	return 0;
}

static int
run_verb(struct facctmgr *acct, const struct facctmgr_verb *row, int argc,
    char **argv)
{
	if (row->verb <= VERB_DELETE)
		return run_entity(acct, row->verb, argc, argv);
	if (runs[row->verb])
		return runs[row->verb](acct, argc - 1, argv + 1);
	if (row->verb >= VERB_BEGIN)
		return leave_to_shell(acct, row);
	if (row->sets)
		*(bool *)((char *)acct + row->sets) = true;
	return 0;
}

/* sacctmgr has two texts for this. */
static void
complain_words(
    struct facctmgr *acct, enum facctmgr_verb_id verb, const char *name)
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
facctmgr_run_once(struct facctmgr *acct, int argc, char **argv)
{
	const struct facctmgr_verb *row = facctmgr_verbs;
	int status;

	assert(!acct->block_verb);
	if (argc == 0)
		return 1;
	acct->argc = argc;
	acct->argv = argv;
	while (
	    row->name &&
	    ((row->verb >= VERB_LOG && acct->context->slurm) ||
		!ft_release_within(acct->context->release, row->since, 0) ||
		!ft_word_abbreviates(ft_word_of(argv[0]), row->name, row->min)))
		row++;
	if (!row->name) {
		complain_verb(acct, argv[0]);
		return 1;
	}
	if (row->writes && acct->read_only) {
		if (!acct->context->slurm)
			facctmgr_error(acct,
			    "'%s' changes the store; this session is read-only",
			    row->name);
		else
			facctmgr_complain(
			    acct, "Can't run this command in readonly mode.\n");
		return 1;
	}
	if (row->alone && argc > 1 &&
	    row->verb !=
		(acct->context->slurm ? VERB_ASSOCIATIONS : VERB_HELP)) {
		complain_words(acct, row->verb,
		    acct->context->slurm ? argv[0] : row->name);
		run_verb(acct, row, argc, argv);
		return 1;
	}
	acct->creates = row->writes == FACCTMGR_CREATES;
	acct->visibility = acct->context->slurm ? 0 : row->visibility;
	acct->verb = row->name;
	ft_meter_begin(ft_progress_meter(), row->name, NULL, 0);
	status = run_verb(acct, row, argc, argv);
	facctmgr_rollback(acct);
	ft_progress_pause();
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

/* Run one of both passes; returns the exit status. */
static int
run_pass(struct facctmgr *acct, enum facctmgr_pass pass, int argc, char **argv)
{
	struct facctmgr_rehearsal *rehearsal = acct->rehearsal;
	int status;

	rehearsal->text = NULL;
	rehearsal->n = rehearsal->printed = 0;
	acct->context->out = ft_cmd_collect(&rehearsal->text, &rehearsal->n);
	acct->pass = pass;
	facctmgr_close(acct);
	status = facctmgr_run_once(acct, argc, argv);
	facctmgr_close(acct);
	acct->pass = FACCTMGR_ONLY_PASS;
	facctmgr_rehearsal_flush(acct);
	ft_cmd_collected(acct->context->out);
	acct->context->out = rehearsal->real;
	free(rehearsal->text);
	return status;
}

static int
run_rehearsed(struct facctmgr *acct, int argc, char **argv)
{
	struct facctmgr_rehearsal rehearsal = { .real = acct->context->out };
	int status;

	acct->rehearsal = &rehearsal;
	status = run_pass(acct, FACCTMGR_REHEARSAL, argc, argv);
	if (rehearsal.yes)
		status = run_pass(acct, FACCTMGR_CONFIRMED, argc, argv);
	acct->rehearsal = NULL;
	ft_free(rehearsal.asked);
	return status;
}

/* --print-commands: print the sacctmgr lines, and nothing else. */
static int
print_commands(struct facctmgr *acct, int argc, char **argv)
{
	FILE *out = acct->context->out, *nothing = fopen("/dev/null", "w");
	int status;

	if (nothing == NULL)
		return ft_cmd_error(acct->context, "no /dev/null");
	acct->commands = out;
	acct->context->out = nothing;
	status = facctmgr_run_once(acct, argc, argv);
	acct->context->out = out;
	acct->commands = NULL;
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
		return print_commands(acct, argc, argv);
	if (verb && verb->plain && acct->dry_run && !acct->quiet)
		facctmgr_print(acct, " Dry run: nothing is changed.\n");
	return may_ask(acct, verb) ? run_rehearsed(acct, argc, argv)
				   : facctmgr_run_once(acct, argc, argv);
}
