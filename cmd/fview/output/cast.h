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

struct fview_cast {
	/* the caller's; the rest is zero */
	struct ft_str *str;
	enum ft_theme theme;

	struct fview_grid last;
	bool shown; /* last is on the screen */
};

void fview_cast_begin(
    struct fview_cast *cast, int rows, int cols, const char *title);
void fview_cast_free(struct fview_cast *cast);
/* Callbacks of a reel, whose ctx is the struct fview_cast. */
/* At MS milliseconds the screen shows GRID. */
void fview_cast_frame(void *cast, int64_t ms, const struct fview_grid *grid);
/* A mark at which players can stop. */
void fview_cast_mark(void *cast, int64_t ms, const char *text);
/* The recording lasts until MS: the cursor comes back. */
void fview_cast_end(struct fview_cast *cast, int64_t ms);

#endif
