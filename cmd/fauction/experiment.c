
#include "fauction/fauction.h"

const struct fauction_experiment fauction_experiments[FAUCTION_EXPERIMENTS] = {
#define EXPERIMENT(id, name, how, bid, unit, payment, sentence)                \
	{ name, FAUCTION_##how, FT_GAME_BID_##bid, FT_GAME_UNIT_##unit,        \
		FT_PAY_##payment, sentence },
#include "fauction/experiment.def"
};

const struct fauction_experiment *
fauction_experiment_find(struct ft_word name)
{
	int row = ft_row_find(FT_ROWS(fauction_experiments), name);

	return row < 0 ? NULL : &fauction_experiments[row];
}

const char *const fauction_hows[FAUCTION_HOWS] = { "exact", "halt", "continue",
	"priority-halt", "priority-continue", "backfill" };
const char *const fauction_bids[] = { "planned", "real" };
const char *const fauction_units[] = { "nodes", "area" };
const char *const fauction_payments[] = { "rerun", "critical", "none" };
