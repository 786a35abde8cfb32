/* Host lists: the names, as a plain list, stand for themselves. */
#include "base/text/hostlist.h"
#include "base/mem.h"
#include "base/text/str.h"
#include "fuzz/fuzz.h"

struct names {
	struct ft_str str;
	size_t n;
};

static enum ft_status
collect(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct names *names = ctx;

	(void)err;
	must(len > 0 && strlen(name) == len, "a name of its length");
	must(!strpbrk(name, ",[]"), "nothing left to expand");
	if (names->n++)
		ft_str_add_char(&names->str, ',');
	ft_str_add_n(&names->str, name, len);
	return FT_OK;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);
	struct names first = { 0 }, second = { 0 };
	struct ft_error err = { 0 };

	if (ft_hostlist_each(text, collect, &first, &err) == FT_OK) {
		must(first.n <= FT_HOSTLIST_MAX, "not too many names");
		must(ft_hostlist_each(ft_str_text(&first.str), collect, &second,
			 &err) == FT_OK &&
			 !strcmp(
			     ft_str_text(&first.str), ft_str_text(&second.str)),
		    "the names expand to themselves");
	} else {
		must(*err.text, "a message");
	}
	ft_str_free(&first.str);
	ft_str_free(&second.str);
	ft_free(text);
	return 0;
}
