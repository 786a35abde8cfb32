/*
 * The themes: each text has a contrast of at least 4.5 with the background it is
 * meant for, by the formula of WCAG 2.1 (success criterion 1.4.3, level AA;
 * https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio), and meanings can be told
 * apart without colours.
 *
 * By hand, colour 243 of 256, a grey of 118: 118 / 255 = 0.462745, its linear
 * part ((0.462745 + 0.055) / 1.055) ^ 2.4 = 0.490753 ^ 2.4 = 0.181164, which is
 * also its luminance; on black (0.181164 + 0.05) / 0.05 = 4.62, on white
 * 1.05 / 0.231164 = 4.54.
 */
#include "report/color/color.h"

#include <math.h>
#include <string.h>

#include "fview/output/grid.h"
#include "tap/tap.h"

#define AA 4.5

/* ---- contrast ---------------------------------------------------------------- */

static double
linear(int channel)
{
	double part = channel / 255.0;

	return part <= 0.04045 ? part / 12.92
			       : pow((part + 0.055) / 1.055, 2.4);
}

static double
luminance(int rgb)
{
	return 0.2126 * linear(rgb >> 16 & 255) +
	       0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
}

static double
contrast(int a, int b)
{
	double one = luminance(a) + 0.05, two = luminance(b) + 0.05;

	return one > two ? one / two : two / one;
}

/* ---- terminals --------------------------------------------------------------- */

/* xterm's defaults (its man page: color0 to color7) and Solarized
 * (https://ethanschoonover.com/solarized/): base02, red ... base2. */
static const int xterm[] = { 0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee,
	0xcd00cd, 0x00cdcd, 0xe5e5e5 };
static const int solarized[] = { 0x073642, 0xdc322f, 0x859900, 0xb58900,
	0x268bd2, 0xd33682, 0x2aa198, 0xeee8d5 };

static const struct ground {
	const char *name;
	const int *basic; /* the eight colours */
	int rgb;
	bool light;
} grounds[] = {
	{ "xterm, black", xterm, 0x000000, false },
	{ "xterm, white", xterm, 0xffffff, true },
	{ "Solarized dark", solarized, 0x002b36, false },
	{ "Solarized light", solarized, 0xfdf6e3, true },
};

/* Colours 16 to 231 are a cube of six steps, 232 to 255 greys. */
static int
cube(int number)
{
	static const int step[] = { 0, 95, 135, 175, 215, 255 };
	int grey = 8 + 10 * (number - 232);

	if (number >= 232)
		return grey << 16 | grey << 8 | grey;
	number -= 16;
	return step[number / 36] << 16 | step[number / 6 % 6] << 8 |
	       step[number % 6];
}

static int
rgb_of(enum ft_depth depth, const struct ground *ground, int color)
{
	if (depth == FT_DEPTH_8)
		return ground->basic[color];
	return depth == FT_DEPTH_256 ? cube(color) : color;
}

/* Solarized's greys make 256 and 24 bits of colour no darker: black and white
 * are what those are measured on. */
static bool
is_meant(enum ft_theme theme, enum ft_depth depth, size_t i)
{
	if (theme != FT_THEME_AUTO &&
	    grounds[i].light != (theme == FT_THEME_LIGHT))
		return false;
	return depth == FT_DEPTH_8 || grounds[i].basic == xterm;
}

/* The role whose contrast with GROUND is least, and that. */
static double
least(const struct ft_paint *paint, const struct ground *ground,
    enum ft_role *role)
{
	double found = INFINITY;

	for (int i = 0; i < FT_ROLE_COUNT; i++) {
		int color = ft_paint_color(paint, (enum ft_role)i);
		double here;

		if (color == FT_COLOR_OWN)
			continue;
		here =
		    contrast(rgb_of(paint->depth, ground, color), ground->rgb);
		if (here < found) {
			found = here;
			*role = (enum ft_role)i;
		}
	}
	return found;
}

static const char *const roles[] = {
#define FT_ROLE(id, ...) [FT_ROLE_##id] = #id,
#include "report/color/theme.def"
#undef FT_ROLE
};
static const char *const themes[] = { "auto", "dark", "light" };

static void
test_terminals(void)
{
	static const enum ft_depth depths[] = { FT_DEPTH_8, FT_DEPTH_256,
		FT_DEPTH_TRUE };
	static const char *const names[] = { "8", "256", "24 bits of" };

	for (int theme = 0; theme < FT_THEME_COUNT; theme++) {
		for (size_t d = 0; d < FT_COUNT(depths); d++) {
			struct ft_paint paint = { (enum ft_theme)theme,
				depths[d] };

			for (size_t i = 0; i < FT_COUNT(grounds); i++) {
				enum ft_role role = FT_ROLE_TEXT;
				double found;

				if (!is_meant(paint.theme, paint.depth, i))
					continue;
				found = least(&paint, &grounds[i], &role);
				ok(found >= AA, "%s, %s colours, %s: %.2f, %s",
				    themes[theme], names[d], grounds[i].name,
				    found, roles[role]);
			}
		}
	}
}

/* A picture brings its background along. */
static void
test_pictures(void)
{
	for (int theme = 0; theme < FT_THEME_COUNT; theme++) {
		struct ft_paint paint = { (enum ft_theme)theme,
			FT_DEPTH_PICTURE };
		int ground = ft_paint_color(&paint, FT_ROLE_GROUND);

		for (int i = 0; i < FT_ROLE_COUNT; i++) {
			int color = ft_paint_color(&paint, (enum ft_role)i);

			ok(i == FT_ROLE_GROUND || contrast(color, ground) >= AA,
			    "%s picture: %s: %.2f", themes[theme], roles[i],
			    contrast(color, ground));
		}
	}
	is_i64(ft_paint_color(
		   &(struct ft_paint){ FT_THEME_LIGHT, FT_DEPTH_PICTURE },
		   FT_ROLE_GROUND),
	    0xffffff, "a light picture is white");
}

