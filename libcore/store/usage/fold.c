/*
 * fold.c - sums up charges at folds.
 *
 * Sums of floating-point numbers depend on the order of addition.  Folds are
 * passes fixed by the settings (the first one of each hour), so that the sums,
 * rounding included, do not depend on when somebody asked for them:
 *
 *     charges that ended     c1  c2  |  c3        |            |  c4
 *     folds                          F1           F2           F3
 *     sum of their owner             c1+c2        F1*decay+c3  (the same)
 *
 * A charge belongs to the first fold after its end.  At each fold, the charges
 * of an owner since the fold before are added in the order of their ends; the
 * result is added to what decay has left of the sum so far.  If an owner has no
 * charge, its sum stays as it was, with its time.  A mark that resets or
 * transfers usage acts on the charges of its fold, and on the whole sums of the
 * folds before.
 */
#include "store/usage/private.h"

void
ft_fold_free(struct ft_fold *fold)
{
	ft_idmap_free(&fold->owner);
	for (size_t i = 0; i < fold->n_amount; i++)
		ft_free(fold->amount[i].sum);
	ft_free(fold->amount);
	ft_free(fold->id);
	ft_free(fold->kept);
	ft_free(fold->touched);
	ft_free(fold->is_touched);
	ft_free(fold->by_time);
}

/* ---- sums -------------------------------------------------------------------- */

static size_t
amount_at(struct ft_fold *fold, int32_t what)
{
	size_t i = 0;

	while (i < fold->n_amount && fold->amount[i].what != what)
		i++;
	if (i == fold->n_amount)
		*ft_vec_add(fold->amount, fold->n_amount, fold->cap_amount) =
		    (struct ft_fold_amount){ .what = what };
	return i;
}

static bool
has_kept(const struct ft_fold *fold)
{
	return fold->cuts->owners == FT_OWNERS_QOS;
}

/* Returns the position of OWNER, and gives it one if it has none. */
static uint32_t
position_of(struct ft_fold *fold, uint32_t owner)
{
	uint32_t n = fold->owner.n, i = ft_idmap_add(&fold->owner, owner);

	if (i < n)
		return i;
	fold->id = ft_vec_grow(
	    fold->id, &fold->cap_id, (size_t)i + 1, sizeof *fold->id);
	fold->id[i] = owner;
	fold->is_touched = ft_vec_grow(fold->is_touched, &fold->cap_is_touched,
	    (size_t)i + 1, sizeof *fold->is_touched);
	fold->is_touched[i] = false;
	if (!has_kept(fold))
		return i;
	n = (uint32_t)fold->rules->n;
	fold->kept = ft_vec_grow(fold->kept, &fold->cap_kept,
	    ((size_t)i + 1) * n, sizeof *fold->kept);
	ft_rules_kept(fold->rules, owner, &fold->kept[(size_t)i * n]);
	return i;
}

static const bool *
kept_of(const struct ft_fold *fold, uint32_t i)
{
	return has_kept(fold) ? &fold->kept[(size_t)i * fold->rules->n] : NULL;
}

/* Returns the sum of the owner at position I. */
static struct ft_fold_sum *
sum_of(struct ft_fold_amount *amount, uint32_t i)
{
	size_t had = amount->cap;

	if (i >= had) {
		amount->sum = ft_vec_grow(amount->sum, &amount->cap,
		    (size_t)i + 1, sizeof *amount->sum);
		for (size_t k = had; k < amount->cap; k++)
			amount->sum[k] = (struct ft_fold_sum){ 0 };
	}
	return &amount->sum[i];
}

void
ft_fold_set(struct ft_fold *fold, int32_t what, uint32_t owner,
    const struct ft_fold_sum *sum)
{
	uint32_t i = position_of(fold, owner);
	size_t amount = amount_at(fold, what); /* may move the array */

	*sum_of(&fold->amount[amount], i) = *sum;
}

void
ft_fold_clear(struct ft_fold *fold)
{
	fold->done = INT64_MIN;
	for (size_t k = 0; k < fold->n_amount; k++)
		for (size_t i = 0; i < fold->amount[k].cap; i++)
			fold->amount[k].sum[i] = (struct ft_fold_sum){ 0 };
}

static void
touch(struct ft_fold *fold, uint32_t i)
{
	if (fold->is_touched[i])
		return;
	fold->is_touched[i] = true;
	*ft_vec_add(fold->touched, fold->n_touched, fold->cap_touched) = i;
}

