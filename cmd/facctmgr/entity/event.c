/*
 * event.c - list event: which nodes were down, drained or failed, and when the
 * cluster was registered with which nodes (case x50-events).
 */

#include "base/text/timefmt.h"
#include "common/world.h"
#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"
#include "load/world/world.h"
#include "model/account/billing.h"
#include "sim/run/life.h"
#include "store/job/jobs.h"

static const struct facctmgr_word words[] = { { "All_Clusters", 5, WORD_FLAG,
						  FACCTMGR_ALL_CLUSTERS, 0 },
	{ "All_Time", 5, WORD_FLAG, FACCTMGR_ALL_TIME, 0 },
	{ "Events", 1, WORD_LIST, FT_KEY_TYPE, WORD_BARE },
	{ "Clusters", 2, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "CondFlags", 2, WORD_LIST, FT_KEY_FLAGS, 0 },
	{ "End", 1, WORD_NAMES, FT_KEY_END, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "MinCpus", 2, WORD_NUMBER, NUMBER_MIN_CPUS, 0 },
	{ "MaxCpus", 2, WORD_NUMBER, NUMBER_MAX_CPUS, 0 },
	{ "Nodes", 1, WORD_NAMES, FT_KEY_NODE, 0 },
	{ "Reason", 1, WORD_NAMES, FT_KEY_REASON, 0 },
	{ "Start", 4, WORD_NAMES, FT_KEY_START, 0 },
	{ "States", 4, WORD_LIST, FT_KEY_STATE, 0 },
	{ "User", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };

/* The states that States= knows, with their bits in an event. */
static const struct {
	const char *name;
	uint32_t state; /* of FT_EVENT_NODE_STATE, or a flag */
} states[] = {
	{ "unknown", FT_EVENT_NODE_UNKNOWN },
	{ "down", FT_EVENT_NODE_DOWN },
	{ "idle", FT_EVENT_NODE_IDLE },
	{ "allocated", FT_EVENT_NODE_ALLOCATED },
	{ "mixed", FT_EVENT_NODE_MIXED },
	{ "future", FT_EVENT_NODE_FUTURE },
	{ "drain", FT_EVENT_NODE_DRAIN },
	{ "fail", FT_EVENT_NODE_FAIL },
};

/* Returns the row of STATES that WORD begins; -1 none. */
static int
find_state(const char *word)
{
	for (size_t i = 0; i < FT_COUNT(states) && *word; i++)
		if (!strncasecmp(word, states[i].name, strlen(word)))
			return (int)i;
	return -1;
}

static bool
is_one_of(const char *word, const char *const *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strncasecmp(word, name[i], strlen(word)) == 0 && *word)
			return true;
	return false;
}

static bool
types_fit(struct facctmgr *acct, const struct ft_admin_names *names)
{
	static const char *const types[] = { "cluster", "node" };
	bool fit = true;

	for (size_t i = 0; i < names->n; i++)
		if (!is_one_of(names->item[i], types, 2))
			fit = !facctmgr_fail(acct,
			    " Unknown event type: '%s'  Valid events are "
			    "Cluster and Node.\n",
			    "unknown kind of event '%s'; there are cluster and "
			    "node",
			    names->item[i]);
	return fit;
}

