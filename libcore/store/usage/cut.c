/*
 * cut.c - divides charges at the marks that reset or transfer usage.
 *
 * What passes booked of a charge counts for its owner until a later mark.  If
 * that mark resets, it counts for nobody afterwards; if it transfers, for the
 * heir, whose marks may transfer it further.
 */
#include "store/usage/private.h"

/* The cuts of one owner, by index + 1; 0 none. */
struct chain {
	uint32_t first, last;
};

struct ft_part
ft_spell_whole(const struct ft_spell *spell, int64_t reset)
{
	struct ft_part part = { INT64_MIN, INT64_MAX, 0, true, spell->owner };

	if (reset > INT64_MIN) { /* that pass first resets usage, then books */
		part.after = reset - 1;
		part.end = spell->ends >= reset;
	}
	return part;
}

void
ft_part_time(struct ft_decay_passes *passes, const struct ft_spell *spell,
    const struct ft_part *part, const bool *kept, ft_real time[2])
{
	const struct ft_piece piece = { spell->starts, spell->ends, part->after,
		part->until };

	time[FT_AT_PASS] = time[FT_SINCE] = 0;
	if (part->end)
		ft_decay_passes_end(
		    passes, &piece, kept, &time[FT_AT_PASS], &time[FT_SINCE]);
	time[FT_AT_PASS] += ft_decay_passes_booked(passes, &piece, kept);
}

/* ---- reading --------------------------------------------------------------- */

static void
add_cut(void *ctx, const void *row)
{
	const struct ft_mark *mark = row;
	struct ft_cuts *cuts = ctx;
	struct ft_cut cut = { .id = mark->id,
		.at = mark->at,
		.owner = mark->owner,
		.what = FT_CUT_ALL };
	struct chain *chain;

	if (cut.at > cuts->now)
		return;
	if (mark->kind == FT_MARK_TRANSFER)
		cut.heir = mark->heir;
	else if (mark->tres || mark->kind == FT_MARK_SET)
		cut.what = mark->tres;
	chain = ft_idvec_add(&cuts->chain, cut.owner, sizeof *chain);
	*ft_vec_add(cuts->cut, cuts->n, cuts->cap) = cut;
	if (chain->last)
		cuts->cut[chain->last - 1].next = (uint32_t)cuts->n;
	else
		chain->first = (uint32_t)cuts->n;
	chain->last = (uint32_t)cuts->n;
}

enum ft_status
ft_cuts_read(struct ft_cuts *cuts, struct ft_store *store, int64_t after,
    struct ft_error *err)
{
	struct ft_mark mark = { 0 };

	if (cuts->read && cuts->after <= after)
		return FT_OK;
	cuts->read = true;
	cuts->after = after;
	cuts->n = 0;
	ft_idvec_free(&cuts->chain);
	return ft_store_collect(store,
	    cuts->owners == FT_OWNERS_QOS ? FT_STMT_READ_QOS_CUTS
					  : FT_STMT_READ_CUTS,
	    FT_ARGS(FT_ARG("after", after)),
	    &(struct ft_collector){
		.shape = &ft_shapes[FT_TABLE_usage_mark],
		.row = &mark,
		.fn = add_cut,
		.ctx = cuts,
	    },
	    err);
}

void
ft_cuts_free(struct ft_cuts *cuts)
{
	ft_free(cuts->cut);
	ft_idvec_free(&cuts->chain);
	ft_free(cuts->moved);
}

bool
ft_cuts_any(const struct ft_cuts *cuts, uint32_t owner)
{
	return cuts->n &&
	       ft_idvec_get(&cuts->chain, owner, sizeof(struct chain)) != NULL;
}

/* ---- cutting ----------------------------------------------------------------- */

/* Queue PART.  Recursion could be as deep as there are marks, as heirs have
 * heirs. */
static void
move_part(struct ft_cuts *cuts, const struct ft_part *part)
{
	if (part->after >= part->until && !part->end)
		return; /* it is empty */
	*ft_vec_add(cuts->moved, cuts->n_moved, cuts->cap_moved) = *part;
}

/* Apply all cuts to PART of SPELL in the order of their ids: queue what goes to
 * heirs, pass the rest to SPLIT. */
static void
split_part(struct ft_cuts *cuts, const struct ft_spell *spell,
    struct ft_part part, const struct ft_split *split)
{
	const struct chain *chain =
	    cuts->n ? ft_idvec_get(&cuts->chain, part.owner, sizeof *chain)
		    : NULL;

	for (uint32_t i = chain ? chain->first : 0; i;
	     i = cuts->cut[i - 1].next) {
		const struct ft_cut *cut = &cuts->cut[i - 1];
		bool ended = spell->ends < cut->at ||
			     (spell->ends == cut->at && cut->id > spell->mark);

		if (cut->id <= part.mark || cut->at < split->from ||
		    cut->at >= split->before ||
		    (cut->what != FT_CUT_ALL && cut->what != split->what))
			continue;
		if (cut->heir) {
			struct ft_part moved = { part.after, part.until,
				cut->id, part.end && ended, cut->heir };

			if (cut->at < moved.until)
				moved.until = cut->at;
			move_part(cuts, &moved);
		}
		part.end = part.end && !ended;
		if (cut->at > part.after)
			part.after = cut->at;
	}
	split->fn(split->ctx, spell, &part);
}

void
ft_cuts_split(struct ft_cuts *cuts, const struct ft_spell *spell,
    const struct ft_part *whole, const struct ft_split *split)
{
	move_part(cuts, whole);
	while (cuts->n_moved)
		split_part(cuts, spell, cuts->moved[--cuts->n_moved], split);
}
