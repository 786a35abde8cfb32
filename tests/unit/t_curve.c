/* Points of curves become columns of a chart. */
#include "report/history/curve.h"

#include "tap/tap.h"

#define NONE (double)NAN

/* Returns the columns as text: a digit each, a dash for nothing. */
static const char *
fit(const struct ft_curve_point *point, size_t n, size_t columns, size_t least)
{
	static char text[32];
	const struct ft_curve_grid grid = { 0, (int64_t)columns * 10, columns,
		least };
	double value[31];

	ft_curve_fit(&grid, point, n, value);
	for (size_t i = 0; i < columns; i++)
		text[i] = (char)(isnan(value[i]) ? '-' : '0' + (int)value[i]);
	text[columns] = '\0';
	return text;
}

static void
test_joined(void)
{
	const struct ft_curve_point point[] = { { 5, 1, 1 }, { 35, 1, 2 },
		{ 36, 1, 3 }, { 69, 1, 4 } };

	is_str(fit(point, 4, 8, 1), "1113334-",
	    "a value holds until the next one, and the last of a column wins");
	is_str(fit(point, 4, 8, 3), "1113334-", "only lone points are wider");
}

static void
test_reset(void)
{
	const struct ft_curve_point point[] = { { 0, 1, 5 }, { 39, 1, 6 },
		{ 40, 2, 0 }, { 79, 2, 1 } };

	is_str(fit(point, 4, 8, 1), "555-0001",
	    "no line crosses from one curve to the next");
}

static void
test_points(void)
{
	const struct ft_curve_point point[] = { { 5, 1, 1 }, { 45, 2, 2 },
		{ 75, 3, 3 } };
	const struct ft_curve_point dense[] = { { 5, 1, 1 }, { 15, 2, 2 },
		{ 25, 3, 3 }, { 35, 4, 4 } };

	is_str(fit(point, 3, 8, 1), "1---2--3", "snapshots are points");
	is_str(fit(point, 3, 8, 3), "11-222-3",
	    "a lone point is wider, but touches no other");
	is_str(
	    fit(dense, 4, 4, 1), "-2-4", "points side by side are not joined");
}

static void
test_nothing(void)
{
	const struct ft_curve_point point[] = { { 5, 1, NONE }, { 25, 1, 2 },
		{ 39, 1, 3 }, { 75, 1, NONE } };

	is_str(
	    fit(point, 4, 8, 1), "--23----", "what is not known is not drawn");
	is_str(fit(point, 0, 3, 1), "---", "no points at all");
}

static void
test_halves(void)
{
	is_str(ft_curve_half(0), "1/2", "one half-life");
	is_str(ft_curve_half(7), "1/256", "eight of them");
	is_str(ft_curve_half(8), "", "more are not named");
}

int
main(void)
{
	test_joined();
	test_reset();
	test_points();
	test_nothing();
	test_halves();
	return done_testing();
}
