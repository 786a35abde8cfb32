/*
 * color.h - the colours of everything that fairtree draws: a role says what a
 * colour means, a theme gives each role a colour (theme.def).  One colour has one
 * meaning, and none is the only sign of it.
 *
 * No terminals, files or pictures here: who draws says how many colours there are.
 */
#ifndef FT_REPORT_COLOR_COLOR_H
#define FT_REPORT_COLOR_COLOR_H

#include "base/base.h"
#include "base/text/str.h"

enum ft_role {
#define FT_ROLE(id, ...) FT_ROLE_##id,
#include "report/color/theme.def"
#undef FT_ROLE
	FT_ROLE_COUNT
};
#define FT_SERIES 6 /* SERIES_1 and those after it */

/* In the order of FT_THEME_CHOICES. */
enum ft_theme {
	FT_THEME_AUTO, /* the background is not known */
	FT_THEME_DARK,
	FT_THEME_LIGHT,
	FT_THEME_MONO, /* attributes only */
	FT_THEME_HIGH_CONTRAST,
	FT_THEME_COUNT
};
#define FT_THEME_CHOICES "auto|dark|light|mono|high-contrast"

enum ft_depth {
	FT_DEPTH_NONE, /* attributes only */
	FT_DEPTH_8,    /* also where there are 16 */
	FT_DEPTH_256,
	FT_DEPTH_TRUE,   /* 24 bits: red, green, blue */
	FT_DEPTH_PICTURE /* the same, without a terminal: nothing is its own, and
			    a theme that suits any background is dark */
};

/* What a drawing may use; {0}: no colours. */
struct ft_paint {
	enum ft_theme theme;
	enum ft_depth depth;
};

enum ft_attribute {
	FT_BOLD = 1,
	FT_DIM = 2, /* only where the role has no colour: it is to look grey */
	FT_REVERSE = 4,
	FT_UNDERLINE = 8
};

#define FT_COLOR_OWN (-1) /* the terminal's own */

/*
 * Returns the colour of ROLE: 0..7, 0..255 or 0xrrggbb, as paint->depth says, or
 * FT_COLOR_OWN.
 */
int ft_paint_color(const struct ft_paint *paint, enum ft_role role);
/* Returns ATTRIBUTES, of enum ft_attribute, without FT_DIM if ROLE has a colour. */
unsigned ft_paint_attributes(
    const struct ft_paint *paint, unsigned attributes, enum ft_role role);
/*
 * Append the sequence (ECMA-48) that selects ATTRIBUTES, of enum ft_attribute, and
 * the colour of ROLE on the background, whatever was selected before.
 */
void ft_paint_add(struct ft_str *str, const struct ft_paint *paint,
    unsigned attributes, enum ft_role role);

#define FT_PAINT_END "\033[0m"
/*
 * Returns how many of LEN bytes at AT are the end, or a sequence of text of any
 * role, plain, bold or dim; 0: they are none.  *cut: its end may still come.
 */
size_t ft_paint_match(
    const struct ft_paint *paint, const char *at, size_t len, bool *cut);

#endif
