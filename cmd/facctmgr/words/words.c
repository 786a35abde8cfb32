/* words.c - the tables of verbs and entities. */
#include "facctmgr/words/words.h"

#include "facctmgr/shell/block.h"
#include "facctmgr/plan/sync.h"
#include "model/account/sight.h"

/* What those that tell of everybody need to see. */
#define NAMES (FT_SIGHT_BIT(ACCOUNTS) | FT_SIGHT_BIT(USERS))
#define MOVES (NAMES | FT_SIGHT_BIT(USAGE))

/* clang-format off */
const struct acct_verb acct_verbs[] = {
	{ "associations", 3, VERB_ASSOCIATIONS, ACCT_READS, true,
	    .sets = offsetof(struct acct, with_assoc) },
	{ "dump", 3, VERB_DUMP, ACCT_READS, false,
	    .text = "write a cluster as a flat file",
	    .keys = acct_dump_keys, .sight = NAMES, .run = acct_dump },
	{ "help", 2, VERB_HELP, ACCT_READS, true, .text = "show the help",
	    .run = acct_help },
	{ "load", 2, VERB_LOAD, ACCT_MAKES, false,
	    .text = "add and change what a flat file says",
	    .keys = acct_load_keys, .sight = NAMES,
	    .run = acct_load, .plain = true },
	{ "oneliner", 1, VERB_ONELINER, ACCT_READS, true, .text = NULL },
	{ "quiet", 4, VERB_QUIET, ACCT_READS, true,
	    .sets = offsetof(struct acct, quiet) },
	{ "exit", 4, VERB_EXIT, ACCT_READS, true,
	    .sets = offsetof(struct acct, ended) },
	{ "\\q", 2, VERB_EXIT, ACCT_READS, true,
	    .sets = offsetof(struct acct, ended) },
	{ "quit", 4, VERB_EXIT, ACCT_READS, true,
	    .sets = offsetof(struct acct, ended) },
	{ "add", 3, VERB_ADD, ACCT_MAKES, false,
	    .text = "make accounts, users, ...", .plain = true },
	{ "create", 3, VERB_ADD, ACCT_MAKES, false, .plain = true },
	{ "archive", 3, VERB_ARCHIVE, ACCT_CHANGES, false,
	    .run = acct_archive, .whole = true },
	{ "clear", 3, VERB_CLEAR, ACCT_READS, false, .run = acct_clear },
	{ "show", 3, VERB_LIST, ACCT_READS, false,
	    .text = "the same as list" },
	{ "list", 3, VERB_LIST, ACCT_READS, false,
	    .text = "show accounts, users, ..." },
	{ "modify", 1, VERB_MODIFY, ACCT_MAKES, false,
	    .text = "change settings", .plain = true },
	{ "update", 1, VERB_MODIFY, ACCT_MAKES, false, .plain = true },
	{ "delete", 3, VERB_DELETE, ACCT_CHANGES, false,
	    .text = "delete what is selected", .plain = true, .asks = true },
	{ "remove", 3, VERB_DELETE, ACCT_CHANGES, false, .plain = true,
	    .asks = true },
	{ "verbose", 4, VERB_VERBOSE, ACCT_READS, true,
	    .run_alone = acct_verbose },
	{ "readonly", 4, VERB_READ_ONLY, ACCT_READS, true,
	    .sets = offsetof(struct acct, read_only) },
	{ "reconfigure", 4, VERB_NOTHING, ACCT_READS, true, .text = NULL },
	{ "rollup", 2, VERB_ROLLUP, ACCT_READS, false, .run = acct_rollup,
	    .whole = true },
	{ "shutdown", 4, VERB_NOTHING, ACCT_READS, true, .text = NULL },
	{ "version", 4, VERB_VERSION, ACCT_READS, true,
	    .text = "print the version", .run_alone = acct_version },
	{ "log", 3, VERB_LOG, ACCT_READS, false,
	    .text = "show the changes that were made",
	    .keys = acct_log_keys, .run = acct_log },
	{ "undo", 4, VERB_UNDO, ACCT_CHANGES, false,
	    .text = "take changes back", .keys = acct_undo_keys, .run = acct_undo,
	    .plain = true, .whole = true },
	{ "redo", 4, VERB_REDO, ACCT_CHANGES, false,
	    .text = "bring back what was undone", .keys = acct_undo_keys,
	    .run = acct_redo, .plain = true, .whole = true },
	{ "save", 3, VERB_SAVE, ACCT_READS, false,
	    .text = "write the store as one clean file", .keys = acct_save_keys,
	    .sight = FT_SIGHT_ALL, .run = acct_save },
	{ "check", 3, VERB_CHECK, ACCT_READS, false,
	    .text = "report all that is wrong with the store",
	    .keys = acct_check_keys, .sight = FT_SIGHT_ALL, .run = acct_check },
	{ "solve", 3, VERB_SOLVE, ACCT_READS, false,
	    .text = "tell which shares bring a user to a place",
	    .keys = acct_solve_keys, .run = acct_solve },
	{ "diff", 4, VERB_DIFF, ACCT_READS, false,
	    .text = "show how the store differs from a flat file",
	    .keys = acct_plan_keys, .sight = NAMES, .run = acct_diff },
	{ "plan", 4, VERB_PLAN, ACCT_READS, false,
	    .text = "show what would make it as a flat file says",
	    .keys = acct_plan_keys, .sight = MOVES,
	    .run = acct_plan },
	{ "apply", 3, VERB_APPLY, ACCT_MAKES, false,
	    .text = "make it as a flat file says, or do a saved plan",
	    .keys = acct_plan_keys, .sight = MOVES, .run = acct_apply,
	    .asks = true },
	/* reads only, unless it applies */
	{ "sync", 4, VERB_SYNC, ACCT_READS, false,
	    .text = "put users into accounts by their UNIX groups",
	    .keys = acct_sync_keys,
	    .sight = MOVES, .run = acct_sync, .asks = true },
	{ "begin", 3, VERB_BEGIN, ACCT_READS, true,
	    .text = "start a block: all up to commit is one change",
	    .run_alone = acct_block_begin },
	{ "commit", 3, VERB_COMMIT, ACCT_READS, true,
	    .text = "do what is pending", .run_alone = acct_block_commit },
	{ "rollback", 5, VERB_ROLLBACK, ACCT_READS, true,
	    .text = "forget what is pending",
	    .run_alone = acct_block_rollback },
	{ "pending", 4, VERB_PENDING, ACCT_READS, true,
	    .text = "show what is pending", .run_alone = acct_block_pending },
	{ "history", 4, VERB_HISTORY, ACCT_READS, true,
	    .text = "show the lines that were typed",
	    .run_alone = acct_history },
	{ 0 },
};

