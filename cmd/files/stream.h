/*
 * stream.h - the one way out: standard output and standard error of every command
 * are streams that mask unsafe characters (base/text/text.h).
 *
 * Output files are not masked.  Nor are the frames of fview, the line editor and
 * the progress line, which move the cursor and mask their texts themselves.
 */
#ifndef FT_CMD_FILES_STREAM_H
#define FT_CMD_FILES_STREAM_H

#include "base/text/text.h"
#include "report/color/color.h"

/*
 * Returns a stream that writes its text, masked by RULE, to the descriptor of
 * BELOW; NULL: no memory.  There can be two such streams.
 */
FILE *ft_stream_mask(FILE *below, enum ft_text_rule rule);
/* Let the colours of PAINT pass from now on, but no other escape sequence. */
void ft_stream_colors(FILE *stream, const struct ft_paint *paint);
/* Note that another process writes where STREAM does. */
void ft_stream_lend(FILE *stream);
/*
 * Give the masked text of STREAM to WRITE from now on; NULL: write it below again.
 * WRITE returns whether it could.
 */
typedef bool ft_stream_fn(const char *text, size_t len);
void ft_stream_divert(FILE *stream, ft_stream_fn *write);
/* Write only the next BYTES of the text of STREAM and drop the rest unseen. */
void ft_stream_cut(FILE *stream, size_t bytes);
/* Returns whether anything was written to the masking STREAM, or it was lent. */
bool ft_stream_wrote(FILE *stream);
/* Write everything STREAM has buffered; returns as fflush. */
int ft_stream_end(FILE *stream);

/* Returns the stream below STREAM, or STREAM itself if it masks nothing. */
FILE *ft_stream_below(FILE *stream);
/* Returns the descriptor that STREAM writes to. */
int ft_stream_fd(FILE *stream);

#endif
