/*
 * look.h - charts on this terminal: the options of verbs that draw.
 */
#ifndef FT_CMD_FSIM_LOOK_H
#define FT_CMD_FSIM_LOOK_H

#include "files/color.h"
#include "report/chart/chart.h"

#define FSIM_LOOK_WIDEST 10000 /* columns */

/* LOOK: the member of the verb's settings. */
#define FSIM_LOOK_OPTIONS(look)                                                \
	{ 0, "width", "N", "columns of charts instead of the terminal's",      \
		FT_INTO_NUMBER(                                                \
		    look.width, FT_CHART_NARROWEST, FSIM_LOOK_WIDEST) },       \
	    { 0, "ascii", NULL,                                                \
		    "draw charts in ASCII (default if the locale has no "      \
		    "UTF-8)",                                                  \
		    FT_INTO_FLAG(look.ascii) },                                \
	    FT_COLOR_OPTIONS(look.color)

struct fsim_look {
	uint64_t width; /* columns; 0: the terminal's */
	bool ascii;
	struct ft_color color;
};

/*
 * Returns the resulting look: the terminal's width, else 80; blocks in UTF-8.
 */
struct ft_chart_look fsim_look_of(
    const struct fsim_look *look, const struct ft_context *context);

#endif
