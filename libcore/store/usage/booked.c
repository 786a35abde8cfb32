/*
 * booked.c - usage on Slurm's pass grid: marks, charges, running jobs.
 *
 * Slurm charges a job at each decay pass, and the rest when it ends; usage booked
 * so far decays at each pass.  A charge counts for its owner until a later mark
 * resets or transfers it, so a charge that is older than a mark of its owner is
 * cut at the mark.  Nearly all charges have no such mark and are added whole.
 */
#include "store/open/open_internal.h"
#include "store/usage/usage_internal.h"

#include "model/account/qos.h"
#include "model/tree/decaypass.h"

#define TRES_ENERGY 3 /* its usage is not booked */

/* A mark that resets or transfers what was booked before. */
struct cut {
	int64_t id, at;
	uint32_t heir; /* of a transfer; 0: a reset */
	uint32_t next; /* of the same owner, index + 1; 0 none */
};

struct charge {
	int64_t starts, ends; /* ends INT64_MAX: it runs */
	int64_t mark;  /* id of the last mark before its end was booked */
	double weight; /* amount per second */
	uint32_t owner;
};

/* The cuts of one owner, by index + 1; 0 none. */
struct chain {
	uint32_t first, last;
};

/* A part of a charge: passes in (after, until], and its end. */
struct piece {
	int64_t after, until;
	int64_t mark; /* cuts up to this id are done */
	bool end;     /* what is booked at the end of the job is part of it */
	uint32_t owner;
};

struct booked {
	struct ft_usage_reader reader;
	struct ft_decay_passes passes;
	int32_t what;         /* as in struct ft_usage_query */
	ft_real *since;       /* by index; NULL: not asked for */
	struct charge *later; /* charges that marks may cut */
	size_t n_later, cap_later;
	struct cut *cut; /* by id */
	size_t n_cut, cap_cut;
	struct ft_idvec chain; /* struct chain, by owner */
	struct piece *moved;   /* pieces still to be booked */
	size_t n_moved, cap_moved;
	const char *damage; /* NULL: none found */
};

/* ---- booking ------------------------------------------------------------------ */

/* Add PIECE of CHARGE to the usage of its owner. */
static void
acctdb(struct booked *booked, const struct charge *charge,
    const struct piece *piece)
{
	struct ft_usage_reader *reader = &booked->reader;
	const struct ft_piece passed = { charge->starts, charge->ends,
		piece->after, piece->until };
	uint32_t i = ft_idmap_get(&reader->index, piece->owner);
	ft_real weight = (ft_real)charge->weight, at_pass = 0, since = 0;
	const bool *kept;

	if (i == FT_IDMAP_NONE)
		return;
	kept = ft_usage_kept(reader, i);
	if (piece->end)
		ft_decay_passes_end(
		    &booked->passes, &passed, kept, &at_pass, &since);
	at_pass += ft_decay_passes_booked(&booked->passes, &passed, kept);
	reader->usage[i] += weight * at_pass;
	if (booked->since)
		booked->since[i] += weight * since;
}

/* Queue a piece: heirs have heirs, so recursion could be as deep as marks. */
static void
move_piece(struct booked *booked, const struct piece *piece)
{
	if (piece->after >= piece->until && !piece->end)
		return; /* it is empty */
	*ft_vec_add(booked->moved, booked->n_moved, booked->cap_moved) = *piece;
}

static void
book_piece(
    struct booked *booked, const struct charge *charge, struct piece piece)
{
	const struct chain *chain =
	    ft_idvec_get(&booked->chain, piece.owner, sizeof *chain);

	for (uint32_t i = chain ? chain->first : 0; i;
	     i = booked->cut[i - 1].next) {
		const struct cut *cut = &booked->cut[i - 1];
		bool ended =
		    charge->ends < cut->at ||
		    (charge->ends == cut->at && cut->id > charge->mark);

		if (cut->id <= piece.mark)
			continue;
		if (cut->heir) {
			struct piece moved = { piece.after, piece.until,
				cut->id, piece.end && ended, cut->heir };

			if (cut->at < moved.until)
				moved.until = cut->at;
			move_piece(booked, &moved);
		}
		piece.end = piece.end && !ended;
		if (cut->at > piece.after)
			piece.after = cut->at;
	}
	acctdb(booked, charge, &piece);
}

