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

#define FSHARE_QUEUE_COLUMNS 16

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

/* Strings are of the arena. */
struct fshare_queue {
	struct ft_arena arena;
	struct fshare_queue_cell *cell;
	size_t n, cap;
	struct ft_str later; /* lines: reasons after a run of the schedulers */
};

void fshare_queue_free(struct fshare_queue *queue);
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
/* The cells that differ, as elements of the open list of DOC. */
void fshare_queue_document(
    const struct fshare_queue *queue, struct ft_doc *doc);

#endif