/* Roles of the same colour would be one meaning. */
static void
test_meanings(void)
{
	for (int theme = FT_THEME_DARK; theme < FT_THEME_COUNT; theme++) {
		struct ft_paint paint = { (enum ft_theme)theme, FT_DEPTH_TRUE };

		for (int i = 0; i < FT_ROLE_COUNT; i++) {
			int color = ft_paint_color(&paint, (enum ft_role)i);
			int same = 0;

			for (int k = 0; k < i; k++)
				same += color != FT_COLOR_OWN &&
					color == ft_paint_color(
						     &paint, (enum ft_role)k);
			is_i64(same, 0, "%s: %s has a colour of its own",
			    themes[theme], roles[i]);
		}
	}
}

/* ---- sequences --------------------------------------------------------------- */

static void
test_sequences(void)
{
	static const struct {
		struct ft_paint paint;
		unsigned attributes;
		enum ft_role role;
		const char *want;
	} rows[] = {
		{ { FT_THEME_DARK, FT_DEPTH_256 }, 0, FT_ROLE_TEXT, "\033[0m" },
		{ { FT_THEME_DARK, FT_DEPTH_256 }, FT_BOLD, FT_ROLE_HERE,
		    "\033[0;1;38;5;220m" },
		{ { FT_THEME_DARK, FT_DEPTH_8 }, FT_BOLD, FT_ROLE_HERE,
		    "\033[0;1;33m" },
		{ { FT_THEME_DARK, FT_DEPTH_NONE }, FT_BOLD, FT_ROLE_HERE,
		    "\033[0;1m" },
		{ { FT_THEME_AUTO, FT_DEPTH_8 }, FT_DIM, FT_ROLE_GREY,
		    "\033[0;2m" },
		/* grey is dim already */
		{ { FT_THEME_AUTO, FT_DEPTH_256 }, FT_DIM, FT_ROLE_GREY,
		    "\033[0;38;5;243m" },
		/* 0x0969da: 9, 105, 218 */
		{ { FT_THEME_LIGHT, FT_DEPTH_TRUE }, FT_UNDERLINE,
		    FT_ROLE_UNDER, "\033[0;4;38;2;9;105;218m" },
		{ { FT_THEME_LIGHT, FT_DEPTH_TRUE }, FT_REVERSE, FT_ROLE_TEXT,
		    "\033[0;7m" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

		ft_paint_add(
		    &str, &rows[i].paint, rows[i].attributes, rows[i].role);
		is_str(str.data, rows[i].want, "%s", roles[rows[i].role]);
	}
}

/* What may pass to a terminal is what is drawn, and nothing else. */
static void
test_match(void)
{
	const struct ft_paint paint = { FT_THEME_DARK, FT_DEPTH_256 };
	const char bold[] = "\033[0;1;38;5;220mx";
	bool cut = false;

	is_u64(ft_paint_match(&paint, bold, strlen(bold), &cut),
	    strlen(bold) - 1, "a colour passes");
	is_u64(ft_paint_match(&paint, FT_PAINT_END, 4, &cut), 4,
	    "so does the end");
	ok(!cut, "both are whole");
	is_u64(ft_paint_match(&paint, bold, 7, &cut), 0, "half a colour waits");
	ok(cut, "for the rest");
	cut = false;
	is_u64(ft_paint_match(&paint, "\033[0;8mx", 7, &cut), 0,
	    "text is not hidden");
	is_u64(ft_paint_match(&paint, "\033[0;1;38;5;221m", 16, &cut), 0,
	    "nor are other colours passed");
	is_u64(ft_paint_match(&paint, "\033]0;x\007", 6, &cut), 0,
	    "or titles set");
	ok(!cut, "none of them waits");
}

/* ---- without colours ----------------------------------------------------------- */

/* Styles that differ in colour alone: the words or marks that say the same. */
static const struct {
	enum fview_style style;
	const char *mark;
} marks[] = {
	{ FVIEW_STYLE_NORMAL, "nothing is meant" },
	{ FVIEW_STYLE_UNDER, "under-served, or a number of 1 or more" },
	{ FVIEW_STYLE_OVER, "over-served, or a number below 1, or >" },
	{ FVIEW_STYLE_BAR, "the bar itself" },
	{ FVIEW_STYLE_NOTE, "a sentence" },
	{ FVIEW_STYLE_SERIES_1, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_2, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_3, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_4, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_5, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_6, "a letter, or a fill" },
};

static void
test_marks(void)
{
	for (int style = 0; style < FVIEW_STYLE_COUNT; style++) {
		bool marked = fview_styles[style].attributes != 0;

		for (size_t i = 0; i < FT_COUNT(marks); i++)
			marked |= (int)marks[i].style == style;
		ok(marked, "%s is seen without colours",
		    fview_styles[style].name);
	}
}

int
main(void)
{
	/* worked out above */
	ok(fabs(contrast(cube(243), 0x000000) - 4.62) < 0.005, "on black");
	ok(fabs(contrast(cube(243), 0xffffff) - 4.54) < 0.005, "on white");
	test_terminals();
	test_pictures();
	test_meanings();
	test_sequences();
	test_match();
	test_marks();
	return done_testing();
}