static void
book_whole(struct booked *booked, const struct charge *charge)
{
	int64_t reset = booked->reader.reset;
	struct piece piece = { INT64_MIN, INT64_MAX, 0, true, charge->owner };

	if (reset > INT64_MIN) { /* the pass resets usage, then books */
		piece.after = reset - 1;
		piece.end = charge->ends >= reset;
	}
	move_piece(booked, &piece);
	while (booked->n_moved)
		book_piece(booked, charge, booked->moved[--booked->n_moved]);
}

/* ---- charges ------------------------------------------------------------------ */

static void
take_charge(struct booked *booked, const struct charge *charge)
{
	const struct ft_usage_reader *reader = &booked->reader;

	if (charge->starts < reader->latest ||
	    ft_idmap_get(&reader->index, charge->owner) == FT_IDMAP_NONE) {
		*ft_vec_add(booked->later, booked->n_later, booked->cap_later) =
		    *charge;
	} else {
		book_whole(booked, charge);
	}
}

/* A row of charges or running jobs; a running job has no end, and `charged` is
 * the time until which there are charges for it. */
struct charged {
	int64_t starts, ends; /* INT64_MAX: it runs */
	int64_t mark, charged;
	double rate, usage_factor; /* usage_factor < 0: the QOS is gone */
	uint32_t owner, part_qos;
	const char *alloc_tres;
};
static const struct ft_column charged_cells[] = {
	FT_CELL(struct charged, "starts", starts),
	FT_CELL(struct charged, "started", starts),
	{ .name = "ends",
	    .member = FT_MEMBER_I64,
	    .offset = offsetof(struct charged, ends),
	    .null = INT64_MAX },
	FT_CELL(struct charged, "mark", mark),
	FT_CELL(struct charged, "charged", charged),
	FT_CELL(struct charged, "rate", rate),
	FT_CELL(struct charged, "billing", rate),
	{ .name = "usage_factor",
	    .member = FT_MEMBER_REAL,
	    .offset = offsetof(struct charged, usage_factor),
	    .null = -1 },
	FT_CELL(struct charged, "owner", owner),
	FT_CELL(struct charged, "part_qos", part_qos),
	FT_CELL(struct charged, "alloc_tres", alloc_tres),
};
static const struct ft_shape charged_shape = { .cell = charged_cells,
	.n = sizeof charged_cells / sizeof *charged_cells };

/* Returns the amount per second. */
static double
weigh(const struct booked *booked, const struct charged *row)
{
	double factor = row->usage_factor >= 0 ? row->usage_factor : 1;
	uint64_t count = 0;

	if (booked->what == 0)
		return row->rate * factor;
	if (booked->what < 0)
		return factor;
	(void)ft_tres_vector_get(
	    row->alloc_tres, (uint32_t)booked->what, &count);
	return booked->what == TRES_ENERGY ? 0 : (double)count * factor;
}

/* Set *charge to ROW; false: it does not count. */
static bool
read_charge(
    struct booked *booked, const struct charged *row, struct charge *charge)
{
	*charge = (struct charge){
		.starts =
		    row->starts > row->charged ? row->starts : row->charged,
		.ends = row->ends,
		.mark = row->mark,
		.weight = weigh(booked, row),
		.owner = row->owner,
	};
	if (charge->ends < charge->starts)
		booked->damage = "a charge ends before it starts";
	return !booked->damage && charge->weight > 0 &&
	       charge->starts < booked->passes.now &&
	       charge->ends >= booked->reader.reset;
}

static void
add_assoc_charge(void *ctx, const void *row)
{
	struct booked *booked = ctx;
	struct charge charge;

	if (!booked->damage && read_charge(booked, row, &charge))
		take_charge(booked, &charge);
}

