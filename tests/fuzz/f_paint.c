/* What passes the mask of a terminal: sequences of colours of the theme only. */
#include "fuzz/fuzz.h"
#include "report/color/color.h"

static void
check_sequence(const char *at, size_t len)
{
	must(len > 3 && memcmp(at, FT_PAINT_END, 3) == 0 && at[len - 1] == 'm',
	    "a sequence that first ends all others");
	must(strspn(at + 2, "0123456789;") == len - 3, "numbers only");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct ft_paint paint = { 0 };

	if (size < 2)
		return 0;
	paint.theme = (enum ft_theme)(data[0] % FT_THEME_COUNT);
	paint.depth = (enum ft_depth)(data[1] % (FT_DEPTH_PICTURE + 1));
	for (size_t i = 2; i < size; i++) {
		bool cut = false, later = false;
		size_t len = ft_paint_match(&paint, text + i, size - i, &cut);

		must(len <= size - i, "no more than there is");
		must(len == 0 || text[i] == '\033', "text does not match");
		if (len) {
			check_sequence(text + i, len);
			must(ft_paint_match(
				 &paint, text + i, len - 1, &later) == 0 &&
				 later,
			    "its beginning may go on");
		}
	}
	return 0;
}
