/*
 * generator.h - traces that are drawn instead of read: the options of fsim trace, on
 * its own command line and as words of other verbs.
 */
#ifndef FT_CMD_FSIM_GENERATOR_H
#define FT_CMD_FSIM_GENERATOR_H

#include "cli/opt.h"
#include "model/research/tracegen.h"

struct fsim_generator {
	const struct ft_context *context;
	struct ft_tracegen gen;
	bool loaded;    /* load was given */
	unsigned given; /* bits of the rows that fsim_generator_set read */
};

/* The rows; their settings are a struct fsim_generator. */
extern const struct ft_option fsim_generator_options[];

void fsim_generator_init(struct fsim_generator *generator);
/* Returns the index of the row NAME (LEN bytes, in any case); SIZE_MAX: none. */
size_t fsim_generator_find(struct ft_word name);
/* Set what row I does with VALUE. */
enum ft_status fsim_generator_set(struct fsim_generator *generator, size_t i,
    const char *value, struct ft_error *err);
/* Set "KEY=VALUE,KEY=VALUE".  FT_EINVAL: unknown, repeated or bad. */
enum ft_status fsim_generator_parse(
    struct fsim_generator *generator, const char *text, struct ft_error *err);
/* Append the trace in the Standard Workload Format, as fsim trace writes it. */
enum ft_status fsim_generator_write(const struct fsim_generator *generator,
    struct ft_str *text, struct ft_error *err);

#endif
