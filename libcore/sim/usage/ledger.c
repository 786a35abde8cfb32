#include "sim/usage/ledger.h"

#include "model/account/limits.h"
#include "model/account/qos.h"
#include "model/tree/usage.h"
#include "sim/world/world.h"

/* The scale is folded into the amounts before it gets smaller than this, far
 * from where long doubles lose digits. */
#define LEAST_SCALE 1e-1000L

/* One kind of amount, by row. */
struct column {
	ft_real *at_pass; /* divided by the scale; NULL: all amounts are 0 */
	ft_real *since;   /* booked since the last pass, not scaled */
};

/* Totals handed out to callers; valid until an amount changes. */
struct handed {
	ft_real *total; /* [n_node] */
	bool valid;
};

/*
 * Rows are the nodes of the tree, then the QOS.
 *
 * While loading, a node's row has its own amount; from the first use on, the
 * total of its subtree, so that a charge costs the length of a path.
 *
 * All amounts decay alike.  So a decay pass only multiplies the scale and folds
 * in what was booked since the last pass.  A QOS with NoDecay is not scaled:
 * all its usage stays in `since`.
 */
struct ft_ledger {
	struct ft_arena arena; /* of everything below */
	uint32_t n, n_node;    /* rows; of these, nodes of the tree */
	size_t n_what;         /* kinds of amounts: see ledger.h */
	struct column *column;
	ft_real scale;
	bool totals;  /* rows of nodes hold totals, not own amounts */
	bool limited; /* a limit depends on TRES-minutes or wall time used */
	uint32_t *touched;
	uint32_t n_touched;
	bool *is_touched;
	bool *kept;          /* by row: QOS with NoDecay */
	struct ft_idmap qos; /* row by QOS id */
	struct handed all, passed;
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

bool
ft_ledger_has_usage_limits(const struct ft_world *world)
{
	const struct ft_acctdb *acctdb = &world->acctdb;

	return world->enforce & FT_ENFORCE_LIMITS &&
	       (limits_used(acctdb->assoc_limit, acctdb->n_assoc_limit) ||
		   limits_used(acctdb->qos_limit, acctdb->n_qos_limit));
}

void
ft_ledger_new(struct ft_world *world)
{
	const struct ft_acctdb *acctdb = &world->acctdb;
	struct ft_ledger *ledger;
	struct ft_arena *arena;

	ft_ledger_free(world);
	world->ledger = ledger = ft_calloc(1, sizeof *ledger);
	arena = &ledger->arena;
	ledger->n_node = world->tree->n;
	ledger->n = ledger->n_node + (uint32_t)acctdb->n_qos;
	ledger->n_what = FT_LEDGER_TRES + world->tres.n;
	ledger->column =
	    ft_arena_calloc(arena, ledger->n_what, sizeof *ledger->column);
	ledger->scale = 1;
	ledger->touched =
	    ft_arena_calloc(arena, ledger->n, sizeof *ledger->touched);
	ledger->is_touched = ft_arena_calloc(arena, ledger->n, sizeof(bool));
	ledger->kept = ft_arena_calloc(arena, ledger->n, sizeof(bool));
	ledger->limited = ft_ledger_has_usage_limits(world);
	for (uint32_t i = 0; i < acctdb->n_qos; i++) {
		uint32_t row = ledger->n_node + i;

		ft_idmap_put(&ledger->qos, acctdb->qos[i].id, row);
		ledger->kept[row] = acctdb->qos[i].flags & FT_QOS_NO_DECAY;
	}
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

/* ---- loading ------------------------------------------------------------- */

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
touch(struct ft_ledger *ledger, uint32_t row)
{
	if (ledger->is_touched[row] || ledger->kept[row])
		return;
	ledger->is_touched[row] = true;
	ledger->touched[ledger->n_touched++] = row;
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
	uint32_t row = ft_idmap_get(&world->ledger->qos, qos);

	if (row == FT_IDMAP_NONE)
		return;
	if (world->ledger->kept[row])
		ft_ledger_set_node(world, row, what, 0, at_pass + since);
	else
		ft_ledger_set_node(world, row, what, at_pass, since);
}

/* Turn own amounts into totals, once the loader is done. */
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
		for (uint32_t row = 0; row < ledger->n; row++)
			if (column->since[row] != 0)
				touch(ledger, row);
	}
}

/* ---- booking ------------------------------------------------------------- */

static void
add(struct ft_ledger *ledger, uint32_t row, size_t what, ft_real amount)
{
	if (amount != 0)
		column_of(ledger, what)->since[row] += amount;
}

/* Book SECONDS of SLICE, weighted with its UsageFactor. */
static void
acctdb(struct ft_world *world, uint32_t row, const struct ft_slice *slice,
    ft_real seconds)
{
	struct ft_ledger *ledger = world->ledger;

	seconds *= (ft_real)slice->factor;
	add(ledger, row, FT_LEDGER_RAW, seconds * (ft_real)slice->rate);
	touch(ledger, row);
	if (!ledger->limited)
		return;
	add(ledger, row, FT_LEDGER_WALL, seconds);
	for (size_t i = 0; i < world->tres.n; i++)
		if (slice->alloc[i] && i != FT_TRES_ENERGY)
			add(ledger, row, FT_LEDGER_TRES + i,
			    seconds * (ft_real)slice->alloc[i]);
}

