/* Texts of --generate: what is accepted is accepted as the words of fsim trace, in
 * any order, and a small trace can be drawn and read. */
#include "base/mem.h"
#include "fsim/generator.h"
#include "fuzz/fuzz.h"
#include "io/research/swffile.h"

#define FEW 50 /* jobs, users, accounts of a trace that is drawn */

/* The words of TEXT, the last one first. */
static char *
reversed(const char *text)
{
	struct ft_str str = { 0 };

	for (size_t end = strlen(text);;) {
		size_t from = end;

		while (from > 0 && text[from - 1] != ',')
			from--;
		ft_str_add_n(&str, text + from, end - from);
		if (from == 0)
			break;
		ft_str_add_char(&str, ',');
		end = from - 1;
	}
	return ft_str_take(&str);
}

static void
draw(const struct fsim_generator *generator)
{
	struct ft_str text = { 0 };
	struct ft_trace trace;
	struct ft_error err = { 0 };

	if (generator->gen.jobs > FEW || generator->gen.users > FEW ||
	    generator->gen.accounts > FEW || generator->gen.nodes > FEW ||
	    generator->gen.cpus > FEW)
		return;
	if (fsim_generator_write(generator, &text, &err) != FT_OK) {
		must(*err.text, "a reason");
		ft_str_free(&text);
		return;
	}
	ft_trace_init(&trace);
	must(ft_swffile_parse(&trace,
		 &(struct ft_input){ "fuzz", ft_str_text(&text), text.len },
		 NULL, &err) == FT_OK,
	    "what was drawn can be read");
	must(trace.n == generator->gen.jobs, "as many jobs as were asked for");
	ft_trace_free(&trace);
	ft_str_free(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);
	char *other = reversed(text);
	struct fsim_generator generator, again;
	struct ft_error err = { 0 };

	fsim_generator_init(&generator);
	fsim_generator_init(&again);
	if (fsim_generator_parse(&generator, text, &err) != FT_OK) {
		must(*err.text, "a reason");
	} else {
		must(fsim_generator_parse(&again, other, &err) == FT_OK,
		    "the words in another order");
		must(generator.given && generator.given == again.given &&
			 generator.gen.seed == again.gen.seed &&
			 generator.gen.jobs == again.gen.jobs,
		    "the same settings");
		draw(&generator);
	}
	ft_free(text);
	ft_free(other);
	return 0;
}
