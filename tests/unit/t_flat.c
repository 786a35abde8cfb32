#include "model/flat.h"

#include <stdio.h>
#include <string.h>

#include "tap/tap.h"

static void
test_add(void)
{
	struct ft_flat flat;
	struct ft_flat_line *line;
	int bad = 0;

	ft_flat_init(&flat, "x.cfg");
	is_str(flat.file, "x.cfg", "file");
	is_u64(flat.n, 0, "empty");
	line = ft_flat_add(&flat, FT_FLAT_QOS, "goldfish", 4);
	is_str(line->name, "gold", "name");
	is_str(line->title, "QOS", "title of its kind");
	is_str(line->text, "", "no text");
	is_u64(line->line, 1, "first line");
	is_u64(line->n_option, 0, "no options");
	line = ft_flat_add(&flat, FT_FLAT_USER, "u", 1);
	is_u64(line->line, 2, "second line");
	for (unsigned i = 0; i < 100; i++) {
		char key[16], value[16];

		snprintf(key, sizeof key, "key%u", i);
		snprintf(value, sizeof value, "value%u", i);
		ft_flat_add_option(
		    &flat, key, strlen(key), value, strlen(value), i + 1);
	}
	line = &flat.line[1];
	is_u64(line->n_option, 100, "a hundred options");
	for (unsigned i = 0; i < 100; i++) {
		char key[16], value[16];

		snprintf(key, sizeof key, "key%u", i);
		snprintf(value, sizeof value, "value%u", i);
		bad += strcmp(line->option[i].key, key) != 0 ||
		       strcmp(line->option[i].value, value) != 0 ||
		       line->option[i].column != i + 1;
	}
	is_i64(bad, 0, "all of them as they were added");
	is_u64(flat.line[0].n_option, 0, "none on the other line");
	ft_flat_free(&flat);
	is_u64(flat.n, 0, "freed");
}

int
main(void)
{
	test_add();
	return done_testing();
}
