/* columns.c - every column, and its value for a row of nodes. */

#include <ctype.h>

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "finfo/finfo.h"
#include "jobdoc/grestext.h"
#include "sim/reserve/reserve.h"

/* ---- the nodes of a row ------------------------------------------------------ */

static unsigned
state_of(const struct finfo_row *row)
{
	const struct finfo_view *view = row->view;

	return row->n ? view->state[row->first - view->world->machine.node] : 0;
}

/* Whether somebody took it out of use, for a reason. */
static bool
is_out(unsigned state)
{
	return ft_nodestate_base(state) == FT_NODE_BASE_DOWN ||
	       state & (FT_NODE_HAS_DRAIN | FT_NODE_HAS_FAIL);
}

/* Whether it is off, or yet to come. */
static bool
is_absent(unsigned state)
{
	return state & FT_NODE_HAS_POWERED_DOWN ||
	       ft_nodestate_base(state) == FT_NODE_BASE_FUTURE;
}

/* ---- numbers of nodes: the lowest, and + if others have more ------------------- */

static void
put_number(struct ft_value *value, uint64_t least, uint64_t most)
{
	if (least == most)
		ft_value_u64(value, least);
	else
		ft_str_addf(ft_value_build(value), "%" PRIu64 "+", least);
	ft_value_order(value, (ft_real)least);
}

static uint64_t
number_of(const struct ft_column *column, const struct ft_node *node)
{
	const void *at = (const char *)node + column->at;

	return column->member == FT_MEMBER_U32 ? *(const uint32_t *)at
					       : *(const uint64_t *)at;
}

struct finfo_range
finfo_range(const struct finfo_row *row, const struct ft_column *column)
{
	const struct ft_node *node = row->view->world->machine.node;
	struct finfo_range range = { row->n ? UINT64_MAX : 0, 0 };

	for (size_t i = 0; i < row->n; i++) {
		uint64_t own = number_of(column, &node[row->node[i]]);

		range.least = own < range.least ? own : range.least;
		range.most = own > range.most ? own : range.most;
	}
	return range;
}

static void
number(const void *at, struct ft_value *value)
{
	struct finfo_range range = finfo_range(at, value->column);

	put_number(value, range.least, range.most);
}

static void
shape(const void *at, struct ft_value *value)
{
	static const struct ft_column parts[] = {
		{ .get = number, FT_MEMBER(struct ft_node, sockets) },
		{ .get = number, FT_MEMBER(struct ft_node, cores) },
		{ .get = number, FT_MEMBER(struct ft_node, threads) },
	};
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	ft_real order = 0;

	for (size_t i = 0; i < FT_COUNT(parts); i++) {
		struct ft_value part = { .room = value->room };

		ft_column_value(&parts[i], at, &part);
		if (i > 0)
			ft_str_add_char(&text, ':');
		if (part.kind == FT_VALUE_TEXT)
			ft_str_add(&text, ft_str_text(part.room));
		else
			ft_value_add(&text, &part);
		order = i ? order : part.order;
	}
	ft_str_add(ft_value_build(value), ft_str_text(&text));
	ft_value_order(value, order);
}

static void
nodes(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	ft_value_u64(value, row->n);
}

static void
node_list(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	ft_machine_add_hosts(ft_value_build(value), &row->view->world->machine,
	    row->node, row->n);
	value->empty = true;
}

/* ---- what is in use -------------------------------------------------------------- */

static struct ft_nodeuse_cpus
sum_cpus(const struct finfo_row *row)
{
	struct ft_nodeuse_cpus sum = { 0 };

	for (size_t i = 0; i < row->n; i++) {
		struct ft_nodeuse_cpus own =
		    ft_nodeuse_cpus(&row->view->use, row->node[i]);

		sum.allocated += own.allocated;
		sum.idle += own.idle;
		sum.other += own.other;
	}
	return sum;
}

static void
cpus_state(const void *at, struct ft_value *value)
{
	struct ft_nodeuse_cpus sum = sum_cpus(at);

	ft_str_addf(ft_value_build(value),
	    "%" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%" PRIu64, sum.allocated,
	    sum.idle, sum.other, sum.allocated + sum.idle + sum.other);
}

static void
cpus_allocated(const void *at, struct ft_value *value)
{
	ft_value_u64(value, sum_cpus(at).allocated);
}

static void
cpus_idle(const void *at, struct ft_value *value)
{
	ft_value_u64(value, sum_cpus(at).idle);
}

static void
cpus_other(const void *at, struct ft_value *value)
{
	ft_value_u64(value, sum_cpus(at).other);
}

static void
cpus_total(const void *at, struct ft_value *value)
{
	struct ft_nodeuse_cpus sum = sum_cpus(at);

	ft_value_u64(value, sum.allocated + sum.idle + sum.other);
}

