/* Maps of names: whatever is read can be written, and is then read the same. */
#include "io/site/pseudonym.h"

#include "fuzz/fuzz.h"

static bool
read_and_write(const char *text, size_t size, struct ft_str *str)
{
	struct ft_pseudonyms names = { 0 };
	struct ft_error err = { 0 };
	bool good =
	    ft_pseudonyms_parse(&names,
		&(struct ft_input){ "fuzz", text, size }, &err) == FT_OK;

	if (!good)
		must_have_place(err.text);
	else
		good = ft_pseudonyms_give(&names, FT_SIBLINGS_LATIN1, &err) ==
		       FT_OK;
	if (good)
		ft_pseudonyms_write(&names, str);
	ft_pseudonyms_free(&names);
	return good;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_str first = { 0 }, second = { 0 };

	if (read_and_write((const char *)data, size, &first))
		must(read_and_write(first.data, first.len, &second) &&
			 !strcmp(first.data, second.data),
		    "what was written is read the same");
	ft_str_free(&first);
	ft_str_free(&second);
	return 0;
}
