/*
 * forecast.h - what a forecast of starts knows, from a store.
 */
#ifndef FT_LOAD_FORECAST_H
#define FT_LOAD_FORECAST_H

#include "load/load.h"
#include "sim/forecast/past.h"

/* Fill PAST (to be freed even on failure) with what was known at source->now of the
 * jobs of its cluster; source->conf may be NULL. */
enum ft_status ft_load_forecast_past(struct ft_forecast_past *past,
    const struct ft_load_source *source, struct ft_error *err);

#endif
