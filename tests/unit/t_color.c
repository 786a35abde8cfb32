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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fview/output/svg.h"
#include "report/chart/plot.h"
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

/*
 * The sixteen colours. xterm's defaults: color0 to color15 of XTerm-col.ad.
 * Solarized (https://ethanschoonover.com/solarized/): base02, red, green, yellow,
 * blue, magenta, cyan, base2; base03, orange, base01, base00, base0, violet, base1,
 * base3.
 */
static const int xterm[] = { 0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee,
	0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
	0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff };
static const int solarized[] = { 0x073642, 0xdc322f, 0x859900, 0xb58900,
	0x268bd2, 0xd33682, 0x2aa198, 0xeee8d5, 0x002b36, 0xcb4b16, 0x586e75,
	0x657b83, 0x839496, 0x6c71c4, 0x93a1a1, 0xfdf6e3 };

static const struct ground {
	const char *name;
	const int *basic; /* the sixteen colours */
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
	if ((theme == FT_THEME_DARK || theme == FT_THEME_LIGHT) &&
	    grounds[i].light != (theme == FT_THEME_LIGHT))
		return false;
	return depth == FT_DEPTH_8 || grounds[i].basic == xterm;
}

/* The role whose contrast with GROUND is least, and that. */
static double
least(const struct ft_paint *paint, const struct ground *ground,
    enum ft_role *role)
{
	int own = ft_paint_color(paint, FT_ROLE_GROUND);
	int under = own == FT_COLOR_OWN ? ground->rgb
					: rgb_of(paint->depth, ground, own);
	double found = (double)INFINITY;

	for (int i = 0; i < FT_ROLE_COUNT; i++) {
		int color = ft_paint_color(paint, (enum ft_role)i);
		double here;

		if (color == FT_COLOR_OWN || i == FT_ROLE_GROUND)
			continue;
		here = contrast(rgb_of(paint->depth, ground, color), under);
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
static const char *const themes[] = { "auto", "dark", "light", "mono",
	"high-contrast" };

/* Level AAA (success criterion 1.4.6) is 7. */
static double
wanted(enum ft_theme theme)
{
	return theme == FT_THEME_HIGH_CONTRAST ? 7 : AA;
}

static void
test_terminals(void)
{
	static const enum ft_depth depths[] = { FT_DEPTH_8, FT_DEPTH_256,
		FT_DEPTH_TRUE };
	static const char *const names[] = { "8 or 16", "256", "24 bits of" };

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
				ok(found >= wanted(paint.theme),
				    "%s, %s colours, %s: %.2f, %s",
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

			ok(i == FT_ROLE_GROUND ||
				contrast(color, ground) >= wanted(paint.theme),
			    "%s picture: %s: %.2f", themes[theme], roles[i],
			    contrast(color, ground));
		}
	}
	is_i64(ft_paint_color(
		   &(struct ft_paint){ FT_THEME_LIGHT, FT_DEPTH_PICTURE },
		   FT_ROLE_GROUND),
	    0xffffff, "a light picture is white");
}

/* ---- what is written into pictures -------------------------------------------- */

/*
 * The least contrast between the colour after MARK and any other between TEXT and
 * END; *n: how many others there are, each once.
 */
static double
least_written(const char *text, const char *end, const char *mark, size_t *n)
{
	const char *ground = strstr(text, mark);
	double found = (double)INFINITY;
	unsigned under, seen[64];

	*n = 0;
	if (!ground || ground > end ||
	    sscanf(ground + strlen(mark), "#%6x", &under) != 1)
		return 0;
	for (; (text = strchr(text, '#')) && text < end; text++) {
		unsigned color;
		size_t i = 0;

		if (sscanf(text, "#%6x", &color) != 1 || color == under)
			continue;
		while (i < *n && seen[i] != color)
			i++;
		if (i == *n && *n < FT_COUNT(seen))
			seen[(*n)++] = color;
		found = fmin(found, contrast((int)color, (int)under));
	}
	return found;
}

static void
check_written(
    enum ft_theme theme, const char *what, const char *text, const char *mark)
{
	/* light, then dark: as the reader chooses */
	const char *dark = strstr(text, "@media(prefers-color-scheme:dark)");
	const char *parts[] = { text, dark, text + strlen(text) };

