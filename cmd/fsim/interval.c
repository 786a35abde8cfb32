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

unsigned
fsim_resamplings_for(double confidence)
{
	/* as ft_sample_of_resamplings: one in each tail */
	return (unsigned)ceil(2 / (1 - confidence) - 1e-9);
}
