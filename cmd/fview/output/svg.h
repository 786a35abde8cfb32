/*
 * svg.h - frames as a picture: SVG with text that can be selected, still or
 * moving.
 *
 * A moving picture keeps parts of rows apart: what they show is written once, and
 * CSS says when.  Where nothing moves (a viewer without CSS animations, people
 * who asked for less motion) the last frame is seen.
 */
#ifndef FT_CMD_FVIEW_OUTPUT_SVG_H
#define FT_CMD_FVIEW_OUTPUT_SVG_H

#include "fview/output/grid.h"

/* Append GRID as a picture; title: of the whole, for readers who do not see. */
void fview_svg_still(
    struct ft_str *str, const struct fview_grid *grid, const char *title);

/* A moving one: frames come in order of time, then it is finished. */
struct fview_svg;
struct fview_svg *fview_svg_new(int rows, int cols);
void fview_svg_free(struct fview_svg *svg);
/* From MS milliseconds on GRID is shown; svg: as of fview_svg_new, the ctx of a reel. */
void fview_svg_frame(void *svg, int64_t ms, const struct fview_grid *grid);
/* END: when it starts again, milliseconds. */
void fview_svg_finish(struct ft_str *str, const struct fview_svg *svg,
    int64_t end, const char *title);

#endif
