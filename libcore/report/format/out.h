/*
 * out.h - where a report goes: a FILE, through one big buffer, or a string.
 */
#ifndef FT_REPORT_FORMAT_OUT_H
#define FT_REPORT_FORMAT_OUT_H

#include "base/base.h"

#define FT_OUT_FLUSH 65536 /* bytes gathered before they go to the file */

struct ft_out {
	FILE *file; /* NULL: everything stays in text */
	struct ft_str text;
};

/* file: borrowed; NULL to gather the whole in out->text. */
void ft_out_init(struct ft_out *out, FILE *file);
/* Hand what was gathered to the file, if there is one. */
void ft_out_flush(struct ft_out *out);
/* Flush and give the memory back. */
void ft_out_free(struct ft_out *out);

/* To be called now and then between additions to out->text. */
static inline void
ft_out_step(struct ft_out *out)
{
	if (out->text.len >= FT_OUT_FLUSH)
		ft_out_flush(out);
}

#endif
