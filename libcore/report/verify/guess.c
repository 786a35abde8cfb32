/* guess.c - the setting that would explain all usage, in words. */
#include "report/verify/rebuild.h"

#include <math.h>

#include "base/text/timefmt.h"
#include "sim/usage/reset.h"

double
ft_guess_weight(const struct ft_billing *billing, size_t i)
{
	if (!billing->given)
		return i == FT_TRES_CPU;
	return i < billing->n ? billing->weight[i] : 0;
}

/* Returns what a value of GUESS is multiplied by where it is printed. */
static double
unit_of(const struct ft_rebuild *rebuild, const struct ft_guess *guess)
{
	return guess->kind == FT_GUESS_WEIGHT &&
		       ft_tres_is_memory(&rebuild->acctdb->tres[guess->tres])
		   ? 1024
		   : 1;
}

/* Returns the value between its least and most that has the fewest digits; of a
 * weight of memory for a GiB. */
static double
value_of(const struct ft_rebuild *rebuild, const struct ft_guess *guess)
{
	double least = guess->least * unit_of(rebuild, guess);
	double most = guess->most * unit_of(rebuild, guess);

	for (int digits = -9; digits < 15; digits++) {
		double scale = pow(10, digits);
		double value = ceil(least * scale) / scale;

		if (value <= most)
			return value;
	}
	return least;
}

/* ---- words --------------------------------------------------------------------- */

static void
tell_half_life(const struct ft_guess *guess, struct ft_str *str)
{
	char set[32], least[32], most[32];

	ft_time_format_duration(most, sizeof most, (int64_t)guess->most);
	ft_str_addf(str, "with a PriorityDecayHalfLife from %s to %s, not %s",
	    ft_time_format_duration(least, sizeof least, (int64_t)guess->least),
	    guess->most < INT32_MAX ? most : "any longer one",
	    ft_time_format_duration(set, sizeof set, (int64_t)guess->set));
}

static void
tell_passes(const struct ft_guess *guess, struct ft_str *str)
{
	char least[32], most[32];

	ft_time_format_date(least, sizeof least, (int64_t)guess->least);
	ft_time_format_date(most, sizeof most, (int64_t)guess->most);
	if (guess->least < guess->most)
		ft_str_addf(str, "a pass from %s to %s", least, most);
	else
		ft_str_addf(str, "the pass at %s", least);
}

static void
tell_change(const struct ft_rebuild *rebuild, const struct ft_guess *guess,
    struct ft_str *str)
{
	char old[32], new[32];

	ft_str_addf(str,
	    "if PriorityDecayHalfLife changed from %s to %s after ",
	    ft_time_format_duration(old, sizeof old, rebuild->before),
	    ft_time_format_duration(new, sizeof new, (int64_t)guess->set));
	tell_passes(guess, str);
}

static const char *const periods[] = { [FT_RESET_NONE] = "NONE",
	[FT_RESET_NOW] = "NOW",
	[FT_RESET_DAILY] = "DAILY",
	[FT_RESET_WEEKLY] = "WEEKLY",
	[FT_RESET_MONTHLY] = "MONTHLY",
	[FT_RESET_QUARTERLY] = "QUARTERLY",
	[FT_RESET_YEARLY] = "YEARLY" };

/* Returns whether one of the passes of GUESS clears all usage if it is reset every
 * PERIOD. */
static bool
can_clear(const struct ft_rebuild *rebuild, const struct ft_guess *guess,
    enum ft_reset_period period)
{
	int64_t step = rebuild->era[rebuild->n_era - 1].period;

	return ft_reset_boundary(period, (int64_t)guess->least - step) <=
	       (int64_t)guess->most;
}

static void
tell_reset(const struct ft_rebuild *rebuild, const struct ft_guess *guess,
    struct ft_str *str)
{
	bool any = false;

	ft_str_add(str, "if all usage was cleared by ");
	tell_passes(guess, str);
	for (int i = FT_RESET_DAILY; i <= FT_RESET_YEARLY; i++) {
		enum ft_reset_period period = (enum ft_reset_period)i;

		if (!can_clear(rebuild, guess, period))
			continue;
		ft_str_addf(str, "%s%s",
		    any ? " or " : ", as by PriorityUsageResetPeriod=",
		    periods[i]);
		any = true;
	}
	ft_str_addf(str, " (it is %s)", periods[rebuild->resets]);
}

/* Numbers as they are written in slurm.conf: "0.25G". */
static void
tell_rate(const struct ft_rebuild *rebuild, const struct ft_guess *guess,
    struct ft_str *str)
{
	double unit = unit_of(rebuild, guess);
	const char *sign = unit > 1 ? "G" : "";
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 };

	/* a value says little if half of it would do, too */
	if (guess->least >= guess->most / 2)
		ft_str_addf(&value, "=%.12g%s", value_of(rebuild, guess), sign);
	if (guess->kind == FT_GUESS_FACTOR) {
		ft_str_addf(str, "with UsageFactor%s of QOS %s",
		    ft_str_text(&value), rebuild->acctdb->qos[guess->qos].name);
	} else {
		ft_str_add(str, "with TRESBillingWeights ");
		ft_tres_add_name(str, &rebuild->acctdb->tres[guess->tres]);
		ft_str_addf(str, "%s of partition %s", ft_str_text(&value),
		    rebuild->partition[guess->partition].name);
	}
	ft_str_addf(str, " (from %.6g%s to %.6g%s), not %.12g%s",
	    guess->least * unit, sign, guess->most * unit, sign,
	    guess->set * unit, sign);
}

void
ft_guess_tell(const struct ft_rebuild *rebuild, const struct ft_guess *guess,
    struct ft_str *str)
{
	switch (guess->kind) {
	case FT_GUESS_NONE:
		break;
	case FT_GUESS_HALF_LIFE:
		tell_half_life(guess, str);
		break;
	case FT_GUESS_CHANGE:
		tell_change(rebuild, guess, str);
		break;
	case FT_GUESS_RESET:
		tell_reset(rebuild, guess, str);
		break;
	case FT_GUESS_WEIGHT:
	case FT_GUESS_FACTOR:
		tell_rate(rebuild, guess, str);
		break;
	}
}
