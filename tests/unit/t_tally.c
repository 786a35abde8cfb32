#include "model/job/tally.h"

#include "tap/tap.h"

#define DAY INT64_C(86400)

/* 100 days after 1970, noon. */
#define NOON (100 * DAY + DAY / 2)

static void
test_midnight(void)
{
	struct ft_tally tally = { 0 };

	ft_tally_now(&tally, NOON)->submitted++;
	is_i64(tally.since, 100 * DAY, "the first day began at midnight");
	tally.backfilled = tally.backfilled_lately = 3;
	tally.main_queue = 4;
	ft_tally_now(&tally, 101 * DAY - 1)->submitted++;
	is_u64(tally.submitted, 2, "the day lasts until its last second");
	ft_tally_now(&tally, 101 * DAY)->submitted++;
	is_u64(tally.submitted, 1, "another day begins from 0");
	is_i64(tally.since, 101 * DAY, "at midnight");
	is_u64(tally.backfilled_lately, 0, "what counts for a day");
	is_u64(tally.backfilled, 3, "and what does not");
	is_u64(tally.main_queue, 4, "the last queue is as long as it was");
	ft_tally_now(&tally, 100 * DAY)->submitted++;
	is_u64(tally.submitted, 2, "a clock that goes back resets nothing");
}

static void
test_reset(void)
{
	struct ft_tally tally = { .since = 100 * DAY,
		.submitted = 1,
		.backfilled = 2,
		.backfilled_lately = 3,
		.last_table = 4 };

	ft_tally_reset(&tally, NOON);
	is_i64(tally.since, NOON, "since then");
	ok(!tally.submitted && !tally.backfilled && !tally.backfilled_lately,
	    "all counters are 0");
	is_u64(tally.last_table, 4, "what describes the last run is kept");
	ft_tally_now(&tally, NOON + 1);
	is_i64(tally.since, NOON, "the same day goes on");
}

int
main(void)
{
	test_midnight();
	test_reset();
	return done_testing();
}
