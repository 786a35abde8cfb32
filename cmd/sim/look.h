/*
 * look.h - charts on this terminal: the options of verbs that draw some.
 */
#ifndef FSIM_LOOK_H
#define FSIM_LOOK_H

#include "common/color.h"
#include "report/chart.h"

/* Keys; those of source.h and of the verbs are below 600. */
enum sim_look_key { SIM_LOOK_WIDTH = 600, SIM_LOOK_ASCII };

#define SIM_LOOK_OPTIONS                                                       \
	{ 0, "width", "N", SIM_LOOK_WIDTH, 0, FT_COMPLETE_NONE,                \
		"columns of charts instead of the terminal's" },               \
	    { 0, "ascii", NULL, SIM_LOOK_ASCII, 0, FT_COMPLETE_NONE,           \
		    "draw charts in ASCII, as where the locale has no "        \
		    "UTF-8" },                                                 \
	    FT_COLOR_OPTION

struct sim_look {
	uint64_t width; /* columns; 0: the terminal's */
	bool ascii;
	enum ft_color color;
};

/* Take one of the options above; FT_ENOENT if KEY is none of them. */
enum ft_status sim_look_option(
    struct sim_look *look, int key, const char *arg, struct ft_error *err);
/* What they come to: the terminal's width, else 80; blocks in UTF-8. */
struct ft_chart_look sim_look_of(
    const struct sim_look *look, const struct ft_context *context);

#endif
