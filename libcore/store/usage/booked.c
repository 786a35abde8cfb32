/*
 * booked.c - usage on Slurm's pass grid: marks, charges, running jobs.
 *
 * Slurm charges a job at each decay pass, and the rest when it ends; usage booked
 * so far decays at each pass.  Charges up to the last fold come as sums, from the
 * store if it has them; later charges are added one by one.
 */
#include "store/open/open_internal.h"
#include "store/usage/private.h"

#include "model/account/qos.h"

#define TRES_ENERGY 3 /* its usage is not booked */

/* A charge that marks may cut. */
struct later {
	struct ft_spell spell;
	double weight; /* amount per second */
};

struct booked {
	struct ft_usage_reader reader;
	struct ft_decay_passes passes;
	struct ft_rules rules;
	struct ft_cuts cuts;
	struct ft_fold fold; /* until INT64_MIN: there is none */
	bool folding;        /* charges that belong to it may still come */
	int32_t what;        /* as in struct ft_usage_query */
	ft_real *since;      /* by index; NULL: not asked for */
	struct later *later;
	size_t n_later, cap_later;
	const char *damage;         /* NULL: none found */
	struct ft_usage_rows *rows; /* NULL: none are kept */
};

/* ---- booking ------------------------------------------------------------------ */

/* A charge that is being booked. */
struct booking {
	struct booked *booked;
	ft_real weight;
};

/* Add PART of SPELL to the usage of its owner. */
static void
book_part(void *ctx, const struct ft_spell *spell, const struct ft_part *part)
{
	const struct booking *booking = ctx;
	struct booked *booked = booking->booked;
	struct ft_usage_reader *reader = &booked->reader;
	uint32_t i = ft_idmap_get(&reader->index, part->owner);
	ft_real time[2];

	if (i == FT_IDMAP_NONE)
		return;
	ft_part_time(
	    &booked->passes, spell, part, ft_usage_kept(reader, i), time);
	reader->usage[i] += booking->weight * time[FT_AT_PASS];
	if (booked->since)
		booked->since[i] += booking->weight * time[FT_SINCE];
}

static void
book_whole(struct booked *booked, const struct later *charge)
{
	const struct ft_part whole =
	    ft_spell_whole(&charge->spell, booked->reader.reset);
	struct booking booking = { booked, (ft_real)charge->weight };

	ft_cuts_split(&booked->cuts, &charge->spell, &whole,
	    &(struct ft_split){
		booked->what, INT64_MIN, INT64_MAX, book_part, &booking });
}

/* No charge that belongs to a fold will come: add the sums. */
static void
end_folds(struct booked *booked)
{
	if (!booked->folding)
		return;
	booked->folding = false;
	ft_fold_finish(&booked->fold);
	ft_fold_read(
	    &booked->fold, booked->what, booked->reader.now, &booked->reader);
}

static void
take_charge(struct booked *booked, const struct later *charge)
{
	const struct ft_usage_reader *reader = &booked->reader;
	const struct ft_spell *spell = &charge->spell;

	if (spell->ends < booked->fold.until) {
		ft_fold_add(&booked->fold, spell,
		    &(struct ft_weight){ booked->what, charge->weight }, 1);
		return;
	}
	end_folds(booked);
	if (spell->starts < reader->latest ||
	    ft_idmap_get(&reader->index, spell->owner) == FT_IDMAP_NONE)
		*ft_vec_add(booked->later, booked->n_later, booked->cap_later) =
		    *charge;
	else
		book_whole(booked, charge);
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
	.n = sizeof charged_cells / sizeof *charged_cells };

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
	uint64_t count = 0;

	if (what == 0)
		return row->rate * factor_of(row);
	if (what < 0)
		return factor_of(row);
	(void)ft_tres_vector_get(row->alloc_tres, (uint32_t)what, &count);
	return ft_charged_tres(row, (uint32_t)what, count);
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

/* Set *charge to ROW; false: it does not count. */
static bool
read_charge(
    struct booked *booked, const struct ft_charged *row, struct later *charge)
{
	*charge = (struct later){ ft_charged_spell(row, row->assoc),
		ft_charged_weight(row, booked->what) };
	if (charge->spell.ends < charge->spell.starts)
		booked->damage = "a charge ends before it starts";
	return !booked->damage && charge->weight > 0 &&
	       charge->spell.starts < booked->reader.now &&
	       charge->spell.ends >= booked->reader.reset;
}

static void
add_charge(void *ctx, const void *row)
{
	struct booked *booked = ctx;
	const struct ft_charged *charged = row;
	const uint32_t qos[] = { charged->qos,
		charged->part_qos != charged->qos ? charged->part_qos : 0 };
	struct later charge;

	if (booked->damage || !read_charge(booked, charged, &charge))
		return;
	if (booked->cuts.owners == FT_OWNERS_ASSOC) {
		take_charge(booked, &charge);
		return;
	}
	for (size_t i = 0; i < 2; i++) {
		charge.spell.owner = qos[i];
		if (qos[i])
			take_charge(booked, &charge);
	}
}

