#include "sim/ledger.h"

#include "model/limits.h"
#include "model/qos.h"
#include "model/usage.h"
#include "sim/ledger_int.h"
#include "sim/world.h"

/* Below it the scale is multiplied in: far from where digits get lost. */
#define LEAST_SCALE 1e-1000L

/* One kind of amount of all nodes. */
struct column {
	ft_real *at_pass; /* times the scale; NULL: none */
	ft_real *since;   /* as it is */
};

/*
 * While loading, columns hold own amounts; from the first use on, totals, so
 * that a charge costs the length of a path.  All amounts decay alike, so a pass
 * only moves the scale, beside what was booked since the last.
 */
struct ft_ledger {
	struct ft_arena arena; /* what follows */
	uint32_t n;            /* nodes */
	size_t n_what;         /* kinds of amounts */
	struct column *column;
	ft_real scale;
	bool totals;  /* columns hold totals */
	bool limited; /* somebody limits TRES or wall time that was used */
	uint32_t *touched;
	uint32_t n_touched;
	bool *is_touched;
	ft_real *all, *passed; /* what was handed out */
	bool all_valid, passed_valid;
	/* QOS: few, no scale; [n_qos * n_what] */
	uint32_t n_qos;
	struct ft_idmap qos; /* place of an id */
	ft_real *qos_at_pass, *qos_since;
	bool *qos_kept; /* NoDecay */
};

static bool
limits_used(const struct ft_limit *limit, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (limit[i].kind == FT_LIMIT_GRP_TRES_MINS ||
		    limit[i].kind == FT_LIMIT_GRP_WALL)
			return true;
	return false;
}

static void
new_qos(struct ft_ledger *ledger, const struct ft_book *book)
{
	ledger->n_qos = (uint32_t)book->n_qos;
	ledger->qos_at_pass = ft_arena_calloc(
	    &ledger->arena, ledger->n_qos * ledger->n_what, sizeof(ft_real));
	ledger->qos_since = ft_arena_calloc(
	    &ledger->arena, ledger->n_qos * ledger->n_what, sizeof(ft_real));
	ledger->qos_kept =
	    ft_arena_calloc(&ledger->arena, ledger->n_qos, sizeof(bool));
	for (uint32_t i = 0; i < ledger->n_qos; i++) {
		ft_idmap_put(&ledger->qos, book->qos[i].id, i);
		ledger->qos_kept[i] = book->qos[i].flags & FT_QOS_NO_DECAY;
	}
}

void
ft_ledger_new(struct ft_world *world)
{
	const struct ft_book *book = &world->book;
	struct ft_ledger *ledger;

	ft_ledger_free(world);
	world->ledger = ledger = ft_calloc(1, sizeof *ledger);
	ledger->n = world->tree->n;
	ledger->n_what = FT_LEDGER_TRES + world->tres.n;
	ledger->column = ft_arena_calloc(
	    &ledger->arena, ledger->n_what, sizeof *ledger->column);
	ledger->scale = 1;
	ledger->touched =
	    ft_arena_calloc(&ledger->arena, ledger->n, sizeof *ledger->touched);
	ledger->is_touched = ft_arena_calloc(
	    &ledger->arena, ledger->n, sizeof *ledger->is_touched);
	ledger->limited =
	    world->enforce & FT_ENFORCE_LIMITS &&
	    (limits_used(book->assoc_limit, book->n_assoc_limit) ||
		limits_used(book->qos_limit, book->n_qos_limit));
	new_qos(ledger, book);
	world->share_valid = false;
}

void
ft_ledger_free(struct ft_world *world)
{
	struct ft_ledger *ledger = world->ledger;

	if (!ledger)
		return;
	ft_arena_clear(&ledger->arena);
	ft_idmap_free(&ledger->qos);
	ft_free(ledger);
	world->ledger = NULL;
}

/* ---- loading ----------------------------------------------------------------- */

static struct column *
column_of(struct ft_ledger *ledger, size_t what)
{
	struct column *column = &ledger->column[what];

	if (!column->at_pass) {
		column->at_pass =
		    ft_arena_calloc(&ledger->arena, ledger->n, sizeof(ft_real));
		column->since =
		    ft_arena_calloc(&ledger->arena, ledger->n, sizeof(ft_real));
	}
	return column;
}

static void
touch(struct ft_ledger *ledger, uint32_t node)
{
	if (ledger->is_touched[node])
		return;
	ledger->is_touched[node] = true;
	ledger->touched[ledger->n_touched++] = node;
}

void
ft_ledger_set_node(struct ft_world *world, uint32_t node, uint32_t what,
    ft_real at_pass, ft_real since)
{
	struct ft_ledger *ledger = world->ledger;
	struct column *column;

	if (at_pass == 0 && since == 0 && !ledger->column[what].at_pass)
		return;
	column = column_of(ledger, what);
	column->at_pass[node] = at_pass;
	column->since[node] = since;
	world->share_valid = false;
}

