/*
 * color.h - the options --color and --theme, and the colours of this terminal.
 */
#ifndef FT_CMD_FILES_COLOR_H
#define FT_CMD_FILES_COLOR_H

#include "cli/opt.h"
#include "report/color/color.h"

/* In the order of FT_COLOR_CHOICES. */
enum ft_color_use { FT_COLOR_AUTO, FT_COLOR_ALWAYS, FT_COLOR_NEVER };
#define FT_COLOR_CHOICES "auto|always|never"

/* What the options ask for; {0}: what the environment says. */
struct ft_color {
	enum ft_color_use use;
	enum ft_theme theme;
};

/* THEME: the member of the command's settings. */
#define FT_THEME_OPTION(theme)                                                 \
	{                                                                      \
		0, "theme", FT_THEME_CHOICES,                                  \
		    "colours for a dark or a light background, none, or "      \
		    "those "                                                   \
		    "easiest to read; auto: for any background, unless "       \
		    "FAIRTREE_THEME or COLORFGBG says which, and in pictures " \
		    "of "                                                      \
		    "charts the reader's",                                     \
		    FT_OPT_OURS, FT_INTO_CHOICE(theme)                         \
	}
/* COLOR: the same. */
#define FT_COLOR_OPTIONS(color)                                                \
	{ 0, "color", FT_COLOR_CHOICES,                                        \
		"use colours: on a terminal, always or never", FT_OPT_OURS,    \
		FT_INTO_CHOICE(color.use) },                                   \
	    FT_THEME_OPTION(color.theme)

/*
 * Returns the colours of standard output.  FT_COLOR_AUTO: those of a terminal
 * that takes them (TERM, COLORTERM), unless NO_COLOR is set; never any under a
 * name of Slurm.
 */
struct ft_paint ft_color_paint(
    const struct ft_context *context, struct ft_color color);
/* Returns the theme that is asked for, whatever standard output is. */
enum ft_theme ft_color_theme(
    const struct ft_context *context, struct ft_color color);

#endif
