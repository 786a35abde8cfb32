/* facctmgr list event: what happened to nodes and clusters.  Never anything. */
#include <string.h>
#include <strings.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/words.h"
#include "base/timefmt.h"

static const struct acct_word words[] = { { "All_Clusters", 5, WORD_FLAG, 0,
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
const struct acct_grammar acct_event_list = { .conditions = words,
	.assoc = true };

static bool
is_one_of(const char *word, const char *const *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strncasecmp(word, name[i], strlen(word)) == 0 && *word)
			return true;
	return false;
}

/* "cluster" and "node"; complains about others. */
static bool
types_fit(struct acct *acct, const struct ft_admin_names *types)
{
	static const char *const known[] = { "cluster", "node" };

	for (size_t i = 0; i < types->n; i++) {
		if (is_one_of(types->item[i], known, 2))
			continue;
		if (acct->context->slurm)
			acct_complain(acct,
			    " Unknown event type: '%s'  Valid events are "
			    "Cluster and Node.\n",
			    types->item[i]);
		else
			acct_error(acct,
			    "unknown kind of event '%s'; there are cluster "
			    "and node",
			    types->item[i]);
		return false;
	}
	return true;
}

static bool
flags_fit(struct acct *acct, const struct ft_admin_names *flags)
{
	static const char *const known[] = { "open" };

	for (size_t i = 0; i < flags->n; i++) {
		if (is_one_of(flags->item[i], known, 1))
			continue;
		acct_error(acct, "Unknown condition flag %s", flags->item[i]);
		return false;
	}
	return true;
}

/* A bad state ends sacctmgr there and then. */
static bool
states_fit(struct acct *acct, const struct ft_admin_names *states)
{
	static const char *const known[] = { "unknown", "down", "idle",
		"allocated", "error", "mixed", "future", "drain", "drained",
		"draining", "fail", "failing", "maint", "reboot", "power_down",
		"powering_down", "power_up", "completing", "reserved" };

	for (size_t i = 0; i < states->n; i++) {
		if (is_one_of(
			states->item[i], known, sizeof known / sizeof *known))
			continue;
		if (acct->context->slurm)
			acct_complain(acct,
			    "Invalid state: %s\nValid node states are: DRAIN "
			    "FAIL UNKNOWN DOWN IDLE ALLOCATED ? MIXED FUTURE "
			    "\n%s: fatal: unrecognized job state value\n",
			    states->item[i], acct->context->program);
		else
			acct_error(acct, "unknown state of nodes '%s'",
			    states->item[i]);
		acct->ended = acct->context->slurm;
		return false;
	}
	return true;
}

/* Times that are none are passed over by sacctmgr. */
bool
acct_times_fit(struct acct_list *list)
{
	static const enum ft_admin_key keys[] = { FT_KEY_START, FT_KEY_END };
	struct acct *acct = list->acct;

	for (size_t k = 0; k < 2; k++) {
		const struct ft_admin_names *when =
		    &list->request.where.key[keys[k]];
		int64_t ignored;

		for (size_t i = 0; i < when->n; i++) {
			if (ft_time_date(when->item[i], acct->session.wall,
				true, &ignored))
				continue;
			if (!acct->context->slurm) {
				acct_error(
				    acct, "bad time '%s'", when->item[i]);
				return false;
			}
			acct_complain(acct,
			    "Invalid time specification (pos=0): %s\n",
			    when->item[i]);
		}
	}
	return true;
}

static bool
users_fit(struct acct_list *list)
{
	const struct ft_admin_names *users =
	    &list->request.where.key[FT_KEY_USER];

	for (size_t i = 0; i < users->n; i++) {
		bool known = strcmp(users->item[i], "root") == 0;

		if (!known)
			known = ft_session_knows_user(&list->acct->session,
			    list->acct->context, &list->book, users->item[i]);
		if (known)
			continue;
		if (list->acct->context->slurm)
			acct_error(
			    list->acct, "Invalid user id: %s", users->item[i]);
		else
			acct_error(
			    list->acct, "unknown user '%s'", users->item[i]);
		return false;
	}
	return true;
}

int
acct_list_event(struct acct *acct, int argc, char **argv)
{
	const struct ft_admin_names *key;
	struct acct_list list;
	bool clusters;

	if (!acct_list_begin(
		&list, acct, &acct_event_list, "events", argc, argv))
		return acct_list_end(&list);
	if (acct_list_hidden(&list, FT_SIGHT_EVENTS,
		"Error with request: Access/permission denied"))
		return acct_list_end(&list);
	key = list.request.where.key;
	if (!types_fit(acct, &key[FT_KEY_TYPE]) ||
	    !flags_fit(acct, &key[FT_KEY_FLAGS]) ||
	    !states_fit(acct, &key[FT_KEY_STATE]) || !users_fit(&list) ||
	    !acct_times_fit(&list)) {
		list.request.status = 1;
		return acct_list_end(&list);
	}
	clusters = key[FT_KEY_TYPE].n == 1 &&
		   (key[FT_KEY_TYPE].item[0][0] | 0x20) == 'c';
	acct_list_open(&list,
	    clusters ? "Clusters,TRES,TimeStart,TimeEnd,ClusterNodes"
		     : "Clusters,NodeNames,TimeStart,TimeEnd,State,Reason,"
		       "User");
	return acct_list_end(&list);
}
