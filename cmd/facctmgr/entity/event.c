/* event.c - list event, which is always empty: the store records no events of
 * nodes. */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word words[] = { { "All_Clusters", 5, WORD_FLAG, 0,
						  0 },
	{ "All_Time", 5, WORD_FLAG, 0, 0 },
	{ "Events", 1, WORD_LIST, FT_KEY_TYPE, WORD_BARE },
	{ "Clusters", 2, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "CondFlags", 2, WORD_LIST, FT_KEY_FLAGS, 0 },
	{ "End", 1, WORD_LIST, FT_KEY_END, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 }, { "MinCpus", 2, WORD_IGNORE, 0, 0 },
	{ "MaxCpus", 2, WORD_IGNORE, 0, 0 }, { "Nodes", 1, WORD_IGNORE, 0, 0 },
	{ "Reason", 1, WORD_IGNORE, 0, 0 },
	{ "Start", 4, WORD_LIST, FT_KEY_START, 0 },
	{ "States", 4, WORD_LIST, FT_KEY_STATE, 0 },
	{ "User", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };

static bool
is_one_of(const char *word, const char *const *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strncasecmp(word, name[i], strlen(word)) == 0 && *word)
			return true;
	return false;
}

/* Returns the first of NAMES that none of KNOWN begins with, NULL. */
static const char *
unknown(const struct ft_admin_names *names, const char *const *known, size_t n)
{
	for (size_t i = 0; i < names->n; i++)
		if (!is_one_of(names->item[i], known, n))
			return names->item[i];
	return NULL;
}

/* A bad state ends sacctmgr at once. */
static bool
words_fit(struct facctmgr *acct, const struct ft_admin_names *key)
{
	static const char *const types[] = { "cluster", "node" };
	static const char *const flags[] = { "open" };
	static const char *const states[] = { "unknown", "down", "idle",
		"allocated", "error", "mixed", "future", "drain", "drained",
		"draining", "fail", "failing", "maint", "reboot", "power_down",
		"powering_down", "power_up", "completing", "reserved" };
	const char *bad;

	if ((bad = unknown(&key[FT_KEY_TYPE], types, 2)))
		return !facctmgr_fail(acct,
		    " Unknown event type: '%s'  Valid events are Cluster and "
		    "Node.\n",
		    "unknown kind of event '%s'; there are cluster and node",
		    bad);
	if ((bad = unknown(&key[FT_KEY_FLAGS], flags, 1))) {
		facctmgr_error(acct, "Unknown condition flag %s", bad);
		return false;
	}
	bad =
	    unknown(&key[FT_KEY_STATE], states, sizeof states / sizeof *states);
	if (!bad)
		return true;
	acct->ended = acct->context->slurm;
	(void)facctmgr_fail(acct,
	    "Invalid state: %s\nValid node states are: DRAIN FAIL UNKNOWN "
	    "DOWN IDLE ALLOCATED ? MIXED FUTURE \n",
	    "unknown state of nodes '%s'", bad);
	if (acct->ended)
		facctmgr_complain(acct,
		    "%s: fatal: unrecognized job state value\n",
		    acct->context->program);
	return false;
}

static bool
users_fit(struct facctmgr_list *list)
{
	const struct ft_admin_names *users =
	    &list->request->where.key[FT_KEY_USER];

	for (size_t i = 0; i < users->n; i++) {
		bool known = strcmp(users->item[i], "root") == 0;

		if (!known)
			known = ft_session_knows_user(&list->acct->session,
			    list->acct->context, &list->acctdb, users->item[i]);
		if (!known) {
			facctmgr_error(list->acct,
			    list->zeros ? "Invalid user id: %s"
					: "unknown user '%s'",
			    users->item[i]);
			return false;
		}
	}
	return true;
}

static bool
may_list(struct facctmgr_list *list)
{
	return words_fit(list->acct, list->request->where.key) &&
	       users_fit(list);
}

static const char *
default_fields(struct facctmgr_list *list)
{
	const struct ft_admin_names *type =
	    &list->request->where.key[FT_KEY_TYPE];

	return type->n == 1 && (type->item[0][0] | 0x20) == 'c'
		   ? "Clusters,TRES,TimeStart,TimeEnd,ClusterNodes"
		   : "Clusters,NodeNames,TimeStart,TimeEnd,State,Reason,User";
}

const struct facctmgr_entity facctmgr_event = {
	.conditions = words,
	.no_hint = true,
	.list = {
		FACCTMGR_ROWS("events"),
		.hidden = "Error with request: Access/permission denied",
		.kind = FT_VISIBILITY_EVENTS,
		.may = may_list,
		.choose = default_fields,
	},
};
