#include "files/color.h"

#include "files/stream.h"

#include <unistd.h>

bool
ft_color_use(const struct ft_context *context, enum ft_color color)
{
	const char *term = ft_cmd_variable("TERM");

	bool use = color == FT_COLOR_ALWAYS;

	if (color == FT_COLOR_AUTO)
		use = !context->slurm && !ft_cmd_variable("NO_COLOR") && term &&
		      strcmp(term, "dumb") != 0 &&
		      isatty(ft_stream_fd(context->out));
	if (use)
		ft_stream_colors(context->out);
	return use;
}
