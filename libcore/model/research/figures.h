/*
 * figures.h - published figures: numbers that have a table, a sample and a
 * column, to be recomputed and compared.
 *
 * Plain data.  Numbers are kept in hundredths, so that "1.91" is exact.
 * Read by io/research/figuresfile.h, checked by algo/research/study.h.
 */
#ifndef FT_MODEL_RESEARCH_FIGURES_H
#define FT_MODEL_RESEARCH_FIGURES_H

#include "base/map.h"

#define FT_FIGURE_MOST INT64_C(1000000000000) /* the largest number taken */

struct ft_figure {
	const char *table, *sample, *column; /* of the arena */
	int64_t hundredths;                  /* 0..FT_FIGURE_MOST * 100 */
};

struct ft_figures {
	struct ft_arena arena;
	struct ft_figure *item;
	size_t n, cap;
	const char **sample; /* each once, as they come first */
	size_t n_sample, cap_sample;
	struct ft_map index, samples;
};

void ft_figures_free(struct ft_figures *figures);
/* Add one, texts copied; false: that table, sample and column has a number. */
bool ft_figures_add(struct ft_figures *figures, const char *table,
    const char *sample, const char *column, int64_t hundredths);
/* Set *hundredths; false: there is no such figure. */
bool ft_figures_get(const struct ft_figures *figures, const char *table,
    const char *sample, const char *column, int64_t *hundredths);

#endif