static void
add_qos_charge(void *ctx, const void *row)
{
	struct booked *booked = ctx;
	const struct charged *charged = row;
	uint32_t part_qos = charged->part_qos;
	struct charge charge;

	if (booked->damage || !read_charge(booked, row, &charge))
		return;
	if (charge.owner)
		take_charge(booked, &charge);
	if (part_qos && part_qos != charge.owner) {
		charge.owner = part_qos;
		take_charge(booked, &charge);
	}
}

/* ---- marks that cut ------------------------------------------------------------- */

static void
chain_cut(struct booked *booked, uint32_t owner, const struct cut *cut)
{
	struct chain *chain =
	    ft_idvec_add(&booked->chain, owner, sizeof *chain);

	*ft_vec_add(booked->cut, booked->n_cut, booked->cap_cut) = *cut;
	if (chain->last)
		booked->cut[chain->last - 1].next = (uint32_t)booked->n_cut;
	else
		chain->first = (uint32_t)booked->n_cut;
	chain->last = (uint32_t)booked->n_cut;
}

static void
add_cut(void *ctx, const void *row)
{
	const struct ft_mark *mark = row;
	struct booked *booked = ctx;
	struct cut cut = { .id = mark->id, .at = mark->at };

	if (cut.at > booked->passes.now)
		return;
	if (mark->kind == FT_MARK_TRANSFER)
		cut.heir = mark->heir;
	else if (mark->tres != booked->what &&
		 (mark->tres ||
		     mark->kind == FT_MARK_SET)) /* of another TRES */
		return;
	chain_cut(booked, mark->owner, &cut);
}

/* Read the marks and book the charges that they may cut. */
static enum ft_status
book_later(struct booked *booked, struct ft_store *store, enum ft_stmt cuts,
    struct ft_error *err)
{
	int64_t first = INT64_MAX;
	struct ft_mark mark = { 0 };
	enum ft_status status;

	if (!booked->n_later)
		return FT_OK;
	for (size_t i = 0; i < booked->n_later; i++)
		if (booked->later[i].starts < first)
			first = booked->later[i].starts;
	status = ft_store_collect(store, cuts, FT_ARGS(FT_ARG("after", first)),
	    &(struct ft_collector){
		.shape = &ft_mark_shape,
		.row = &mark,
		.fn = add_cut,
		.ctx = booked,
	    },
	    err);
	for (size_t i = 0; !status && i < booked->n_later; i++)
		book_whole(booked, &booked->later[i]);
	return status;
}

/* ---- all of it -------------------------------------------------------------------- */

/* The statements for associations or for QOS. */
struct source {
	enum ft_stmt charges, running, cuts;
	void (*add)(void *ctx, const void *row);
};

static enum ft_status
find_reset(struct booked *booked, struct ft_store *store, uint32_t cluster,
    struct ft_error *err)
{
	enum ft_status status =
	    ft_store_int(store, &booked->reader.reset, FT_STMT_LAST_RESET,
		FT_ARGS(FT_ARG("cluster", cluster),
		    FT_ARG("now", booked->passes.now)),
		err);

	if (status != FT_ENOENT)
		return status;
	booked->reader.reset = INT64_MIN;
	return FT_OK;
}

static enum ft_status
add_charges(struct booked *booked, struct ft_store *store, uint32_t cluster,
    const struct source *source, struct ft_error *err)
{
	const struct ft_arg *args = FT_ARGS(FT_ARG("cluster", cluster));
	struct charged row = { .ends = INT64_MAX, .alloc_tres = "" };
	const struct ft_collector collector = { &charged_shape, &row,
		source->add, booked, NULL, NULL };
	enum ft_status status =
	    ft_store_collect(store, source->charges, args, &collector, err);

	row = (struct charged){ .ends = INT64_MAX, .alloc_tres = "" };
	if (!status)
		status = ft_store_collect(
		    store, source->running, args, &collector, err);
	if (!status && booked->damage)
		status = ft_fail(err, FT_EFOREIGN, "%s: damaged: %s",
		    store->path, booked->damage);
	if (!status)
		status = book_later(booked, store, source->cuts, err);
	return status;
}