/* Add VALUE to what the fold that is being made adds for the owner at position
 * I. */
static void
add_more(struct ft_fold *fold, size_t amount, uint32_t i, ft_real value)
{
	if (!(value > 0))
		return;
	sum_of(&fold->amount[amount], i)->more += value;
	touch(fold, i);
}

/* Returns what decay has left of SUM, of the owner at position I, at the last
 * pass. */
static ft_real
left_of(const struct ft_fold *fold, const struct ft_fold_sum *sum, uint32_t i)
{
	return sum->amount *
	       ft_decay_passes_left(fold->passes, sum->at, kept_of(fold, i));
}

/* ---- marks act on sums -------------------------------------------------------- */

/* A sum that cuts reset or transfer. */
struct moving {
	struct ft_fold *fold;
	size_t amount; /* index */
	ft_real left;
	bool stays;
};

static void
move_sum(void *ctx, const struct ft_spell *spell, const struct ft_part *part)
{
	struct moving *moving = ctx;

	if (!part->end)
		return;
	if (part->owner == spell->owner && !part->mark)
		moving->stays = true;
	else
		add_more(moving->fold, moving->amount,
		    position_of(moving->fold, part->owner), moving->left);
}

/* Apply the cuts at times from fold->done until BEFORE to the sums of OWNER.  A
 * sum is treated as a spell that ended just before fold->done. */
static void
cut_owner(struct ft_fold *fold, uint32_t owner, int64_t before)
{
	const struct ft_spell spell = { .ends = fold->done - 1,
		.owner = owner };
	const struct ft_part whole = ft_spell_whole(&spell, INT64_MIN);
	uint32_t i = ft_idmap_get(&fold->owner, owner);

	for (size_t k = 0; i != FT_IDMAP_NONE && k < fold->n_amount; k++) {
		struct ft_fold_sum *sum = sum_of(&fold->amount[k], i);
		struct moving moving = { fold, k, 0, false };

		if (!(sum->amount > 0))
			continue;
		moving.left = left_of(fold, sum, i);
		ft_cuts_split(fold->cuts, &spell, &whole,
		    &(struct ft_split){ fold->amount[k].what, fold->done,
			before, move_sum, &moving });
		if (!moving.stays)
			sum_of(&fold->amount[k], i)->amount = 0;
	}
}

static int
by_id(const void *pa, const void *pb)
{
	uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;

	return (a > b) - (a < b);
}

/* The same for all owners that have such cuts, by id, so that the order is
 * fixed. */
static void
cut_sums(struct ft_fold *fold, int64_t before)
{
	const struct ft_cuts *cuts = fold->cuts;
	size_t first = fold->next, n = 0;
	uint32_t *owner;

	while (fold->next < cuts->n &&
	       cuts->cut[fold->by_time[fold->next]].at < before)
		fold->next++;
	if (fold->next == first || fold->done == INT64_MIN)
		return; /* there are no sums yet */
	owner = ft_calloc(fold->next - first, sizeof *owner);
	for (size_t i = first; i < fold->next; i++)
		owner[n++] = cuts->cut[fold->by_time[i]].owner;
	qsort(owner, n, sizeof *owner, by_id);
	for (size_t i = 0; i < n; i++)
		if (!i || owner[i] != owner[i - 1])
			cut_owner(fold, owner[i], before);
	ft_free(owner);
}

/* The time of a cut, and its index. */
struct timed {
	int64_t at;
	uint32_t index;
};

static int
by_time(const void *pa, const void *pb)
{
	const struct timed *a = pa, *b = pb;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return (a->index > b->index) - (a->index < b->index);
}

static void
sort_cuts(struct ft_fold *fold)
{
	size_t n = fold->cuts->n;
	struct timed *timed = ft_calloc(n, sizeof *timed);

	fold->by_time = ft_calloc(n, sizeof *fold->by_time);
	for (size_t i = 0; i < n; i++)
		timed[i] = (struct timed){ fold->cuts->cut[i].at, (uint32_t)i };
	if (n)
		qsort(timed, n, sizeof *timed, by_time);
	for (size_t i = 0; i < n; i++)
		fold->by_time[i] = timed[i].index;
	while (fold->next < n && timed[fold->next].at < fold->done)
		fold->next++;
	ft_free(timed);
}

/* ---- from fold to fold --------------------------------------------------------- */

/* Let the passes end at the fold that is being made.  Both kinds of owners
 * share them, so the other one may have moved them. */
