/* words.c - the tables of verbs and entities. */
#include "facctmgr/words/words.h"

#include "facctmgr/shell/block.h"
#include "facctmgr/plan/sync.h"
#include "model/account/sight.h"

/* What those that tell of everybody need to see. */
#define NAMES (FT_SIGHT_BIT(ACCOUNTS) | FT_SIGHT_BIT(USERS))
#define MOVES (NAMES | FT_SIGHT_BIT(USAGE))

/* clang-format off */
const struct facctmgr_verb facctmgr_verbs[] = {
	{ "associations", 3, VERB_ASSOCIATIONS, FACCTMGR_READS, true,
	    .sets = offsetof(struct facctmgr, with_assoc) },
	{ "dump", 3, VERB_DUMP, FACCTMGR_READS, false,
	    .text = "write a cluster as a flat file",
	    .keys = facctmgr_dump_keys, .sight = NAMES, .run = facctmgr_dump },
	{ "help", 2, VERB_HELP, FACCTMGR_READS, true, .text = "show the help",
	    .run = facctmgr_help },
	{ "load", 2, VERB_LOAD, FACCTMGR_MAKES, false,
	    .text = "add and change what a flat file says",
	    .keys = facctmgr_load_keys, .sight = NAMES,
	    .run = facctmgr_load, .plain = true },
	{ "oneliner", 1, VERB_ONELINER, FACCTMGR_READS, true, .text = NULL },
	{ "quiet", 4, VERB_QUIET, FACCTMGR_READS, true,
	    .sets = offsetof(struct facctmgr, quiet) },
	{ "exit", 4, VERB_EXIT, FACCTMGR_READS, true,
	    .sets = offsetof(struct facctmgr, ended) },
	{ "\\q", 2, VERB_EXIT, FACCTMGR_READS, true,
	    .sets = offsetof(struct facctmgr, ended) },
	{ "quit", 4, VERB_EXIT, FACCTMGR_READS, true,
	    .sets = offsetof(struct facctmgr, ended) },
	{ "add", 3, VERB_ADD, FACCTMGR_MAKES, false,
	    .text = "make accounts, users, ...", .plain = true },
	{ "create", 3, VERB_ADD, FACCTMGR_MAKES, false, .plain = true },
	{ "archive", 3, VERB_ARCHIVE, FACCTMGR_CHANGES, false,
	    .run = facctmgr_archive, .whole = true },
	{ "clear", 3, VERB_CLEAR, FACCTMGR_READS, false, .run = facctmgr_clear },
	{ "show", 3, VERB_LIST, FACCTMGR_READS, false,
	    .text = "the same as list" },
	{ "list", 3, VERB_LIST, FACCTMGR_READS, false,
	    .text = "show accounts, users, ..." },
	{ "modify", 1, VERB_MODIFY, FACCTMGR_MAKES, false,
	    .text = "change settings", .plain = true },
	{ "update", 1, VERB_MODIFY, FACCTMGR_MAKES, false, .plain = true },
	{ "delete", 3, VERB_DELETE, FACCTMGR_CHANGES, false,
	    .text = "delete what is selected", .plain = true, .asks = true },
	{ "remove", 3, VERB_DELETE, FACCTMGR_CHANGES, false, .plain = true,
	    .asks = true },
	{ "verbose", 4, VERB_VERBOSE, FACCTMGR_READS, true,
	    .run_alone = facctmgr_verbose },
	{ "readonly", 4, VERB_READ_ONLY, FACCTMGR_READS, true,
	    .sets = offsetof(struct facctmgr, read_only) },
	{ "reconfigure", 4, VERB_NOTHING, FACCTMGR_READS, true, .text = NULL },
	{ "rollup", 2, VERB_ROLLUP, FACCTMGR_READS, false, .run = facctmgr_rollup,
	    .whole = true },
	{ "shutdown", 4, VERB_NOTHING, FACCTMGR_READS, true, .text = NULL },
	{ "version", 4, VERB_VERSION, FACCTMGR_READS, true,
	    .text = "print the version", .run_alone = facctmgr_version },
	{ "log", 3, VERB_LOG, FACCTMGR_READS, false,
	    .text = "show the changes that were made",
	    .keys = facctmgr_log_keys, .run = facctmgr_log },
	{ "undo", 4, VERB_UNDO, FACCTMGR_CHANGES, false,
	    .text = "take changes back", .keys = facctmgr_undo_keys, .run = facctmgr_undo,
	    .plain = true, .whole = true },
	{ "redo", 4, VERB_REDO, FACCTMGR_CHANGES, false,
	    .text = "bring back what was undone", .keys = facctmgr_undo_keys,
	    .run = facctmgr_redo, .plain = true, .whole = true },
	{ "save", 3, VERB_SAVE, FACCTMGR_READS, false,
	    .text = "write the store as one clean file", .keys = facctmgr_save_keys,
	    .sight = FT_SIGHT_ALL, .run = facctmgr_save },
	{ "check", 3, VERB_CHECK, FACCTMGR_READS, false,
	    .text = "report all that is wrong with the store",
	    .keys = facctmgr_check_keys, .sight = FT_SIGHT_ALL, .run = facctmgr_check },
	{ "solve", 3, VERB_SOLVE, FACCTMGR_READS, false,
	    .text = "tell which shares bring a user to a place",
	    .keys = facctmgr_solve_keys, .run = facctmgr_solve },
	{ "diff", 4, VERB_DIFF, FACCTMGR_READS, false,
	    .text = "show how the store differs from a flat file",
	    .keys = facctmgr_plan_keys, .sight = NAMES, .run = facctmgr_diff },
	{ "plan", 4, VERB_PLAN, FACCTMGR_READS, false,
	    .text = "show what would make it as a flat file says",
	    .keys = facctmgr_plan_keys, .sight = MOVES,
	    .run = facctmgr_plan },
	{ "apply", 3, VERB_APPLY, FACCTMGR_MAKES, false,
	    .text = "make it as a flat file says, or do a saved plan",
	    .keys = facctmgr_plan_keys, .sight = MOVES, .run = facctmgr_apply,
	    .asks = true },
	/* reads only, unless it applies */
	{ "sync", 4, VERB_SYNC, FACCTMGR_READS, false,
	    .text = "put users into accounts by their UNIX groups",
	    .keys = facctmgr_sync_keys,
	    .sight = MOVES, .run = facctmgr_sync, .asks = true },
	{ "begin", 3, VERB_BEGIN, FACCTMGR_READS, true,
	    .text = "start a block: all up to commit is one change",
	    .run_alone = facctmgr_block_begin },
	{ "commit", 3, VERB_COMMIT, FACCTMGR_READS, true,
	    .text = "do what is pending", .run_alone = facctmgr_block_commit },
	{ "rollback", 5, VERB_ROLLBACK, FACCTMGR_READS, true,
	    .text = "forget what is pending",
	    .run_alone = facctmgr_block_rollback },
	{ "pending", 4, VERB_PENDING, FACCTMGR_READS, true,
	    .text = "show what is pending", .run_alone = facctmgr_block_pending },
	{ "history", 4, VERB_HISTORY, FACCTMGR_READS, true,
	    .text = "show the lines that were typed",
	    .run_alone = facctmgr_history },
	{ 0 },
};

