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
	{ "Left", FVIEW_KEY_LEFT },
	{ "S-Right", FVIEW_KEY_SHIFT_RIGHT },
	{ "PgDn", FVIEW_KEY_PAGE_DOWN },
	{ "Esc", FVIEW_KEY_ESCAPE },
	{ "C-l", 12 },
	{ "F1", FVIEW_KEY_F1 },
	{ "F12", FVIEW_KEY_F12 },
};

static const char *const bad[] = { "", " ", "ab", "space", "F0", "F13", "F01",
	"F1x", "C-", "C-L", "C-ab", "S-a", "\xff", "\xc3", "\t", "F111" };

static void
check_names(void)
{
	char buf[16];

	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		is_u64(fview_key_parse(keys[i].name, strlen(keys[i].name)),
		    keys[i].key, "parse %s", keys[i].name);
		is_str(fview_key_name(keys[i].key, buf, sizeof buf),
		    keys[i].name, "name of %s", keys[i].name);
	}
	for (size_t i = 0; i < FT_COUNT(bad); i++)
		is_u64(fview_key_parse(bad[i], strlen(bad[i])), FVIEW_KEY_NONE,
		    "no key: %zu", i);
}

/* Each name in the table is a key, and that key asks for this row. */
static void
check_table(void)
{
	for (int i = 0; i < FVIEW_REQUEST_COUNT; i++) {
		enum fview_request request = (enum fview_request)i;
		const char *at = fview_requests[i].keys;
		size_t n = 0;

		ok(*at && *fview_requests[i].group &&
			*fview_requests[i].sentence,
		    "request %d is told", i);
		for (; *at; n++) {
			size_t len = strcspn(at, " ");
			uint32_t key = fview_key_parse(at, len);

			ok(key != FVIEW_KEY_NONE, "'%.*s' is a key", (int)len,
			    at);
			is_u64(fview_request_key(request, n), key,
			    "number %zu of it", n);
			is_i64(fview_key_request(key), i,
			    "'%.*s' is bound to it alone", (int)len, at);
			at += len;
			at += strspn(at, " ");
		}
		is_u64(
		    fview_request_key(request, n), FVIEW_KEY_NONE, "no more");
	}
	is_i64(fview_key_request('y'), FVIEW_REQUEST_COUNT, "y is not bound");
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
	struct fview *view = fview_new(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));
	struct fview_caps caps = { .ascii = true };
	struct fview_grid grid;
	struct ft_str all = { 0 };

	fview_grid_init(&grid);
	(void)fview_press(view, '?', 100, 80);
	fview_draw(view, &caps, 100, 80, &grid);
	filmed_add_text(&grid, &all);
	for (int i = 0; i < FVIEW_REQUEST_COUNT; i++) {
		ok(told(all.data, fview_requests[i].sentence), "help has: %s",
		    fview_requests[i].sentence);
		if (i != FVIEW_REQUEST_SCRUB)
			ok(told(all.data, fview_requests[i].keys), "and: %s",
			    fview_requests[i].keys);
	}
	for (int i = 0; i < FVIEW_COMMAND_COUNT; i++) {
		ok(told(all.data, fview_commands[i].syntax) &&
			told(all.data, fview_commands[i].sentence),
		    "help has: %s", fview_commands[i].syntax);
		ok(strncmp(fview_commands[i].syntax, fview_commands[i].words,
		       strlen(fview_commands[i].words)) == 0,
		    "its words come first");
	}
	(void)fview_press(view, FVIEW_KEY_ESCAPE, 100, 80);
	ft_str_clear(&all);
	fview_draw(view, &caps, 100, 80, &grid);
	filmed_add_text(&grid, &all);
	ok(!told(all.data, "play slower"), "Esc closes it");
	fview_grid_free(&grid);
	ft_str_free(&all);
	fview_free(view);
}

int
main(void)
{
	check_names();
	check_table();
	check_help();
	return done_testing();
}
