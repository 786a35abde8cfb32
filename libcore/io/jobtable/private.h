/*
 * private.h - a job table being read.
 */
#ifndef FT_IO_JOBTABLE_PRIVATE_H
#define FT_IO_JOBTABLE_PRIVATE_H

#include "io/jobtable/jobtable.h"
#include "io/text/cells.h"

struct ft_jobtable_reading {
	struct ft_cursor cursor;
	struct ft_jobtable *table;
	const struct ft_jobtable_column **column; /* [n]; NULL: skipped */
	size_t n, cap_column;
	unsigned given;      /* ft_jobtable.given, of this file */
	char delimiter;      /* | or, of aligned tables, blank */
	struct ft_cells row; /* the current line */
	/* aligned tables: cell i is from span[i] to before span[i + 1] */
	size_t *span;
	bool aligned;
};

/* ---- jobtable/jobtable.c --------------------------------------------------- */

/* Append an empty job, of that line of the file. */
struct ft_jobtable_job *ft_jobtable_add_job(
    struct ft_jobtable *table, size_t line);

/*
 * Add to JOB, which is in progress, what the columns say together.
 */
void ft_jobtable_complete(
    struct ft_jobtable *table, struct ft_jobtable_job *job);
/* Note what a step of JOB, whose cells are in STEP, used. */
void ft_jobtable_note_step(
    struct ft_jobtable_job *job, const struct ft_jobtable_job *step);

/* ---- jobtable/json.c ------------------------------------------------------- */

bool ft_jobtable_is_json(const struct ft_input *input);
/* Read it into TABLE.  FT_EPARSE as ft_jobtable_parse. */
enum ft_status ft_jobtable_parse_json(struct ft_jobtable *table,
    const struct ft_input *input, struct ft_error *err);

/* ---- jobtable/merge.c ------------------------------------------------------ */

/*
 * Remove from the first N jobs of TABLE those that are in it again after them:
 * the same run, or a later state of it.
 */
void ft_jobtable_merge(struct ft_jobtable *table, size_t n);

/* ---- jobtable/cell.c ------------------------------------------------------- */

/* Properties of a column. */
enum {
	FT_JOBTABLE_WORDS = 1,    /* the text may contain blanks */
	FT_JOBTABLE_STRICT = 2,   /* N/A and the like are values, or errors */
	FT_JOBTABLE_OF_STEPS = 4, /* read in the lines of steps, too */
	FT_JOBTABLE_NO_ZERO = 8   /* 0 stands for no value */
};

struct cell;
struct ft_jobtable_column {
	const char *sacct, *squeue; /* titles; NULL: not there */
	/* Returns NULL, or what is wrong with the cell; NULL: skip the column */
	const char *(*take)(const struct cell *cell);
	size_t at;      /* of the member in the job */
	unsigned flags; /* FT_JOBTABLE_WORDS, ... */
	unsigned given; /* ft_jobtable.given: it is there */
	/* members of a job in JSON, "time.limit"; NULL: not there */
	const char *sacct_json, *squeue_json;
	const char *option; /* of sbatch, see model/job/joboption.h */
};
extern const struct ft_jobtable_column ft_jobtable_columns[];
extern const size_t ft_jobtable_n_columns;

/* Set all texts and times of JOB to those of empty cells. */
void ft_jobtable_empty_cells(struct ft_jobtable_job *job);
/*
 * Parse TEXT, a cell of COLUMN, into JOB; only the first column may be empty.
 * Returns NULL, or what is wrong with it.
 */
const char *ft_jobtable_take(struct ft_jobtable *table,
    struct ft_jobtable_job *job, const struct ft_jobtable_column *column,
    const char *text);

/* ---- jobtable/split.c --------------------------------------------------------- */

/* Split the current line into cells at each delimiter. */
void ft_jobtable_cut(struct ft_jobtable_reading *reading);
/* Split it into words. */
void ft_jobtable_cut_words(struct ft_jobtable_reading *reading);
/*
 * Find where the columns of an aligned table begin, if all lines are blank at the
 * same positions.  The current line is the header, split into words.
 */
void ft_jobtable_find_spans(struct ft_jobtable_reading *reading);
/* Split the current line of an aligned table.  Returns false: it is ambiguous. */
bool ft_jobtable_cut_aligned(struct ft_jobtable_reading *reading);

/* ---- jobtable/trace.c ------------------------------------------------------ */

void ft_jobtable_fill(struct ft_trace *trace, struct ft_trace_job *job,
    const struct ft_jobtable_job *from);
uint32_t ft_jobtable_procs(const struct ft_jobtable_job *from); /* 0 unknown */
/* Nodes it asked for, which may be fewer than those it got; 0 unknown. */
uint32_t ft_jobtable_asked_nodes(const struct ft_jobtable_job *from);
int64_t ft_jobtable_ran(
    const struct ft_jobtable_job *from); /* seconds; < 0 unknown */

#endif
