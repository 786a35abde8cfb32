/*
 * Names of keys, and that every key in the table asks for what it says.
 */
#include "fview/keys/keys.h"

#include <string.h>

#include "algo/share/fairtree.h"
#include "lib/filmed.h"
#include "tap/tap.h"
#include "fview/view.h"

static const struct {
	const char *name;
	uint32_t key;
} keys[] = {
	{ "a", 'a' },
	{ "?", '?' },
	{ "C", 'C' },
	{ "F", 'F' },
	{ "-", '-' },
	{ "\xc3\xa9", 0xe9 },
	{ "Space", ' ' },
	{ "Left", VIEW_KEY_LEFT },
	{ "S-Right", VIEW_KEY_SHIFT_RIGHT },
	{ "PgDn", VIEW_KEY_PAGE_DOWN },
	{ "Esc", VIEW_KEY_ESCAPE },
	{ "C-l", 12 },
	{ "F1", VIEW_KEY_F1 },
	{ "F12", VIEW_KEY_F12 },
};

static const char *const bad[] = { "", " ", "ab", "space", "F0", "F13", "F01",
	"F1x", "C-", "C-L", "C-ab", "S-a", "\xff", "\xc3", "\t", "F111" };

static void
check_names(void)
{
	char buf[16];

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		is_u64(view_key_parse(keys[i].name, strlen(keys[i].name)),
		    keys[i].key, "parse %s", keys[i].name);
		is_str(view_key_name(keys[i].key, buf, sizeof buf),
		    keys[i].name, "name of %s", keys[i].name);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		is_u64(view_key_parse(bad[i], strlen(bad[i])), VIEW_KEY_NONE,
		    "no key: %zu", i);
}

/* Each name in the table is a key, and that key asks for this row. */
static void
check_table(void)
{
	for (int i = 0; i < VIEW_REQUEST_COUNT; i++) {
		enum view_request request = (enum view_request)i;
		const char *at = view_requests[i].keys;
		size_t n = 0;

		ok(*at && *view_requests[i].group && *view_requests[i].sentence,
		    "request %d is told", i);
		for (; *at; n++) {
			size_t len = strcspn(at, " ");
			uint32_t key = view_key_parse(at, len);

			ok(key != VIEW_KEY_NONE, "'%.*s' is a key", (int)len,
			    at);
			is_u64(view_request_key(request, n), key,
			    "number %zu of it", n);
			is_i64(view_key_request(key), i,
			    "'%.*s' is bound to it alone", (int)len, at);
			at += len;
			at += strspn(at, " ");
		}
		is_u64(view_request_key(request, n), VIEW_KEY_NONE, "no more");
	}
	is_i64(view_key_request('y'), VIEW_REQUEST_COUNT, "y is not bound");
}

/* Whether WORDS stand in TEXT, with any blanks and line ends between. */
static bool
told(const char *text, const char *words)
{
	for (; *text; text++) {
		const char *at = text, *word = words;

		while (*word && (*at == *word || *word == ' ')) {
			if (*word == ' ') {
				if (*at != ' ' && *at != '\n' && *at != '|')
					break;
				at += strspn(at, " \n|");
				word++;
			} else {
				at++;
				word++;
			}
		}
		if (!*word)
			return true;
	}
	return false;
}

/* The help screen holds every key and every sentence, and fits on no page
 * only. */
static void
check_help(void)
{
	struct view *view = view_new(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));
	struct view_caps caps = { .ascii = true, .color = true };
	struct view_grid grid;
	struct ft_str all = { 0 };

	view_grid_init(&grid);
	(void)view_press(view, '?', 100, 80);
	view_draw(view, &caps, 100, 80, &grid);
	filmed_add_text(&grid, &all);
	for (int i = 0; i < VIEW_REQUEST_COUNT; i++) {
		ok(told(all.data, view_requests[i].sentence), "help has: %s",
		    view_requests[i].sentence);
		if (i != VIEW_REQUEST_SCRUB)
			ok(told(all.data, view_requests[i].keys), "and: %s",
			    view_requests[i].keys);
	}
	for (int i = 0; i < VIEW_COMMAND_COUNT; i++) {
		ok(told(all.data, view_commands[i].syntax) &&
			told(all.data, view_commands[i].sentence),
		    "help has: %s", view_commands[i].syntax);
		ok(strncmp(view_commands[i].syntax, view_commands[i].words,
		       strlen(view_commands[i].words)) == 0,
		    "its words come first");
	}
	(void)view_press(view, VIEW_KEY_ESCAPE, 100, 80);
	ft_str_clear(&all);
	view_draw(view, &caps, 100, 80, &grid);
	filmed_add_text(&grid, &all);
	ok(!told(all.data, "play slower"), "Esc closes it");
	view_grid_free(&grid);
	ft_str_free(&all);
	view_free(view);
}

int
main(void)
{
	check_names();
	check_table();
	check_help();
	return done_testing();
}
