/*
 * private.h - shared by jobtable*.c only.
 */
#ifndef FT_IO_JOBTABLE_PRIVATE_H
#define FT_IO_JOBTABLE_PRIVATE_H

#include "base/cursor.h"
#include "io/jobtable/jobtable.h"

struct ft_jobtable_reading {
	struct ft_cursor cursor;
	struct ft_jobtable *table;
	const struct ft_jobtable_column **column; /* [n]; NULL: passed over */
	size_t n, cap_column;
	char delimiter; /* | or, of aligned tables, blank */
	/* the line at hand, each cell terminated */
	struct ft_str line;
	const char **cell;
	size_t n_cell, cap_cell;
	/* aligned tables: cell i is from span[i] to before span[i + 1] */
	size_t *span;
	bool aligned;
};

/* ---- jobtable/cell.c ------------------------------------------------------- */

/* What a column is like. */
enum {
	FT_JOBTABLE_WORDS = 1, /* the text may have blanks */
	FT_JOBTABLE_STRICT = 2 /* N/A and the like are values, or wrong */
};

struct cell;
struct ft_jobtable_column {
	const char *sacct, *squeue; /* names; NULL: not there */
	/* Returns NULL, or what is wrong with the cell.  NULL: passed over */
	const char *(*take)(const struct cell *cell);
	size_t at;      /* of the member in the job */
	unsigned flags; /* FT_JOBTABLE_WORDS, ... */
	unsigned given; /* ft_jobtable.given: it is there */
};
extern const struct ft_jobtable_column ft_jobtable_columns[];
extern const size_t ft_jobtable_n_columns;

/*
 * Take the cell TEXT of COLUMN, not empty unless that is the first, into JOB.
 * Returns NULL, or what is wrong with it.
 */
const char *ft_jobtable_take(struct ft_jobtable *table,
    struct ft_jobtable_job *job, const struct ft_jobtable_column *column,
    const char *text);

/* ---- jobtable/split.c --------------------------------------------------------- */

/* Cut the line at hand at each delimiter into cells. */
void ft_jobtable_cut(struct ft_jobtable_reading *reading);
/* Cut it into words. */
void ft_jobtable_cut_words(struct ft_jobtable_reading *reading);
/*
 * An aligned table, whose header is the line at hand, cut into words: find
 * where columns begin, if all lines leave the same places blank.
 */
void ft_jobtable_find_spans(struct ft_jobtable_reading *reading);
/* Cut the line at hand of an aligned table.  Returns false: it cannot be told
 * where. */
bool ft_jobtable_cut_aligned(struct ft_jobtable_reading *reading);

#endif