void
ft_usage_rows_free(struct ft_usage_rows *rows)
{
	ft_free(rows->item);
	ft_arena_clear(&rows->arena);
	ft_decay_passes_free(&rows->passes);
}

/* Drop the rows; up to MOST are kept from now on, of charges that end at FROM or
 * later. */
static void
restart_rows(struct ft_usage_rows *rows, size_t most, int64_t from)
{
	struct ft_decay_passes passes = rows->passes;

	rows->passes = (struct ft_decay_passes){ 0 };
	ft_usage_rows_free(rows);
	*rows = (struct ft_usage_rows){ .most = most,
		.from = from,
		.complete = most > 0,
		.passes = passes };
}

/* Add a row that is read, and keep it. */
static void
take_row(void *ctx, const void *row)
{
	struct booked *booked = ctx;
	struct ft_usage_rows *rows = booked->rows;
	struct ft_charged *kept;

	add_charge(booked, row);
	if (!rows || !rows->complete)
		return;
	if (rows->n == rows->most) {
		restart_rows(rows, 0, rows->from);
		return;
	}
	kept = ft_vec_add(rows->item, rows->n, rows->cap);
	*kept = *(const struct ft_charged *)row;
	kept->alloc_tres = ft_arena_strdup(&rows->arena, kept->alloc_tres);
}

/* Add the rows that an earlier query kept, with charges that end FROM then on. */
static void
add_kept(struct booked *booked, int64_t from)
{
	const struct ft_usage_rows *rows = booked->rows;

	for (size_t i = 0; i < rows->n; i++) {
		if (i == rows->n_charge)
			end_folds(booked);
		if (rows->item[i].ends >= from)
			add_charge(booked, &rows->item[i]);
	}
	end_folds(booked);
}

/* Read the marks and book the charges that they may cut. */
static enum ft_status
book_later(struct booked *booked, struct ft_store *store, struct ft_error *err)
{
	int64_t first = INT64_MAX;

	if (!booked->n_later)
		return FT_OK;
	for (size_t i = 0; i < booked->n_later; i++)
		if (booked->later[i].spell.starts < first)
			first = booked->later[i].spell.starts;
	FT_TRY(ft_cuts_read(&booked->cuts, store, first, err));
	for (size_t i = 0; i < booked->n_later; i++)
		book_whole(booked, &booked->later[i]);
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

/* Find the sums with which to begin; set *from to the end of the first charge that
 * is not in them. */
static enum ft_status
begin_folds(struct booked *booked, struct ft_store *store, uint32_t cluster,
    int64_t *from, struct ft_error *err)
{
	const struct ft_usage_rows *rows = booked->rows;
	struct ft_fold *fold = &booked->fold;
	int64_t size;

	fold->reset = *from = booked->reader.reset;
	fold->until = ft_decay_fold_last(&booked->passes, booked->passes.pass);
	booked->folding = fold->until > fold->reset;
	if (!booked->folding) {
		fold->until = INT64_MIN;
		return FT_OK;
	}
	FT_TRY(ft_fold_find(store, fold, cluster, &size, err));
	FT_TRY(ft_fold_load(store, fold, cluster, &booked->what, err));
	if (fold->done > INT64_MIN)
		*from = fold->done;
	if (rows && rows->complete && rows->from == *from) {
		fold->asked = rows->asked;
		fold->pending = rows->pending;
	}
	return ft_fold_start(store, fold, cluster, booked->reader.latest, err);
}

/* Add the charges of CLUSTER that end FROM then on, and the running jobs. */
static enum ft_status
add_rows(struct booked *booked, struct ft_store *store, uint32_t cluster,
    int64_t from, struct ft_error *err)
{
	struct ft_usage_rows *rows = booked->rows;
	struct ft_charged row = FT_CHARGED_EMPTY;
	const struct ft_collector collector = {
		.shape = &ft_charged_shape,
		.row = &row,
		.fn = take_row,
		.ctx = booked,
	};
	bool all = booked->what > 0 || booked->cuts.owners == FT_OWNERS_QOS;

	if (rows && rows->most) {
		restart_rows(rows, rows->most, from);
		all = true;
	}
	FT_TRY(ft_store_collect(store,
	    all ? FT_STMT_READ_ALL_CHARGES : FT_STMT_READ_CHARGES,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("from", from),
		FT_ARG("until", INT64_MAX)),
	    &collector, err));
	if (rows)
		rows->n_charge = rows->n;
	end_folds(booked);
	row = FT_CHARGED_EMPTY;
	return ft_store_collect(store, FT_STMT_READ_RUNNING,
	    FT_ARGS(FT_ARG("cluster", cluster)), &collector, err);
}

static enum ft_status
add_charges(struct booked *booked, struct ft_store *store, uint32_t cluster,
    struct ft_error *err)
{
	struct ft_usage_rows *rows = booked->rows;
	int64_t from;

