/*
 * What passes and ends book, against sums written out; the random ones are
 * tests/prop/p_booked.c.  Numbers of real Slurm: half-life 60 s, 16 CPUs, 57 s
 * up to a tick, 23 s after it: 470.34 and 281.71 TRES-seconds.
 */
#include <math.h>

#include "model/tree/decaypass.h"
#include "tap/tap.h"

enum { T = 1000000, PERIOD = 60 };

static const struct ft_era none = { .ends = T, .period = PERIOD };
static const struct ft_era minute = {
	.ends = T, .decay = { FT_DECAY_SLURM, 60 }, .period = PERIOD
};
static const bool kept = true;

/* All passes of a charge from STARTS to ENDS. */
static struct ft_piece
charge(int64_t starts, int64_t ends)
{
	return (struct ft_piece){ starts, ends, INT64_MIN, INT64_MAX };
}

static ft_real
booked(struct ft_decay_passes *passes, struct ft_piece piece, const bool *flat)
{
	return ft_decay_passes_booked(passes, &piece, flat);
}

static void
end(struct ft_decay_passes *passes, struct ft_piece piece, ft_real *at_pass,
    ft_real *since)
{
	ft_decay_passes_end(passes, &piece, NULL, at_pass, since);
}

static void
test_grid(void)
{
	static const struct {
		int64_t at, pass;
	} rows[] = { { T, T }, { T + 59, T }, { T + 60, T + 60 },
		{ T - 1, T - 60 }, { T - 60, T - 60 }, { T + 6001, T + 6000 } };
	struct ft_decay_passes passes;

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		ft_decay_passes_init(&passes, &none, 1, rows[i].at);
		is_i64(passes.pass, rows[i].pass, "the last pass at %+lld",
		    (long long)(rows[i].at - T));
		is_i64(ft_decay_passes_last(&passes, T + 61), T + 60,
		    "another time");
		ft_decay_passes_free(&passes);
	}
}

static void
test_plain(void)
{
	struct ft_decay_passes passes;
	ft_real at_pass, since;

	ft_decay_passes_init(&passes, &none, 1, T + 200);
	is_real(booked(&passes, charge(T + 10, INT64_MAX), NULL), 170,
	    "a job that runs: up to the last pass");
	is_real(booked(&passes, charge(T + 10, T + 70), NULL), 50,
	    "one that ended: up to the pass before its end");
	is_real(
	    booked(&passes,
		(struct ft_piece){ T + 10, INT64_MAX, T + 60, T + 120 }, NULL),
	    60, "of one pass only");
	is_real(booked(&passes, charge(T + 180, INT64_MAX), NULL), 0,
	    "it started with the last pass");
	end(&passes, charge(T + 10, T + 70), &at_pass, &since);
	is_real(at_pass, 10, "the end, before the last pass");
	is_real(since, 0, "and nothing since");
	end(&passes, charge(T + 10, T + 195), &at_pass, &since);
	is_real(since, 15, "the end, since the last pass");
	is_real(at_pass, 0, "and nothing before");
	end(&passes, charge(T + 10, T + 120), &at_pass, &since);
	is_real(at_pass + since, 0, "the pass in that second had it all");
	end(&passes, charge(T + 10, T + 201), &at_pass, &since);
	is_real(at_pass + since, 0, "an end that has not come");
	ft_decay_passes_free(&passes);
}

static void
test_decay(void)
{
	double f = 1 - 0.693 / 60, g = pow(f, 60);
	struct ft_decay_passes passes;
	ft_real at_pass, since;

	/* tolerances: the numbers of Slurm have two decimals */
	ft_decay_passes_init(&passes, &minute, 1, T + 83);
	near(16 * booked(&passes, charge(T + 3, T + 83), NULL), 470.34L, 0.005L,
	    "57 s at the tick");
	end(&passes, charge(T + 3, T + 83), &at_pass, &since);
	near(16 * since, 281.71L, 0.005L, "23 s at the end");
	is_real(booked(&passes, charge(T + 3, T + 83), &kept), 57,
	    "a QOS that does not decay");
	ft_decay_passes_free(&passes);
	/* three whole slices and a part; a few roundings of 2^-64 */
	ft_decay_passes_init(&passes, &minute, 1, T + 260);
	near(booked(&passes, charge(T + 3, INT64_MAX), NULL),
	    57 * (ft_real)pow(f, 57) * g * g * g +
		60 * (ft_real)g * (g * (ft_real)g + g + 1),
	    1e-15L, "each slice decays with the passes after it");
	ft_decay_passes_free(&passes);
}

