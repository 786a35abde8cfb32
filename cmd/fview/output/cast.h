/*
 * cast.h - a recording that players of asciicast v2 show: a line of JSON for
 * the size, then one for each change of the screen and each mark.
 *
 * Times are those of the virtual clock, so that the same film gives the same
 * bytes.  Source: https://docs.asciinema.org/manual/asciicast/v2/
 */
#ifndef FT_CMD_FVIEW_OUTPUT_CAST_H
#define FT_CMD_FVIEW_OUTPUT_CAST_H

#include "fview/output/ansi.h"

struct view_cast {
	/* the caller's; the rest is zero */
	struct ft_str *str;
	enum view_colors colors;

	struct view_grid last;
	bool shown; /* last is on the screen */
};

void view_cast_begin(
    struct view_cast *cast, int rows, int cols, const char *title);
void view_cast_free(struct view_cast *cast);
/* As a reel tells them, whose ctx is the struct view_cast. */
/* At MS milliseconds the screen shows GRID. */
void view_cast_frame(void *cast, int64_t ms, const struct view_grid *grid);
/* A mark at which players can stop. */
void view_cast_mark(void *cast, int64_t ms, const char *text);
/* The recording lasts until MS: the cursor comes back. */
void view_cast_end(struct view_cast *cast, int64_t ms);

#endif
