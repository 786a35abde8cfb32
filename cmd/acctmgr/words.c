/* words.c - the tables of verbs and entities. */
#include "acctmgr/words.h"

#include <string.h>
#include <strings.h>

#include "model/sight.h"

#define LIMITS "allowlarge|maxdeletes=|maxlosers=|skipblocked"
#define FILES  "file=|cluster=|scope=|exact|prune"
#define SHARES "algorithm=|ties=|now="
/* What those that tell of everybody need to see. */
#define NAMES (FT_SIGHT_BIT(ACCOUNTS) | FT_SIGHT_BIT(USERS))
#define MOVES (NAMES | FT_SIGHT_BIT(USAGE))

/* clang-format off */
const struct acct_verb acct_verbs[] = {
	{ "associations", 3, VERB_ASSOCIATIONS, ACCT_READS, true, "", NULL, 0 },
	{ "dump", 3, VERB_DUMP, ACCT_READS, false,
	    "write a cluster as a flat file", "cluster=|file=", NAMES },
	{ "help", 2, VERB_HELP, ACCT_READS, true, "show the help", NULL, 0 },
	{ "load", 2, VERB_LOAD, ACCT_MAKES, false,
	    "add and change what a flat file says", "file=|cluster=|clean", NAMES },
	{ "oneliner", 1, VERB_ONELINER, ACCT_READS, true, "", NULL, 0 },
	{ "quiet", 4, VERB_QUIET, ACCT_READS, true, "", NULL, 0 },
	{ "exit", 4, VERB_EXIT, ACCT_READS, true, "", NULL, 0 },
	{ "\\q", 2, VERB_EXIT, ACCT_READS, true, "", NULL, 0 },
	{ "quit", 4, VERB_EXIT, ACCT_READS, true, "", NULL, 0 },
	{ "add", 3, VERB_ADD, ACCT_MAKES, false,
	    "make accounts, users, ...", NULL, 0 },
	{ "create", 3, VERB_ADD, ACCT_MAKES, false, "", NULL, 0 },
	{ "archive", 3, VERB_ARCHIVE, ACCT_CHANGES, false, "", NULL, 0 },
	{ "clear", 3, VERB_CLEAR, ACCT_READS, false, "", NULL, 0 },
	{ "show", 3, VERB_LIST, ACCT_READS, false, "the same as list", NULL, 0 },
	{ "list", 3, VERB_LIST, ACCT_READS, false, "show accounts, users, ...",
	    NULL, 0 },
	{ "modify", 1, VERB_MODIFY, ACCT_MAKES, false,
	    "change settings", NULL, 0 },
	{ "update", 1, VERB_MODIFY, ACCT_MAKES, false, "", NULL, 0 },
	{ "delete", 3, VERB_DELETE, ACCT_CHANGES, false,
	    "delete what is selected", NULL, 0 },
	{ "remove", 3, VERB_DELETE, ACCT_CHANGES, false, "", NULL, 0 },
	{ "verbose", 4, VERB_VERBOSE, ACCT_READS, true, "", NULL, 0 },
	{ "readonly", 4, VERB_READ_ONLY, ACCT_READS, true, "", NULL, 0 },
	{ "reconfigure", 4, VERB_NOTHING, ACCT_READS, true, "", NULL, 0 },
	{ "rollup", 2, VERB_ROLLUP, ACCT_READS, false, "", NULL, 0 },
	{ "shutdown", 4, VERB_NOTHING, ACCT_READS, true, "", NULL, 0 },
	{ "version", 4, VERB_VERSION, ACCT_READS, true,
	    "print the version", NULL, 0 },
	{ "log", 3, VERB_LOG, ACCT_READS, false,
	    "show the changes that were made",
	    "actor=|since=|last=|patch|format=", 0 },
	{ "undo", 4, VERB_UNDO, ACCT_CHANGES, false,
	    "take changes back", "last=", 0 },
	{ "redo", 4, VERB_REDO, ACCT_CHANGES, false,
	    "bring back what was undone", "last=", 0 },
	{ "save", 3, VERB_SAVE, ACCT_READS, false,
	    "write the store as one clean file", "file=", FT_SIGHT_ALL },
	{ "check", 3, VERB_CHECK, ACCT_READS, false,
	    "report all that is wrong with the store", "repair=", FT_SIGHT_ALL },
	{ "solve", 3, VERB_SOLVE, ACCT_READS, false,
	    "tell which shares bring a user to a place", "user|rank|" SHARES, 0 },
	{ "diff", 4, VERB_DIFF, ACCT_READS, false,
	    "show how the store differs from a flat file", FILES, NAMES },
	{ "plan", 4, VERB_PLAN, ACCT_READS, false,
	    "show what would make it as a flat file says",
	    FILES "|output=|detailedexitcode|" LIMITS, MOVES },
	{ "apply", 3, VERB_APPLY, ACCT_MAKES, false,
	    "make it as a flat file says, or do a saved plan",
	    FILES "|" LIMITS, MOVES },
	{ "sync", 4, VERB_SYNC, ACCT_READS, false, /* unless it applies */
	    "put users into accounts by their UNIX groups",
	    "map=|group=|passwd=|csv=|cluster=|apply|" LIMITS, MOVES },
	{ "begin", 3, VERB_BEGIN, ACCT_READS, true,
	    "start a block: all up to commit is one change", NULL, 0 },
	{ "commit", 3, VERB_COMMIT, ACCT_READS, true,
	    "do what is pending", NULL, 0 },
	{ "rollback", 5, VERB_ROLLBACK, ACCT_READS, true,
	    "forget what is pending", NULL, 0 },
	{ "pending", 4, VERB_PENDING, ACCT_READS, true, "show what is pending",
	    NULL, 0 },
	{ "history", 4, VERB_HISTORY, ACCT_READS, true,
	    "show the lines that were typed", NULL, 0 },
	{ 0 },
};

