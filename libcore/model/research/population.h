/*
 * population.h - where generated jobs of the scheduler game come from.
 *
 * CLASSES is "WIDTH:PLANNED:REAL:SHARE%,...": jobs of WIDTH nodes, PLANNED and
 * REAL minutes are SHARE of all (up to four decimals).  What is left to 100 %
 * is drawn from the rest:
 *     width    7 to 26 nodes, evenly
 *     planned  20 minutes (1 of 10), 120 (4), 180 (3), 240 (1) or 360 (1)
 *     real     30 % to 100 % of that, evenly by whole percents, cut off
 * The rest is made so that with the study's crowd of 16:40:19:62% samples have
 * the shape of the study's: jobs worth more than the crowd's 40 minutes a node
 * fill about two thirds of the machine, the crowd fills it up.
 *
 * From the random stream a job takes one number below 1000000 (its class: the
 * first whose shares so far exceed it) and, of the rest, one each below 20
 * (width), 10 (planned) and 71 (percent).
 */
#ifndef FT_MODEL_RESEARCH_POPULATION_H
#define FT_MODEL_RESEARCH_POPULATION_H

#include "model/research/game.h"

#define FT_POPULATION_CLASSES 32
#define FT_POPULATION_ALL     1000000 /* 100 % */
#define FT_POPULATION_USUAL   "16:40:19:62%"

struct ft_population_class {
	uint32_t width;        /* nodes */
	int64_t planned, real; /* minutes */
	uint32_t share;        /* of FT_POPULATION_ALL */
};

struct ft_population {
	struct ft_population_class class[FT_POPULATION_CLASSES];
	size_t n;
};

/*
 * Read TEXT into POPULATION.  FT_EPARSE: what is no such list, shares of more
 * than 100 %; the message says what is wrong; *column (may be NULL) where,
 * from 0.
 */
enum ft_status ft_population_parse(struct ft_population *population,
    const char *text, size_t *column, struct ft_error *err);

/* Returns how many nodes the widest job may ask for that it can give. */
uint32_t ft_population_widest(const struct ft_population *population);

/*
 * Fill SAMPLE (initialised, empty) with jobs named 1, 2, ... until together
 * they ask for WANTED nodes or more.
 */
void ft_population_draw(const struct ft_population *population, uint64_t wanted,
    struct ft_rng *rng, struct ft_game_jobs *sample);

#endif
