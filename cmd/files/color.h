/*
 * color.h - the option --color, and whether this terminal gets colours.
 */
#ifndef FT_CMD_FILES_COLOR_H
#define FT_CMD_FILES_COLOR_H

#include "cli/opt.h"

/* In the order of FT_COLOR_CHOICES. */
enum ft_color { FT_COLOR_AUTO, FT_COLOR_ALWAYS, FT_COLOR_NEVER };
#define FT_COLOR_CHOICES "auto|always|never"

#define FT_COLOR_OPTION(color)                                                 \
	{                                                                      \
		0, "color", FT_COLOR_CHOICES,                                  \
		    "use colours: on a terminal, always or never",             \
		    FT_OPT_OURS, FT_INTO_CHOICE(color)                         \
	}

/*
 * Returns whether to use colours on standard output.  FT_COLOR_AUTO: on a
 * terminal that takes them (TERM), unless NO_COLOR is set; never under a name
 * of Slurm.
 */
bool ft_color_use(const struct ft_context *context, enum ft_color color);

#endif
