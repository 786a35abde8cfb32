/*
 * codes.h - formats of squeue and sprio: "%.18i %.9P %j", one letter a column.
 *
 * %[.][width]LETTER with any text between; dot: to the right; width: cut and
 * filled to it, without or 0: as long as it is.  Columns are rows of a field table
 * (report/format/column.h); this only says which letter means which row.
 * Source: squeue(1), sprio(1), --format.
 */
#ifndef FT_REPORT_FORMAT_CODES_H
#define FT_REPORT_FORMAT_CODES_H

#include "report/format/column.h"
#include "report/format/out.h"

struct ft_code_item {
	struct ft_column column; /* a copy */
	bool right;
	int width;        /* 0: natural */
	const char *text; /* that follows it; "" none */
};
struct ft_code_list {
	struct ft_arena arena;
	const char *text; /* before the first */
	struct ft_code_item *item;
	size_t n, cap;
};

void ft_code_list_init(struct ft_code_list *list);
void ft_code_list_free(struct ft_code_list *list);

/*
 * Called for each letter that is no code (SPEC: the letter alone, "" at the
 * end of the format); returns whether it stays as it is written, as text.
 */
typedef bool ft_code_unknown_fn(void *ctx, const char *spec);
/*
 * Append what FORMAT says to LIST.  Several % in a row are one; a letter that
 * is unknown and does not stay takes the text behind it along.
 */
void ft_code_choose(struct ft_code_list *list, const struct ft_column *table,
    const char *format, ft_code_unknown_fn *unknown, void *ctx);
/*
 * Append VALUE as ITEM has it and the text behind it.  cut: as Slurm does, to
 * the bytes of its width; else nothing is cut and width counts columns.
 */
void ft_code_add(struct ft_str *line, const struct ft_code_item *item,
    const char *value, bool cut);
/* Make ITEM, if it has a width, wide enough for VALUE (which cut would cut). */
void ft_code_widen(struct ft_code_item *item, const char *value);

/* ---- rows ------------------------------------------------------------------ */

struct ft_code_printer {
	struct ft_code_list *list;
	struct ft_out *out;
	bool cut; /* as ft_code_add has it */
	struct ft_str room;
};

/* Make the columns wide enough for ROW; NULL: for their headers. */
void ft_code_widen_row(struct ft_code_printer *printer, const void *row);
/* Print ROW, or their headers, as a line. */
void ft_code_print_row(struct ft_code_printer *printer, const void *row);

#endif
