/* Scripts of keys: what is read, written down again, gives the same keys. */
#include "base/mem.h"
#include "fuzz/fuzz.h"
#include "fview/keys/script.h"

/* As it could stand on a command line. */
static void
write_down(const struct fview_script *script, struct ft_str *str)
{
	for (size_t i = 0; i < script->n; i++) {
		const struct fview_stroke *stroke = &script->stroke[i];

		if (!stroke->key)
			ft_str_addf(
			    str, "<Wait %lld>", (long long)stroke->wait);
		else if (stroke->key == '<' || stroke->key == '\\')
			ft_str_addf(str, "\\%c", (char)stroke->key);
		else
			fview_script_name(str, stroke->key);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *file = size > 0 && data[0] == '@' ? "file" : NULL;
	char *text = ft_strndup((const char *)data, size);
	struct fview_script first = { 0 }, second = { 0 };
	struct ft_str again = { 0 };
	struct ft_error err = { 0 };

	if (fview_script_parse(&first, file, text + (file != NULL), &err) ==
	    FT_OK) {
		write_down(&first, &again);
		must(fview_script_parse(
			 &second, NULL, ft_str_text(&again), &err) == FT_OK,
		    "what was written can be read");
		must(first.n == second.n, "as many keys");
		for (size_t i = 0; i < first.n; i++)
			must(first.stroke[i].key == second.stroke[i].key &&
				 first.stroke[i].wait == second.stroke[i].wait,
			    "the same keys");
	} else {
		must(strncmp(err.text,
			 file ? "file:" : "--keys:", file ? 5 : 7) == 0,
		    "a place");
	}
	fview_script_free(&first);
	fview_script_free(&second);
	ft_str_free(&again);
	ft_free(text);
	return 0;
}