const struct acct_entity acct_entities[] = {
	{ VERB_ADD, "Account", 1, &acct_account, false },
	{ VERB_ADD, "Acct", 4, &acct_account, true },
	{ VERB_ADD, "Cluster", 2, &acct_cluster, false },
	{ VERB_ADD, "Coordinator", 2, &acct_coord, false },
	{ VERB_ADD, "QOS", 1, &acct_qos, false },
	{ VERB_ADD, "Resource", 1, &acct_resource, false },
	{ VERB_ADD, "User", 1, &acct_user, false },

	{ VERB_LIST, "Accounts", 2, &acct_account, false },
	{ VERB_LIST, "Acct", 4, &acct_account, true },
	{ VERB_LIST, "Associations", 2, &acct_assoc, false },
	{ VERB_LIST, "Clusters", 2, &acct_cluster, false },
	{ VERB_LIST, "Configuration", 2, &acct_config, false },
	{ VERB_LIST, "Events", 1, &acct_event, false },
	{ VERB_LIST, "Federation", 1, &acct_federation, false },
	{ VERB_LIST, "Problems", 1, &acct_problem, false },
	{ VERB_LIST, "RunawayJobs", 2, &acct_runaway, false },
	{ VERB_LIST, "OrphanJobs", 1, &acct_runaway, true },
	{ VERB_LIST, "LostJobs", 1, &acct_runaway, true },
	{ VERB_LIST, "QOS", 1, &acct_qos, false },
	{ VERB_LIST, "Resource", 4, &acct_resource, false },
	{ VERB_LIST, "Reservations", 4, &acct_reservation, false },
	{ VERB_LIST, "Resv", 4, &acct_reservation, true },
	{ VERB_LIST, "Stats", 1, &acct_stats, false },
	{ VERB_LIST, "Transactions", 1, &acct_transaction, false },
	{ VERB_LIST, "Txn", 1, &acct_transaction, false },
	{ VERB_LIST, "Users", 1, &acct_user, false },
	{ VERB_LIST, "WCKeys", 1, &acct_wckey, false },
	{ VERB_LIST, "TRES", 2, &acct_tres, false },

	{ VERB_MODIFY, "Accounts", 1, &acct_account, false },
	{ VERB_MODIFY, "Acct", 4, &acct_account, true },
	{ VERB_MODIFY, "Clusters", 5, &acct_cluster, false },
	{ VERB_MODIFY, "QOSs", 1, &acct_qos, false },
	{ VERB_MODIFY, "Resource", 1, &acct_resource, false },
	{ VERB_MODIFY, "Users", 1, &acct_user, false },

	{ VERB_DELETE, "Accounts", 1, &acct_account, false },
	{ VERB_DELETE, "Acct", 4, &acct_account, true },
	{ VERB_DELETE, "Clusters", 2, &acct_cluster, false },
	{ VERB_DELETE, "Coordinators", 2, &acct_coord, false },
	{ VERB_DELETE, "QOS", 2, &acct_qos, false },
	{ VERB_DELETE, "Resource", 1, &acct_resource, false },
	{ VERB_DELETE, "Users", 1, &acct_user, false },
	{ 0 },
};
/* clang-format on */

const struct acct_verb *
acct_find_verb(const char *word)
{
	for (const struct acct_verb *row = acct_verbs; row->name; row++)
		if (ft_abbreviates(word, strlen(word), row->name, row->min))
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
		    (ft_abbreviates(word, len, row->name, row->min) ||
			is_plural(word, row->name)))
			return row;
	return NULL;
}