void
ft_ledger_set_qos(struct ft_world *world, uint32_t qos, uint32_t what,
    ft_real at_pass, ft_real since)
{
	struct ft_ledger *ledger = world->ledger;
	uint32_t i = ft_idmap_get(&ledger->qos, qos);
	size_t at = i * ledger->n_what + what;

	if (i == FT_IDMAP_NONE)
		return;
	ledger->qos_at_pass[at] = at_pass;
	ledger->qos_since[at] = since;
}

/* From own amounts to totals, when the loader is done. */
static void
add_up(struct ft_world *world)
{
	struct ft_ledger *ledger = world->ledger;

	if (ledger->totals)
		return;
	ledger->totals = true;
	for (size_t i = 0; i < ledger->n_what; i++) {
		struct column *column = &ledger->column[i];

		if (!column->at_pass)
			continue;
		ft_usage_roll_up(world->tree, column->at_pass);
		ft_usage_roll_up(world->tree, column->since);
		for (uint32_t node = 0; node < ledger->n; node++)
			if (column->since[node] != 0)
				touch(ledger, node);
	}
}

/* ---- booking --------------------------------------------------------------- */

/* AMOUNT booked now, on NODE and all above it. */
static void
book_path(struct ft_world *world, uint32_t node, size_t what, ft_real amount)
{
	const uint32_t *parent = world->tree->parent;
	struct column *column;

	if (amount == 0)
		return;
	column = column_of(world->ledger, what);
	for (; node != FT_NODE_NONE; node = parent[node])
		column->since[node] += amount;
}

static void
book_qos(struct ft_ledger *ledger, const struct ft_slice *slice, uint32_t qos,
    const struct ft_tres_table *tres)
{
	uint32_t i = ft_idmap_get(&ledger->qos, qos);
	ft_real *since;
	ft_real seconds;

	if (i == FT_IDMAP_NONE)
		return;
	since = ledger->qos_since + i * ledger->n_what;
	seconds =
	    (ledger->qos_kept[i] ? (ft_real)slice->seconds : slice->decayed) *
	    (ft_real)slice->factor;
	since[FT_LEDGER_RAW] += seconds * (ft_real)slice->rate;
	if (!ledger->limited)
		return;
	since[FT_LEDGER_WALL] += seconds;
	for (size_t k = 0; k < tres->n; k++)
		if (k != FT_TRES_ENERGY)
			since[FT_LEDGER_TRES + k] +=
			    seconds * (ft_real)slice->alloc[k];
}

static void
book_node(struct ft_world *world, const struct ft_slice *slice)
{
	struct ft_ledger *ledger = world->ledger;
	ft_real seconds = slice->decayed * (ft_real)slice->factor;
	uint32_t node = slice->node;

	book_path(world, node, FT_LEDGER_RAW, seconds * (ft_real)slice->rate);
	if (ledger->limited) {
		book_path(world, node, FT_LEDGER_WALL, seconds);
		for (size_t i = 0; i < world->tres.n; i++)
			if (i != FT_TRES_ENERGY)
				book_path(world, node, FT_LEDGER_TRES + i,
				    seconds * (ft_real)slice->alloc[i]);
	}
	for (; node != FT_NODE_NONE; node = world->tree->parent[node])
		touch(ledger, node);
	ledger->all_valid = false;
}

void
ft_ledger_book(struct ft_world *world, struct ft_slice *slice)
{
	if (slice->seconds <= 0)
		return;
	add_up(world);
	slice->decayed =
	    (ft_real)slice->seconds *
	    (ft_real)ft_decay_factor(&world->decay, slice->seconds);
	book_node(world, slice);
	book_qos(world->ledger, slice, slice->qos, &world->tres);
	if (slice->part_qos != slice->qos)
		book_qos(world->ledger, slice, slice->part_qos, &world->tres);
}

/* ---- passes ------------------------------------------------------------------ */

/* What was booked since becomes part of what is there at a pass. */
static void
fold(struct ft_ledger *ledger)
{
	for (size_t i = 0; i < ledger->n_what; i++) {
		struct column *column = &ledger->column[i];

		if (!column->at_pass)
			continue;
		for (uint32_t j = 0; j < ledger->n_touched; j++) {
			uint32_t node = ledger->touched[j];

			column->at_pass[node] +=
			    column->since[node] / ledger->scale;
			column->since[node] = 0;
		}
	}
	for (uint32_t j = 0; j < ledger->n_touched; j++)
		ledger->is_touched[ledger->touched[j]] = false;
	ledger->n_touched = 0;
}

static void
fold_qos(struct ft_ledger *ledger, ft_real factor)
{
	for (uint32_t qos = 0; qos < ledger->n_qos; qos++) {
		ft_real *at_pass = ledger->qos_at_pass + qos * ledger->n_what;
		ft_real *since = ledger->qos_since + qos * ledger->n_what;
		ft_real left = ledger->qos_kept[qos] ? 1 : factor;

		for (size_t i = 0; i < ledger->n_what; i++) {
			at_pass[i] = (at_pass[i] + since[i]) * left;
			since[i] = 0;
		}
	}
}

