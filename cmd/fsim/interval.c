#include "fsim/interval.h"

const char *
fsim_sense_unit(enum fsim_sense sense)
{
	static const char *const units[FSIM_SENSES] = {
		[FSIM_ONCE] = "trace",
		[FSIM_SHAKEN] = "shaken copy of one trace",
		[FSIM_RESAMPLED] = "resampling of one trace",
		[FSIM_TRACES] = "trace",
	};

	return units[sense];
}

enum fsim_sense
fsim_sense_of(size_t traces, uint64_t copies, enum ft_resample resample)
{
	if (traces > 1)
		return FSIM_TRACES;
	if (!copies)
		return FSIM_ONCE;
	return resample ? FSIM_RESAMPLED : FSIM_SHAKEN;
}

const char *
fsim_drawn(enum ft_resample resample)
{
	static const char *const drawn[] = {
		[FT_RESAMPLE_NONE] = NULL,
		[FT_RESAMPLE_USERS] = "user",
		[FT_RESAMPLE_WEEKS] = "week",
	};

	return drawn[resample];
}

void
fsim_sense_add(struct ft_str *str, enum fsim_sense sense, const char *drawn,
    size_t n, double confidence)
{
	double percent = confidence * 100;

	if (n < 2) {
		ft_str_add(str, "n = 1: one unit has no confidence "
				"interval\n\n");
		return;
	}
	switch (sense) {
	case FSIM_TRACES:
		ft_str_addf(str,
		    "The unit is a trace; +-: %g %% confidence\n\n", percent);
		return;
	case FSIM_SHAKEN:
		ft_str_addf(str,
		    "The unit is a shaken copy of one trace; +-: %g %% "
		    "confidence, about tiny shifts of\nthis trace, not about "
		    "other weeks, users or machines\n\n",
		    percent);
		return;
	case FSIM_RESAMPLED:
		ft_str_addf(str,
		    "Resamplings of one trace, the unit is a %s; Low, High: "
		    "the middle %g %%, which takes %u\n\n",
		    drawn, percent, fsim_resamplings_for(confidence));
		return;
	case FSIM_ONCE:
	case FSIM_SENSES:
		break;
	}
}

enum ft_status
fsim_set_confidence(const struct ft_opt_use *use)
{
	double *confidence = ft_opt_member(use), percent;

	if (!ft_num_double(use->arg, &percent) || !(percent > 0) ||
	    !(percent < 100))
		return ft_fail(use->err, FT_EINVAL,
		    "--confidence needs a percentage between 0 and 100, not "
		    "'%s'",
		    use->arg);
	*confidence = percent / 100;
	return FT_OK;
}

struct ft_sample
fsim_sample_of(
    enum fsim_sense sense, const double *value, size_t n, double confidence)
{
	return sense == FSIM_RESAMPLED
		   ? ft_sample_of_resamplings(value, n, confidence)
		   : ft_sample_of(value, n, confidence);
}

struct ft_sample
fsim_difference_of(enum fsim_sense sense, const double *a, const double *b,
    size_t n, double confidence)
{
	double *difference FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *difference);

	for (size_t i = 0; i < n; i++)
		difference[i] = b[i] - a[i];
	return fsim_sample_of(sense, difference, n, confidence);
}

int
fsim_better_of(
    const struct ft_sample *difference, size_t units, enum fsim_better better)
{
	bool up = units == 1 ? difference->mean > 0 : difference->low > 0;
	bool down = units == 1 ? difference->mean < 0 : difference->high < 0;

	if (better == FSIM_BETTER_NEITHER || (!up && !down))
		return 0;
	return up == (better == FSIM_BETTER_HIGH) ? 1 : -1;
}

void
fsim_merge(double *value, size_t units, const double *of, size_t n)
{
	size_t runs = n / units;

	for (size_t i = 0; i < units; i++)
		/* the mean alone: any confidence will do */
		value[i] =
		    ft_sample_of(of + i * runs, runs, FSIM_CONFIDENCE).mean;
}

unsigned
fsim_resamplings_for(double confidence)
{
	/* as ft_sample_of_resamplings: one in each tail */
	return (unsigned)ceil(2 / (1 - confidence) - 1e-9);
}