static void
book_qos(struct ft_world *world, uint32_t qos, const struct ft_slice *slice)
{
	uint32_t row = ft_idmap_get(&world->ledger->qos, qos);

	if (row != FT_IDMAP_NONE)
		acctdb(world, row, slice,
		    world->ledger->kept[row] ? (ft_real)slice->seconds
					     : slice->decayed);
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
	for (uint32_t node = slice->node; node != FT_NODE_NONE;
	     node = world->tree->parent[node])
		acctdb(world, node, slice, slice->decayed);
	book_qos(world, slice->qos, slice);
	if (slice->part_qos != slice->qos)
		book_qos(world, slice->part_qos, slice);
	world->ledger->all.valid = false;
}

/* ---- passes -------------------------------------------------------------- */

/* Move what was booked since the last pass into the amounts as of this pass. */
static void
fold(struct ft_world *world)
{
	struct ft_ledger *ledger = world->ledger;

	/* shares are ratios: they stay the same if all usage shrinks alike */
	if (ledger->n_touched)
		world->share_valid = false;
	for (size_t i = 0; i < ledger->n_what; i++) {
		struct column *column = &ledger->column[i];

		if (!column->at_pass)
			continue;
		for (uint32_t j = 0; j < ledger->n_touched; j++) {
			uint32_t row = ledger->touched[j];

			column->at_pass[row] +=
			    column->since[row] / ledger->scale;
			column->since[row] = 0;
		}
	}
	for (uint32_t j = 0; j < ledger->n_touched; j++)
		ledger->is_touched[ledger->touched[j]] = false;
	ledger->n_touched = 0;
	ledger->all.valid = ledger->passed.valid = false;
}

/* Returns whether any usage is left. */
static bool
rescale(struct ft_ledger *ledger)
{
	bool left = false;

	for (size_t i = 0; i < ledger->n_what; i++) {
		ft_real *amount = ledger->column[i].at_pass;

		for (uint32_t row = 0; amount && row < ledger->n; row++) {
			amount[row] *= ledger->scale;
			left |= amount[row] > 0;
		}
	}
	ledger->scale = 1;
	return left;
}

void
ft_ledger_decay(struct ft_world *world, uint64_t passes)
{
	struct ft_ledger *ledger = world->ledger;
	ft_real factor = (ft_real)ft_decay_factor(&world->decay, world->period);
	bool left = factor < 1;

	add_up(world);
	fold(world);
	/* not by powl(), so that many at once leave the same as one by one */
	for (uint64_t i = 0; left && i < passes; i++) {
		ledger->scale *= factor;
		if (ledger->scale < LEAST_SCALE)
			left = rescale(ledger);
	}
}

void
ft_ledger_settle(struct ft_world *world)
{
	fold(world);
}

void
ft_ledger_reset(struct ft_world *world)
{
	struct ft_ledger *ledger = world->ledger;
	size_t size = ledger->n * sizeof(ft_real);

	for (size_t i = 0; i < ledger->n_what; i++) {
		struct column *column = &ledger->column[i];

		if (column->at_pass) {
			memset(column->at_pass, 0, size);
			memset(column->since, 0, size);
		}
	}
	fold(world);
	ledger->scale = 1;
	ledger->totals = true;
	world->share_valid = false;
}

bool
ft_ledger_is_limited(const struct ft_world *world)
{
	return world->ledger->limited;
}

/* ---- reading ------------------------------------------------------------- */

static ft_real
amount(const struct ft_ledger *ledger, uint32_t row, size_t what)
{
	const struct column *column = &ledger->column[what];

	return column->at_pass
		   ? column->at_pass[row] * ledger->scale + column->since[row]
		   : 0;
}

/* Returns raw usage by node; at_pass: without what was booked since. */
static const ft_real *
hand_out(struct ft_world *world, struct handed *handed, bool at_pass)
{
	struct ft_ledger *ledger = world->ledger;
	const struct column *column = &ledger->column[FT_LEDGER_RAW];

	add_up(world);
	if (handed->valid)
		return handed->total;
	if (!handed->total)
		handed->total = ft_arena_calloc(
		    &ledger->arena, ledger->n_node, sizeof(ft_real));
	for (uint32_t i = 0; i < ledger->n_node && column->at_pass; i++)
		handed->total[i] = at_pass ? column->at_pass[i] * ledger->scale
					   : amount(ledger, i, FT_LEDGER_RAW);
	handed->valid = true;
	return handed->total;
}

const ft_real *
ft_world_usage_at_pass(struct ft_world *world)
{
	return hand_out(world, &world->ledger->passed, true);
}

const ft_real *
ft_world_usage(struct ft_world *world)
{
	return hand_out(world, &world->ledger->all, false);
}

static size_t
what_of(int tres)
{
	return tres < 0 ? FT_LEDGER_WALL : FT_LEDGER_TRES + (size_t)tres;
}

ft_real
ft_world_tres_usage(struct ft_world *world, uint32_t node, int tres)
{
	add_up(world);
	return amount(world->ledger, node, what_of(tres));
}

static ft_real
qos_amount(const struct ft_ledger *ledger, uint32_t qos, size_t what)
{
	uint32_t row = ft_idmap_get(&ledger->qos, qos);

	return row == FT_IDMAP_NONE ? 0 : amount(ledger, row, what);
}

ft_real
ft_world_qos_usage(const struct ft_world *world, uint32_t qos)
{
	return qos_amount(world->ledger, qos, FT_LEDGER_RAW);
}

ft_real
ft_world_qos_tres_usage(const struct ft_world *world, uint32_t qos, int tres)
{
	return qos_amount(world->ledger, qos, what_of(tres));
}
