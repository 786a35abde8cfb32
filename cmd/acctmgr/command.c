/* Verbs and entities: which words start what. */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/sync.h"
#include "admin/option.h"
#include "fairtree.h"

#define NO NULL

/* clang-format off */
/* In the order in which abbreviations are tried. */
const struct acct_entity acct_entities[] = {
	{ "Accounts", 1, 2, 1, 1, acct_add_account, acct_list_account,
	    acct_modify_account, acct_delete_account },
	{ "Acct", 4, 4, 4, 4, acct_add_account, acct_list_account,
	    acct_modify_account, acct_delete_account },
	{ "Associations", 0, 2, 0, 0, NO, acct_list_assoc, NO, NO },
	{ "Clusters", 2, 2, 5, 2, acct_add_cluster, acct_list_cluster,
	    acct_modify_cluster, acct_delete_cluster },
	{ "Coordinators", 2, 0, 0, 2, acct_add_coord, NO, NO,
	    acct_delete_coord },
	{ "Federations", 0, 1, 0, 0, NO, acct_list_federation, NO, NO },
	{ "Problems", 0, 1, 0, 0, NO, acct_list_problem, NO, NO },
	{ "RunawayJobs", 0, 2, 0, 0, NO, acct_list_runaway, NO, NO },
	{ "OrphanJobs", 0, 1, 0, 0, NO, acct_list_runaway, NO, NO },
	{ "LostJobs", 0, 1, 0, 0, NO, acct_list_runaway, NO, NO },
	{ "QOS", 1, 1, 1, 2, acct_add_qos, acct_list_qos, acct_modify_qos,
	    acct_delete_qos },
	{ "QOSs", 0, 0, 4, 0, NO, NO, acct_modify_qos, NO },
	{ "Resources", 0, 4, 0, 0, NO, acct_list_resource, NO, NO },
	{ "Reservations", 0, 4, 0, 0, NO, acct_list_reservation, NO, NO },
	{ "Resv", 0, 4, 0, 0, NO, acct_list_reservation, NO, NO },
	{ "Users", 1, 1, 1, 1, acct_add_user, acct_list_user,
	    acct_modify_user, acct_delete_user },
	{ "WCKeys", 0, 1, 0, 0, NO, acct_list_wckey, NO, NO },
	{ "Tres", 0, 2, 0, 0, NO, acct_list_tres, NO, NO },
	{ 0 }
};
/* clang-format on */

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
	VERB_NOTHING, /* reconfigure, clear stats: nothing to do here */
	VERB_LOG,     /* from here on unknown by the Slurm name */
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
	{ "clear", 3, VERB_NOTHING, false, false },
	{ "show", 3, VERB_LIST, false, false },
	{ "list", 3, VERB_LIST, false, false },
	{ "modify", 1, VERB_MODIFY, true, false },
	{ "update", 1, VERB_MODIFY, true, false },
	{ "delete", 3, VERB_DELETE, true, false },
	{ "remove", 3, VERB_DELETE, true, false },
	{ "verbose", 4, VERB_VERBOSE, false, true },
	{ "readonly", 4, VERB_READ_ONLY, false, true },
	{ "reconfigure", 4, VERB_NOTHING, false, true },
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

typedef int run_fn(struct acct *acct, int argc, char **argv);

static run_fn *
entity_run(const struct acct_entity *entity, enum verb verb, unsigned *min)
{
	switch ((int)verb) {
	case VERB_ADD:
		*min = entity->add;
		return entity->run_add;
	case VERB_LIST:
		*min = entity->list;
		return entity->run_list;
	case VERB_MODIFY:
		*min = entity->modify;
		return entity->run_modify;
	default:
		*min = entity->delete;
		return entity->run_delete;
	}
}

/* Another name of the entity before, or one of which there never is any. */
static bool
is_alias(const char *name)
{
	static const char *const others[] = { "Acct", "QOSs", "Federations",
		"RunawayJobs", "OrphanJobs", "LostJobs", "Resources",
		"Reservations", "Resv", "WCKeys" };

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
	unsigned min;

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
	for (const struct acct_entity *entity = acct_entities; entity->name;
	     entity++) {
		entity_run(entity, verb, &min);
		if (min == 0 || is_alias(entity->name))
			continue;
		acct_complain(acct, "%s%s", separator, entity->name);
		separator = ", ";
	}
	acct_complain(acct, "\n");
}

static int
run_entity(struct acct *acct, enum verb verb, int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;

	for (const struct acct_entity *entity = acct_entities;
	     word && entity->name; entity++) {
		unsigned min;
		run_fn *fn = entity_run(entity, verb, &min);

		if (min && ft_admin_word(word, strlen(word), entity->name, min))
			return fn(acct, argc - 2, argv + 2);
	}
	complain_entity(acct, verb, word);
	return 1;
}

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
		if (verbs[i].alone && argc > 1) {
			acct_complain(acct,
			    "too many arguments for %s keyword\n",
			    verbs[i].name);
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
