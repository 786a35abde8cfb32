/* Figures: those that were read, written anew, are read the same. */
#include "io/research/figuresfile.h"

#include <inttypes.h>

#include "base/text/str.h"
#include "fuzz/fuzz.h"

static void
write_figures(struct ft_str *str, const struct ft_figures *figures)
{
	ft_str_add(str, "table,sample,column,value\n");
	for (size_t i = 0; i < figures->n; i++) {
		const struct ft_figure *figure = &figures->item[i];
		int64_t value = -1;

		must(*figure->table && *figure->sample && *figure->column,
		    "names that are not empty");
		must(ft_figures_get(figures, figure->table, figure->sample,
			 figure->column, &value) &&
			 value == figure->hundredths,
		    "each is found, once");
		ft_str_add_csv(str, figure->table);
		ft_str_add_char(str, ',');
		ft_str_add_csv(str, figure->sample);
		ft_str_add_char(str, ',');
		ft_str_add_csv(str, figure->column);
		ft_str_addf(str, ",%" PRId64 ".%02" PRId64 "\n",
		    figure->hundredths / 100, figure->hundredths % 100);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_str first = { 0 }, second = { 0 };
	struct ft_figures figures = { 0 }, again;
	struct ft_error err = { 0 };

	again = (struct ft_figures){ 0 };
	if (ft_figuresfile_read(
		&figures, "fuzz", (const char *)data, size, &err) != FT_OK) {
		must_have_place(err.text);
	} else {
		must(figures.n > 0 && figures.n_sample > 0 &&
			 figures.n_sample <= figures.n,
		    "some figures of some samples");
		write_figures(&first, &figures);
		must(ft_figuresfile_read(&again, "again", ft_str_text(&first),
			 first.len, &err) == FT_OK,
		    "what was written can be read");
		write_figures(&second, &again);
		must(!strcmp(ft_str_text(&first), ft_str_text(&second)),
		    "the same figures");
	}
	ft_figures_free(&figures);
	ft_figures_free(&again);
	ft_str_free(&first);
	ft_str_free(&second);
	return 0;
}
