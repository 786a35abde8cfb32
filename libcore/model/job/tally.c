/* tally.c - counters that begin again at midnight UTC. */
#include "model/job/tally.h"

#define DAY INT64_C(86400)

enum reset { DAILY, ASKED, KEPT };

static void
clear(struct ft_tally *tally, enum reset up_to)
{
#define FT_TALLY(member, reset)                                                \
	if ((reset) <= up_to)                                                  \
		tally->member = 0;
#include "model/job/tally.def"
}

struct ft_tally *
ft_tally_now(struct ft_tally *tally, int64_t now)
{
	int64_t midnight = now - now % DAY;

	if (tally->since < midnight) {
		clear(tally, DAILY);
		tally->since = midnight;
	}
	return tally;
}

void
ft_tally_reset(struct ft_tally *tally, int64_t now)
{
	clear(tally, ASKED);
	tally->since = now;
}
