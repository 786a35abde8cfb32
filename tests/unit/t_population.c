#include "model/research/population.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

/* "WIDTH:PLANNED:REAL:SHARE ...", or "COLUMN: message" */
static const char *
parse(const char *text)
{
	static struct ft_str str;
	struct ft_population population;
	struct ft_error err = { 0 };
	size_t column = 0;

	ft_str_clear(&str);
	if (ft_population_parse(&population, text, &column, &err) != FT_OK) {
		ft_str_addf(&str, "%zu: %s", column, err.text);
		return ft_str_text(&str);
	}
	for (size_t i = 0; i < population.n; i++) {
		const struct ft_population_class *class = &population.class[i];

		ft_str_addf(&str,
		    "%s%" PRIu32 ":%" PRId64 ":%" PRId64 ":%" PRIu32,
		    i ? " " : "", class->width, class->planned, class->real,
		    class->share);
	}
	return ft_str_text(&str);
}

static void
test_parse(void)
{
	/* clang-format off */
	static const struct { const char *text, *want; } row[] = {
		{ "16:40:19:62%", "16:40:19:620000" },
		{ "1:1:1:100%", "1:1:1:1000000" },
		{ "1:2:3:0.0001%,4:5:6:99.9999%", "1:2:3:1 4:5:6:999999" },
		{ "1000000:100000000:100000000:0%",
		    "1000000:100000000:100000000:0" },
		{ "", "0: expected WIDTH:PLANNED:REAL:SHARE%, WIDTH from 1 to 1000000" },
		{ "0:1:1:1%", "0: expected WIDTH:PLANNED:REAL:SHARE%, WIDTH from 1 to 1000000" },
		{ "1000001:1:1:1%", "0: expected WIDTH:PLANNED:REAL:SHARE%, WIDTH from 1 to 1000000" },
		{ "16:x:19:62%", "3: expected planned minutes, from 1 on" },
		{ "16:40:-1:62%", "6: expected real minutes, from 1 on" },
		{ "16:40:19:62", "9: expected a share such as 62% or 0.5%, of four decimals at most" },
		{ "16:40:19:1.00001%", "9: expected a share such as 62% or 0.5%, of four decimals at most" },
		{ "16:40:19:101%", "9: expected a share such as 62% or 0.5%, of four decimals at most" },
		{ "16:40:19:62%x", "12: expected a comma" },
		{ "16:40:19:62%,", "13: expected WIDTH:PLANNED:REAL:SHARE%, WIDTH from 1 to 1000000" },
		{ "1:1:1:60%,2:2:2:41%", "10: the shares come to more than 100%" },
		{ "1:1:1:100%,2:2:2:0.0001%", "11: the shares come to more than 100%" },
	};
	/* clang-format on */
	struct ft_str many = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_str(parse(row[i].text), row[i].want, "'%s'", row[i].text);
	for (int i = 0; i < 33; i++)
		ft_str_addf(&many, "%s1:1:1:1%%", i ? "," : "");
	is_str(parse(ft_str_text(&many)), "288: more than 32 classes of jobs",
	    "33 classes of 9 bytes");
	ft_str_free(&many);
}

static void
test_widest(void)
{
	static const struct {
		const char *text;
		uint32_t want;
	} row[] = {
		{ "16:40:19:62%", 26 },
		{ "16:40:19:100%", 16 },
		{ "300:40:19:1%", 300 },
		{ "300:40:19:0%,4:1:1:100%", 4 },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_population population;

		ft_population_parse(&population, row[i].text, NULL, NULL);
		is_u64(ft_population_widest(&population), row[i].want, "%s",
		    row[i].text);
	}
}

/* Count of jobs in a sample that are not as the header says they are drawn. */
static unsigned
wrong_jobs(const struct ft_game_jobs *sample, uint64_t seed)
{
	static const int64_t planned[] = { 20, 120, 120, 120, 120, 180, 180,
		180, 240, 360 };
	unsigned wrong = 0;
	struct ft_rng rng;

	ft_rng_init(&rng, seed);
	for (size_t i = 0; i < sample->n; i++) {
		struct ft_game_job want = {
			.nodes = 16, .planned = 40, .real = 19
		};
		uint32_t class = ft_rng_below(&rng, 1000000);

		if (class >= 620000 && class < 630000) {
			want.nodes = 8;
			want.planned = 50;
			want.real = 50;
		} else if (class >= 630000) {
			want.nodes = 7 + ft_rng_below(&rng, 20);
			want.planned = planned[ft_rng_below(&rng, 10)];
			want.real =
			    want.planned * (30 + ft_rng_below(&rng, 71)) / 100;
		}
		wrong += want.nodes != sample->job[i].nodes ||
			 want.planned != sample->job[i].planned ||
			 want.real != sample->job[i].real ||
			 strtoul(sample->job[i].name, NULL, 10) != i + 1;
	}
	return wrong;
}

static void
test_draw(void)
{
	struct ft_population population;
	struct ft_game_jobs sample = { 0 };
	struct ft_rng rng;
	size_t crowd = 0;

	ft_population_parse(&population, "16:40:19:62%,8:50:50:1%", NULL, NULL);
	ft_rng_init(&rng, 7);
	ft_population_draw(&population, 100000, &rng, &sample);
	is_u64(wrong_jobs(&sample, 7), 0, "jobs as the stream has them");
	ok(ft_game_jobs_nodes(&sample) >= 100000 &&
		ft_game_jobs_nodes(&sample) - sample.job[sample.n - 1].nodes <
		    100000,
	    "until they ask for as many nodes");
	for (size_t i = 0; i < sample.n; i++)
		crowd += sample.job[i].planned == 40;
	/* binomial, n about 6300, p 0.62: deviation 0.0061; five of them */
	near((long double)crowd / sample.n, 0.62L, 0.031L, "share of a class");
	ft_game_jobs_free(&sample);
}

int
main(void)
{
	test_parse();
	test_widest();
	test_draw();
	return done_testing();
}