const struct acct_entity acct_entities[] = {
	{ VERB_ADD, "Account", 1, acct_add_account, &acct_account_add },
	{ VERB_ADD, "Acct", 4, acct_add_account, &acct_account_add },
	{ VERB_ADD, "Cluster", 2, acct_add_cluster, &acct_cluster_add },
	{ VERB_ADD, "Coordinator", 2, acct_add_coord, &acct_coord_words },
	{ VERB_ADD, "QOS", 1, acct_add_qos, &acct_qos_add },
	{ VERB_ADD, "Resource", 1, acct_add_resource, &acct_resource_add },
	{ VERB_ADD, "User", 1, acct_add_user, &acct_user_add },

	{ VERB_LIST, "Accounts", 2, acct_list_account, &acct_account_list },
	{ VERB_LIST, "Acct", 4, acct_list_account, &acct_account_list },
	{ VERB_LIST, "Associations", 2, acct_list_assoc, &acct_assoc_list },
	{ VERB_LIST, "Clusters", 2, acct_list_cluster, &acct_cluster_list },
	{ VERB_LIST, "Configuration", 2, acct_list_config, NULL },
	{ VERB_LIST, "Events", 1, acct_list_event, &acct_event_list },
	{ VERB_LIST, "Federation", 1, acct_list_federation, &acct_other_list },
	{ VERB_LIST, "Problems", 1, acct_list_problem, &acct_problem_list },
	{ VERB_LIST, "RunawayJobs", 2, acct_list_runaway, &acct_runaway_list },
	{ VERB_LIST, "OrphanJobs", 1, acct_list_runaway, &acct_runaway_list },
	{ VERB_LIST, "LostJobs", 1, acct_list_runaway, &acct_runaway_list },
	{ VERB_LIST, "QOS", 1, acct_list_qos, &acct_qos_list },
	{ VERB_LIST, "Resource", 4, acct_list_resource, &acct_resource_list },
	{ VERB_LIST, "Reservations", 4, acct_list_reservation,
	    &acct_other_list },
	{ VERB_LIST, "Resv", 4, acct_list_reservation, &acct_other_list },
	{ VERB_LIST, "Stats", 1, acct_list_stats, NULL },
	{ VERB_LIST, "Transactions", 1, acct_list_transaction,
	    &acct_transaction_list },
	{ VERB_LIST, "Txn", 1, acct_list_transaction, &acct_transaction_list },
	{ VERB_LIST, "Users", 1, acct_list_user, &acct_user_list },
	{ VERB_LIST, "WCKeys", 1, acct_list_wckey, &acct_wckey_list },
	{ VERB_LIST, "TRES", 2, acct_list_tres, &acct_tres_list },

	{ VERB_MODIFY, "Accounts", 1, acct_modify_account,
	    &acct_account_modify },
	{ VERB_MODIFY, "Acct", 4, acct_modify_account, &acct_account_modify },
	{ VERB_MODIFY, "Clusters", 5, acct_modify_cluster,
	    &acct_cluster_modify },
	{ VERB_MODIFY, "QOSs", 1, acct_modify_qos, &acct_qos_modify },
	{ VERB_MODIFY, "Resource", 1, acct_modify_resource,
	    &acct_resource_modify },
	{ VERB_MODIFY, "Users", 1, acct_modify_user, &acct_user_modify },

	{ VERB_DELETE, "Accounts", 1, acct_delete_account,
	    &acct_account_list },
	{ VERB_DELETE, "Acct", 4, acct_delete_account, &acct_account_list },
	{ VERB_DELETE, "Clusters", 2, acct_delete_cluster,
	    &acct_cluster_list },
	{ VERB_DELETE, "Coordinators", 2, acct_delete_coord,
	    &acct_coord_words },
	{ VERB_DELETE, "QOS", 2, acct_delete_qos, &acct_qos_list },
	{ VERB_DELETE, "Resource", 1, acct_delete_resource,
	    &acct_resource_list },
	{ VERB_DELETE, "Users", 1, acct_delete_user, &acct_user_list },
	{ 0 },
};
/* clang-format on */

const struct acct_verb *
acct_find_verb(const char *word)
{
	for (const struct acct_verb *row = acct_verbs; row->name; row++)
		if (ft_word_is(word, strlen(word), row->name, row->min))
			return row;
	return NULL;
}

/* sacctmgr takes the singular here and the plural there, we always both. */
static bool
is_plural(const char *word, const char *name)
{
	size_t len = strlen(name);

	return strncasecmp(word, name, len) == 0 && (word[len] | 0x20) == 's' &&
	       !word[len + 1];
}

const struct acct_entity *
acct_find_entity(enum verb verb, const char *word)
{
	size_t len = strlen(word);

	for (const struct acct_entity *row = acct_entities; row->name; row++)
		if (row->verb == verb &&
		    (ft_word_is(word, len, row->name, row->min) ||
			is_plural(word, row->name)))
			return row;
	return NULL;
}

bool
acct_is_alias(const struct acct_entity *entity)
{
	static const char *const others[] = { "Acct", "OrphanJobs", "LostJobs",
		"Resv" };

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(entity->name, others[i]) == 0)
			return true;
	return false;
}
