/*
 * jobtable_int.h - shared by jobtable*.c only.
 */
#ifndef FT_IO_JOBTABLE_INT_H
#define FT_IO_JOBTABLE_INT_H

#include "base/cursor.h"
#include "base/str.h"
#include "io/jobtable.h"

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
	bool elapsed, start, end, cpus; /* such columns are there */
};

/*
 * Take one cell, not empty, into JOB.  Returns NULL, or what is wrong with it.
 */
typedef const char *ft_jobtable_take(struct ft_jobtable_reading *reading,
    struct ft_jobtable_job *job, const char *cell);

struct ft_jobtable_column {
	const char *sacct, *squeue; /* names; NULL: not there */
	ft_jobtable_take *take;
	bool words; /* the text may have blanks */
};
/* The columns there are; ends with take NULL.  (jobtable_cell.c) */
extern const struct ft_jobtable_column ft_jobtable_columns[];

/* ---- jobtable.c ------------------------------------------------------------------ */

/* ft_jobtable_parse, with READING (zeroed) to ask afterwards what was there. */
enum ft_status ft_jobtable_read(struct ft_jobtable_reading *reading,
    struct ft_jobtable *table, const char *file, const char *text, size_t size,
    const char *columns, struct ft_error *err);

/* ---- jobtable_split.c --------------------------------------------------------- */

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
