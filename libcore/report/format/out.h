/*
 * out.h - where a report goes: a FILE, through one big buffer, or a string.
 */
#ifndef FT_REPORT_FORMAT_OUT_H
#define FT_REPORT_FORMAT_OUT_H

#include "base/base.h"

#define FT_OUT_FLUSH                                                           \
	65536 /* bytes buffered before they are written to the
			      file */

struct ft_out {
	FILE *file; /* NULL: everything is kept in text */
	struct ft_str text;
};

/* file: borrowed; NULL to keep everything in out->text. */
void ft_out_init(struct ft_out *out, FILE *file);
struct ft_out ft_out_to(FILE *file);
/* Write the buffer to the file, if there is one. */
void ft_out_flush(struct ft_out *out);
/* Flush, and free the buffer. */
void ft_out_free(struct ft_out *out);

/* Call it between additions to out->text: it flushes a full buffer. */
static inline void
ft_out_step(struct ft_out *out)
{
	if (out->text.len >= FT_OUT_FLUSH)
		ft_out_flush(out);
}

#endif
