/*
 * history_private.h - fshare --history: rows of many times.  history.c reads and
 * prints them, history_picture.c draws them.
 */
#ifndef FT_CMD_FSHARE_HISTORY_PRIVATE_H
#define FT_CMD_FSHARE_HISTORY_PRIVATE_H

#include "fshare/fshare.h"
#include "load/past.h"
#include "report/chart/chart.h"

/* A row, which needs neither tree nor shares any more. */
struct fshare_kept {
	struct ft_shares_row row;
	uint32_t indent;
};

struct fshare_over_time {
	struct fshare_args *args;
	const struct ft_columns *columns;
	struct ft_instants instants;
	unsigned needs;          /* of the columns: enum ft_shares_need */
	struct ft_shares shares; /* of no time: the cluster's name, TRES */
	struct fshare_kept *row; /* by time, the latest first */
	size_t n, cap;
	struct ft_arena arena;  /* of texts */
	struct ft_shares *then; /* of the time whose rows are kept */
	uint32_t *curve; /* of nodes, while the rows of a time are kept */
};

/* The charts of all clusters (history_picture.c). */
struct fshare_picture {
	bool named; /* titles name their cluster */
	struct ft_chart *chart;
	size_t n, cap;
	struct ft_arena arena;
};
void fshare_picture_add(
    struct fshare_picture *picture, const struct fshare_over_time *history);
/* Write them to the file of --svg. */
enum ft_status fshare_picture_write(const struct fshare_picture *picture,
    const struct fshare_args *args, struct ft_error *err);
void fshare_picture_free(struct fshare_picture *picture);

#endif
