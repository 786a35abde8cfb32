/*
 * fsim.h - fsim: what its files share.
 */
#ifndef FT_CMD_FSIM_FSIM_H
#define FT_CMD_FSIM_FSIM_H

#include "common/session.h"
#include "common/world.h"
#include "report/format/format.h"
#include "fsim/explain.h"
#include "fsim/verbs.h"

struct fsim {
	const struct ft_context *context;
	struct ft_session session;
	/* options */
	const char *for_text, *until_text;
	uint64_t jobs; /* 0: no limit */
	double speed;  /* seconds of the store per second here; 0: as fast as
		          possible */
	bool wall;     /* the store follows the wall clock */
	bool explain, quiet;
	enum ft_format_kind format; /* TABLE: text */
	/* at work */
	struct ft_world world;
	struct fsim_explain explained; /* with --explain */
	char moment[64], jobs_now[96]; /* what the progress shows */
	int64_t start, until, now;
	uint64_t started, ended, passes;
	int64_t next; /* when something happens next, as far as is known */
};

/* Let time pass; returns FT_OK also when interrupted (*interrupted). */
enum ft_status fsim_run(
    struct fsim *sim, bool *interrupted, struct ft_error *err);
/* Show the progress on a terminal. */
void fsim_show(struct fsim *sim);
void fsim_summary(struct fsim *sim, bool interrupted);

#endif
