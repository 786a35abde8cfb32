/*
 * The walk: families are sorted by LF = S / U (fairtree_sort.c), then visited
 * depth first, best first.  The first user gets rank N, each next one 1 less; a
 * tied user gets the rank before it.  factor = rank / N.
 * Source: fair_tree.html; ties: man/fairtree.7, oracle cases c01 to c09.
 */
#include "algo/share/fairtree.h"

#include "algo/share/fairtree_internal.h"
#include "algo/share/internal.h"

/* A level being visited. */
struct frame {
	const uint32_t *at, *end; /* entries still to visit */
	const uint32_t *begin;
	uint32_t node;   /* the account it belongs to, or the first */
	uint32_t merged; /* merged entries in use below this level */
	bool inherit;    /* the next entry inherits a tie */
};

struct walk {
	const struct ft_share_input *input;
	const struct ft_tree *tree;
	struct ft_share *share;
	struct ft_event_sink *sink;
	struct ft_sorter sorter;
	/*
	 * Stacks, because the depth is the input's choice.  The levels on the
	 * way hold different nodes, so the merged ones fit into one array.
	 */
	struct frame *frame;
	size_t depth, cap;
	uint32_t *merged;
	uint32_t n_merged;
	uint32_t rank;    /* given last */
	uint32_t no_ties; /* rank of the next user that ties with nobody */
};

/* ---- events --------------------------------------------------------------- */

static struct ft_event
event_about(const struct walk *walk, enum ft_event_kind kind, uint32_t node)
{
	return (struct ft_event){ .kind = kind,
		.node = node,
		.other = FT_NODE_NONE,
		.depth = (uint32_t)walk->depth };
}

static void
send(const struct walk *walk, const struct ft_event *event)
{
	walk->sink->event(walk->sink->ctx, event);
}

static void
send_edge(const struct walk *walk, enum ft_event_kind kind)
{
	struct ft_event event = event_about(walk, kind, 0);

	event.rank = walk->tree->n_user;
	send(walk, &event);
}

static void
put_level(const struct walk *walk, struct ft_event *event)
{
	struct ft_level_values values = { .level_fs = FT_LEVEL_FS_NONE };

	if (event->node)
		values = ft_level_values(
		    walk->input, walk->share->level_shares, event->node);
	event->shares = values.shares;
	event->usage = values.usage;
	event->level_fs = values.level_fs;
}

/* Only LEVEL_FS shows what a level fairshare was made of. */
static void
put_level_fs(const struct walk *walk, struct ft_event *event)
{
	put_level(walk, event);
	event->shares = 0;
	event->usage = 0;
}

static void
send_children(const struct walk *walk, uint32_t account, uint32_t *place)
{
	const struct ft_tree *tree = walk->tree;
	uint32_t acct = tree->acct[account];

	for (uint32_t c = tree->first[acct]; c < tree->first[acct + 1]; c++) {
		struct ft_event event = event_about(walk, FT_EVENT_LEVEL_FS, c);

		event.place = (*place)++;
		put_level(walk, &event);
		send(walk, &event);
	}
}

static void
send_sorted(const struct walk *walk, const struct frame *frame)
{
	uint32_t n = (uint32_t)(frame->end - frame->begin);
	uint32_t *order FT_CLEANUP(ft_free_at) = ft_alloc(n * sizeof *order);
	struct ft_event event = event_about(walk, FT_EVENT_SORT, frame->node);

	for (uint32_t i = 0; i < n; i++)
		order[i] = frame->begin[i] & FT_ENTRY_NODE;
	event.place = n;
	event.order = order;
	send(walk, &event);
}

/* accounts: entries of the level above; all but the first are merged. */
static void
send_enter(struct walk *walk, const uint32_t *accounts, uint32_t n,
    const struct frame *frame)
{
	uint32_t place = 0;
	struct ft_event event;

	for (uint32_t i = 1; i < n; i++) {
		event = event_about(
		    walk, FT_EVENT_MERGE, accounts[i] & FT_ENTRY_NODE);
		event.other = frame->node;
		put_level_fs(walk, &event);
		send(walk, &event);
	}
	event = event_about(walk, FT_EVENT_ENTER, frame->node);
	put_level_fs(walk, &event);
	send(walk, &event);
	/* the children are one level further down */
	walk->depth++;
	for (uint32_t i = 0; i < n; i++)
		send_children(walk, accounts[i] & FT_ENTRY_NODE, &place);
	walk->depth--;
	send_sorted(walk, frame);
}

static void
send_tie(const struct walk *walk, const struct frame *frame,
    const uint32_t *entry, bool inherited)
{
	struct ft_event event =
	    event_about(walk, inherited ? FT_EVENT_INHERIT : FT_EVENT_TIE,
		*entry & FT_ENTRY_NODE);

	if (inherited)
		event.other = frame->node;
	else if (entry > frame->begin)
		event.other = entry[-1] & FT_ENTRY_NODE;
	put_level_fs(walk, &event);
	send(walk, &event);
}

static void
send_rank(
    const struct walk *walk, uint32_t node, uint32_t rank, uint32_t no_ties)
{
	struct ft_event event = event_about(walk, FT_EVENT_RANK, node);

	event.rank = rank;
	event.place = no_ties;
	put_level_fs(walk, &event);
	send(walk, &event);
}

/* ---- walking -------------------------------------------------------------- */

uint32_t
ft_entry_group(enum ft_ties ties, const uint32_t *entry, const uint32_t *end)
{
	const uint32_t both = FT_ENTRY_TIE | FT_ENTRY_ACCT;
	uint32_t n = 1;

	if (ties == FT_TIES_SLURM)
		return 1;
	while (entry + n < end && (entry[n] & both) == both)
		n++;
	return n;
}