/* A bad state ends sacctmgr at once. */
static bool
words_fit(struct facctmgr *acct, const struct ft_admin_names *key)
{
	static const char *const flags[] = { "open" };
	const char *bad = NULL;

	if (!types_fit(acct, &key[FT_KEY_TYPE]))
		return false;
	for (size_t i = 0; i < key[FT_KEY_FLAGS].n; i++)
		if (!is_one_of(key[FT_KEY_FLAGS].item[i], flags, 1)) {
			facctmgr_error(acct, "Unknown condition flag %s",
			    key[FT_KEY_FLAGS].item[i]);
			return false;
		}
	for (size_t i = 0; i < key[FT_KEY_STATE].n && !bad; i++)
		if (find_state(key[FT_KEY_STATE].item[i]) < 0)
			bad = key[FT_KEY_STATE].item[i];
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

/* ---- rows ------------------------------------------------------------------- */

struct printing {
	struct facctmgr_list *list;
	struct ft_world world;
	int64_t from, until; /* events between them */
	bool open;           /* only those that still last */
};

/* Events from the day before, or those that are so now if states are given. */
static void
choose_times(struct printing *printing)
{
	const struct facctmgr_list *list = printing->list;
	const struct ft_admin_names *key = list->request->where.key;

	printing->from = INT64_MIN;
	printing->until = INT64_MAX;
	printing->open = key[FT_KEY_FLAGS].n > 0;
	if (list->request->flags & FACCTMGR_ALL_TIME)
		return;
	(void)facctmgr_list_time(list, FT_KEY_END, &printing->until);
	if (facctmgr_list_time(list, FT_KEY_START, &printing->from))
		return;
	if (key[FT_KEY_STATE].n)
		printing->open = true;
	else if (ft_time_date("midnight", list->acct->session.now, true,
		     &printing->from))
		printing->from -= 24 * 60 * 60;
}

static bool
has_state(const struct facctmgr_list *list, const struct ft_node_event *event)
{
	const struct ft_admin_names *names =
	    &list->request->where.key[FT_KEY_STATE];

	for (size_t i = 0; i < names->n && *event->node; i++) {
		uint32_t state = states[find_state(names->item[i])].state;

		if (state & ~(uint32_t)FT_EVENT_NODE_STATE
			? event->state & state
			: (event->state & FT_EVENT_NODE_STATE) == state)
			return true;
	}
	return !names->n;
}

/* Returns whether TEXT begins with PATTERN, in any case: _ is any letter, % any
 * letters, as in SQL. */
static bool
begins_like(const char *text, const char *pattern)
{
	for (; *pattern && *pattern != '%'; text++, pattern++)
		if (!*text ||
		    (*pattern != '_' && strncasecmp(text, pattern, 1)))
			return false;
	while (*pattern && *text && !begins_like(text, pattern + 1))
		text++;
	return !*pattern || begins_like(text, pattern + 1);
}

/* Returns whether such a PATTERN is somewhere in TEXT. */
static bool
is_like(const char *text, const char *pattern)
{
	while (*text && !begins_like(text, pattern))
		text++;
	return begins_like(text, pattern);
}

static bool
has_reason(const struct facctmgr_list *list, const struct ft_node_event *event)
{
	const struct ft_admin_names *names =
	    &list->request->where.key[FT_KEY_REASON];

	for (size_t i = 0; i < names->n; i++)
		if (is_like(event->reason, names->item[i]))
			return true;
	return !names->n;
}

/* Without MaxCpus, MinCpus is the exact number; MaxCpus alone means nothing. */
static bool
has_cpus(const struct facctmgr_list *list, const struct ft_node_event *event)
{
	uint32_t least = list->request->number[NUMBER_MIN_CPUS];
	uint32_t most = list->request->number[NUMBER_MAX_CPUS];
	uint64_t cpus = event->tres[FT_TRES_CPU];

	return !least || (most ? cpus >= least && cpus <= most : cpus == least);
}

static bool
has_kind(const struct facctmgr_list *list, const struct ft_node_event *event)
{
	const struct ft_admin_names *types =
	    &list->request->where.key[FT_KEY_TYPE];

	for (size_t i = 0; i < types->n; i++)
		if ((types->item[i][0] | 0x20) == (*event->node ? 'n' : 'c'))
			return true;
	return !types->n;
}

static bool
is_chosen(const struct printing *printing, const struct ft_node_event *event)
{
	const struct facctmgr_list *list = printing->list;

	return (event->end ? !printing->open && event->end >= printing->from
			   : true) &&
	       event->start <= printing->until && has_kind(list, event) &&
	       has_state(list, event) && has_reason(list, event) &&
	       has_cpus(list, event) &&
	       (*event->node || !list->request->where.key[FT_KEY_NODE].given) &&
	       facctmgr_list_names(list, FT_KEY_NODE, event->node) &&
	       facctmgr_list_names(list, FT_KEY_USER, event->user);
}

static enum ft_status
print_cluster(struct printing *printing, const struct ft_cluster *cluster,
    struct ft_error *err)
{
	const struct ft_store_event_filter all = { .cluster = cluster->id };
	struct ft_node_events events;
	enum ft_status status = ft_load_node_events(&printing->world,
	    printing->list->acct->session.store, &all, &events, err);

	for (size_t i = 0; !status && i < events.n; i++) {
		struct ft_node_event *event = &events.item[i];
		struct facctmgr_row row = { .event = event,
			.cluster_name = cluster->name,
			.assoc = FT_INDEX_NONE };
		struct ft_str user FT_CLEANUP(ft_str_free) = { 0 };

		if (!is_chosen(printing, event))
			continue;
		if (*event->user)
			ft_str_addf(&user, "%s(%" PRIu32 ")", event->user,
			    ft_world_uid(&printing->world, event->user));
		row.user_name = ft_str_text(&user);
		facctmgr_list_row(printing->list, row);
	}
	ft_node_events_free(&events);
	return status;
}

static void
print(struct facctmgr_list *list)
{
	struct printing printing = { .list = list };
	struct ft_session *session = &list->acct->session;
	const struct ft_acctdb *acctdb = &list->acctdb;
	bool any = list->request->flags & FACCTMGR_ALL_CLUSTERS ||
		   list->request->where.key[FT_KEY_CLUSTER].n;
	struct ft_error err;
	enum ft_status status =
	    ft_session_world(session, &printing.world, NULL, &err);

	choose_times(&printing);
	for (size_t i = 0; !status && i < acctdb->n_cluster; i++) {
		const struct ft_cluster *cluster = &acctdb->cluster[i];

		if (!cluster->deleted &&
		    (any ? facctmgr_list_names(
			       list, FT_KEY_CLUSTER, cluster->name)
			 : cluster->id == session->cluster))
			status = print_cluster(&printing, cluster, &err);
	}
	ft_world_free(&printing.world);
	if (status)
		list->request->status = ft_cmd_fail(list->acct->context, &err);
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
		.print = print,
	},
};
