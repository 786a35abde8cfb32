/* Usage rebuilt from runs: without decay, or with one that halves in a pass. */
#include "report/verify/rebuild.h"

#include <string.h>

#include "tap/tap.h"

#define PASS 1000000

static struct ft_tres tres[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 3, "energy", "" }, { 4, "node", "" }, { 5, "billing", "" } };
static struct ft_qos qos[2] = { { .id = 1, .name = "normal" },
	{ .id = 2, .name = "high" } };
static struct ft_acctdb acctdb = {
	.tres = tres, .n_tres = 5, .qos = qos, .n_qos = 2
};
static double weight[5] = { 1, 0.5 / 1024, 0, 0, 0 };
static struct ft_partition partition[2] = {
	{ .name = "debug", .billing = { true, weight, 5 } },
	{ .name = "plain" },
};

/* 4 CPU and 2 GiB for 100 s: 5 a second; 3 CPU for 50 s, factor 2 */
static const uint64_t alloc[2][5] = { { 4, 2048, 0, 1, 5 }, { 3, 0, 0, 1, 3 } };
static const struct ft_rebuild_run runs[2] = {
	{ 1, PASS - 420, PASS - 320, 5, 1, 0, 0, alloc[0] },
	{ 2, PASS - 200, PASS - 150, 3, 2, 1, 1, alloc[1] },
};
static struct ft_era era = { .period = 300, .ends = PASS, .kept = "" };

/* root, which two users are below. */
static void
make(struct ft_rebuild *rebuild, struct ft_rebuild_row row[3],
    const int64_t real[3])
{
	memset(row, 0, 3 * sizeof *row);
	for (size_t i = 0; i < 3; i++) {
		row[i].parent = i ? 0 : SIZE_MAX;
		row[i].shown = true;
		row[i].real = real[i];
	}
	qos[0].usage_factor = 1;
	qos[1].usage_factor = 2;
	*rebuild = (struct ft_rebuild){ .row = row,
		.n = 3,
		.run = runs,
		.n_run = 2,
		.era = &era,
		.n_era = 1,
		.from = PASS - 900,
		.after = INT64_MIN,
		.now = PASS + 10,
		.partition = partition,
		.n_partition = 2,
		.acctdb = &acctdb };
}

static void
test_sums(void)
{
	struct ft_rebuild_row row[3];
	struct ft_rebuild rebuild;

	make(&rebuild, row, (int64_t[]){ 800, 500, 300 });
	is_u64(ft_rebuild_predict(&rebuild), 3, "all rows fit");
	row[1].real = 501;
	row[2].real = 299;
	is_u64(ft_rebuild_predict(&rebuild), 2, "too much does not");
	row[1].most = 2;
	is_u64(ft_rebuild_predict(&rebuild), 3,
	    "with older jobs; a millionth below 300 is 299");
	row[2].real = 298;
	row[2].least = row[2].most = 5;
	ok(ft_rebuild_predict(&rebuild) == 2 && !ft_rebuild_fits(&row[2]),
	    "too little does not fit, with more or less of older ones");
	ft_rebuild_free(&rebuild);
}

/* Returns the guess of KIND about the TRES or QOS at INDEX, NULL: there is none. */
static const struct ft_guess *
find(const struct ft_rebuild *rebuild, enum ft_guess_kind kind, size_t index)
{
	for (size_t i = 0; i < rebuild->n_guess; i++) {
		const struct ft_guess *guess = &rebuild->guess[i];

		if (guess->kind == kind &&
		    (guess->kind == FT_GUESS_WEIGHT ? guess->tres
						    : guess->qos) == index)
			return guess;
	}
	return NULL;
}

static void
is_told(const struct ft_rebuild *rebuild, const struct ft_guess *guess,
    const char *want)
{
	struct ft_str text = { 0 };

	ft_guess_tell(rebuild, guess, &text);
	ok(strstr(ft_str_text(&text), want), "%s: %s", want,
	    ft_str_text(&text));
	ft_str_free(&text);
}

/* (4 + 2 w) 100 = 600: w is 1 for a GiB; (4 c + 1) 100 = 600: c is 1.25 */
static void
test_weights(void)
{
	struct ft_str text = { 0 };
	struct ft_rebuild_row row[3];
	struct ft_rebuild rebuild;
	const struct ft_guess *guess;

	make(&rebuild, row, (int64_t[]){ 900, 600, 300 });
	ft_rebuild_search(&rebuild);
	is_u64(rebuild.n_guess, 4, "cpu, mem, node, or factor of normal");
	guess = find(&rebuild, FT_GUESS_WEIGHT, FT_TRES_MEM);
	ok(guess != NULL, "weight of memory");
	ft_guess_tell(&rebuild, guess, &text);
	is_str(ft_str_text(&text),
	    "with TRESBillingWeights mem=1G of partition debug (from 1G to "
	    "1.005G), not 0.5G",
	    "in words");
	ok(guess && guess->least * 1024 > 1 - 1e-7 &&
		guess->most * 1024 < 1.005 + 1e-7,
	    "up to that of 601");
	guess = find(&rebuild, FT_GUESS_WEIGHT, FT_TRES_CPU);
	ok(guess && guess->partition == 0, "weight of CPUs");
	is_told(&rebuild, guess, "cpu=1.25 of partition debug");
	guess = find(&rebuild, FT_GUESS_FACTOR, 0);
	is_told(&rebuild, guess, "UsageFactor=1.2 of QOS normal");
	ft_str_free(&text);
	ft_rebuild_free(&rebuild);
	/* one row outside */
	make(&rebuild, row, (int64_t[]){ 900, 600, 301 });
	ft_rebuild_search(&rebuild);
	is_u64(rebuild.n_guess, 0, "none if another row does not fit");
	ft_rebuild_free(&rebuild);
}

/* Without weights CPUs have the weight 1: 2 * 3 * 2 * 50 = 600. */
static void
test_plain(void)
{
	struct ft_rebuild_row row[3];
	struct ft_rebuild rebuild;
	const struct ft_guess *guess;

	make(&rebuild, row, (int64_t[]){ 1100, 500, 600 });
	ft_rebuild_search(&rebuild);
	guess = find(&rebuild, FT_GUESS_WEIGHT, FT_TRES_CPU);
	ok(guess && guess->partition == 1, "partition plain");
	is_told(&rebuild, guess, "cpu=2 of partition plain");
	guess = find(&rebuild, FT_GUESS_FACTOR, 1);
	is_told(&rebuild, guess, "UsageFactor=4 of QOS high");
	ft_rebuild_free(&rebuild);
}

static void
test_reset(void)
{
	struct ft_rebuild_row row[3];
	struct ft_rebuild rebuild;
	const struct ft_guess *guess;
	int64_t pass;

	/* what was before is gone, and run 1 */
	make(&rebuild, row, (int64_t[]){ 300, 0, 300 });
	for (size_t i = 0; i < 3; i++) {
		row[i].least = 1000;
		row[i].most = 2000;
	}
	ft_rebuild_search(&rebuild);
	guess = find(&rebuild, FT_GUESS_RESET, 0);
	ok(guess && guess->least == guess->most && guess->least == PASS - 300,
	    "cleared by the pass between both");
	ok(!ft_rebuild_resets(&rebuild, &pass), "by no reset period");
	ft_rebuild_free(&rebuild);
}

int
main(void)
{
	test_sums();
	test_weights();
	test_plain();
	test_reset();
	return done_testing();
}
