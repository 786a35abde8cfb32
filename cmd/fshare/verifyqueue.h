/*
 * verifyqueue.h - fshare verify: the queue of a site beside the one here, job by job:
 * sprio factor by factor; states, reasons and the order of squeue.  All as text.
 */
#ifndef FT_CMD_FSHARE_VERIFYQUEUE_H
#define FT_CMD_FSHARE_VERIFYQUEUE_H

#include "common/session.h"
#include "files/sitefiles.h"
#include "report/format/doc.h"
#include "report/verify/verify.h"

#define FSHARE_QUEUE_COLUMNS 33

/* What is compared of a job. */
struct fshare_queue_cell {
	const char *of, *title; /* of its column: "sprio", "AGE" */
	size_t column;
	size_t row; /* sprio: index of its standing */
	const char *job;
	const char *site, *here; /* "" nothing */
	enum ft_verify_cause cause;
	const char *detail; /* "" none */
};

/* What is not compared. */
struct fshare_queue_left {
	const char *of,
	    *title; /* "sprio", "TRES"; title NULL: the whole table */
	size_t n;   /* jobs; 0 all */
	const char *why;
};

/* Strings are of the arena. */
struct fshare_queue {
	struct ft_arena arena;
	struct fshare_queue_cell *cell;
	size_t n, cap;
	struct fshare_queue_left *left;
	size_t n_left, cap_left;
	struct ft_str later; /* lines: reasons after a run of the schedulers */
};

void fshare_queue_free(struct fshare_queue *queue);
/* Remember that COLUMN of N jobs is not compared, and WHY; 0: of all. */
void fshare_queue_leave(struct fshare_queue *queue, const char *of,
    const char *title, size_t n, const char *why);
/*
 * Compare what FILES have of the queue; QUEUE is zeroed.  SHARES: the share table,
 * compared: why a FairShare differs there is why a priority does here.
 */
enum ft_status fshare_queue_verify(struct fshare_queue *queue,
    struct ft_session *session, struct ft_sitefiles *files,
    const struct ft_verify *shares, struct ft_error *err);
/* Returns how many cells of all columns are unexplained. */
size_t fshare_queue_unexplained(const struct fshare_queue *queue);
/* Append the table of columns, and the cells that differ, at most MOST. */
void fshare_queue_print(
    const struct fshare_queue *queue, size_t most, struct ft_str *text);
/* The columns, what is not compared, and the cells that differ, as elements of the
 * open list of DOC. */
void fshare_queue_document_columns(
    const struct fshare_queue *queue, struct ft_doc *doc);
void fshare_queue_document_left(
    const struct fshare_queue *queue, struct ft_doc *doc);
void fshare_queue_document(
    const struct fshare_queue *queue, struct ft_doc *doc);
/* One column: of its ROWS, N have each cause. */
void fshare_queue_document_column(struct ft_doc *doc, const char *name,
    size_t rows, const size_t n[FT_VERIFY_CAUSES]);

#endif
