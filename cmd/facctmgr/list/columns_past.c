/* columns_past.c - columns of events of nodes and of reservations. */

#include "facctmgr/list/columns.h"
#include "model/account/billing.h"
#include "model/machine/nodeevent.h"
#include "model/reservation/record.h"

static const uint64_t *
tres_of(const struct facctmgr_row *row)
{
	return row->event         ? row->event->tres
	       : row->reservation ? row->reservation->tres
				  : NULL;
}

/* What a cluster does not have is shown, what a node does not have is not. */
bool
facctmgr_past_tres(const struct facctmgr_row *row, struct ft_value *value)
{
	const struct ft_acctdb *acctdb = &row->list->acctdb;
	const struct ft_tres_table table = { acctdb->tres, acctdb->n_tres };
	bool all = row->event && !*row->event->node;
	const uint64_t *tres = tres_of(row);
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) =
	    ft_calloc(table.n + 1, sizeof *amount);
	size_t n = 0;

	if (!tres)
		return false;
	for (size_t i = 0; i < table.n; i++)
		if (tres[i] || (all && i < FT_TRES_BUILTIN))
			amount[n++] =
			    (struct ft_tres_amount){ .id = table.item[i].id,
				    .value = tres[i] };
	ft_tres_format(ft_value_build(value), &table, amount, n,
	    FT_TRES_BY_NAME | FT_TRES_UNITS);
	return true;
}

void
facctmgr_get_cpu_count(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const uint64_t *tres = tres_of(row);

	facctmgr_value_number(value, tres, tres ? tres[FT_TRES_CPU] : 0);
}

/* ---- times ---------------------------------------------------------------- */

static void
add_date(struct ft_value *value, bool is, int64_t when)
{
	if (is)
		ft_time_add_date(ft_value_build(value), when);
}

void
facctmgr_get_time_start(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	add_date(value, row->event || row->reservation,
	    row->event         ? row->event->start
	    : row->reservation ? row->reservation->start
			       : 0);
}

void
facctmgr_get_time_end(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	add_date(value, row->event || row->reservation,
	    row->event         ? row->event->end
	    : row->reservation ? row->reservation->end
			       : 0);
}

void
facctmgr_get_duration(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct ft_node_event *event = row->event;
	int64_t now = row->list->acct->session.now;

	if (event)
		ft_time_add_duration(ft_value_build(value),
		    (event->end ? event->end : now) - event->start);
}

/* ---- events ----------------------------------------------------------------- */

void
facctmgr_get_event_raw(const void *at, struct ft_value *value)
{
	const struct ft_node_event *event =
	    ((const struct facctmgr_row *)at)->event;

	facctmgr_value_number(value, event, event && *event->node ? 2 : 1);
}

void
facctmgr_get_event(const void *at, struct ft_value *value)
{
	const struct ft_node_event *event =
	    ((const struct facctmgr_row *)at)->event;

	if (event)
		ft_value_text(value, *event->node ? "Node" : "Cluster");
}

void
facctmgr_get_event_state(const void *at, struct ft_value *value)
{
	const struct ft_node_event *event =
	    ((const struct facctmgr_row *)at)->event;

	if (event && *event->node)
		ft_value_text(
		    value, event->state & FT_EVENT_NODE_DRAIN   ? "DRAIN"
			   : event->state & FT_EVENT_NODE_FAIL  ? "FAIL"
			   : event->state == FT_EVENT_NODE_DOWN ? "DOWN"
								: "UNK");
}

void
facctmgr_get_node_names(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	ft_value_text(value, row->event         ? row->event->node
			     : row->reservation ? row->reservation->nodes
						: NULL);
}