	FT_TRY(begin_folds(booked, store, cluster, &from, err));
	if (rows && rows->complete && rows->from <= from)
		add_kept(booked, from);
	else
		FT_TRY(add_rows(booked, store, cluster, from, err));
	if (rows && rows->from == from && booked->fold.asked) {
		rows->asked = true;
		rows->pending = booked->fold.pending;
	}
	if (booked->damage)
		return ft_fail(err, FT_EFOREIGN, "%s: damaged: %s", store->path,
		    booked->damage);
	return book_later(booked, store, err);
}

static enum ft_status
booked_init(struct booked *booked, struct ft_store *store,
    const struct ft_usage_query *query, enum ft_owners owners,
    struct ft_error *err)
{
	*booked = (struct booked){
		.what = query->what, .since = query->since, .rows = query->rows
	};
	booked->cuts.owners = owners;
	booked->cuts.now = query->now;
	FT_TRY(ft_rules_init(store, &booked->rules, query, NULL, err));
	if (query->rows && query->rows->passes.n_era) {
		booked->passes = query->rows->passes;
		ft_decay_passes_move(&booked->passes, query->now);
	} else {
		ft_decay_passes_init(&booked->passes, booked->rules.era,
		    booked->rules.n, query->now);
	}
	booked->fold.passes = &booked->passes;
	booked->fold.cuts = &booked->cuts;
	booked->fold.rules = &booked->rules;
	booked->reader = (struct ft_usage_reader){
		.now = query->now,
		.to = booked->passes.pass,
		.passes = &booked->passes,
		.usage = query->at_pass,
	};
	return ft_usage_last_reset(
	    store, query->cluster, query->now, &booked->reader.reset, err);
}

static void
booked_free(struct booked *booked)
{
	ft_fold_free(&booked->fold);
	ft_cuts_free(&booked->cuts);
	if (!booked->rows)
		ft_decay_passes_free(&booked->passes);
	else if (booked->passes.n_era)
		booked->rows->passes = booked->passes;
	ft_rules_free(&booked->rules);
	ft_usage_reader_free(&booked->reader);
	ft_free(booked->later);
}

/* The owners are ID[n]. */
static void
set_owners(struct booked *booked, const uint32_t *id, uint32_t n)
{
	for (uint32_t i = 0; booked->since && i < n; i++)
		booked->since[i] = 0;
	ft_usage_reader_init(&booked->reader, id, n);
}

enum ft_status
ft_store_read_booked(struct ft_store *store, const struct ft_usage_query *query,
    const struct ft_tree *tree, struct ft_error *err)
{
	struct ft_store *frozen FT_CLEANUP(ft_store_thaw_scoped) = NULL;
	struct booked booked FT_CLEANUP(booked_free) = { .what = 0 };

	FT_TRY(ft_store_freeze_scoped(store, &frozen, err));
	FT_TRY(booked_init(&booked, store, query, FT_OWNERS_ASSOC, err));
	set_owners(&booked, tree->id, tree->n);
	FT_TRY(ft_usage_read_marks(store, query->what, &booked.reader, err));
	return add_charges(&booked, store, query->cluster, err);
}

/* Those of associations are looked at, too, and may be many. */
static enum ft_status
read_qos_marks(
    struct booked *booked, struct ft_store *store, struct ft_error *err)
{
	struct ft_usage_reader *reader = &booked->reader;
	struct ft_usage_rows *rows = booked->rows;

	reader->latest = INT64_MIN;
	if (rows && rows->no_qos_marks)
		return FT_OK;
	FT_TRY(ft_usage_read_uncached(
	    store, FT_STMT_READ_QOS_MARKS, booked->what, reader, err));
	if (rows)
		rows->no_qos_marks = reader->latest == INT64_MIN;
	return FT_OK;
}

enum ft_status
ft_store_read_qos_booked(struct ft_store *store,
    const struct ft_usage_query *query, const struct ft_qos *qos, size_t n,
    struct ft_error *err)
{
	struct ft_store *frozen FT_CLEANUP(ft_store_thaw_scoped) = NULL;
	struct booked booked FT_CLEANUP(booked_free) = { .what = 0 };
	uint32_t *id FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *id);
	bool *kept FT_CLEANUP(ft_free_at) = NULL;

	FT_TRY(ft_store_freeze_scoped(store, &frozen, err));
	FT_TRY(booked_init(&booked, store, query, FT_OWNERS_QOS, err));
	booked.reader.kept = kept = ft_calloc(n * booked.rules.n, sizeof *kept);
	for (size_t i = 0; i < n; i++) {
		id[i] = qos[i].id;
		ft_rules_kept(&booked.rules, id[i], &kept[i * booked.rules.n]);
	}
	set_owners(&booked, id, (uint32_t)n);
	FT_TRY(read_qos_marks(&booked, store, err));
	return add_charges(&booked, store, query->cluster, err);
}