void
finfo_count_nodes(const struct finfo_row *row, size_t count[3])
{
	count[0] = count[1] = count[2] = 0;
	for (size_t i = 0; i < row->n; i++) {
		unsigned state = row->view->state[row->node[i]];

		if (ft_nodestate_is_busy(state))
			count[0]++;
		else if (ft_nodestate_base(state) == FT_NODE_BASE_DOWN ||
			 state & FT_NODE_HAS_DRAIN)
			count[2]++;
		else
			count[1]++;
	}
}

static void
node_ai(const void *at, struct ft_value *value)
{
	size_t count[3];

	finfo_count_nodes(at, count);
	ft_value_order(value, (ft_real)count[0]);
	ft_str_addf(ft_value_build(value), "%zu/%zu", count[0], count[1]);
}

static void
node_aiot(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	size_t count[3];

	finfo_count_nodes(row, count);
	ft_value_order(value, (ft_real)count[0]);
	ft_str_addf(ft_value_build(value), "%zu/%zu/%zu/%zu", count[0],
	    count[1], count[2], row->n);
}

static void
alloc_memory(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	ft_value_u64(value,
	    row->n ? ft_nodeuse_tres(&row->view->use, row->node[0])[FT_TRES_MEM]
		   : 0);
}

static void
gres_used(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	if (row->n > 0)
		ft_grestext_add_used(
		    ft_value_build(value), row->view->world, row->node[0]);
}

/* A partition without nodes has none of these, which reads as 0. */
static void
unmeasured(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	if (row->n == 0)
		ft_value_text(value, value->column->arg);
	ft_value_order(value, row->n == 0 ? 0 : FT_TIME_UNLIMITED);
}

/* ---- states -------------------------------------------------------------------- */

static void
put_state(const struct finfo_row *row, struct ft_value *value, bool compact)
{
	const struct ft_context *context = row->view->args->context;
	unsigned state = state_of(row);

	ft_value_order(value, (ft_real)state);
	if (row->n == 0) {
		ft_value_text(value, "n/a");
		return;
	}
	if (state & FT_NODE_HAS_FAIL &&
	    ft_nodestate_base(state) == FT_NODE_BASE_MIXED && context->slurm &&
	    !ft_release_has(context->release, FT_RULE_MIXED_FAILING))
		state = FT_NODE_BASE_IDLE | FT_NODE_HAS_FAIL;
	ft_nodestate_add_shown(ft_value_build(value), state, compact);
}

static void
state_compact(const void *at, struct ft_value *value)
{
	put_state(at, value, true);
}

static void
state_long(const void *at, struct ft_value *value)
{
	put_state(at, value, false);
}

static void
state_complete(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	struct ft_str *str = ft_value_build(value);

	ft_value_order(value, (ft_real)state_of(row));
	if (row->n == 0) {
		ft_str_add(str, "n/a");
		return;
	}
	ft_nodestate_add(str, state_of(row));
	ft_word_lower(str->data);
}

static void
reason(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	if (is_out(state_of(row)))
		ft_value_text(value, row->first->reason);
}

static void
timestamp(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	int64_t since = is_out(state_of(row)) ? row->first->since : 0;

	if (since)
		ft_timetext_add(ft_value_build(value), &row->view->time, since,
		    value->column->none);
	ft_value_order(value, (ft_real)since);
}

/* Returns who gave the reason; NULL: nobody did. */
static const char *
reason_user(const struct finfo_row *row)
{
	unsigned state = state_of(row);
	bool slurm = row->view->args->context->slurm;

	/* sinfo knows no better of a machine that is not there */
	if (row->n > 0 && !is_out(state) && !(slurm && is_absent(state)))
		return NULL;
	return row->n > 0 && *row->first->reason_user ? row->first->reason_user
						      : "root";
}

static void
user(const void *at, struct ft_value *value)
{
	ft_value_text(value, reason_user(at));
}

static void
user_long(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	const char *name = reason_user(row);

	if (name)
		ft_str_addf(ft_value_build(value), "%s(%" PRIu32 ")", name,
		    ft_world_uid(row->view->world, name));
}

static void
reservation(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	const struct ft_world *world = row->view->world;

	ft_value_text(value, "");
	for (size_t i = 0; i < world->n_reservation && row->n > 0; i++) {
		const struct ft_reservation *one = world->reservation[i];

		if (!ft_reserve_shows(world, one))
			continue;
		for (size_t k = 0; k < one->n_node; k++)
			if (one->node[k] == row->node[0])
				ft_value_text(value, one->name);
	}
}

/* One that was down from the start never said what it runs. */
static void
version(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	enum ft_release release = ft_conf_release(row->view->world->conf);

	if (row->n > 0 && !is_absent(state_of(row)) &&
	    !(ft_nodestate_base(state_of(row)) == FT_NODE_BASE_DOWN &&
		row->first->since == 0))
		ft_value_text(value, ft_releases[release].version);
}

/* ---- partitions ------------------------------------------------------------------ */