const struct facctmgr_entity facctmgr_entities[] = {
	{ VERB_ADD, "Account", 1, &facctmgr_account, false },
	{ VERB_ADD, "Acct", 4, &facctmgr_account, true },
	{ VERB_ADD, "Cluster", 2, &facctmgr_cluster, false },
	{ VERB_ADD, "Coordinator", 2, &facctmgr_coord, false },
	{ VERB_ADD, "QOS", 1, &facctmgr_qos, false },
	{ VERB_ADD, "Resource", 1, &facctmgr_resource, false },
	{ VERB_ADD, "User", 1, &facctmgr_user, false },

	{ VERB_LIST, "Accounts", 2, &facctmgr_account, false },
	{ VERB_LIST, "Acct", 4, &facctmgr_account, true },
	{ VERB_LIST, "Associations", 2, &facctmgr_assoc, false },
	{ VERB_LIST, "Clusters", 2, &facctmgr_cluster, false },
	{ VERB_LIST, "Configuration", 2, &facctmgr_config, false },
	{ VERB_LIST, "Events", 1, &facctmgr_event, false },
	{ VERB_LIST, "Federation", 1, &facctmgr_federation, false },
	{ VERB_LIST, "Problems", 1, &facctmgr_problem, false },
	{ VERB_LIST, "RunawayJobs", 2, &facctmgr_runaway, false },
	{ VERB_LIST, "OrphanJobs", 1, &facctmgr_runaway, true },
	{ VERB_LIST, "LostJobs", 1, &facctmgr_runaway, true },
	{ VERB_LIST, "QOS", 1, &facctmgr_qos, false },
	{ VERB_LIST, "Resource", 4, &facctmgr_resource, false },
	{ VERB_LIST, "Reservations", 4, &facctmgr_reservation, false },
	{ VERB_LIST, "Resv", 4, &facctmgr_reservation, true },
	{ VERB_LIST, "Stats", 1, &facctmgr_stats, false },
	{ VERB_LIST, "Transactions", 1, &facctmgr_transaction, false },
	{ VERB_LIST, "Txn", 1, &facctmgr_transaction, false },
	{ VERB_LIST, "Users", 1, &facctmgr_user, false },
	{ VERB_LIST, "WCKeys", 1, &facctmgr_wckey, false },
	{ VERB_LIST, "TRES", 2, &facctmgr_tres, false },

	{ VERB_MODIFY, "Accounts", 1, &facctmgr_account, false },
	{ VERB_MODIFY, "Acct", 4, &facctmgr_account, true },
	{ VERB_MODIFY, "Clusters", 5, &facctmgr_cluster, false },
	{ VERB_MODIFY, "QOSs", 1, &facctmgr_qos, false },
	{ VERB_MODIFY, "Resource", 1, &facctmgr_resource, false },
	{ VERB_MODIFY, "Users", 1, &facctmgr_user, false },

	{ VERB_DELETE, "Accounts", 1, &facctmgr_account, false },
	{ VERB_DELETE, "Acct", 4, &facctmgr_account, true },
	{ VERB_DELETE, "Clusters", 2, &facctmgr_cluster, false },
	{ VERB_DELETE, "Coordinators", 2, &facctmgr_coord, false },
	{ VERB_DELETE, "QOS", 2, &facctmgr_qos, false },
	{ VERB_DELETE, "Resource", 1, &facctmgr_resource, false },
	{ VERB_DELETE, "Users", 1, &facctmgr_user, false },
	{ 0 },
};
/* clang-format on */

const struct facctmgr_verb *
facctmgr_find_verb(const char *word)
{
	for (const struct facctmgr_verb *row = facctmgr_verbs; row->name; row++)
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

const struct facctmgr_entity *
facctmgr_find_entity(enum verb verb, const char *word)
{
	size_t len = strlen(word);

	for (const struct facctmgr_entity *row = facctmgr_entities; row->name;
	     row++)
		if (row->verb == verb &&
		    (ft_abbreviates(word, len, row->name, row->min) ||
			is_plural(word, row->name)))
			return row;
	return NULL;
}
