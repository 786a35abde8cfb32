#include "algo/research/fairprice.h"

#include "tap/tap.h"

static bool
is_near(double have, double want)
{
	return fabs(have - want) < 1e-6;
}

/* The prices of job[n] of two players. */
static struct ft_fairprice
find(struct ft_fairprice_job *job, size_t n, double capacity, bool normalise)
{
	struct ft_fairprice price;

	ft_fairprice_find(&(struct ft_fairprice_input){ .job = job,
			      .n = n,
			      .players = 2,
			      .capacity = capacity,
			      .normalise = normalise },
	    &price);
	return price;
}

/* a + 2 b <= 1: a job of player a has value 1 on the whole machine, one of b has 1/2.
 * Worked out in the paper's definition: SYSTEM 1 (a alone).  Max-min a = b = 1/3, sum
 * 2/3: price 1/3.  Proportional: log a + log b is largest at a = 1/2, b = 1/4, sum
 * 3/4: price 1/4. */
static void
test_two(void)
{
	struct ft_fairprice_job job[] = { { 1, 1, 0 }, { 1, 0.5, 1 } };
	struct ft_fairprice price;

	price = find(job, 2, 1, false);
	ok(is_near(price.system, 1), "system 1: %g", price.system);
	ok(is_near(price.max_min, 2.0 / 3), "max-min 2/3: %g", price.max_min);
	ok(is_near(price.proportional, 0.75), "proportional 3/4: %g",
	    price.proportional);
	ok(is_near(ft_fairprice_of(price.system, price.max_min), 1.0 / 3),
	    "price 1/3");
	ok(is_near(ft_fairprice_of(price.system, price.proportional), 0.25),
	    "price 1/4");
	/* each divided by its own maximum: a + b <= 1, every choice sums to 1 */
	price = find(job, 2, 1, true);
	ok(is_near(price.system, 1) && is_near(price.max_min, 1) &&
		is_near(price.proportional, 1),
	    "normalised no price");
}

/* Four units and three of player 0, worth 100 and 90 each; 4, 2 and 3 of player 1,
 * worth 80, 70, 40.  On ten units:
 * SYSTEM 400 + 270 + 3 * 80 = 910.
 * Max-min at t: 4 + (t - 400) / 90 + 4 + (t - 320) / 70 = 10; 16 t = 6940, t = 433.75.
 * Proportional: 90 / (400 + 90 x) = 70 / (320 + 70 z), x + z = 2: x - z = 800 / 6300,
 * x = 1.063492, z = 0.936508: 495.714286 + 385.555556 = 881.269841. */
static void
test_five(void)
{
	struct ft_fairprice_job job[] = { { 4, 400, 0 }, { 3, 270, 0 },
		{ 4, 320, 1 }, { 2, 140, 1 }, { 3, 120, 1 }, { 11, 9999, 0 } };
	struct ft_fairprice price;

	price = find(job, 6, 10, false);
	ok(is_near(price.system, 910), "system 910: %g", price.system);
	ok(is_near(price.max_min, 867.5), "max-min 867.5: %g", price.max_min);
	ok(is_near(price.proportional, 881.2698412698413),
	    "proportional 881.27: %.9g", price.proportional);
}

static void
test_edges(void)
{
	struct ft_fairprice_job job[] = { { 1, 5, 0 }, { 1, 0, 1 } };
	struct ft_fairprice price;

	price = find(job, 2, 3, false);
	ok(is_near(price.system, 5) && is_near(price.max_min, 5) &&
		is_near(price.proportional, 5),
	    "room for all: no price");
	price = find(job, 0, 3, false);
	ok(isnan(ft_fairprice_of(price.system, price.max_min)),
	    "nothing of value: undefined");
	/* a second player that is satisfied leaves the rest to the first: at 1
	 * of 4 units it has all, the first takes 3 of its 8 */
	job[0] = (struct ft_fairprice_job){ 4, 4, 0 };
	job[1] = (struct ft_fairprice_job){ 1, 1, 1 };
	price = find(job, 2, 4, false);
	ok(is_near(price.max_min, 4), "1 + 3");
}

int
main(void)
{
	test_two();
	test_five();
	test_edges();
	return done_testing();
}
