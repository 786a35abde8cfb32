/*
 * meter.h - how far a long piece of work is, for whoever waits for it.
 *
 * The work counts; whoever watches looks at the clock, which libcore does not
 * have, and decides whether to draw anything.  A meter may be NULL everywhere:
 * nobody watches.
 */
#ifndef FT_BASE_METER_H
#define FT_BASE_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ft_meter {
	/* Called again and again; looks at the rest of this. */
	void (*show)(struct ft_meter *meter);
	const char *doing; /* "loading"; NULL: nothing that has a name */
	const char *unit;  /* "lines"; NULL: nothing is counted */
	uint64_t done;     /* so many of them */
	uint64_t total;    /* 0: unknown */
	const char *words; /* in place of these numbers, which then only give
	                      the percentage; NULL: none */
	const char *aside; /* less important, shown where there is room; NULL */
	bool begun;        /* another piece of work than at the last call */
};

#define FT_METER_EVERY 1024 /* units between two looks, a power of 2 */

/* Look at METER, which costs less than a microsecond. */
static inline void
ft_meter_look(struct ft_meter *meter)
{
	if (meter)
		meter->show(meter);
}

/* Begin a piece of work; the strings must outlive it. */
static inline void
ft_meter_begin(
    struct ft_meter *meter, const char *doing, const char *unit, uint64_t total)
{
	if (!meter)
		return;
	*meter = (struct ft_meter){ .show = meter->show,
		.doing = doing,
		.unit = unit,
		.total = total,
		.begun = true };
	meter->show(meter);
}

/* One more unit is done. */
static inline void
ft_meter_step(struct ft_meter *meter)
{
	if (meter && (++meter->done & (FT_METER_EVERY - 1)) == 0)
		meter->show(meter);
}

#endif
