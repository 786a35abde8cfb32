/*
 * estimate.h - time limits as inaccurate as those that people request, instead
 * of those of a trace.
 *
 * f-model: a limit is uniform between the run time and (1 + f) times as much.
 * Modal model: few round values, most of them popular; each job gets one that
 * is not below its run time.
 * Source: D. Tsafrir, D. G. Feitelson, The dynamics of backfilling, IISWC 2006
 * (who call the f-model unfit to study real inaccuracy); D. Tsafrir, Y. Etsion,
 * D. G. Feitelson, Modeling user runtime estimates, JSSPP 2005.
 */
#ifndef FT_MODEL_RESEARCH_ESTIMATE_H
#define FT_MODEL_RESEARCH_ESTIMATE_H

#include "model/job/trace.h"

enum ft_estimate_kind {
	FT_ESTIMATE_NONE, /* the limits of the trace */
	FT_ESTIMATE_F,
	FT_ESTIMATE_MODAL
};

struct ft_estimate {
	enum ft_estimate_kind kind;
	double f;     /* FT_ESTIMATE_F: 0 is exact */
	int64_t most; /* FT_ESTIMATE_MODAL: the largest limit, seconds; 0: as
			 the trace has it, see ft_estimate_draw */
	uint64_t seed;
};

/* Parse "f=X", "modal" or "modal=DURATION"; the seed stays.  FT_EINVAL: another
 * text. */
enum ft_status ft_estimate_parse(
    struct ft_estimate *estimate, const char *text, struct ft_error *err);
/* Append what is drawn: "f=2, seed 1". */
void ft_estimate_add(struct ft_str *str, const struct ft_estimate *estimate);
/*
 * Replace the limits of TRACE.  A modal model without `most` takes the largest
 * limit of the trace, or if none has one, the longest run time rounded up to a
 * full hour.  A job that ran longer than `most` gets that limit.
 */
void ft_estimate_draw(
    const struct ft_estimate *estimate, struct ft_trace *trace);

#endif
