/*
 * booked.c - usage as Slurm has it at some time: what marks, charges and
 * running jobs add up to, booked at decay passes.
 *
 * Slurm charges a job at each decay pass, and the rest when it ends; at each
 * pass, usage booked so far decays.  Charges that ended before the last fold
 * are summed up by fold.c, which starts from sums in the store if there are
 * any; later charges are added one by one.
 */
#include "store/job/jobs.h"
#include "store/open/open_internal.h"
#include "store/usage/private.h"

#define TRES_ENERGY 3 /* its usage is not booked */

/* A charge that marks may cut: it is booked after the marks were read. */
struct later {
	struct ft_spell spell;
	const struct ft_weight *weight; /* [n_what] */
};

/* The sums of one kind of owners, while they are computed. */
struct side {
	const struct ft_usage_sums *sums;
	struct ft_usage_reader reader;
	struct ft_cuts cuts;
	struct ft_fold fold; /* its `until` is INT64_MIN: there is none */
	struct later *later;
	size_t n_later, cap_later;
};

struct booked {
	const int32_t *what; /* as in struct ft_usage_query */
	size_t n_what;
	struct ft_decay_passes passes;
	struct ft_rules rules;
	struct side side[2];      /* by enum ft_owners */
	bool folding;             /* charges may still belong to folds */
	struct ft_weight *weight; /* [n_what]: of the present charge */
	struct ft_arena arena;
	const char *damage; /* what is wrong with a row; NULL: nothing */
};

/* ---- booking ------------------------------------------------------------------ */

/* The amounts [from, to) of a charge, to be booked. */
struct booking {
	struct booked *booked;
	struct side *side;
	const struct ft_weight *weight;
	size_t from, to;
};

/* Add PART of SPELL to the usage of its owner. */
static void
book_part(void *ctx, const struct ft_spell *spell, const struct ft_part *part)
{
	const struct booking *booking = ctx;
	struct ft_usage_reader *reader = &booking->side->reader;
	ft_real *since = booking->side->sums->since;
	uint32_t i = ft_idmap_get(&reader->index, part->owner);
	ft_real time[2];

	if (i == FT_IDMAP_NONE)
		return;
	ft_part_time(&booking->booked->passes, spell, part,
	    ft_usage_kept(reader, i), time);
	for (size_t k = booking->from; k < booking->to; k++) {
		const ft_real weight = (ft_real)booking->weight[k].weight;

		reader->usage[k * reader->n + i] += weight * time[FT_AT_PASS];
		if (since)
			since[k * reader->n + i] += weight * time[FT_SINCE];
	}
}

/* Add CHARGE to the usage of its owner, or of heirs, as the cuts divide it. */
static void
book_whole(struct booked *booked, struct side *side, const struct later *charge)
{
	const struct ft_part whole =
	    ft_spell_whole(&charge->spell, side->reader.reset);
	struct booking booking = { booked, side, charge->weight, 0,
		booked->n_what };

	if (!ft_cuts_any(&side->cuts, charge->spell.owner)) {
		book_part(&booking, &charge->spell, &whole);
		return;
	}
	/* a mark may reset one amount and not another */
	for (size_t k = 0; k < booked->n_what; k++) {
		booking.from = k;
		booking.to = k + 1;
		ft_cuts_split(&side->cuts, &charge->spell, &whole,
		    &(struct ft_split){ booked->what[k], INT64_MIN, INT64_MAX,
			book_part, &booking });
	}
}

/* Charges come in the order of their ends, and no more belong to a fold: add
 * its sums. */
static void
end_folds(struct booked *booked)
{
	if (!booked->folding)
		return;
	booked->folding = false;
	for (int i = 0; i < 2; i++) {
		struct side *side = &booked->side[i];

		if (!side->sums->n)
			continue;
		ft_fold_finish(&side->fold);
		ft_fold_read(&side->fold, side->reader.now, &side->reader);
	}
}

/* Book the charge SPELL, with the weights in BOOKED: in a fold, at once, or
 * later. */
static void
take_charge(
    struct booked *booked, struct side *side, const struct ft_spell *spell)
{
	const size_t size = booked->n_what * sizeof *booked->weight;
	struct later charge = { *spell, booked->weight };

