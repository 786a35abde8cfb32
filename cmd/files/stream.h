/*
 * stream.h - the one way out: everything a command prints on standard output
 * and standard error passes a stream that masks unsafe characters
 * (base/text/text.h).
 *
 * Files that a command writes do not pass it.  Nor do the pictures of
 * fview, the line editor and the progress bar, which move the terminal on
 * purpose and mask the texts in them by themselves.
 */
#ifndef FT_CMD_FILES_STREAM_H
#define FT_CMD_FILES_STREAM_H

#include "base/text/text.h"

/*
 * Returns a stream that writes to the descriptor of BELOW what is put into it,
 * masked by RULE; NULL: there is no memory.  One for each of two streams.
 */
FILE *ft_stream_mask(FILE *below, enum ft_text_rule rule);
/* Let the colours of report/ pass from now on; nothing else of a terminal. */
void ft_stream_colors(FILE *stream);
/* Note that another process writes where STREAM does. */
void ft_stream_lend(FILE *stream);
/* Returns whether something was written to STREAM, one that masks, or it was
 * lent. */
bool ft_stream_wrote(FILE *stream);
/* Write all that STREAM still holds; returns as fflush. */
int ft_stream_end(FILE *stream);

/* Returns the stream below STREAM, or STREAM itself if it masks nothing. */
FILE *ft_stream_below(FILE *stream);
/* Returns the descriptor that STREAM writes to. */
int ft_stream_fd(FILE *stream);

#endif
