/*
 * dump.h - frames as plain text, one after the other, for tests, documents and
 * people without a terminal.
 */
#ifndef FT_CMD_FVIEW_OUTPUT_DUMP_H
#define FT_CMD_FVIEW_OUTPUT_DUMP_H

#include "report/format/out.h"
#include "fview/output/ansi.h"

/* Where frames are written, and in which form. */
struct fview_dump {
	struct ft_out *out; /* NULL: files in folder */
	const char *folder; /* one file a frame, frame-0037.txt */
	bool ansi;          /* escape sequences for attributes and colours */
	bool form_feed;     /* between frames, instead of a line */
};

/* Append GRID as lines without trailing blanks. */
void fview_dump_text(struct ft_str *str, const struct fview_grid *grid);

/*
 * Write GRID as the frame with this NUMBER, under the heading "--- frame 37/212"
 * when LABEL is "frame 37/212".  FT_EIO: the file cannot be written.
 */
enum ft_status fview_dump_frame(const struct fview_dump *dump,
    const struct fview_grid *grid, size_t number, const char *label,
    struct ft_error *err);

#endif
