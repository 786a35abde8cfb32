/* Pictures: what is in them, and what a moving one shows at any time. */
#include "fview/output/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "tap/tap.h"

#define ROWS 4
#define COLS 12

static void
put(struct fview_grid *grid, int row, int col, enum fview_style style,
    const char *text)
{
	struct fview_box all = { grid, 0, 0, grid->rows, grid->cols };

	fview_put(&all, row, col, style, text);
}

static void
contains(const struct ft_str *str, const char *part, const char *what)
{
	if (!ok(strstr(ft_str_text(str), part) != NULL, "%s", what))
		diag("%s", ft_str_text(str));
}

static void
test_still(void)
{
	struct fview_grid grid;
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	fview_grid_clear(&grid, ROWS, COLS);
	grid.paint = (struct ft_paint){ FT_THEME_DARK, FT_DEPTH_256 };
	put(&grid, 0, 0, FVIEW_STYLE_PATH, "a<b> & c");
	put(&grid, 1, 2, FVIEW_STYLE_NORMAL, "\xe6\x97\xa5x");
	put(&grid, 2, 0, FVIEW_STYLE_UNDER, "\xe2\x96\x88\xe2\x96\x8c");
	put(&grid, 3, 0, FVIEW_STYLE_FRAME, "\u250c\u2500");
	put(&grid, 3, 4, FVIEW_STYLE_UNDER, "▀▄");
	/* dots 1 and 8: above to the left, below to the right */
	put(&grid, 3, 8, FVIEW_STYLE_UNDER, "\u2881");
	fview_svg_still(&str, &grid, "x & <y>");
	contains(&str, "<title>x &amp; &lt;y&gt;</title>", "a title");
	/* 12 cells of 8.4 and two margins of 12; 4 rows of 16.4 */
	contains(&str, " width=\"124.8\" height=\"89.6\"", "its size");
	contains(&str,
	    "<tspan x=\"12\" textLength=\"67.2\" class=\"path\">"
	    "a&lt;b&gt; &amp; c</tspan>",
	    "text, in one piece");
	contains(&str,
	    "<tspan x=\"28.8\" textLength=\"16.8\">\xe6\x97\xa5</tspan>"
	    "<tspan x=\"45.6\">x</tspan>",
	    "a wide character keeps its place");
	/* one and a half cells: 12.6; two rows of 16.4 below a margin of 12 */
	contains(&str,
	    "<path class=\"under-served\" d=\"M12 44.8h12.6v16.4h-12.6z\"/>",
	    "a bar is a rectangle");
	/* half a row is 8.2, the fifth cell is 4 of 8.4 from the margin */
	contains(&str,
	    "<path class=\"under-served\" d=\"M45.6 61.2h8.4v8.2h-8.4z"
	    "M54 69.4h8.4v8.2h-8.4z\"/>",
	    "half blocks are rectangles");
	/* the cell is at 79.2, 61.2; a dot of 1.8 around 2.1, 2.05 and 6.3, 14.35 */
	contains(&str,
	    "M80.4 62.3h1.8v1.8h-1.8z"
	    "M84.6 74.6h1.8v1.8h-1.8z\"/>",
	    "Braille is drawn, as fonts have it in other widths");
	/* lines of 1 in the middle of a cell of 8.4 by 16.4: 3.7 from the left, 7.7
	   from above; the corner is at 12, 61.2 */
	contains(&str,
	    "<path class=\"frame\" d=\"M15.7 68.9h1v8.7h-1z"
	    "M15.7 68.9h13.1v1h-13.1z\"/>",
	    "the corner of a frame and the line beside it meet");
	ft_str_free(&str);
	fview_grid_free(&grid);
}

/* ---- moving -------------------------------------------------------------------- */

#define FRAMES 40

static struct fview_grid frame[FRAMES];

/* The number at the end of "k12{" or r12" ... */
static const char *
find_rule(const char *text, size_t number)
{
	char name[40];

	snprintf(name, sizeof name, "@keyframes k%zu{", number);
	return strstr(text, name);
}

/*
 * Whether look NUMBER is seen at MS of END by its keyframes: the state of the
 * last percentage that is not later.
 */