	for (int i = 0; i < 2 && (dark || i == 0); i++) {
		const char *end = i == 0 && dark ? dark : parts[2];
		size_t n;
		double found = least_written(parts[i], end, mark, &n);

		/* at least text, grey and six series; black on paper */
		ok(n >= (theme == FT_THEME_MONO ? 1 : 8), "%s %s: %zu colours",
		    themes[theme], what, n);
		ok(found >= wanted(theme), "%s %s: %.2f", themes[theme], what,
		    found);
	}
	ok((theme == FT_THEME_AUTO && mark[0] == '.') == (dark != NULL),
	    "%s %s: only auto charts follow the reader", themes[theme], what);
}

/* A chart with all series, and a frame with all styles. */
static void
test_written(void)
{
	static const double value[] = { 1, 0.5 };
	static const char *const names[] = { "a", "b" };
	struct ft_chart chart = { .kind = FT_CHART_BARS,
		.unit = FT_CHART_PERCENT,
		.title = "t",
		.n = 2,
		.label = names };

	for (int i = 0; i < FT_SERIES; i++)
		ft_chart_add(&chart, "series", value);
	for (int i = 0; i < FT_THEME_COUNT; i++) {
		enum ft_theme theme = (enum ft_theme)i;
		struct ft_str frame FT_CLEANUP(ft_str_free) = { 0 };
		struct fview_grid grid;
		struct ft_out out;

		ft_out_init(&out, NULL);
		ft_plot_svg(
		    &out, &chart, 1, &(struct ft_plot_look){ "t", theme });
		check_written(
		    theme, "chart", ft_str_text(&out.text), ".b{fill:");
		ft_out_free(&out);
		fview_grid_init(&grid);
		fview_grid_clear(&grid, 1, 1);
		grid.paint = (struct ft_paint){ theme, FT_DEPTH_PICTURE };
		fview_svg_still(&frame, &grid, "t");
		check_written(
		    theme, "frame", ft_str_text(&frame), "rx=\"8\" fill=\"");
		fview_grid_free(&grid);
	}
}

/* A recording has 256 colours on the background of the picture. */
static void
test_recordings(void)
{
	for (int theme = FT_THEME_DARK; theme < FT_THEME_COUNT; theme++) {
		struct ft_paint paint = { (enum ft_theme)theme, FT_DEPTH_256 },
				picture = { (enum ft_theme)theme,
					FT_DEPTH_PICTURE };
		struct ground ground = { "recording", xterm,
			ft_paint_color(&picture, FT_ROLE_GROUND), false };
		enum ft_role role = FT_ROLE_TEXT;
		double found = least(&paint, &ground, &role);

		ok(found >= wanted(paint.theme), "%s recording: %.2f, %s",
		    themes[theme], found, roles[role]);
	}
}

/* Which of colours 8 to 15 can be read on backgrounds of xterm and Solarized
 * alike: bright cyan, which is a grey in Solarized, and white; so 8 are used. */
static void
test_bright(void)
{
	for (int color = 8; color < 16; color++) {
		bool dark = true, light = true;

		for (size_t i = 0; i < FT_COUNT(grounds); i++) {
			bool read = contrast(grounds[i].basic[color],
					grounds[i].rgb) >= AA;

			if (grounds[i].light)
				light = light && read;
			else
				dark = dark && read;
		}
		ok(!light, "colour %d is for no light background", color);
		is_i64(dark, color == 14 || color == 15,
		    "colour %d on dark ones", color);
	}
}

/* Returns how many roles before ROLE have its colour. */
static int
sharing(const struct ft_paint *paint, int role, int from)
{
	int color = ft_paint_color(paint, (enum ft_role)role);
	int same = 0;

	for (int i = from; i < role && color != FT_COLOR_OWN; i++)
		same += color == ft_paint_color(paint, (enum ft_role)i);
	return same;
}

/* One colour has one meaning; series only differ from each other. */
static void
test_meanings(void)
{
	for (int theme = 0; theme < FT_THEME_COUNT; theme++) {
		for (int depth = FT_DEPTH_8; depth <= FT_DEPTH_TRUE; depth++) {
			struct ft_paint paint = { (enum ft_theme)theme,
				(enum ft_depth)depth };

			/* white on black, and nothing else, has 7 in both */
			if (theme == FT_THEME_HIGH_CONTRAST &&
			    depth == FT_DEPTH_8)
				continue;
			for (int i = 0; i < FT_ROLE_COUNT; i++)
				is_i64(sharing(&paint, i,
					   i < FT_ROLE_SERIES_1
					       ? 0
					       : FT_ROLE_SERIES_1),
				    0, "%s, depth %d: %s has its own colour",
				    themes[theme], depth, roles[i]);
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
		{ { FT_THEME_DARK, FT_DEPTH_8 }, FT_BOLD, FT_ROLE_OVER,
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
		{ { FT_THEME_MONO, FT_DEPTH_TRUE }, FT_BOLD, FT_ROLE_PLACE,
		    "\033[0;1m" },
		{ { FT_THEME_HIGH_CONTRAST, FT_DEPTH_8 }, 0, FT_ROLE_TEXT,
		    "\033[0;37;40m" },
		{ { FT_THEME_HIGH_CONTRAST, FT_DEPTH_TRUE }, 0, FT_ROLE_HERE,
		    "\033[0;38;2;255;255;0;48;2;8;8;8m" },
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
	is_u64(ft_paint_match(
		   &(struct ft_paint){ FT_THEME_HIGH_CONTRAST, FT_DEPTH_256 },
		   FT_PAINT_END, 4, &cut),
	    4, "the end passes where text has colours");
}

/* ---- without colours ----------------------------------------------------------- */

/* The words or marks that say the same as a style does. */
static const struct {
	enum fview_style style;
	const char *mark;
} marks[] = {
	{ FVIEW_STYLE_NORMAL, "nothing is meant" },
	{ FVIEW_STYLE_DONE, "a place (#1) or the word done beside it" },
	{ FVIEW_STYLE_PATH, "the sign of the walk (>), or here" },
	{ FVIEW_STYLE_PLACE, "#1, or the word place" },
	{ FVIEW_STYLE_EDIT, "an arrow from before to after, or before:" },
	{ FVIEW_STYLE_UNDER, "under-served, or a number of 1 or more" },
	{ FVIEW_STYLE_OVER, "over-served, or a number below 1, or >" },
	{ FVIEW_STYLE_BAR, "the bar itself" },
	{ FVIEW_STYLE_NOTE, "a sentence" },
	{ FVIEW_STYLE_ERROR, "a sentence" },
	{ FVIEW_STYLE_SERIES_1, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_2, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_3, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_4, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_5, "a letter, or a fill" },
	{ FVIEW_STYLE_SERIES_6, "a letter, or a fill" },
	{ FVIEW_STYLE_KEY, "the name of a key, before what it does" },
	{ FVIEW_STYLE_STAMP, "#4, or the word place" },
};

static bool
is_marked(int style)
{
	for (size_t i = 0; i < FT_COUNT(marks); i++) {
		if ((int)marks[i].style == style)
			return true;
	}
	return false;
}

/* Without colours two styles differ in attributes, or one has a mark. */
static void
test_marks(void)
{
	for (int a = 0; a < FVIEW_STYLE_COUNT; a++) {
		for (int b = 0; b < a; b++)
			ok(fview_styles[a].attributes !=
				    fview_styles[b].attributes ||
				is_marked(a) || is_marked(b),
			    "%s and %s differ without colours",
			    fview_styles[a].name, fview_styles[b].name);
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
	test_written();
	test_recordings();
	test_bright();
	test_meanings();
	test_sequences();
	test_match();
	test_marks();
	return done_testing();
}