static void
take_passes(struct ft_fold *fold)
{
	if (fold->passes->now != fold->to)
		ft_decay_passes_move(fold->passes, fold->to);
}

static void
close_fold(struct ft_fold *fold)
{
	if (fold->n_touched)
		take_passes(fold);
	for (size_t k = 0; k < fold->n_touched; k++) {
		uint32_t i = fold->touched[k];

		fold->is_touched[i] = false;
		for (size_t n = 0; n < fold->n_amount; n++) {
			struct ft_fold_sum *sum = sum_of(&fold->amount[n], i);

			if (!(sum->more > 0))
				continue;
			if (sum->amount > 0)
				sum->more += left_of(fold, sum, i);
			*sum = (struct ft_fold_sum){ sum->more, fold->to, 0 };
		}
	}
	fold->n_touched = 0;
	if (fold->to > fold->done)
		fold->done = fold->to;
}

/* Begin to make the first fold after AT. */
static void
open_fold(struct ft_fold *fold, int64_t at)
{
	fold->to = ft_decay_fold_after(fold->passes, at);
	take_passes(fold);
	cut_sums(fold, fold->to);
}

static int64_t
next_cut(const struct ft_fold *fold)
{
	return fold->next < fold->cuts->n
		   ? fold->cuts->cut[fold->by_time[fold->next]].at
		   : INT64_MAX;
}

void
ft_fold_begin(struct ft_fold *fold)
{
	fold->to = INT64_MIN;
	sort_cuts(fold);
}

/* The amounts of a charge that are booked. */
struct booking {
	struct ft_fold *fold;
	const struct ft_weight *weight;
	size_t n;
};

static void
book_part(void *ctx, const struct ft_spell *spell, const struct ft_part *part)
{
	const struct booking *booking = ctx;
	struct ft_fold *fold = booking->fold;
	uint32_t i = position_of(fold, part->owner);
	ft_real time[2];

	ft_part_time(fold->passes, spell, part, kept_of(fold, i), time);
	for (size_t k = 0; k < booking->n; k++)
		add_more(fold, amount_at(fold, booking->weight[k].what), i,
		    (ft_real)booking->weight[k].weight * time[FT_AT_PASS]);
}

void
ft_fold_add(struct ft_fold *fold, const struct ft_spell *spell,
    const struct ft_weight *weight, size_t n)
{
	const struct ft_part whole = ft_spell_whole(spell, fold->reset);
	struct booking booking = { fold, weight, n };

	while (spell->ends >= fold->to) {
		int64_t cut = next_cut(fold);

		close_fold(fold);
		open_fold(fold, cut < spell->ends ? cut : spell->ends);
	}
	take_passes(fold);
	if (!ft_cuts_any(fold->cuts, spell->owner)) {
		book_part(&booking, spell, &whole);
		return;
	}
	/* a mark may reset one amount and not another */
	booking.n = 1;
	for (; n > 0; n--, booking.weight++)
		ft_cuts_split(fold->cuts, spell, &whole,
		    &(struct ft_split){ booking.weight->what, INT64_MIN,
			fold->to, book_part, &booking });
}

void
ft_fold_finish(struct ft_fold *fold)
{
	close_fold(fold);
	while (next_cut(fold) < fold->until) {
		open_fold(fold, next_cut(fold));
		close_fold(fold);
	}
	fold->done = fold->until;
}

/* Add what is left of the sums of the owner at POSITION to USAGE, where its
 * amounts are reader->n apart. */
static void
read_owner(struct ft_fold *fold, uint32_t position,
    const struct ft_usage_reader *reader, ft_real *usage)
{
	for (size_t k = 0; k < reader->n_what; k++) {
		size_t amount = amount_at(fold, reader->what[k]);
		struct ft_fold_sum *sum =
		    sum_of(&fold->amount[amount], position);

		if (sum->amount > 0)
			usage[k * reader->n] +=
			    left_of(fold, sum, position) + sum->more;
		else
			usage[k * reader->n] += sum->more;
	}
}

void
ft_fold_read(
    struct ft_fold *fold, int64_t now, const struct ft_usage_reader *reader)
{
	ft_decay_passes_move(fold->passes, now);
	cut_sums(fold, INT64_MAX);
	for (uint32_t k = 0; k < fold->owner.n; k++) {
		uint32_t i = ft_idmap_get(&reader->index, fold->id[k]);

		if (i != FT_IDMAP_NONE)
			read_owner(fold, k, reader, &reader->usage[i]);
	}
}
