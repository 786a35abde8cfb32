#include "model/research/population.h"

#include "base/text/scan.h"

#define PERCENT        (FT_POPULATION_ALL / 100)
#define REST_NARROWEST 7
#define REST_WIDEST    26

/* ---- reading ---------------------------------------------------------------- */

/* Copy what stands before the next byte STOP; false: too long, or no STOP. */
static bool
take(struct ft_scan *reading, char stop, char *word, size_t size)
{
	const char *end = strchr(reading->at, stop);
	size_t len = end ? (size_t)(end - reading->at) : 0;

	if (!end || len + 1 > size)
		return false;
	memcpy(word, reading->at, len);
	word[len] = '\0';
	reading->at = end + 1;
	return true;
}

/* "NUMBER:", 1..MOST */
static bool
take_number(struct ft_scan *reading, uint32_t most, uint32_t *number)
{
	char word[16];

	return take(reading, ':', word, sizeof word) &&
	       ft_num_u32(word, number) && *number >= 1 && *number <= most;
}

/* "62%", "0.5%" */
static bool
take_share(struct ft_scan *reading, uint32_t *share)
{
	int64_t whole;
	int32_t micro;
	char word[32];

	/* a percent is 10000 millionths of all */
	if (!take(reading, '%', word, sizeof word) ||
	    !ft_num_micro(word, &whole, &micro) || whole > 100 || micro % 100)
		return false;
	*share = (uint32_t)whole * PERCENT + (uint32_t)micro / 100;
	return true;
}

static enum ft_status
take_class(struct ft_scan *reading, struct ft_population_class *class)
{
	uint32_t planned, real;
	const char *at = reading->at;

	if (!take_number(reading, FT_GAME_MOST_NODES, &class->width))
		return ft_scan_fail(reading, at,
		    "expected WIDTH:PLANNED:REAL:SHARE%%, WIDTH from 1 to "
		    "1000000");
	at = reading->at;
	if (!take_number(reading, FT_GAME_MOST_MINUTES, &planned))
		return ft_scan_fail(
		    reading, at, "expected planned minutes, from 1 on");
	at = reading->at;
	if (!take_number(reading, FT_GAME_MOST_MINUTES, &real))
		return ft_scan_fail(
		    reading, at, "expected real minutes, from 1 on");
	class->planned = planned;
	class->real = real;
	at = reading->at;
	if (!take_share(reading, &class->share))
		return ft_scan_fail(reading, at,
		    "expected a share such as 62%% or 0.5%%, of four decimals "
		    "at most");
	return FT_OK;
}

enum ft_status
ft_population_parse(struct ft_population *population, const char *text,
    size_t *column, struct ft_error *err)
{
	struct ft_scan reading = { text, text, column, err };
	uint64_t shares = 0;

	population->n = 0;
	for (;;) {
		const char *at = reading.at;
		struct ft_population_class *class =
		    &population->class[population->n];

		if (population->n == FT_POPULATION_CLASSES)
			return ft_scan_fail(
			    &reading, at, "more than 32 classes of jobs");
		if (take_class(&reading, class) != FT_OK)
			return FT_EPARSE;
		population->n++;
		shares += class->share;
		if (shares > FT_POPULATION_ALL)
			return ft_scan_fail(
			    &reading, at, "the shares come to more than 100%%");
		if (!*reading.at)
			return FT_OK;
		if (*reading.at != ',')
			return ft_scan_fail(
			    &reading, reading.at, "expected a comma");
		reading.at++;
	}
}

uint32_t
ft_population_widest(const struct ft_population *population)
{
	uint32_t widest = 0, shares = 0;

	for (size_t i = 0; i < population->n; i++) {
		const struct ft_population_class *class = &population->class[i];

		shares += class->share;
		if (class->share && class->width > widest)
			widest = class->width;
	}
	if (shares < FT_POPULATION_ALL && widest < REST_WIDEST)
		widest = REST_WIDEST;
	return widest;
}

/* ---- drawing ---------------------------------------------------------------- */

static void
draw_rest(struct ft_rng *rng, struct ft_game_job *job)
{
	static const uint16_t planned[] = { 20, 120, 120, 120, 120, 180, 180,
		180, 240, 360 };

	job->nodes = REST_NARROWEST +
		     ft_rng_below(rng, REST_WIDEST - REST_NARROWEST + 1);
	job->planned = planned[ft_rng_below(rng, FT_COUNT(planned))];
	job->real = job->planned * (30 + (int64_t)ft_rng_below(rng, 71)) / 100;
}

static void
draw_job(const struct ft_population *population, struct ft_rng *rng,
    struct ft_game_job *job)
{
	uint32_t share = ft_rng_below(rng, FT_POPULATION_ALL);

	for (size_t i = 0; i < population->n; i++) {
		const struct ft_population_class *class = &population->class[i];

		if (share >= class->share) {
			share -= class->share;
			continue;
		}
		job->nodes = class->width;
		job->planned = class->planned;
		job->real = class->real;
		return;
	}
	draw_rest(rng, job);
}

void
ft_population_draw(const struct ft_population *population, uint64_t wanted,
    struct ft_rng *rng, struct ft_game_jobs *sample)
{
	uint64_t nodes = 0;

	while (nodes < wanted) {
		struct ft_game_job job = { .source = (uint32_t)sample->n };
		struct ft_str name = { 0 };

		draw_job(population, rng, &job);
		ft_str_addf(&name, "%zu", sample->n + 1);
		job.name = ft_arena_strdup(&sample->arena, ft_str_text(&name));
		ft_str_free(&name);
		ft_game_jobs_add(sample, &job);
		nodes += job.nodes;
	}
}
