#include "base/map.h"

#include <stdio.h>

#include "tap/tap.h"

static void
test_put_get(void)
{
	struct ft_map map = { 0 };
	uint64_t value = 99;

	ok(!ft_map_get(&map, "a", &value), "an empty map has nothing");
	is_u64(value, 99, "a miss leaves the value alone");
	ok(ft_map_put(&map, "a", 1), "a first put is new");
	ok(!ft_map_put(&map, "a", 2), "a second is not");
	ok(ft_map_get(&map, "a", &value) && value == 2, "and replaces");
	ok(ft_map_get(&map, "a", NULL), "the value need not be wanted");
	ok(!ft_map_get(&map, "A", NULL), "case counts");
	ok(ft_map_put_n(&map, "abc", 2, 3), "a key by its length");
	ok(ft_map_get(&map, "ab", &value) && value == 3, "is found by text");
	ok(ft_map_get_n(&map, "abx", 2, NULL), "and by length");
	ok(ft_map_put(&map, "", 4), "the empty key is a key");
	ok(ft_map_get_n(&map, "x", 0, &value) && value == 4, "and found");
	is_u64(map.n, 3, "entries are counted");
	ft_map_clear(&map);
	is_u64(map.n, 0, "clear empties");
	ok(!ft_map_get(&map, "a", NULL), "a cleared map has nothing");
	ok(ft_map_put(&map, "a", 1), "a cleared map can be used");
	ft_map_clear(&map);
}

static void
test_order(void)
{
	struct ft_map map = { 0 };
	const struct ft_map_entry *entry = NULL;
	uint64_t i = 0, wrong = 0;
	char key[32];

	for (; i < 5000; i++) {
		snprintf(key, sizeof key, "key%llu",
		    (unsigned long long)(i * 7919 % 5000));
		ft_map_put(&map, key, i);
	}
	ft_map_put(&map, "key0", 0);
	for (i = 0; (entry = ft_map_next(&map, entry)); i++) {
		snprintf(key, sizeof key, "key%llu",
		    (unsigned long long)(i * 7919 % 5000));
		wrong += ft_map_value(entry) != i;
		wrong += !ft_map_get(&map, ft_map_key(entry), NULL);
		wrong += !ft_map_get(&map, key, NULL);
	}
	is_u64(i, 5000, "iteration meets every entry");
	is_u64(wrong, 0, "in the order of insertion");
	ft_map_clear(&map);
}

int
main(void)
{
	test_put_get();
	test_order();
	return done_testing();
}