/* Where it is cut to a width, the star remains. */
static void
partition(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	int width = value->column->width;
	int len = (int)strlen(row->partition->name);

	if (row->partition->is_default && width > 0 && len >= width)
		len = width - 1;
	ft_str_addf(ft_value_build(value), "%.*s%s", len, row->partition->name,
	    row->partition->is_default ? "*" : "");
}

static void
place(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	ft_value_u64(value,
	    (uint64_t)(row->partition - row->view->world->machine.partition));
}

const struct ft_column finfo_as_configured = { .get = place };

static void
available(const void *at, struct ft_value *value)
{
	/* sinfo sorts by Slurm's number of the state */
	static const struct {
		const char *word;
		int number;
	} states[] = {
		[FT_PARTITION_UP] = { "up", 3 },
		[FT_PARTITION_DOWN] = { "down", 1 },
		[FT_PARTITION_DRAIN] = { "drain", 2 },
		[FT_PARTITION_INACTIVE] = { "inactive", 0 },
	};
	const struct finfo_row *row = at;

	ft_value_order(value, states[row->partition->state].number);
	ft_value_text(value, states[row->partition->state].word);
}

static void
put_minutes(struct ft_value *value, int64_t minutes)
{
	ft_value_order(value, (ft_real)minutes);
	if (minutes == FT_TIME_UNLIMITED)
		ft_value_text(value, "infinite");
	else
		ft_timetext_add_short(ft_value_build(value), minutes * 60);
}

static void
time_limit(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	put_minutes(value, row->partition->max_time);
}

static void
default_time(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	if (row->partition->default_time != FT_TIME_NONE)
		put_minutes(value, row->partition->default_time);
}

static void
job_size(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	uint32_t least = row->partition->min_nodes,
		 most = row->partition->max_nodes;
	struct ft_str *str = ft_value_build(value);

	least = least ? least : 1;
	ft_str_addf(str, "%" PRIu32, least);
	if (most == FT_UNLIMITED)
		ft_str_add(str, "-infinite");
	else if (most != least)
		ft_str_addf(str, "-%" PRIu32, most);
	ft_value_order(value, (ft_real)most * 4294967296 + (ft_real)least);
}

static void
max_cpus(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	uint32_t most = row->partition->max_cpus_per_node;

	if (most == FT_UNLIMITED)
		ft_value_text(value, "UNLIMITED");
	else
		ft_value_u64(value, most);
}

static void
put_names(struct ft_value *value, const struct ft_name_list *list)
{
	ft_value_text(value, list->text ? list->text : "all");
}

static void
groups(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	put_names(value, &row->partition->allow_groups);
}

static void
alloc_nodes(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	put_names(value, &row->partition->alloc_nodes);
}

static void
root_only(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	ft_value_text(value, row->partition->root_only ? "yes" : "no");
}

static void
oversubscribe(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;

	/* sinfo sorts by Slurm's number: the count, and a bit for FORCE */
	static const struct {
		const char *word;
		int number;
	} kinds[] = { { "EXCLUSIVE", 0 }, { "NO", 1 }, { "YES", 4 },
		{ "FORCE", 1 << 15 } };
	const char *text =
	    ft_jobtext_partition_shares(row->view->world, row->partition);
	const char *colon = strchr(text, ':');

	for (size_t i = 0; i < FT_COUNT(kinds); i++)
		if (!strncmp(text, kinds[i].word, strlen(kinds[i].word)))
			ft_value_order(value,
			    kinds[i].number + (colon ? atoi(colon + 1) : 0));
	ft_value_text(value, text);
}

static void
preempt_mode(const void *at, struct ft_value *value)
{
	const struct finfo_row *row = at;
	const char *own = row->partition->preempt_mode;

	ft_jobtext_add_preempt_mode(ft_value_build(value),
	    *own ? own
		 : ft_conf_text(row->view->world->conf, FT_CONF_PREEMPT_MODE));
}

/* ---- the table ------------------------------------------------------------------- */

#define UINT      FT_COLUMN_UINT
#define TEXT      FT_COLUMN_TEXT
#define TIME      FT_COLUMN_TIME
#define SLURM     FT_COLUMN_SLURM
#define TITLE     .flags = FT_COLUMN_TITLE
#define OURS      FT_COLUMN_OURS
#define PARTITION FINFO_PARTITION
#define ALIKE     FINFO_ALIKE
#define APART     FINFO_APART
#define RANGE     FINFO_RANGE
#define DATE      FINFO_DATE

#define PART(name) FT_MEMBER(struct ft_partition, name)
#define NODE(name) FT_MEMBER_OF(struct finfo_row, first, struct ft_node, name)
#define COLUMN(code, word, head, kind, bits, way, ...)                         \
	{ word, .letter = code, .header = head, .width = 20, .type = kind,     \
		.own = bits, .key = way, .sentence = __VA_ARGS__ },

const struct ft_column finfo_fields[] = {
#include "finfo/field.def"
	{ .name = NULL },
};
