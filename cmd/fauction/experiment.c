
#include "fauction/fauction.h"

const struct auction_experiment auction_experiments[AUCTION_EXPERIMENTS] = {
#define EXPERIMENT(id, name, how, bid, unit, payment, sentence)                \
	{ name, AUCTION_##how, FT_GAME_BID_##bid, FT_GAME_UNIT_##unit,         \
		FT_PAY_##payment, sentence },
#include "fauction/experiment.def"
};

const struct auction_experiment *
auction_experiment_find(const char *name, size_t len)
{
	for (size_t i = 0; i < AUCTION_EXPERIMENTS; i++)
		if (strlen(auction_experiments[i].name) == len &&
		    strncasecmp(name, auction_experiments[i].name, len) == 0)
			return &auction_experiments[i];
	return NULL;
}

const char *const auction_hows[AUCTION_HOWS] = { "exact", "halt", "continue",
	"priority-halt", "priority-continue", "backfill" };
const char *const auction_bids[] = { "planned", "real" };
const char *const auction_units[] = { "nodes", "area" };
const char *const auction_payments[] = { "rerun", "critical", "none" };