/*
 * What the real 22.05 did (a half-life of 2 minutes set 20 s before a pass): no
 * decay up to T + 60, then a half-life of 2 minutes for all of the time since.
 * 1000000 became 706448, and 4872 with a job of 16 CPUs 4120.
 */
static void
test_change(void)
{
	const struct ft_era era[] = {
		{ .changed = T + 100, .ends = T + 60, .period = PERIOD },
		{ .ends = T + 60,
		    .decay = { FT_DECAY_SLURM, 120 },
		    .period = PERIOD }
	};
	static const bool flat[] = { true, false }, after[] = { false, true };
	double step = pow(1 - 0.693 / 120, 60); /* 0.7064482... */
	struct ft_decay_passes passes;
	ft_real at_pass, since;

	ft_decay_passes_init(&passes, era, 2, T + 130);
	is_i64(passes.pass, T + 120, "the pass after the change");
	is_i64((int64_t)(1000000 * ft_decay_passes_left(&passes, T, NULL)),
	    706448, "a balance");
	is_i64((int64_t)(4872 * ft_decay_passes_left(&passes, T + 59, NULL) +
			 16 * booked(&passes, charge(T + 60, INT64_MAX), NULL)),
	    4120, "and a job");
	near(booked(&passes, charge(T + 10, INT64_MAX), NULL),
	    50 * (ft_real)step + 60 * (ft_real)step, 1e-15L,
	    "a job through both: 50 s, then 60 s");
	near(booked(&passes, charge(T + 10, INT64_MAX), flat),
	    50 * (ft_real)step + 60 * (ft_real)step, 1e-15L,
	    "kept only while nothing decays");
	is_real(booked(&passes, charge(T + 10, INT64_MAX), after), 110,
	    "kept since the change");
	end(&passes, charge(T + 10, T + 50), &at_pass, &since);
	near(at_pass, 40 * (ft_real)step, 1e-15L, "one that ended before it");
	end(&passes, charge(T + 70, T + 90), &at_pass, &since);
	near(at_pass, 20 * (ft_real)step, 1e-15L,
	    "one that found the old settings, then a pass with the new ones");
	end(&passes, charge(T + 70, T + 110), &at_pass, &since);
	near(at_pass, 40 * pow(1 - 0.693 / 120, 40) * (ft_real)step, 1e-15L,
	    "one that found the new ones");
	end(&passes, charge(T + 10, T + 130), &at_pass, &since);
	near(since, 10 * pow(1 - 0.693 / 120, 10), 1e-15L, "and one since");
	ft_decay_passes_free(&passes);

	ft_decay_passes_init(&passes, era, 2, T + 59);
	is_i64(passes.pass, T, "before it: the passes of then");
	is_real(
	    ft_decay_passes_left(&passes, T - 600, NULL), 1, "without decay");
	ft_decay_passes_free(&passes);
}

/* 5 minutes apart up to T + 300, from there on 2 minutes. */
static void
test_period(void)
{
	const struct ft_era era[] = {
		{ .changed = T + 310, .ends = T + 300, .period = 300 },
		{ .ends = T + 300, .period = 120 }
	};
	struct ft_decay_passes passes;

	ft_decay_passes_init(&passes, era, 2, T + 700);
	is_i64(passes.pass, T + 660, "three of the new ones");
	is_i64(ft_decay_passes_last(&passes, T + 299), T, "an old one");
	is_i64(ft_decay_passes_last(&passes, T + 539), T + 420, "a new one");
	is_real(booked(&passes, charge(T + 10, INT64_MAX), NULL), 650,
	    "a job through both");
	ft_decay_passes_free(&passes);
}

int
main(void)
{
	test_grid();
	test_plain();
	test_decay();
	test_change();
	test_period();
	return done_testing();
}
