/*
 * promise: who is promised how much of what is handed out once.
 *
 *     left 1: ann 1 wants 4, bob 1 wants 3
 *     right 1: cay 1 wants 4, dan 1 wants 2, eve 1 wants 3
 */
#include <math.h>

#include "lib/fixture.h"
#include "sim/metrics/promise.h"
#include "tap/tap.h"

enum { ANN, BOB, CAY, DAN, EVE, USERS };
static const char *const names[USERS] = { "left/ann", "left/bob", "right/cay",
	"right/dan", "right/eve" };
static const double wants[USERS] = { 4, 3, 4, 2, 3 };

/* Sums of a few thirds: some ulp of 10. */
#define CLOSE 1e-14L

static void
check_divide(
    const struct fixture *fixture, double capacity, const double want[USERS])
{
	uint32_t leaf[USERS];
	double promised[USERS];

	for (size_t i = 0; i < USERS; i++)
		leaf[i] = fixture_node(fixture, names[i]);
	ft_promise_divide(fixture->tree, capacity,
	    &(struct ft_claims){ leaf, wants, promised, USERS });
	for (size_t i = 0; i < USERS; i++)
		near(promised[i], want[i], CLOSE, "%s of %g", names[i],
		    capacity);
}

static void
check_compare(void)
{
	/* shares: 7/9, 2/9 of 9; promised 1/2, 1/2 */
	const double won[] = { 7, 2, 0 }, due[] = { 5, 5, 0 };
	const double none[] = { 0, 0, 0 };
	/* who was promised more than the other, and both got nothing */
	const double all[] = { 0, 0, 10 }, small[] = { 1, 3, 6 };
	struct ft_promise_score score;

	ft_promise_compare(won, due, 3, &score);
	near(score.unfairness, 2 * (5 / 18.0L) * (5 / 18.0L), CLOSE,
	    "squares of 7/9 - 1/2 and 2/9 - 1/2");
	is_u64(score.worst, 1, "the second is served worst");
	near(score.delivered, 2 / 9.0L, CLOSE, "with its share");
	near(score.promised, 0.5L, CLOSE, "of its promise");
	ft_promise_compare(all, small, 3, &score);
	is_u64(score.worst, 1, "of two with nothing who was promised more");
	/* .1^2 + .3^2 + .4^2 */
	near(score.unfairness, 0.26L, CLOSE, "squares again");
	ft_promise_compare(none, due, 3, &score);
	ok(isnan(score.unfairness) && score.worst == 3, "nothing delivered");
	ft_promise_compare(won, none, 3, &score);
	ok(isnan(score.unfairness) && score.worst == 3, "nothing promised");
}

int
main(void)
{
	struct fixture fixture;
	/* 5 each: 2.5 of ann and bob, thirds of the others */
	const double ten[] = { 2.5, 2.5, 5 / 3.0, 5 / 3.0, 5 / 3.0 };
	/* left wants 7 of its 7.5, all of them; right has 8: dan is content
	   with 2, the other two have 3 each */
	const double fifteen[] = { 4, 3, 3, 2, 3 };

	fixture_init(&fixture, "left 1\n  u:ann 1\n  u:bob 1\n"
			       "right 1\n  u:cay 1\n  u:dan 1\n  u:eve 1\n");
	check_divide(&fixture, 10, ten);
	check_divide(&fixture, 15, fifteen);
	check_divide(&fixture, 100, wants);
	fixture_free(&fixture);
	check_compare();
	return done_testing();
}
