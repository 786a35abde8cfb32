/*
 * What passes and ends book, against sums written out; the random ones are
 * tests/prop/p_booked.c.  Numbers of real Slurm: half-life 60 s, 16 CPUs, 57 s
 * up to a tick, 23 s after it: 470.34 and 281.71 TRES-seconds.
 */
#include <math.h>

#include "model/passes.h"
#include "tap/tap.h"

enum { T = 1000000, PERIOD = 60 };

static const struct ft_decay none = { FT_DECAY_SLURM, 0 };
static const struct ft_decay minute = { FT_DECAY_SLURM, 60 };

static void
test_grid(void)
{
	static const struct {
		int64_t at, pass;
	} rows[] = { { T, T }, { T + 59, T }, { T + 60, T + 60 },
		{ T - 1, T - 60 }, { T - 60, T - 60 }, { T + 6001, T + 6000 } };
	struct ft_passes passes;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ft_passes_init(&passes, &none, T, PERIOD, rows[i].at);
		is_i64(passes.pass, rows[i].pass, "the last pass at %+lld",
		    (long long)(rows[i].at - T));
		is_i64(ft_passes_last(&passes, T + 61), T + 60, "another time");
		ft_passes_free(&passes);
	}
}

static void
test_plain(void)
{
	struct ft_passes passes;
	ft_real at_pass, since;

	ft_passes_init(&passes, &none, T, PERIOD, T + 200);
	is_real(ft_passes_booked(
		    &passes, T + 10, INT64_MAX, INT64_MIN, INT64_MAX, false),
	    170, "a job that runs: up to the last pass");
	is_real(ft_passes_booked(
		    &passes, T + 10, T + 70, INT64_MIN, INT64_MAX, false),
	    50, "one that ended: up to the pass before its end");
	is_real(ft_passes_booked(
		    &passes, T + 10, INT64_MAX, T + 60, T + 120, false),
	    60, "of one pass only");
	is_real(ft_passes_booked(
		    &passes, T + 180, INT64_MAX, INT64_MIN, INT64_MAX, false),
	    0, "it started with the last pass");
	ft_passes_end(&passes, T + 10, T + 70, false, &at_pass, &since);
	is_real(at_pass, 10, "the end, before the last pass");
	is_real(since, 0, "and nothing since");
	ft_passes_end(&passes, T + 10, T + 195, false, &at_pass, &since);
	is_real(since, 15, "the end, since the last pass");
	is_real(at_pass, 0, "and nothing before");
	ft_passes_end(&passes, T + 10, T + 120, false, &at_pass, &since);
	is_real(at_pass + since, 0, "the pass in that second had it all");
	ft_passes_end(&passes, T + 10, T + 201, false, &at_pass, &since);
	is_real(at_pass + since, 0, "an end that has not come");
	ft_passes_free(&passes);
}

static void
test_decay(void)
{
	double f = 1 - 0.693 / 60, g = pow(f, 60);
	struct ft_passes passes;
	ft_real at_pass, since;

	/* tolerances: the numbers of Slurm have two decimals */
	ft_passes_init(&passes, &minute, T, PERIOD, T + 83);
	near(16 * ft_passes_booked(
		      &passes, T + 3, T + 83, INT64_MIN, INT64_MAX, false),
	    470.34L, 0.005L, "57 s at the tick");
	ft_passes_end(&passes, T + 3, T + 83, false, &at_pass, &since);
	near(16 * since, 281.71L, 0.005L, "23 s at the end");
	is_real(ft_passes_booked(
		    &passes, T + 3, T + 83, INT64_MIN, INT64_MAX, true),
	    57, "a QOS that does not decay");
	ft_passes_free(&passes);
	/* three whole slices and a part; a few roundings of 2^-64 */
	ft_passes_init(&passes, &minute, T, PERIOD, T + 260);
	near(ft_passes_booked(
		 &passes, T + 3, INT64_MAX, INT64_MIN, INT64_MAX, false),
	    57 * (ft_real)pow(f, 57) * g * g * g +
		60 * (ft_real)g * (g * (ft_real)g + g + 1),
	    1e-15L, "each slice decays with the passes after it");
	ft_passes_free(&passes);
}

int
main(void)
{
	test_grid();
	test_plain();
	test_decay();
	return done_testing();
}