/* Enter the accounts ACCOUNTS[n], entries, as one level. */
static void
enter(struct walk *walk, const uint32_t *accounts, uint32_t n, bool tied)
{
	const struct ft_tree *tree = walk->tree;
	struct frame frame = { .node = accounts[0] & FT_ENTRY_NODE,
		.merged = walk->n_merged,
		.inherit = tied };
	uint32_t acct = tree->acct[frame.node], count;

	if (n == 1) {
		count = tree->first[acct + 1] - tree->first[acct];
		frame.at = walk->share->order + tree->first[acct];
	} else {
		if (!walk->merged)
			walk->merged = ft_alloc(tree->n * sizeof *walk->merged);
		count = ft_sorter_merge(
		    &walk->sorter, accounts, n, walk->merged + walk->n_merged);
		frame.at = walk->merged + walk->n_merged;
		walk->n_merged += count;
		assert(walk->n_merged <= tree->n);
	}
	frame.begin = frame.at;
	frame.end = frame.at + count;
	if (walk->sink)
		send_enter(walk, accounts, n, &frame);
	*ft_vec_add(walk->frame, walk->depth, walk->cap) = frame;
}

static void
leave(struct walk *walk)
{
	const struct frame *frame = &walk->frame[--walk->depth];

	walk->n_merged = frame->merged;
	if (walk->sink) {
		struct ft_event event =
		    event_about(walk, FT_EVENT_LEAVE, frame->node);

		send(walk, &event);
	}
}

/*
 * Rank the users of the topmost level up to its next account and enter that,
 * or leave the level at its end.  tracing: a constant, so that the silent
 * loop has no test for it.
 */
static inline void
visit(struct walk *walk, const bool tracing)
{
	struct frame *frame = &walk->frame[walk->depth - 1];
	const uint32_t *at = frame->at, *end = frame->end;
	const double n_user = walk->tree->n_user;
	double *factor = walk->share->factor;
	uint32_t rank = walk->rank, no_ties = walk->no_ties;
	bool inherit = frame->inherit, tied = false;

	for (; at < end; at++) {
		tied = inherit || *at & FT_ENTRY_TIE;
		if (tracing && tied)
			send_tie(walk, frame, at, inherit);
		inherit = false;
		if (*at & FT_ENTRY_ACCT)
			break;
		rank = tied ? rank : no_ties;
		if (tracing)
			send_rank(walk, *at & FT_ENTRY_NODE, rank, no_ties);
		factor[*at & FT_ENTRY_NODE] = rank / n_user;
		no_ties--;
	}
	walk->rank = rank;
	walk->no_ties = no_ties;
	if (at < end) {
		uint32_t group =
		    ft_entry_group(walk->input->params.ties, at, end);

		frame->inherit = false;
		frame->at = at + group;
		enter(walk, at, group, tied);
	} else {
		leave(walk);
	}
}

static void
walk_tree(struct walk *walk)
{
	const uint32_t root = FT_ENTRY_ACCT;

	walk->rank = walk->no_ties = walk->tree->n_user;
	if (walk->sink)
		send_edge(walk, FT_EVENT_START);
	enter(walk, &root, 1, false);
	while (walk->depth)
		if (walk->sink)
			visit(walk, true);
		else
			visit(walk, false);
	if (walk->sink)
		send_edge(walk, FT_EVENT_END);
}

/* ---- the algorithm -------------------------------------------------------- */

static enum ft_status
order_families(struct walk *walk, struct ft_error *err)
{
	const struct ft_tree *tree = walk->tree;
	uint32_t *order = walk->share->order;

	order[0] = FT_ENTRY_ACCT;
	for (uint32_t a = 0; a < tree->n_acct; a++) {
		enum ft_status status = ft_sorter_family(
		    &walk->sorter, a, order + tree->first[a], err);

		if (status)
			return status;
	}
	return FT_OK;
}

/* Results hold nodes, not entries. */
FT_WIDE(, void, strip_marks, (uint32_t * order, uint32_t n), (order, n))
{
	for (uint32_t i = 0; i < n; i++)
		order[i] &= FT_ENTRY_NODE;
}

static enum ft_status
run(const struct ft_share_input *input, struct ft_share *share,
    struct ft_event_sink *sink, struct ft_error *err)
{
	struct walk walk = { .input = input,
		.tree = input->tree,
		.share = share,
		.sink = sink };
	enum ft_status status;

	if (!share->order)
		share->order = ft_alloc(share->n * sizeof *share->order);
	for (uint32_t a = 0; a < share->n_acct; a++)
		share->factor[input->tree->node[a]] = 0;
	ft_sorter_init(&walk.sorter, input, share->level_shares);
	status = order_families(&walk, err);
	if (!status) {
		walk_tree(&walk);
		strip_marks(share->order, share->n);
	}
	ft_sorter_free(&walk.sorter);
	ft_free(walk.frame);
	ft_free(walk.merged);
	return status;
}

static void
values(const struct ft_share_input *input, const struct ft_share *share,
    uint32_t node, struct ft_share_values *out)
{
	struct ft_level_values level;

	if (!node) {
		out->norm_shares = ft_level_root_shares(input->tree);
		out->effective_usage = 1;
		return;
	}
	level = ft_level_values(input, share->level_shares, node);
	out->norm_shares = level.shares;
	out->effective_usage = level.usage;
	out->level_fs = level.level_fs;
	out->has_level_fs = !(input->tree->flags[node] & FT_NODE_PARENT);
}

const struct ft_algo ft_algo_fairtree = {
	.name = "fairtree",
	.summary = "siblings are sorted by shares / usage and ranked in one "
		   "walk of the tree",
	.level_fs = true,
	.ranks = true,
	.run = run,
	.values = values,
};