	if (spell->ends < side->fold.until) {
		ft_fold_add(&side->fold, spell, booked->weight, booked->n_what);
		return;
	}
	end_folds(booked);
	if (spell->starts >= side->reader.latest &&
	    ft_idmap_get(&side->reader.index, spell->owner) != FT_IDMAP_NONE) {
		book_whole(booked, side, &charge);
		return;
	}
	charge.weight =
	    memcpy(ft_arena_alloc(&booked->arena, size), booked->weight, size);
	*ft_vec_add(side->later, side->n_later, side->cap_later) = charge;
}

/* ---- charges ------------------------------------------------------------------ */

static const struct ft_column charged_cells[] = {
	FT_CELL(struct ft_charged, "starts", starts),
	FT_CELL(struct ft_charged, "started", starts),
	{ .name = "ends",
	    .member = FT_MEMBER_I64,
	    .offset = offsetof(struct ft_charged, ends),
	    .null = INT64_MAX },
	FT_CELL(struct ft_charged, "mark", mark),
	FT_CELL(struct ft_charged, "charged", charged),
	FT_CELL(struct ft_charged, "rate", rate),
	FT_CELL(struct ft_charged, "billing", rate),
	{ .name = "usage_factor",
	    .member = FT_MEMBER_REAL,
	    .offset = offsetof(struct ft_charged, usage_factor),
	    .null = -1 },
	FT_CELL(struct ft_charged, "assoc", assoc),
	FT_CELL(struct ft_charged, "qos", qos),
	FT_CELL(struct ft_charged, "part_qos", part_qos),
	FT_CELL(struct ft_charged, "alloc_tres", alloc_tres),
};
const struct ft_shape ft_charged_shape = { .cell = charged_cells,
	.n = FT_COUNT(charged_cells) };

static double
factor_of(const struct ft_charged *row)
{
	return row->usage_factor >= 0 ? row->usage_factor : 1;
}

double
ft_charged_tres(const struct ft_charged *row, uint32_t id, uint64_t count)
{
	return id == TRES_ENERGY ? 0 : (double)count * factor_of(row);
}

double
ft_charged_weight(const struct ft_charged *row, int32_t what)
{
	return what ? factor_of(row) : row->rate * factor_of(row);
}

struct ft_spell
ft_charged_spell(const struct ft_charged *row, uint32_t owner)
{
	return (struct ft_spell){
		.starts =
		    row->starts > row->charged ? row->starts : row->charged,
		.ends = row->ends,
		.mark = row->mark,
		.owner = owner,
	};
}

/* Set the weights in BOOKED to those of ROW; returns false if all are 0. */
static bool
weigh(struct booked *booked, const struct ft_charged *row)
{
	struct ft_weight *weight = booked->weight;
	const char *text = row->alloc_tres;
	bool any = false;
	uint64_t count;
	uint32_t id;

	for (size_t k = 0; k < booked->n_what; k++)
		weight[k].weight = weight[k].what > 0
				       ? 0
				       : ft_charged_weight(row, weight[k].what);
	while (*text && ft_tres_vector_next(&text, &id, &count))
		for (size_t k = 0; k < booked->n_what; k++)
			if (id && (int64_t)id == weight[k].what)
				weight[k].weight =
				    ft_charged_tres(row, id, count);
	for (size_t k = 0; k < booked->n_what; k++) {
		if (!(weight[k].weight > 0))
			weight[k].weight = 0;
		any = any || weight[k].weight > 0;
	}
	return any;
}

static void
add_row(void *ctx, const void *one)
{
	struct booked *booked = ctx;
	const struct ft_charged *row = one;
	const struct ft_usage_reader *reader = &booked->side->reader;
	const uint32_t owner[] = { row->assoc, row->qos,
		row->part_qos != row->qos ? row->part_qos : 0 };
	struct ft_spell spell = ft_charged_spell(row, 0);

	if (spell.ends < spell.starts)
		booked->damage = "a charge ends before it starts";
	if (booked->damage || spell.starts >= reader->now ||
	    spell.ends < reader->reset || !weigh(booked, row))
		return;
	for (size_t i = 0; i < FT_COUNT(owner); i++) {
		struct side *side =
		    &booked->side[i ? FT_OWNERS_QOS : FT_OWNERS_ASSOC];

		spell.owner = owner[i];
		if (spell.owner && side->sums->n)
			take_charge(booked, side, &spell);
	}
}

