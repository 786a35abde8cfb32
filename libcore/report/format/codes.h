/*
 * codes.h - formats of squeue and sprio: "%.18i %.9P %j", one letter per
 * column.
 *
 * The syntax is %[.][width]LETTER with any text between. A dot aligns to the
 * right; values are cut and padded to the width, or printed in full if it is 0
 * or missing. Columns are rows of a field table (report/format/column.h); this
 * file only maps letters to rows. Source: squeue(1), sprio(1), --format.
 */
#ifndef FT_REPORT_FORMAT_CODES_H
#define FT_REPORT_FORMAT_CODES_H

#include "report/format/column.h"
#include "report/format/out.h"

struct ft_code_item {
	struct ft_column column; /* a copy */
	bool right;
	int width;        /* 0: print in full */
	const char *text; /* text after the column; "" none */
};
struct ft_code_list {
	struct ft_arena arena;
	enum ft_release release;      /* whose columns there are */
	const struct ft_column *bare; /* that of a % without a letter */
	const char *text;             /* text before the first column */
	struct ft_code_item *item;
	size_t n, cap;
};

void ft_code_list_init(struct ft_code_list *list);
void ft_code_list_free(struct ft_code_list *list);

/* Returns the column of TABLE with that letter; NULL: RELEASE has none. */
const struct ft_column *ft_code_find(
    const struct ft_column *table, char letter, enum ft_release release);

/*
 * Called for each unknown letter (SPEC: the letter alone, "" at the end of the
 * format); returns whether to keep it as text.
 */
typedef bool ft_code_unknown_fn(void *ctx, const char *spec);
/*
 * Append the columns of FORMAT to LIST. Several % in a row count as one; an
 * unknown letter that is not kept is dropped with the text after it.
 */
void ft_code_choose(struct ft_code_list *list, const struct ft_column *table,
    const char *format, ft_code_unknown_fn *unknown, void *ctx);
/* Append COLUMN as a word of -O has it: SPEC, LEN bytes, is what follows the
 * name, ":[.][width][text]". */
void ft_code_add_word(struct ft_code_list *list, const struct ft_column *column,
    const char *spec, size_t len);
/* If ITEM has a width, widen it so that VALUE would not be cut. */
void ft_code_widen(struct ft_code_item *item, const char *value);

/* ---- rows ------------------------------------------------------------------ */

struct ft_code_printer {
	struct ft_code_list *list;
	struct ft_out *out;
	/* Cut values to the width in bytes, as Slurm does; else nothing is cut,
	 * and the width counts columns of the terminal. */
	bool cut;
	struct ft_str room;
};

/* Widen the columns to fit ROW, with a blank before the next one if no text
 * is between them; NULL: to fit their headers. */
void ft_code_widen_row(struct ft_code_printer *printer, const void *row);
/* Print ROW as a line; NULL: print the headers. */
void ft_code_print_row(struct ft_code_printer *printer, const void *row);

#endif
