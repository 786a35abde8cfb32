/*
 * Which instants a history looks at, with half-lives of a day worked out by hand;
 * where its curves end.
 */
#include <string.h>

#include "base/mem.h"
#include "lib/storefile.h"
#include "load/past.h"
#include "tap/tap.h"

#define T    STOREFILE_NOW
#define HOUR 3600
#define DAY  86400

static struct ft_error err;

struct place {
	struct ft_store *store;
	uint32_t phys, ann, bob; /* associations */
	struct ft_conf conf;
	struct ft_instants instants;
};

static void
must(enum ft_status status)
{
	if (status)
		bail("%s", err.text);
}

static void
open_place(struct place *place)
{
	struct ft_registry *registry;

	place->store = storefile_memory();
	registry = storefile_begin(place->store);
	place->phys = storefile_account(registry, "phys", 1);
	place->ann = storefile_user(registry, "ann", place->phys);
	place->bob = storefile_user(registry, "bob", place->phys);
	storefile_commit(place->store);
	ft_conf_init(&place->conf);
	must(ft_conf_set(&place->conf, FT_CONF_PRIORITY_DECAY_HALF_LIFE, "1-0",
	    "test", &err));
	place->instants = (struct ft_instants){ .n = 0 };
}

static void
close_place(struct place *place)
{
	ft_instants_free(&place->instants);
	ft_conf_free(&place->conf);
	ft_store_close(place->store);
}

static void
open_balance(struct place *place, int64_t at)
{
	const struct ft_usage_mark mark = { .assoc = place->ann, .whole = 9 };

	(void)storefile_begin(place->store);
	must(ft_store_put_opening(place->store, at, &mark, 1, &err));
	storefile_commit(place->store);
}

static void
charge(struct place *place, int64_t starts, int64_t ends)
{
	const struct ft_tres_table none = { .n = 0 };
	const struct ft_store_charge item = { .assoc = place->ann,
		.starts = starts,
		.ends = ends,
		.rate = 1,
		.usage_factor = 1 };

	(void)storefile_begin(place->store);
	must(ft_store_put_charge(place->store, 1, &item, &none, &err));
	storefile_commit(place->store);
}

static enum ft_status
choose(
    struct place *place, int64_t now, const struct ft_instants_request *request)
{
	const struct ft_load_source source = { place->store, &place->conf, 1,
		now };

	ft_instants_free(&place->instants);
	return ft_instants_choose(&place->instants, &source, request, &err);
}

/* Whether the instants are WANT[n], in hours after T. */
static void
is_hours(const struct place *place, const int *want, size_t n, const char *name)
{
	const struct ft_instants *instants = &place->instants;
	bool same = instants->n == n;

	for (size_t i = 0; same && i < n; i++)
		same = instants->at[i] == T + (int64_t)want[i] * HOUR;
	for (size_t i = 0; !same && i < instants->n; i++)
		diag("%g", (double)(instants->at[i] - T) / HOUR);
	ok(same, "%s", name);
}
#define IS_HOURS(place, name, ...)                                             \
	is_hours(place, (const int[]){ __VA_ARGS__ },                          \
	    sizeof((const int[]){ __VA_ARGS__ }) / sizeof(int), name)

static const struct ft_instants_request by_hour = {
	.starts = true, .span.from = T, .step = HOUR
};

static void
test_gaps(void)
{
	struct place place;

	open_place(&place);
	is_i64(choose(&place, T, &by_hour), FT_EINVAL, "no time at all");
	open_balance(&place, T);
	open_balance(&place, T + 4 * HOUR);
	open_balance(&place, T + 7 * HOUR);
	must(choose(&place, T + 9 * HOUR, &by_hour));
	IS_HOURS(&place, "nothing is known between snapshots", 0, 4, 7, 8, 9);
	charge(&place, T + 5 * HOUR, T + 6 * HOUR);
	must(choose(&place, T + 9 * HOUR, &by_hour));
	IS_HOURS(&place, "but with charges it is", 0, 4, 5, 6, 7, 8, 9);
	must(choose(&place, T + 9 * HOUR,
	    &(struct ft_instants_request){ .starts = true,
		.ends = true,
		.span = { T + 2 * HOUR, T + 5 * HOUR },
		.step = HOUR }));
	IS_HOURS(&place, "a period that starts in a gap", 4, 5);
	close_place(&place);
}

/* Twelve snapshots, an hour apart, and steps of six hours: 30 h / 9, and 30 h / 10
 * and a second, rounded up. */
