#include "fsim/generator.h"

#include "fsim/source.h"
#include "io/research/swffile.h"

#define FT_SETTINGS struct fsim_generator
#define MOST        100000000

const struct ft_option fsim_generator_options[] = {
	{ 0, "model", FT_TRACEGEN_MODELS,
	    "what draws jobs: users who submit series of similar ones (series, "
	    "the default), or the model of Lublin and Feitelson with one class "
	    "of jobs, with its batch or interactive jobs, or with both",
	    FT_INTO_CHOICE(gen.model) },
	{ 0, "limits", "MODEL",
	    "draw time limits with f=X (uniform from the run time to 1 + X "
	    "times as much), modal or modal=MAX (few round values up to MAX); "
	    "default: those of series, none with lublin",
	    FT_INTO_CALL_AT(fsim_source_set_limits, gen.limits) },
	{ 0, "seed", "N", "random seed (default 1)",
	    FT_INTO_NUMBER(gen.seed, 0, UINT64_MAX) },
	{ 0, "jobs", "N", "number of jobs (default 3000)",
	    FT_INTO_NUMBER(gen.jobs, 1, MOST) },
	{ 0, "users", "N",
	    "number of users, u1 is the most active (default 40)",
	    FT_INTO_NUMBER(gen.users, 1, MOST) },
	{ 0, "accounts", "N",
	    "number of accounts, g1 has the most users (default 6)",
	    FT_INTO_NUMBER(gen.accounts, 1, MOST) },
	{ 0, "nodes", "N", "nodes of the machine (default 64)",
	    FT_INTO_NUMBER(gen.nodes, 1, MOST) },
	{ 0, "cpus", "N", "processors per node (default 16)",
	    FT_INTO_NUMBER(gen.cpus, 1, MOST) },
	{ 0, "load", "X",
	    "requested work relative to the machine's capacity; above 1 the "
	    "queue grows (default 0.85; with lublin what its arrivals make of "
	    "it)",
	    FT_INTO_REAL(gen.load), FT_GIVEN(loaded) },
	{ 0 },
};

void
fsim_generator_init(struct fsim_generator *generator)
{
	*generator = (struct fsim_generator){ .context = NULL };
	ft_tracegen_init(&generator->gen);
}

size_t
fsim_generator_find(struct ft_word name)
{
	const struct ft_option *row = fsim_generator_options;

	for (size_t i = 0; row[i].name; i++)
		if (ft_word_is(name, row[i].name))
			return i;
	return SIZE_MAX;
}

enum ft_status
fsim_generator_set(struct fsim_generator *generator, size_t i,
    const char *value, struct ft_error *err)
{
	const struct ft_option *row = &fsim_generator_options[i];

	FT_TRY(ft_opt_read(&(struct ft_opt_use){
	    .settings = generator, .row = row, .arg = value, .err = err }));
	generator->given |= 1U << i;
	if (row->given)
		*(bool *)(void *)((char *)generator + row->given) = true;
	return FT_OK;
}

/* One "KEY=VALUE", LEN bytes at WORD. */
static enum ft_status
set_word(struct fsim_generator *generator, const char *word, size_t len,
    struct ft_error *err)
{
	char *copy FT_CLEANUP(ft_free_at) = ft_strndup(word, len);
	char *equals = strchr(copy, '=');
	size_t i =
	    equals ? fsim_generator_find(ft_word_until(copy, "=")) : SIZE_MAX;

	if (i == SIZE_MAX)
		return ft_fail(err, FT_EINVAL,
		    "--generate needs KEY=VALUE,... with options of fsim "
		    "trace, not '%s'",
		    copy);
	if (generator->given & 1U << i)
		return ft_fail(err, FT_EINVAL, "--generate: '%s' is repeated",
		    fsim_generator_options[i].name);
	return fsim_generator_set(generator, i, equals + 1, err);
}

enum ft_status
fsim_generator_parse(
    struct fsim_generator *generator, const char *text, struct ft_error *err)
{
	for (;; text++) {
		size_t len = strcspn(text, ",");

		FT_TRY(set_word(generator, text, len, err));
		text += len;
		if (!*text)
			return FT_OK;
	}
}

enum ft_status
fsim_generator_write(const struct fsim_generator *generator,
    struct ft_str *text, struct ft_error *err)
{
	struct ft_trace trace FT_CLEANUP(ft_trace_free);
	struct ft_tracegen gen = generator->gen;

	ft_trace_init(&trace);
	gen.own_load = gen.model != FT_TRACEGEN_SERIES && !generator->loaded;
	FT_TRY(ft_tracegen_make(&gen, &trace, err));
	ft_swffile_write(text, &trace);
	return FT_OK;
}
