/*
 * game.h - jobs of the scheduler game: what they request, what they bid.
 *
 * A job requests nodes and plans some minutes; how many it really takes is known
 * only later.  Its bid is a whole number of node minutes:
 *     PLANNED  nodes * planned
 *     REAL     floor(11 * nodes * real / 10): what it really takes and a tenth
 * and greedy orders divide the bid by a unit:
 *     NODES    nodes: what a node is worth to it
 *     AREA     nodes * real: what a node minute it really takes is worth
 * Source: the study described in fauction(1); its tables show that bids are
 * rounded down to whole numbers.
 */
#ifndef FT_MODEL_RESEARCH_GAME_H
#define FT_MODEL_RESEARCH_GAME_H

#include "base/rng.h"

#define FT_GAME_MOST_MINUTES 100000000 /* of a job, 190 years */
#define FT_GAME_MOST_NODES   1000000   /* of a job and of the machine */

struct ft_game_job {
	const char *name; /* of the list's arena, or borrowed */
	uint32_t nodes;   /* 1..FT_GAME_MOST_NODES */
	int64_t planned;  /* minutes, 1..FT_GAME_MOST_MINUTES */
	int64_t real;     /* minutes, the same */
	uint32_t source;  /* its place in the list it was drawn from */
};

/* Jobs in an order, which breaks ties. */
struct ft_game_jobs {
	struct ft_arena arena; /* of names */
	struct ft_game_job *job;
	size_t n, cap;
};

void ft_game_jobs_free(struct ft_game_jobs *jobs);
/* Append JOB; its name is kept as it is, not copied. */
void ft_game_jobs_add(struct ft_game_jobs *jobs, const struct ft_game_job *job);
/* Returns the sum of the nodes they request. */
uint64_t ft_game_jobs_nodes(const struct ft_game_jobs *jobs);

enum ft_game_bid { FT_GAME_BID_PLANNED, FT_GAME_BID_REAL };
enum ft_game_unit { FT_GAME_UNIT_NODES, FT_GAME_UNIT_AREA };

int64_t ft_game_bid(const struct ft_game_job *job, enum ft_game_bid rule);
int64_t ft_game_unit(const struct ft_game_job *job, enum ft_game_unit rule);

/*
 * Fill SAMPLE (initialised, empty) with jobs of LIST drawn by chance, evenly,
 * until together they ask for WANTED nodes or more.  replace: a job may be
 * drawn again.  Without, a list that asks for less than WANTED is taken
 * whole, in its own order, and RNG is not touched.  Names stay the list's.
 */
void ft_game_draw(const struct ft_game_jobs *list, bool replace,
    uint64_t wanted, struct ft_rng *rng, struct ft_game_jobs *sample);

#endif
