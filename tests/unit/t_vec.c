#include "base/vec.h"

#include "base/mem.h"
#include "tap/tap.h"

static void
test_growth(void)
{
	size_t cap = 0, moves = 0;
	int *item = NULL;

	for (int i = 0; i < 100000; i++) {
		size_t before = cap;

		item = ft_vec_grow(item, &cap, (size_t)i + 1, sizeof *item);
		moves += cap != before;
		item[i] = i;
	}
	ok(cap >= 100000, "there is room for all");
	ok(moves <= 15, "the number of moves is logarithmic");
	is_i64(item[0] + item[99999], 99999, "items survive the moves");
	ft_free(item);
}

static void
test_one_step(void)
{
	size_t cap = 0;
	char *item = ft_vec_grow(NULL, &cap, 0, 1);

	ok(!item && cap == 0, "needing nothing allocates nothing");
	item = ft_vec_grow(item, &cap, 1000, 1);
	is_u64(cap, 1000, "a big need is met exactly");
	ok(ft_vec_grow(item, &cap, 999, 1) == item, "a met need moves nothing");
	ft_free(item);
}

static void
test_add(void)
{
	struct {
		long *item;
		size_t n, cap;
	} list = { 0 };

	for (long i = 0; i < 1000; i++)
		*ft_vec_add(list.item, list.n, list.cap) = i;
	is_u64(list.n, 1000, "each one added counts");
	is_i64(list.item[0] + list.item[999], 999, "and is where it was put");
	ft_free(list.item);
}

int
main(void)
{
	test_growth();
	test_one_step();
	test_add();
	return done_testing();
}
