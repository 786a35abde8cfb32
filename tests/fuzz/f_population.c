/* Classes of jobs: what is read can be drawn from, and is what was written. */
#include "model/research/population.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "fuzz/fuzz.h"

static void
must_read_back(const struct ft_population *population)
{
	struct ft_population again;
	struct ft_str text = { 0 };

	for (size_t i = 0; i < population->n; i++) {
		const struct ft_population_class *class = &population->class[i];

		ft_str_addf(&text,
		    "%s%" PRIu32 ":%" PRId64 ":%" PRId64 ":%" PRIu32
		    ".%04" PRIu32 "%%",
		    i ? "," : "", class->width, class->planned, class->real,
		    class->share / 10000, class->share % 10000);
	}
	must(ft_population_parse(&again, ft_str_text(&text), NULL, NULL) ==
		     FT_OK &&
		 again.n == population->n,
	    "what was written can be read");
	for (size_t i = 0; i < again.n; i++)
		must(again.class[i].width == population->class[i].width &&
			 again.class[i].planned ==
			     population->class[i].planned &&
			 again.class[i].real == population->class[i].real &&
			 again.class[i].share == population->class[i].share,
		    "the same classes");
	ft_str_free(&text);
}

static void
must_draw(const struct ft_population *population)
{
	struct ft_game_jobs sample = { 0 };
	struct ft_rng rng;

	ft_rng_init(&rng, 1);
	ft_population_draw(population, 100, &rng, &sample);
	for (size_t i = 0; i < sample.n; i++)
		must(sample.job[i].nodes >= 1 &&
			 sample.job[i].nodes <=
			     ft_population_widest(population) &&
			 sample.job[i].planned >= 1 && sample.job[i].real >= 1,
		    "jobs within bounds");
	ft_game_jobs_free(&sample);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);
	struct ft_population population;
	struct ft_error err = { 0 };
	size_t column = 0;

	if (ft_population_parse(&population, text, &column, &err) != FT_OK) {
		must(column <= strlen(text), "a place in the text");
		must(*err.text && !strchr(err.text, '\n'), "a message");
	} else {
		must_read_back(&population);
		must_draw(&population);
	}
	ft_free(text);
	return 0;
}
