/*
 * Small texts: characters of UTF-8 and their columns, numbers of jobs, comma
 * lists of words.
 */
#include "base/mem.h"
#include "base/text/utf8.h"
#include "common/jobids.h"
#include "cli/arglist.h"
#include "fuzz/fuzz.h"

static void
look_at_characters(const char *text, size_t len)
{
	size_t columns = 0;

	for (const char *at = text; at < text + len;) {
		const char *before = at;
		uint32_t c = ft_utf8_next(&at, text + len);
		int width = ft_utf8_width(c);

		must(at > before && at <= text + len && at - before <= 4,
		    "one character on");
		must(c != FT_UTF8_BAD || at == before + 1, "a bad byte is one");
		must(width >= 0 && width <= 2, "a width");
		columns += (size_t)width;
	}
	must(columns == ft_utf8_columns(text, len), "columns add up");
}

static void
look_at_jobs(const char *text)
{
	struct ft_jobids ids = { 0 };
	bool good = ft_jobids_add(&ids, text), bad = false;

	for (size_t i = 0; i < ids.n; i++) {
		bad = bad || ids.item[i].bad;
		must(strstr(text, ids.item[i].text) != NULL, "as it was given");
	}
	must(good == !bad, "a bad ID is reported");
	ft_jobids_free(&ids);
}

static void
look_at_words(const char *text)
{
	struct ft_arglist words = { 0 };

	ft_arglist_add(&words, text);
	for (size_t i = 0; i < words.n; i++) {
		must(*words.item[i] != '\0', "no empty words");
		must(!strchr(words.item[i], ','), "no commas");
		must(ft_arglist_have(&words, words.item[i]), "found again");
	}
	must(ft_arglist_meet(&words, text) == (words.n > 0), "it meets itself");
	ft_arglist_free(&words);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);

	look_at_characters(text, strlen(text));
	look_at_jobs(text);
	look_at_words(text);
	ft_free(text);
	return 0;
}
