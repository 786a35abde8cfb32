/*
 * effect.c - warnings a reader of a comparison needs: a side on which no job
 * started, and settings that made no difference.
 */
#include "fsim/compare/compare.h"

static bool
are_equal(const struct compare *compare, double *const value[COMPARE_SIDES])
{
	return fsim_measures_equal(
	    value[COMPARE_A], value[COMPARE_B], compare->n);
}

/* Returns whether both sides report the same, run by run. */
static bool
sides_are_equal(const struct compare *compare)
{
	for (size_t i = 0; i < FSIM_MEASURES; i++)
		if (!are_equal(compare, compare->value[i]))
			return false;
	for (size_t k = 0; k < compare->n_unit; k++)
		for (size_t i = 0; i < COMPARE_PARTS; i++)
			if (!are_equal(compare, compare->unit[k].value[i]))
				return false;
	return true;
}

static void
warn_equal(const struct compare *compare)
{
	const struct ft_context *context = compare->source.context;
	enum fsim_first_come cause[COMPARE_SIDES];

	ft_cmd_warning(context, "%s and %s made no difference in any run",
	    compare->file[COMPARE_A], compare->file[COMPARE_B]);
	for (size_t side = 0; side < COMPARE_SIDES; side++)
		cause[side] = fsim_trial_first_come(
		    &compare->source.trial, &compare->conf[side]);
	/* the usual causes */
	if (cause[COMPARE_A] == cause[COMPARE_B]) {
		if (cause[COMPARE_A] != FSIM_FAIR)
			ft_cmd_warning(context, "%s",
			    fsim_first_come_words(cause[COMPARE_A]));
		return;
	}
	for (size_t side = 0; side < COMPARE_SIDES; side++)
		if (cause[side] != FSIM_FAIR)
			ft_cmd_warning(context, "%s: %s", compare->file[side],
			    fsim_first_come_words(cause[side]));
}

bool
compare_judge(const struct compare *compare)
{
	double *const *started = compare->value[FSIM_MEASURE_STARTED];
	bool any[COMPARE_SIDES] = { false, false };

	for (size_t side = 0; side < COMPARE_SIDES; side++) {
		for (size_t i = 0; i < compare->n; i++)
			any[side] |= started[side][i] > 0;
		if (!any[side])
			ft_cmd_error(compare->source.context,
			    "no job started under %s (fsim replay says why)",
			    compare->file[side]);
	}
	if (any[COMPARE_A] && any[COMPARE_B] && !compare->quiet &&
	    sides_are_equal(compare))
		warn_equal(compare);
	return any[COMPARE_A] && any[COMPARE_B];
}