/* Read the marks, and book the charges of SIDE that they may cut. */
static enum ft_status
book_later(struct booked *booked, struct side *side, struct ft_store *store,
    struct ft_error *err)
{
	int64_t first = INT64_MAX;

	if (!side->n_later)
		return FT_OK;
	for (size_t i = 0; i < side->n_later; i++)
		if (side->later[i].spell.starts < first)
			first = side->later[i].spell.starts;
	FT_TRY(ft_cuts_read(&side->cuts, store, first, err));
	for (size_t i = 0; i < side->n_later; i++)
		book_whole(booked, side, &side->later[i]);
	return FT_OK;
}

/* ---- all of it -------------------------------------------------------------------- */

enum ft_status
ft_usage_last_reset(struct ft_store *store, uint32_t cluster, int64_t at,
    int64_t *time, struct ft_error *err)
{
	enum ft_status status = ft_store_int(store, time, FT_STMT_LAST_RESET,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("now", at)), err);

	if (status != FT_ENOENT)
		return status;
	*time = INT64_MIN;
	return FT_OK;
}

/* Read the sums with which to begin; charges that ended before *from are in
 * them. */
static enum ft_status
begin_folds(struct booked *booked, struct ft_store *store, uint32_t cluster,
    int64_t *from, struct ft_error *err)
{
	struct ft_fold *fold[] = { &booked->side[0].fold,
		&booked->side[1].fold };
	const int32_t *only = booked->n_what == 1 ? booked->what : NULL;
	int64_t until =
	    ft_decay_fold_last(&booked->passes, booked->passes.pass);
	int64_t size;

	*from = booked->side->reader.reset;
	booked->folding = until > *from;
	for (int i = 0; i < 2; i++) {
		fold[i]->reset = *from;
		fold[i]->until = booked->folding ? until : INT64_MIN;
	}
	if (!booked->folding)
		return FT_OK;
	FT_TRY(ft_fold_find(store, fold[0], cluster, &size, err));
	fold[1]->done = fold[0]->done;
	for (int i = 0; i < 2; i++)
		if (booked->side[i].sums->n)
			FT_TRY(
			    ft_fold_load(store, fold[i], cluster, only, err));
	for (int i = 0; i < 2; i++) /* if one is damaged, use neither */
		if (fold[i]->done < fold[!i]->done)
			ft_fold_clear(fold[!i]);
	if (fold[0]->done > INT64_MIN)
		*from = fold[0]->done;
	for (int i = 0; i < 2; i++) {
		fold[i]->asked = fold[0]->asked;
		fold[i]->pending = fold[0]->pending;
		if (booked->side[i].sums->n)
			FT_TRY(ft_fold_start(store, fold[i], cluster,
			    booked->side[i].reader.latest, err));
	}
	return FT_OK;
}

/* Book the charges of CLUSTER, then its running jobs. */
static enum ft_status
add_charges(struct booked *booked, struct ft_store *store, uint32_t cluster,
    struct ft_error *err)
{
	struct ft_charged row = FT_CHARGED_EMPTY;
	const struct ft_collector collector = {
		.shape = &ft_charged_shape,
		.row = &row,
		.fn = add_row,
		.ctx = booked,
	};
	bool all = booked->n_what > 1 || *booked->what > 0 ||
		   booked->side[FT_OWNERS_QOS].sums->n;
	bool running = false;
	int64_t from, now = booked->side->reader.now;

	FT_TRY(begin_folds(booked, store, cluster, &from, err));
	FT_TRY(ft_store_collect(store,
	    all ? FT_STMT_READ_ALL_CHARGES : FT_STMT_READ_CHARGES,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("from", from),
		FT_ARG("until", store->reach ? now + store->reach : INT64_MAX),
		FT_ARG("now", now)),
	    &collector, err));
	end_folds(booked);
	row = FT_CHARGED_EMPTY;
	FT_TRY(ft_store_has_running(store, cluster, &running, err));
	if (running)
		FT_TRY(ft_store_collect(store, FT_STMT_READ_RUNNING,
		    FT_ARGS(FT_ARG("cluster", cluster)), &collector, err));
	if (booked->damage)
		return ft_fail(err, FT_EFOREIGN, "%s: damaged: %s", store->path,
		    booked->damage);
	for (int i = 0; i < 2; i++)
		FT_TRY(book_later(booked, &booked->side[i], store, err));
	return FT_OK;
}