static bool
is_seen(const char *text, size_t number, int64_t ms, int64_t end)
{
	const char *at = find_rule(text, number);
	bool seen = false;

	at = strchr(at, '{') + 1;
	while (*at != '}') {
		char *after;
		double percent = strtod(at, &after);

		/* written with three digits; half of the last is 0.0005 */
		if (percent > 100.0 * (double)ms / (double)end + 0.0005)
			break;
		seen = strncmp(after, "%{visibility:visible}", 21) == 0;
		at = strchr(at, '}') + 1;
	}
	return seen;
}

/* Append the text between tags of what starts at AT and ends at END. */
static void
add_text(struct ft_str *str, const char *at, const char *end)
{
	bool tag = false;

	for (; at < end; at++) {
		if (*at == '<' || *at == '>')
			tag = *at == '<';
		else if (!tag && *at != '\n')
			ft_str_add_char(str, *at);
	}
}

/* The letters the picture shows at MS, row by row as they stand in the file. */
static void
seen_at(struct ft_str *str, const char *text, int64_t ms, int64_t end)
{
	const char *line = strstr(text, "</style>");

	while ((line = strchr(line, '\n')) && *++line) {
		const char *stop = line + strcspn(line, "\n");

		if (strncmp(line, "<g id=\"r", 8) == 0 &&
		    !is_seen(text, (size_t)atol(line + 8), ms, end))
			continue;
		add_text(str, line, stop);
	}
}

static int
compare_letters(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

/* Places are told by the letters: sorted they are the same, or not. */
static char *
sorted(struct ft_str *str)
{
	char *text = ft_str_take(str);

	qsort(text, strlen(text), 1, compare_letters);
	return text;
}

static void
make_frames(struct ft_rng *rng)
{
	for (int i = 0; i < FRAMES; i++) {
		fview_grid_init(&frame[i]);
		fview_grid_clear(&frame[i], ROWS, COLS);
		frame[i].paint =
		    (struct ft_paint){ FT_THEME_DARK, FT_DEPTH_256 };
		for (int row = 0; row < ROWS; row++) {
			char letter[2] = { (char)('a' + ft_rng_below(rng, 3)),
				'\0' };

			put(&frame[i], row, (int)ft_rng_below(rng, 3),
			    FVIEW_STYLE_NORMAL, letter);
			if (ft_rng_below(rng, 4) > 0)
				put(&frame[i], row, 5, FVIEW_STYLE_FRAME,
				    "\xe2\x94\x82");
			put(&frame[i], row, 8, FVIEW_STYLE_PATH, letter);
		}
	}
}

static void
test_moving(void)
{
	struct fview_svg *svg = fview_svg_new(ROWS, COLS);
	struct ft_str text = { 0 };
	struct ft_rng rng;
	size_t wrong = 0;
	const int64_t end = FRAMES * 250;

	ft_rng_init(&rng, 5);
	make_frames(&rng);
	for (int i = 0; i < FRAMES; i++)
		fview_svg_frame(svg, i * 250, &frame[i]);
	fview_svg_finish(&text, svg, end, "moving");
	for (int i = 0; i < FRAMES; i++) {
		struct ft_str got = { 0 }, want = { 0 }, still = { 0 };
		char *a, *b;

		seen_at(&got, text.data, i * 250 + 100, end);
		fview_svg_still(&still, &frame[i], "");
		add_text(&want, strstr(still.data, "</style>") + 8,
		    still.data + still.len);
		a = sorted(&got);
		b = sorted(&want);
		wrong += strcmp(a, b) != 0;
		ft_free(a);
		ft_free(b);
		ft_str_free(&still);
	}
	is_u64(wrong, 0, "at any time the picture shows that frame");
	contains(&text, "prefers-reduced-motion", "less motion can be had");
	contains(&text, "10000ms step-end infinite", "it starts again");
	fview_svg_free(svg);
	ft_str_free(&text);
	for (int i = 0; i < FRAMES; i++)
		fview_grid_free(&frame[i]);
}

int
main(void)
{
	test_still();
	test_moving();
	return done_testing();
}
