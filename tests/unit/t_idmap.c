#include "base/idmap.h"

#include "base/rng.h"
#include "tap/tap.h"

static void
test_put_get(void)
{
	static const uint32_t odd[] = { 0, 1, 15, 16, 255, 256, 65535,
		UINT32_C(1) << 25, INT32_MAX, UINT32_C(1) << 31, UINT32_MAX - 1,
		UINT32_MAX };
	enum { N = FT_COUNT(odd) };
	struct ft_idmap map = { 0 };

	for (uint32_t i = 0; i < N; i++)
		is_u64(ft_idmap_get(&map, odd[i]), FT_IDMAP_NONE,
		    "%u is not in an empty map", odd[i]);
	for (uint32_t i = N; i > 0 && i--;)
		ft_idmap_put(&map, odd[i], i);
	for (uint32_t i = 0; i < N; i++)
		is_u64(ft_idmap_get(&map, odd[i]), i, "%u", odd[i]);
	is_u64(ft_idmap_get(&map, 2), FT_IDMAP_NONE, "a neighbour is not in");
	is_u64(ft_idmap_get(&map, UINT32_C(1) << 30), FT_IDMAP_NONE,
	    "nor is what lies far from all");
	ft_idmap_put(&map, 16, UINT32_MAX - 1);
	is_u64(ft_idmap_get(&map, 16), UINT32_MAX - 1, "replaced");
	is_u64(map.n, N, "ids are counted once");
	/* 8 levels, at most 7 new nodes and a leaf for each, 64 bytes a node */
	ok(map.n_node <= 2 + N * 8, "memory by the ids that are there");
	ft_idmap_free(&map);
	is_u64(ft_idmap_get(&map, 16), FT_IDMAP_NONE, "empty after free");
}

static void
test_positions(void)
{
	const uint32_t id[] = { 70000, 3, UINT32_MAX, 3 };
	struct ft_idmap map = { 0 };

	is_u64(ft_idmap_add(&map, 70000), 0, "the first is at 0");
	is_u64(ft_idmap_add(&map, UINT32_MAX), 1, "the next is behind it");
	is_u64(ft_idmap_add(&map, 70000), 0, "one that is there stays");
	is_u64(map.n, 2, "and is not counted again");
	ft_idmap_free(&map);
	ft_idmap_put_all(&map, id, 4);
	is_u64(ft_idmap_get(&map, 70000), 0, "all at once");
	is_u64(ft_idmap_get(&map, UINT32_MAX), 2, "by their places");
	is_u64(ft_idmap_get(&map, 3), 3, "the last of equal ones");
	ft_idmap_free(&map);
}

/* Against an array by id, over dense and over scattered ids. */
static void
test_many(uint32_t step)
{
	enum { N = 5000 };
	static uint32_t want[N];
	struct ft_idmap map = { 0 };
	uint64_t wrong = 0;
	struct ft_rng rng;

	ft_rng_init(&rng, step);
	for (uint32_t i = 0; i < N; i++)
		want[i] = FT_IDMAP_NONE;
	for (uint32_t i = 0; i < N; i++) {
		uint32_t at = ft_rng_below(&rng, N);

		want[at] = i;
		ft_idmap_put(&map, at * step, i);
	}
	for (uint32_t i = 0; i < N; i++)
		wrong += ft_idmap_get(&map, i * step) != want[i];
	is_u64(wrong, 0, "%u apart", step);
	if (step == 1)
		ok(map.n_node < 2 + N / 16 * 5 / 4,
		    "dense ids share their nodes: %zu", map.n_node);
	ft_idmap_free(&map);
}

static void
test_records(void)
{
	struct ft_idvec vec = { 0 };
	uint64_t wrong = 0;

	ok(!ft_idvec_get(&vec, 5, sizeof(uint64_t)), "no record");
	for (uint32_t i = 0; i < 1000; i++) {
		uint64_t *item = ft_idvec_add(&vec, i * 4000000, sizeof *item);

		wrong += *item != 0;
		*item = i + 1;
	}
	is_u64(wrong, 0, "new records are zero");
	for (uint32_t i = 0; i < 1000; i++) {
		const uint64_t *item =
		    ft_idvec_get(&vec, i * 4000000, sizeof *item);

		wrong += !item || *item != i + 1;
		wrong += ((const uint64_t *)vec.item)[i] != i + 1;
	}
	is_u64(wrong, 0, "they are found, and in the order they came");
	wrong = *(uint64_t *)ft_idvec_add(&vec, 4000000, sizeof(uint64_t));
	is_u64(wrong, 2, "add finds one that is there");
	is_u64(vec.at.n, 1000, "and makes no other");
	ft_idvec_free(&vec);
	ok(!ft_idvec_get(&vec, 0, sizeof(uint64_t)), "empty after free");
}

int
main(void)
{
	test_put_get();
	test_positions();
	test_many(1);
	test_many(7);
	test_many(858993);
	test_records();
	return done_testing();
}
