/* Verbs and entities: which words start what. */
#include <string.h>
#include <strings.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/sync.h"
#include "admin/option.h"
#include "fairtree.h"

enum verb {
	VERB_ADD,
	VERB_LIST,
	VERB_MODIFY,
	VERB_DELETE,
	VERB_DUMP,
	VERB_LOAD,
	VERB_EXIT,
	VERB_ASSOCIATIONS,
	VERB_ONELINER,
	VERB_QUIET,
	VERB_VERBOSE,
	VERB_READ_ONLY,
	VERB_VERSION,
	VERB_HELP,
	VERB_NOTHING, /* reconfigure, shutdown: nothing to do here */
	VERB_CLEAR,
	VERB_ARCHIVE,
	VERB_ROLLUP,
	VERB_LOG, /* from here on unknown by the Slurm name */
	VERB_UNDO,
	VERB_REDO,
	VERB_SOLVE,
	VERB_DIFF,
	VERB_PLAN,
	VERB_APPLY,
	VERB_SYNC
};

static const struct {
	const char *name;
	unsigned char min;
	enum verb verb;
	bool changes, alone;
} verbs[] = {
	{ "associations", 3, VERB_ASSOCIATIONS, false, true },
	{ "dump", 3, VERB_DUMP, false, false },
	{ "help", 2, VERB_HELP, false, true },
	{ "load", 2, VERB_LOAD, true, false },
	{ "oneliner", 1, VERB_ONELINER, false, true },
	{ "quiet", 4, VERB_QUIET, false, true },
	{ "exit", 4, VERB_EXIT, false, true },
	{ "\\q", 2, VERB_EXIT, false, true },
	{ "quit", 4, VERB_EXIT, false, true },
	{ "add", 3, VERB_ADD, true, false },
	{ "create", 3, VERB_ADD, true, false },
	{ "archive", 3, VERB_ARCHIVE, true, false },
	{ "clear", 3, VERB_CLEAR, false, false },
	{ "show", 3, VERB_LIST, false, false },
	{ "list", 3, VERB_LIST, false, false },
	{ "modify", 1, VERB_MODIFY, true, false },
	{ "update", 1, VERB_MODIFY, true, false },
	{ "delete", 3, VERB_DELETE, true, false },
	{ "remove", 3, VERB_DELETE, true, false },
	{ "verbose", 4, VERB_VERBOSE, false, true },
	{ "readonly", 4, VERB_READ_ONLY, false, true },
	{ "reconfigure", 4, VERB_NOTHING, false, true },
	{ "rollup", 2, VERB_ROLLUP, false, false },
	{ "shutdown", 4, VERB_NOTHING, false, true },
	{ "version", 4, VERB_VERSION, false, true },
	{ "log", 3, VERB_LOG, false, false },
	{ "undo", 4, VERB_UNDO, true, false },
	{ "redo", 4, VERB_REDO, true, false },
	{ "solve", 3, VERB_SOLVE, false, false },
	{ "diff", 4, VERB_DIFF, false, false },
	{ "plan", 4, VERB_PLAN, false, false },
	{ "apply", 3, VERB_APPLY, true, false },
	{ "sync", 4, VERB_SYNC, false, false }, /* unless it applies */
};

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

typedef int run_fn(struct acct *acct, int argc, char **argv);

/* What a verb does for an entity, in the order abbreviations are tried. */
struct entity {
	enum verb verb;
	const char *name;
	unsigned char min; /* letters needed */
	run_fn *run;
};

/* clang-format off */
static const struct entity entities[] = {
	{ VERB_ADD, "Account", 1, acct_add_account },
	{ VERB_ADD, "Acct", 4, acct_add_account },
	{ VERB_ADD, "Cluster", 2, acct_add_cluster },
	{ VERB_ADD, "Coordinator", 2, acct_add_coord },
	{ VERB_ADD, "QOS", 1, acct_add_qos },
	{ VERB_ADD, "Resource", 1, acct_add_resource },
	{ VERB_ADD, "User", 1, acct_add_user },

	{ VERB_LIST, "Accounts", 2, acct_list_account },
	{ VERB_LIST, "Acct", 4, acct_list_account },
	{ VERB_LIST, "Associations", 2, acct_list_assoc },
	{ VERB_LIST, "Clusters", 2, acct_list_cluster },
	{ VERB_LIST, "Configuration", 2, acct_list_config },
	{ VERB_LIST, "Events", 1, acct_list_event },
	{ VERB_LIST, "Federation", 1, acct_list_federation },
	{ VERB_LIST, "Problems", 1, acct_list_problem },
	{ VERB_LIST, "RunawayJobs", 2, acct_list_runaway },
	{ VERB_LIST, "OrphanJobs", 1, acct_list_runaway },
	{ VERB_LIST, "LostJobs", 1, acct_list_runaway },
	{ VERB_LIST, "QOS", 1, acct_list_qos },
	{ VERB_LIST, "Resource", 4, acct_list_resource },
	{ VERB_LIST, "Reservations", 4, acct_list_reservation },
	{ VERB_LIST, "Resv", 4, acct_list_reservation },
	{ VERB_LIST, "Stats", 1, acct_list_stats },
	{ VERB_LIST, "Transactions", 1, acct_list_transaction },
	{ VERB_LIST, "Txn", 1, acct_list_transaction },
	{ VERB_LIST, "Users", 1, acct_list_user },
	{ VERB_LIST, "WCKeys", 1, acct_list_wckey },
	{ VERB_LIST, "TRES", 2, acct_list_tres },

	{ VERB_MODIFY, "Accounts", 1, acct_modify_account },
	{ VERB_MODIFY, "Acct", 4, acct_modify_account },
	{ VERB_MODIFY, "Clusters", 5, acct_modify_cluster },
	{ VERB_MODIFY, "QOSs", 1, acct_modify_qos },
	{ VERB_MODIFY, "Resource", 1, acct_modify_resource },
	{ VERB_MODIFY, "Users", 1, acct_modify_user },

	{ VERB_DELETE, "Accounts", 1, acct_delete_account },
	{ VERB_DELETE, "Acct", 4, acct_delete_account },
	{ VERB_DELETE, "Clusters", 2, acct_delete_cluster },
	{ VERB_DELETE, "Coordinators", 2, acct_delete_coord },
	{ VERB_DELETE, "QOS", 2, acct_delete_qos },
	{ VERB_DELETE, "Resource", 1, acct_delete_resource },
	{ VERB_DELETE, "Users", 1, acct_delete_user },
};
/* clang-format on */
#define N_ENTITIES (sizeof entities / sizeof *entities)

