/* verb.c - the tables of verbs and entities. */

#include "facctmgr/verb.h"

#include "model/account/visibility.h"

/* What verbs that print names, or the places of users, must see all of. */
#define NAMES (FT_VISIBILITY_BIT(ACCOUNTS) | FT_VISIBILITY_BIT(USERS))
#define MOVES (NAMES | FT_VISIBILITY_BIT(USAGE))

const struct facctmgr_verb facctmgr_verbs[] = {
#define FACCTMGR_VERB(name, min, id, writes, run, text, ...)                   \
	{ name, min, VERB_##id, FACCTMGR_##writes, text, __VA_ARGS__ },
#define FACCTMGR_ALIAS(name, min, id, writes, text, ...)                       \
	{ name, min, VERB_##id, FACCTMGR_##writes, text, __VA_ARGS__ },
#include "facctmgr/verb.def"
	{ 0 },
};

/* clang-format off */
const struct facctmgr_entity_name facctmgr_entity_names[] = {
	{ VERB_ADD, "Account", 1, &facctmgr_account, false },
	{ VERB_ADD, "Acct", 4, &facctmgr_account, true },
	{ VERB_ADD, "Cluster", 2, &facctmgr_cluster, false },
	{ VERB_ADD, "Coordinator", 2, &facctmgr_coord, false },
	{ VERB_ADD, "Federation", 1, &facctmgr_federation, true },
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
	{ VERB_LIST, "Instances", 1, &facctmgr_instance, false },
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
	{ VERB_MODIFY, "Federations", 1, &facctmgr_federation, true },
	{ VERB_MODIFY, "Job", 1, &facctmgr_job, false },
	{ VERB_MODIFY, "QOSs", 1, &facctmgr_qos, false },
	{ VERB_MODIFY, "Resource", 1, &facctmgr_resource, false },
	{ VERB_MODIFY, "Users", 1, &facctmgr_user, false },

	{ VERB_DELETE, "Accounts", 1, &facctmgr_account, false },
	{ VERB_DELETE, "Acct", 4, &facctmgr_account, true },
	{ VERB_DELETE, "Clusters", 2, &facctmgr_cluster, false },
	{ VERB_DELETE, "Coordinators", 2, &facctmgr_coord, false },
	{ VERB_DELETE, "Federations", 1, &facctmgr_federation, true },
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
		if (ft_word_abbreviates(ft_word_of(word), row->name, row->min))
			return row;
	return NULL;
}

/* sacctmgr takes the singular for some verbs and the plural for others. */
static bool
is_plural(const char *word, const char *name)
{
	size_t len = strlen(name);

	return strncasecmp(word, name, len) == 0 && (word[len] | 0x20) == 's' &&
	       !word[len + 1];
}

const struct facctmgr_entity_name *
facctmgr_find_entity(enum facctmgr_verb_id verb, const char *word)
{
	for (const struct facctmgr_entity_name *row = facctmgr_entity_names;
	     row->name; row++)
		if (row->verb == verb && (ft_word_abbreviates(ft_word_of(word),
					      row->name, row->min) ||
					     is_plural(word, row->name)))
			return row;
	return NULL;
}

struct facctmgr_grammar
facctmgr_grammar_of(
    const struct facctmgr_entity *entity, enum facctmgr_action action)
{
	bool adds = action == ACTION_ADD && entity->adding;
	bool sets = adds || action == ACTION_MODIFY;

	return (struct facctmgr_grammar){
		.conditions = adds ? NULL : entity->conditions,
		.settings = adds   ? entity->adding
			    : sets ? entity->settings
				   : NULL,
		.options = sets ? entity->options : FT_ENTITY_CLUSTER,
		.ids = entity->ids,
		.qos = entity->qos,
		.no_hint = entity->no_hint,
		.sticks = entity->sticks,
		.root = entity->root,
		.add_user = adds && entity->add_user,
		.goes_on = entity->goes_on,
		.names_in_settings = adds,
	};
}
