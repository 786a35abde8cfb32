/*
 * svg.h - frames as a picture: SVG with text that can be selected, still or
 * moving.
 *
 * In a moving picture each distinct part of a row is written once, and CSS says
 * when it is visible.  Without animation (no CSS support, or the reader asked for
 * less motion) the last frame is shown.
 */
#ifndef FT_CMD_FVIEW_OUTPUT_SVG_H
#define FT_CMD_FVIEW_OUTPUT_SVG_H

#include "fview/output/grid.h"

/* Append GRID as a picture; title: for screen readers. */
void fview_svg_still(
    struct ft_str *str, const struct fview_grid *grid, const char *title);

/* A moving picture: add its frames in order of time, then finish it. */
struct fview_svg;
struct fview_svg *fview_svg_new(int rows, int cols);
void fview_svg_free(struct fview_svg *svg);
/* From MS milliseconds on GRID is shown; svg: as of fview_svg_new, the ctx of a reel. */
void fview_svg_frame(void *svg, int64_t ms, const struct fview_grid *grid);
/* END: when it starts again, in milliseconds. */
void fview_svg_finish(struct ft_str *str, const struct fview_svg *svg,
    int64_t end, const char *title);

#endif
