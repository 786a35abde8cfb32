/*
 * loader.h - the source of the viewer's data: a store, watched for changes by
 * others, or a lesson.
 */
#ifndef FT_CMD_FVIEW_LOADER_H
#define FT_CMD_FVIEW_LOADER_H

#include "common/session.h"
#include "fview/load/lesson.h"
#include "fview/view.h"
#include "forecast/forecast.h"
#include "why/why.h"

struct fview_loader {
	struct ft_context *context;
	/* options */
	struct ft_session options; /* as the options set it */
	const char *cluster;
	const char *lesson_name; /* NULL: show the store */
	bool readonly;

	struct ft_session session; /* read last; kept open to be watched */
	bool open;
	char *cluster_name; /* the data's */
	int64_t version;    /* of the store, when it was read last */
	struct ft_why why;  /* of that state, once something is asked */
	bool asked;
	struct ft_why_job *job; /* asked about last; NULL: none */
	/* the forecasts in the making, both of that state: of that job, NULL if
	   there is none, and of all */
	struct ft_forecaster *job_forecast;
	struct ft_forecaster queue_forecast;
	bool forecasting;
	bool (*stop)(void *ctx); /* abandons a future; NULL: never */
	void *stop_ctx;
	struct fview_played played;
};

void fview_loader_init(struct fview_loader *loader, struct ft_context *context);
void fview_loader_free(struct fview_loader *loader);

/*
 * Load the current state, if QUEUE with its jobs, and record its ranking; *data:
 * the caller's, or the view's.  The store stays open for reading, thawed, to be
 * watched; if it cannot be read again, the one that was read before stays open.
 */
enum ft_status fview_loader_read(struct fview_loader *loader, bool queue,
    struct fview_data **data, struct ft_error *err);
/*
 * Read the jobs of the state that was loaded last; *queue: the caller's, NULL if
 * the store has changed since, or there is none.
 */
enum ft_status fview_loader_read_queue(struct fview_loader *loader,
    struct fview_queue **queue, struct ft_error *err);

/* Read the past of DATA, the state that was loaded last or an earlier one;
 * *history as above. */
enum ft_status fview_loader_read_history(struct fview_loader *loader,
    const struct fview_data *data, struct fview_history **history,
    struct ft_error *err);

/*
 * Load the lesson NAME instead of the one that was loaded.  *old: the caller's,
 * to be freed after all views of it; on failure that lesson stays.
 */
enum ft_status fview_loader_next_lesson(struct fview_loader *loader,
    const char *name, struct fview_data **data, struct fview_played *old,
    struct ft_error *err);

/* Write the answer to QUESTION about the state that was loaded last (loader_why.c);
 * nothing on failure. */
enum ft_status fview_loader_answer(struct fview_loader *loader,
    const struct fview_question *question, struct ft_page *page,
    struct ft_error *err);

/*
 * Simulate one more future for what the view awaits, about the state that was
 * loaded last; *forecast: the loader's, NULL if there is none to be made.
 */
enum ft_status fview_loader_foresee(struct fview_loader *loader,
    enum fview_topic what, const struct ft_forecast **forecast,
    struct ft_error *err);
/* Returns the forecast in the making; NULL: none is. */
const struct ft_forecast *fview_loader_forecast(
    const struct fview_loader *loader, enum fview_topic what);
/* Write the answer about the job again, with its forecast. */
void fview_loader_answer_again(
    struct fview_loader *loader, struct ft_page *page);

/* Forget the job that was asked about last. */
void fview_loader_drop_job(struct fview_loader *loader);

/* Freeze the store, which is open, until ft_store_thaw; returns whether it is in
 * the state that was loaded last. */
bool fview_loader_hold(
    struct fview_loader *loader, enum ft_status *status, struct ft_error *err);

/* What happened to the store since it was read. */
enum fview_store {
	FVIEW_STORE_SAME,
	FVIEW_STORE_CHANGED, /* also: another file has replaced it */
	FVIEW_STORE_GONE
};
enum fview_store fview_loader_look(struct fview_loader *loader);

/* FT_EPERM, FT_EINVAL, FT_EABSENT: the reason why nothing can be written. */
enum ft_status fview_loader_may_write(
    const struct fview_loader *loader, struct ft_error *err);
/*
 * Run COMMANDS (lines "facctmgr ..."; those that start with # are skipped) in one
 * transaction.  *change: the number of the journal entry; 0 if nothing had to
 * change.  On failure nothing is changed.
 */
enum ft_status fview_loader_apply(struct fview_loader *loader,
    const char *commands, uint32_t *change, struct ft_error *err);

#endif
