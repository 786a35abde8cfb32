/*
 * declare.h - compare the store with a target state, and bring it there: diff,
 * plan, apply (a flat file), sync (UNIX groups or a roster).
 *
 * A target is tried on a copy of the store.  This gives the steps, and the
 * users who move in the ranking; apply then takes the same steps on the store.
 */
#ifndef FT_CMD_FACCTMGR_DECLARE_DECLARE_H
#define FT_CMD_FACCTMGR_DECLARE_DECLARE_H

#include "admin/plan/plan.h"
#include "facctmgr/store/store.h"
#include "model/account/flat.h"

/* Limits without --allow-large. */
#define FACCTMGR_MAX_DELETES 40 /* steps that delete something */
#define FACCTMGR_MAX_LOSERS                                                    \
	20                     /* percent of the users who drop by more than
	                        a tenth of the ranking ... */
#define FACCTMGR_FEW_LOSERS 10 /* ... but this many may always drop */

struct facctmgr_target {
	const char *source;         /* its file, for messages and saved plans */
	const struct ft_flat *flat; /* the state itself */
	const char *text; /* the state as text, for saved plans; NULL: made
	                     from flat */
	struct ft_plan_options options;
	bool allow_large;
	uint32_t max_deletes, max_losers; /* 0: the default limits */
	bool detailed;      /* show: exit status 2 if there are changes */
	const char *output; /* save the plan to this file; NULL */
};

/* Keywords of the limits; the target is at offset AT. */
#define FACCTMGR_TARGET_LIMITS(at)                                             \
	{ "allowlarge", 0, FACCTMGR_KEY_FLAG, 0,                               \
		.to = (at) + offsetof(struct facctmgr_target, allow_large) },  \
	    { "skipblocked", 0, FACCTMGR_KEY_FLAG, 0,                          \
		    .to = (at) + offsetof(struct facctmgr_target,              \
				     options.skip_blocked) },                  \
	    { "maxdeletes", 4, FACCTMGR_KEY_COUNT, 0,                          \
		    .to = (at) +                                               \
			  offsetof(struct facctmgr_target, max_deletes) },     \
	{                                                                      \
		"maxlosers", 4, FACCTMGR_KEY_COUNT, 0,                         \
		    .to = (at) + offsetof(struct facctmgr_target, max_losers)  \
	}

/* Exit statuses (facctmgr.1 EXIT STATUS); otherwise 1 is trouble. */
enum facctmgr_declare_status {
	FACCTMGR_NO_CHANGES = 0,
	FACCTMGR_DIFFERS = 1,      /* diff */
	FACCTMGR_DIFF_TROUBLE = 2, /* diff */
	FACCTMGR_HAS_CHANGES = 2   /* plan --detailed-exitcode */
};

facctmgr_verb_fn facctmgr_diff, facctmgr_plan, facctmgr_apply, facctmgr_sync;

/* Print the steps to the target; returns the exit status of plan. */
int facctmgr_show_target(
    struct facctmgr *acct, const struct facctmgr_target *target);
/* Print and take the steps to the target; returns the exit status of apply. */
int facctmgr_apply_target(
    struct facctmgr *acct, const struct facctmgr_target *target);

#endif
