/* One copy of each string, found again after any number of others. */
#include <stdio.h>
#include <string.h>

#include "base/intern.h"
#include "tap/tap.h"

enum { MANY = 5000 };

static void
test_same(void)
{
	struct ft_intern intern = { 0 };
	char text[] = "phys";
	const char *first, *empty;

	first = ft_intern(&intern, text);
	is_str(first, "phys", "the same text");
	ok(first != text, "but a copy");
	text[0] = 'x';
	is_str(first, "phys", "which stays");
	ok(ft_intern(&intern, "phys") == first, "once");
	ok(ft_intern_n(&intern, "physics", 4) == first, "by length too");
	ok(ft_intern(&intern, "phy") != first, "a beginning is another");
	ok(ft_intern(&intern, "physics") != first, "so is what goes on");
	empty = ft_intern(&intern, "");
	is_str(empty, "", "nothing");
	ok(ft_intern(&intern, NULL) == empty, "NULL is nothing");
	ok(ft_intern_n(&intern, "x", 0) == empty, "and so is no byte");
	ft_intern_free(&intern);
	ok(!intern.n && !intern.cap, "freed");
	is_str(ft_intern(&intern, "again"), "again", "and used again");
	ft_intern_free(&intern);
}

static void
test_many(void)
{
	static const char *kept[MANY];
	struct ft_intern intern = { 0 };
	char text[16];
	bool same = true;

	for (int i = 0; i < MANY; i++) {
		snprintf(text, sizeof text, "user%d", i);
		kept[i] = ft_intern(&intern, text);
	}
	for (int i = 0; i < MANY; i++) {
		snprintf(text, sizeof text, "user%d", i);
		same = same && !strcmp(kept[i], text) &&
		       ft_intern(&intern, text) == kept[i];
	}
	ok(same, "all are found again, where they were");
	is_u64(intern.n, MANY, "each counts once");
	ft_intern_free(&intern);
}

int
main(void)
{
	test_same();
	test_many();
	return done_testing();
}
