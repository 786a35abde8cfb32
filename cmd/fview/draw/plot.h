/*
 * plot.h - curves in a box of the screen, drawn with braille dots.
 */
#ifndef FT_CMD_FVIEW_DRAW_PLOT_H
#define FT_CMD_FVIEW_DRAW_PLOT_H

#include "fview/output/grid.h"

struct fview_curve {
	const double *value; /* [fview_plot_columns()]; NAN: nothing */
	enum fview_style style;
	bool dotted;      /* so that it differs without colours, too */
	const char *sign; /* of one column, drawn on it; NULL none */
};
/* Returns how many values a curve in BOX has. */
size_t fview_plot_columns(const struct fview_box *box);
/* Draw CURVE[n] into BOX, from 0 at the bottom to TOP; the first one is in
 * front. */
void fview_plot(const struct fview_box *box, const struct fview_curve *curve,
    size_t n, double top);

#endif