static void
rescale(struct ft_ledger *ledger)
{
	for (size_t i = 0; i < ledger->n_what; i++)
		if (ledger->column[i].at_pass)
			for (uint32_t node = 0; node < ledger->n; node++)
				ledger->column[i].at_pass[node] *=
				    ledger->scale;
	ledger->scale = 1;
}

void
ft_ledger_decay(struct ft_world *world, uint64_t passes)
{
	struct ft_ledger *ledger = world->ledger;
	ft_real factor = (ft_real)ft_decay_factor(&world->decay, world->period);

	add_up(world);
	/* shares do not change when all usage shrinks alike */
	if (ledger->n_touched)
		world->share_valid = false;
	fold(ledger);
	if (passes > 1)
		factor = powl(factor, (ft_real)passes);
	fold_qos(ledger, factor);
	ledger->scale *= factor;
	if (ledger->scale < LEAST_SCALE)
		rescale(ledger);
	ledger->all_valid = ledger->passed_valid = false;
}

void
ft_ledger_settle(struct ft_world *world)
{
	if (world->ledger->n_touched)
		world->share_valid = false;
	fold(world->ledger);
	fold_qos(world->ledger, 1);
	world->ledger->all_valid = world->ledger->passed_valid = false;
}

void
ft_ledger_reset(struct ft_world *world)
{
	struct ft_ledger *ledger = world->ledger;
	size_t qos = ledger->n_qos * ledger->n_what * sizeof(ft_real);

	for (size_t i = 0; i < ledger->n_what; i++) {
		struct column *column = &ledger->column[i];
		size_t size = ledger->n * sizeof(ft_real);

		if (column->at_pass) {
			memset(column->at_pass, 0, size);
			memset(column->since, 0, size);
		}
	}
	fold(ledger);
	memset(ledger->qos_at_pass, 0, qos);
	memset(ledger->qos_since, 0, qos);
	ledger->scale = 1;
	ledger->totals = true;
	ledger->all_valid = ledger->passed_valid = false;
	world->share_valid = false;
}

bool
ft_ledger_is_limited(const struct ft_world *world)
{
	return world->ledger->limited;
}

/* ---- reading ----------------------------------------------------------------- */

const ft_real *
ft_world_usage_at_pass(struct ft_world *world)
{
	struct ft_ledger *ledger = world->ledger;
	const struct column *column = &ledger->column[FT_LEDGER_RAW];

	add_up(world);
	if (!ledger->passed)
		ledger->passed =
		    ft_arena_calloc(&ledger->arena, ledger->n, sizeof(ft_real));
	else if (ledger->passed_valid)
		return ledger->passed;
	for (uint32_t i = 0; i < ledger->n; i++)
		ledger->passed[i] =
		    column->at_pass ? column->at_pass[i] * ledger->scale : 0;
	ledger->passed_valid = true;
	return ledger->passed;
}

const ft_real *
ft_world_usage(struct ft_world *world)
{
	struct ft_ledger *ledger = world->ledger;
	const struct column *column = &ledger->column[FT_LEDGER_RAW];

	add_up(world);
	if (!ledger->all)
		ledger->all =
		    ft_arena_calloc(&ledger->arena, ledger->n, sizeof(ft_real));
	else if (ledger->all_valid)
		return ledger->all;
	for (uint32_t i = 0; i < ledger->n; i++)
		ledger->all[i] =
		    column->at_pass
			? column->at_pass[i] * ledger->scale + column->since[i]
			: 0;
	ledger->all_valid = true;
	return ledger->all;
}

ft_real
ft_world_tres_usage(struct ft_world *world, uint32_t node, int tres)
{
	struct ft_ledger *ledger = world->ledger;
	const struct column *column =
	    &ledger->column[tres < 0 ? FT_LEDGER_WALL
				     : FT_LEDGER_TRES + (size_t)tres];

	add_up(world);
	return column->at_pass
		   ? column->at_pass[node] * ledger->scale + column->since[node]
		   : 0;
}

static ft_real
qos_amount(const struct ft_ledger *ledger, uint32_t qos, size_t what)
{
	uint32_t i = ft_idmap_get(&ledger->qos, qos);
	size_t at = i * ledger->n_what + what;

	return i != FT_IDMAP_NONE
		   ? ledger->qos_at_pass[at] + ledger->qos_since[at]
		   : 0;
}

ft_real
ft_world_qos_usage(const struct ft_world *world, uint32_t qos)
{
	return qos_amount(world->ledger, qos, FT_LEDGER_RAW);
}

ft_real
ft_world_qos_tres_usage(const struct ft_world *world, uint32_t qos, int tres)
{
	return qos_amount(world->ledger, qos,
	    tres < 0 ? FT_LEDGER_WALL : FT_LEDGER_TRES + (size_t)tres);
}