/* Another name of the entity before. */
static bool
is_alias(const char *name)
{
	static const char *const others[] = { "Acct", "OrphanJobs", "LostJobs",
		"Resv" };

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(name, others[i]) == 0)
			return true;
	return false;
}

/* Names of entities this verb has here, for our own message. */
static void
complain_entity(struct acct *acct, enum verb verb, const char *word)
{
	const char *separator = "";

	if (acct->context->slurm) {
		acct_complain(acct,
		    "No valid entity in %s command\n"
		    "Input line must include %s\n",
		    verb_names[verb], valid_entities[verb]);
		return;
	}
	acct_complain(acct, "%s: error: ", acct->context->program);
	if (word)
		acct_complain(acct, "unknown entity '%s', ", word);
	acct_complain(acct, "%s needs one of ", verb_names[verb]);
	for (size_t i = 0; i < N_ENTITIES; i++) {
		if (entities[i].verb != verb || is_alias(entities[i].name))
			continue;
		acct_complain(acct, "%s%s", separator, entities[i].name);
		separator = ", ";
	}
	acct_complain(acct, "\n");
}

/* sacctmgr takes the singular here and the plural there, we always both. */
static bool
is_entity(
    const struct acct *acct, const struct entity *entity, const char *word)
{
	size_t len = strlen(word), whole = strlen(entity->name);

	if (ft_admin_word(word, len, entity->name, entity->min))
		return true;
	return !acct->context->slurm && len == whole + 1 &&
	       (word[whole] | 0x20) == 's' &&
	       strncasecmp(word, entity->name, whole) == 0;
}

static int
run_entity(struct acct *acct, enum verb verb, int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;

	for (size_t i = 0; word && i < N_ENTITIES; i++)
		if (entities[i].verb == verb &&
		    is_entity(acct, &entities[i], word))
			return entities[i].run(acct, argc - 2, argv + 2);
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
		ft_opt_help(acct->context, acct->context->out);
		break;
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
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (ft_admin_word(
			word, strlen(word), verbs[i].name, verbs[i].min))
			return !verbs[i].changes;
	return false;
}

/* sacctmgr has two sentences for it, and none for the first keyword. */
static void
complain_words(struct acct *acct, enum verb verb, const char *name)
{
	bool other = verb == VERB_EXIT || verb == VERB_HELP;

	if (acct->context->slurm && other)
		acct_complain(
		    acct, "too many arguments for keyword:%s\n", name);
	else
		acct_complain(
		    acct, "too many arguments for %s keyword\n", name);
}

int
acct_command(struct acct *acct, int argc, char **argv)
{
	int status;

	if (argc == 0)
		return 1;
	acct->argc = argc;
	acct->argv = argv;
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		if (!ft_admin_word(
			argv[0], strlen(argv[0]), verbs[i].name, verbs[i].min))
			continue;
		if (verbs[i].verb >= VERB_LOG && acct->context->slurm)
			continue;
		if (verbs[i].changes && acct->read_only) {
			if (acct->context->slurm)
				acct_complain(acct, "Can't run this command "
						    "in readonly mode.\n");
			else
				acct_error(acct,
				    "'%s' changes things, and "
				    "this is read only",
				    verbs[i].name);
			return 1;
		}
		if (verbs[i].alone && argc > 1 &&
		    (verbs[i].verb != VERB_ASSOCIATIONS ||
			!acct->context->slurm)) {
			complain_words(acct, verbs[i].verb, verbs[i].name);
			run_verb(acct, verbs[i].verb, argc, argv);
			return 1;
		}
		status = run_verb(acct, verbs[i].verb, argc, argv);
		acct_rollback(acct);
		return status;
	}
	if (acct->context->slurm)
		acct_complain(acct, "invalid keyword: %s\n", argv[0]);
	else
		acct_error(acct, "unknown command '%s'", argv[0]);
	return 1;
}
