#include "base/sort.h"

#include <stdint.h>
#include <stdlib.h>

#include "tap/tap.h"

int
main(void)
{
	const char *text[] = { "b", "", "B", "a" };
	uint32_t number[] = { 3, UINT32_MAX, 0, 3 };
	int64_t wide[] = { 1, INT64_MIN, INT64_MAX, -1 };

	qsort(text, 4, sizeof *text, ft_by_text);
	is_str(text[0], "", "the empty text comes first");
	is_str(text[1], "B", "capitals come before small letters");
	is_str(text[3], "b", "and those in their order");
	qsort(number, 4, sizeof *number, ft_by_u32);
	ok(!number[0] && number[1] == 3 && number[2] == 3, "small numbers");
	is_u64(number[3], UINT32_MAX, "the largest comes last");
	qsort(wide, 4, sizeof *wide, ft_by_i64);
	ok(wide[0] == INT64_MIN && wide[1] == -1 && wide[2] == 1 &&
		wide[3] == INT64_MAX,
	    "signs count");
	return done_testing();
}