static void
test_crowd(void)
{
	struct place place;

	open_place(&place);
	for (int i = 0; i < 12; i++)
		open_balance(&place, T + i * HOUR);
	must(choose(&place, T + 30 * HOUR,
	    &(struct ft_instants_request){
		.starts = true, .span.from = T, .most = 11 }));
	IS_HOURS(&place, "each snapshot is a point", 0, 1, 2, 3, 4, 5, 6, 7, 8,
	    9, 10, 11, 12, 18, 24, 30);
	must(choose(&place, T + 30 * HOUR,
	    &(struct ft_instants_request){
		.starts = true, .span.from = T, .most = 10 }));
	IS_HOURS(&place, "of too many the last of each step", 0, 6, 11, 12, 18,
	    24, 30);
	close_place(&place);
}

static void
test_begin(void)
{
	const struct ft_instants_request all = { .step = HOUR };
	struct place place;

	open_place(&place);
	open_balance(&place, T);
	charge(&place, T + 10 * HOUR, T + 11 * HOUR);
	must(choose(&place, T + 12 * HOUR, &all));
	is_i64(place.instants.span.from, T + 10 * HOUR,
	    "after a longer time without jobs it begins with the first");
	must(choose(&place, T + 21 * HOUR, &all));
	is_i64(place.instants.span.from, T, "else with the first use");
	is_i64(choose(&place, T + 12 * HOUR,
		   &(struct ft_instants_request){
		       .ends = true, .span.until = T + DAY }),
	    FT_EINVAL, "the future is no history");
	close_place(&place);
}

/* A day leaves (1 - 0.693/86400)^86400 = 0.50007, so half is left a bit later:
 * after ln 2 / 0.693 = 1.00021 days, 18 s more, or with the next pass. */
static void
test_halves(void)
{
	const struct ft_instants_request all = { .most = 20 };
	struct place place;
	const struct ft_instants *instants = &place.instants;

	open_place(&place);
	open_balance(&place, T);
	must(choose(&place, T + 5 * DAY / 2, &all));
	is_u64(instants->n_half, 2, "two half-lives in two and a half days");
	ok(instants->half[0] <= T + 3 * DAY / 2 &&
		instants->half[0] > T + 3 * DAY / 2 - HOUR,
	    "one before the end");
	ok(instants->half[1] <= T + DAY / 2 &&
		instants->half[1] > T + DAY / 2 - HOUR,
	    "two before the end");
	open_balance(&place, T + 2 * DAY);
	must(choose(&place, T + 5 * DAY / 2, &all));
	is_u64(instants->n_half, 0, "what was before a snapshot is gone");
	close_place(&place);
}

static void
test_breaks(void)
{
	struct place place;
	struct ft_tree *tree = NULL;
	uint32_t *owner, *curve, phys, ann, bob;
	struct ft_registry *registry;

	open_place(&place);
	open_balance(&place, T);
	registry = storefile_begin(place.store);
	must(registry->ops->set_usage(registry,
	    (struct ft_owner){ FT_ENTITY_ASSOC, place.ann }, 0, 0, &err));
	storefile_commit(place.store);
	(void)storefile_begin(place.store);
	must(ft_store_put_reset(place.store, 1, T + HOUR, &err));
	storefile_commit(place.store);
	must(choose(&place, T + 2 * HOUR, &by_hour));
	must(ft_store_read_tree(place.store, 1, FT_SIBLINGS_LFT, &tree, &err));
	owner = ft_instants_owners(&place.instants, tree);
	phys = ft_tree_find(tree, place.phys);
	ann = ft_tree_find(tree, place.ann);
	bob = ft_tree_find(tree, place.bob);
	is_u64(place.instants.breaks.n, 3, "a snapshot, ann's reset, a reset");
	for (size_t i = 0; i < 3; i++)
		is_u64(owner[i],
		    place.instants.breaks.item[i].assoc ? ann : FT_NODE_NONE,
		    "its owner");
	curve = ft_instants_curves(&place.instants, tree, T);
	is_u64(curve[ann], 3, "the snapshot and her reset end curves of ann");
	is_u64(curve[phys], 3, "and of the account above");
	is_u64(curve[bob], 2, "the snapshot is everybody's");
	ft_free(curve);
	curve = ft_instants_curves(&place.instants, tree, T + HOUR);
	is_u64(curve[phys], 4, "so is the reset, for phys");
	is_u64(curve[bob], 3, "and bob");
	ft_free(curve);
	ft_free(owner);
	ft_tree_free(tree);
	close_place(&place);
}

static void
test_limit(void)
{
	struct place place;

	open_place(&place);
	open_balance(&place, T);
	is_i64(choose(&place, T + 2 * DAY,
		   &(struct ft_instants_request){ .step = 1 }),
	    FT_EINVAL, "not every second of days");
	must(choose(
	    &place, T + DAY, &(struct ft_instants_request){ .step = 1 }));
	is_u64(place.instants.n, DAY + 1, "but of one");
	close_place(&place);
}

int
main(void)
{
	test_gaps();
	test_crowd();
	test_begin();
	test_halves();
	test_breaks();
	test_limit();
	return done_testing();
}