static void
booked_init(struct booked *booked, const struct ft_usage_query *query, size_t n)
{
	*booked = (struct booked){ .what = query->what, .since = query->since };
	ft_decay_passes_init(
	    &booked->passes, query->era, query->n_era, query->now);
	booked->reader = (struct ft_usage_reader){
		.now = query->now,
		.to = booked->passes.pass,
		.passes = &booked->passes,
		.usage = query->at_pass,
	};
	for (size_t i = 0; query->since && i < n; i++)
		query->since[i] = 0;
}

static void
booked_free(struct booked *booked)
{
	ft_decay_passes_free(&booked->passes);
	ft_usage_reader_free(&booked->reader);
	ft_free(booked->later);
	ft_free(booked->cut);
	ft_idvec_free(&booked->chain);
	ft_free(booked->moved);
}

enum ft_status
ft_store_read_booked(struct ft_store *store, const struct ft_usage_query *query,
    const struct ft_tree *tree, struct ft_error *err)
{
	const struct source source = { query->what > 0
					   ? FT_STMT_READ_CHARGES_TRES
					   : FT_STMT_READ_CHARGES,
		FT_STMT_READ_RUNNING, FT_STMT_READ_CUTS, add_assoc_charge };
	bool thaw = !store->frozen && !store->depth;
	struct booked booked;
	enum ft_status status = ft_store_freeze(store, err);

	booked_init(&booked, query, tree->n);
	ft_usage_reader_init(&booked.reader, tree->id, tree->n);
	if (!status)
		status = find_reset(&booked, store, query->cluster, err);
	if (!status)
		status = ft_usage_read_marks(
		    store, query->what, &booked.reader, err);
	if (!status)
		status =
		    add_charges(&booked, store, query->cluster, &source, err);
	booked_free(&booked);
	if (thaw)
		ft_store_thaw(store);
	return status;
}

/* Whether the comma-separated list TEXT contains ID. */
static bool
contains_id(const char *text, uint32_t id)
{
	char number[16];
	size_t n =
	    (size_t)snprintf(number, sizeof number, "%lu", (unsigned long)id);

	for (; *text; text += text[strcspn(text, ",")] == ',') {
		if (!strncmp(text, number, n) && (!text[n] || text[n] == ','))
			return true;
		text += strcspn(text, ",");
	}
	return false;
}

/* Returns which QOS do not decay, by QOS and stretch. */
static bool *
kept_of(const struct ft_usage_query *query, const struct ft_qos *qos, size_t n,
    size_t n_stretch)
{
	uint32_t no_decay = FT_QOS_NO_DECAY;
	bool *kept = ft_calloc(n * n_stretch + 1, sizeof *kept);

	for (size_t i = 0; i < n; i++)
		for (size_t e = 0; e < n_stretch; e++)
			kept[i * n_stretch + e] =
			    e + 1 == query->n_era
				? (qos[i].flags & no_decay) != 0
				: contains_id(query->era[e].kept, qos[i].id);
	return kept;
}

enum ft_status
ft_store_read_qos_booked(struct ft_store *store,
    const struct ft_usage_query *query, const struct ft_qos *qos, size_t n,
    struct ft_error *err)
{
	static const struct source source = { FT_STMT_READ_QOS_CHARGES,
		FT_STMT_READ_QOS_RUNNING, FT_STMT_READ_QOS_CUTS,
		add_qos_charge };
	uint32_t *id = ft_alloc(n * sizeof *id);
	bool thaw = !store->frozen && !store->depth;
	struct booked booked;
	enum ft_status status = ft_store_freeze(store, err);
	bool *kept;

	for (size_t i = 0; i < n; i++)
		id[i] = qos[i].id;
	booked_init(&booked, query, n);
	booked.reader.kept = kept = kept_of(query, qos, n, booked.passes.n);
	ft_usage_reader_init(&booked.reader, id, (uint32_t)n);
	if (!status)
		status = find_reset(&booked, store, query->cluster, err);
	if (!status)
		status = ft_usage_read_uncached(store, FT_STMT_READ_QOS_MARKS,
		    query->what, &booked.reader, err);
	if (!status)
		status =
		    add_charges(&booked, store, query->cluster, &source, err);
	booked_free(&booked);
	ft_free(kept);
	ft_free(id);
	if (thaw)
		ft_store_thaw(store);
	return status;
}