/* Prepare the side of OWNERS, which are those in SUMS. */
static void
side_init(struct booked *booked, enum ft_owners owners,
    const struct ft_usage_sums *sums, int64_t now, int64_t reset)
{
	struct side *side = &booked->side[owners];

	*side = (struct side){
		.sums = sums,
		.cuts = { .owners = owners, .now = now },
		.fold = { .passes = &booked->passes,
		    .cuts = &side->cuts,
		    .rules = &booked->rules,
		    .done = INT64_MIN },
		.reader = { .now = now,
		    .to = booked->passes.pass,
		    .passes = &booked->passes,
		    .reset = reset,
		    .what = booked->what,
		    .n_what = booked->n_what,
		    .usage = sums->at_pass },
	};
	for (size_t i = 0; sums->since && i < booked->n_what * sums->n; i++)
		sums->since[i] = 0;
	ft_usage_reader_init(&side->reader, sums->id, (uint32_t)sums->n);
}

static enum ft_status
booked_init(struct booked *booked, struct ft_store *store,
    const struct ft_usage_query *query, struct ft_error *err)
{
	static const int32_t raw = 0;
	int64_t reset;

	booked->what = query->n_what ? query->what : &raw;
	booked->n_what = query->n_what ? query->n_what : 1;
	booked->weight = ft_calloc(booked->n_what, sizeof *booked->weight);
	for (size_t k = 0; k < booked->n_what; k++)
		booked->weight[k].what = booked->what[k];
	FT_TRY(ft_rules_init(store, &booked->rules, query, NULL, err));
	ft_decay_passes_init(
	    &booked->passes, booked->rules.era, booked->rules.n, query->now);
	FT_TRY(ft_usage_last_reset(
	    store, query->cluster, query->now, &reset, err));
	side_init(booked, FT_OWNERS_ASSOC, &query->assoc, query->now, reset);
	side_init(booked, FT_OWNERS_QOS, &query->qos, query->now, reset);
	return FT_OK;
}

static void
booked_free(struct booked *booked)
{
	for (int i = 0; i < 2; i++) {
		struct side *side = &booked->side[i];

		ft_fold_free(&side->fold);
		ft_cuts_free(&side->cuts);
		ft_usage_reader_free(&side->reader);
		ft_free(side->later);
	}
	ft_decay_passes_free(&booked->passes);
	ft_rules_free(&booked->rules);
	ft_arena_clear(&booked->arena);
	ft_free(booked->weight);
}

/* Add the marks of QOS, whose usage may be exempt from decay in some eras. */
static enum ft_status
read_qos_marks(
    struct booked *booked, struct ft_store *store, struct ft_error *err)
{
	struct side *side = &booked->side[FT_OWNERS_QOS];
	bool *kept;

	kept = ft_arena_calloc(
	    &booked->arena, side->sums->n * booked->rules.n, sizeof *kept);
	for (size_t i = 0; i < side->sums->n; i++)
		ft_rules_kept(&booked->rules, side->sums->id[i],
		    &kept[i * booked->rules.n]);
	side->reader.kept = kept;
	return side->sums->n ? ft_usage_read_uncached(store,
				   FT_STMT_READ_QOS_MARKS, &side->reader, err)
			     : FT_OK;
}

enum ft_status
ft_store_read_booked(struct ft_store *store, const struct ft_usage_query *query,
    struct ft_error *err)
{
	struct ft_store *frozen FT_CLEANUP(ft_store_thaw_scoped) = NULL;
	struct booked booked FT_CLEANUP(booked_free) = { .damage = NULL };

	FT_TRY(ft_store_freeze_scoped(store, &frozen, err));
	FT_TRY(booked_init(&booked, store, query, err));
	if (query->assoc.n)
		FT_TRY(ft_usage_read_marks(
		    store, &booked.side[FT_OWNERS_ASSOC].reader, err));
	FT_TRY(read_qos_marks(&booked, store, err));
	return add_charges(&booked, store, query->cluster, err);
}
