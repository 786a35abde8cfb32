/* Flat files: what was read can be written and is then read the same. */
#include "fuzz/fuzz.h"
#include "io/slurm/flatfile.h"

static void
must_equal(const struct ft_flat *a, const struct ft_flat *b)
{
	must(a->n == b->n, "as many lines");
	for (size_t i = 0; i < a->n; i++) {
		const struct ft_flat_line *x = &a->line[i], *y = &b->line[i];

		must(x->kind == y->kind, "the same kind");
		must(!strcmp(x->title, y->title), "the same title");
		must(!strcmp(x->name, y->name), "the same name");
		must(x->n_option == y->n_option, "as many options");
		for (uint32_t k = 0; k < x->n_option; k++) {
			must(!strcmp(x->option[k].key, y->option[k].key),
			    "the same key");
			must(!strcmp(x->option[k].value, y->option[k].value),
			    "the same value");
		}
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_flat flat, again;
	struct ft_error err = { 0 };
	struct ft_str str = { 0 };

	ft_flat_init(&flat, "fuzz");
	if (ft_flatfile_parse(&flat, (const char *)data, size, &err) != FT_OK) {
		must_have_place(err.text);
		ft_flat_free(&flat);
		return 0;
	}
	for (size_t i = 0; i < flat.n; i++)
		must(flat.line[i].line > 0 && *flat.line[i].name &&
			 *flat.line[i].title && *flat.line[i].text,
		    "a line with number, text, title and name");
	ft_flatfile_write(&str, &flat);
	ft_flat_init(&again, "again");
	must(ft_flatfile_parse(&again, str.data, str.len, &err) == FT_OK,
	    "what was written can be read");
	must_equal(&flat, &again);
	ft_flat_free(&flat);
	ft_flat_free(&again);
	ft_str_free(&str);
	return 0;
}
