#include "report/format/out.h"

void
ft_out_init(struct ft_out *out, FILE *file)
{
	*out = ft_out_to(file);
}

struct ft_out
ft_out_to(FILE *file)
{
	return (struct ft_out){ .file = file };
}

void
ft_out_flush(struct ft_out *out)
{
	if (!out->file || out->text.len == 0)
		return;
	/* A write error is kept in the stream; the command checks it at the
	 * end. */
	fwrite(out->text.data, 1, out->text.len, out->file);
	ft_str_clear(&out->text);
}

void
ft_out_free(struct ft_out *out)
{
	ft_out_flush(out);
	ft_str_free(&out->text);
}
