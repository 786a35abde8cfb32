/*
 * plan.h - a wished state, tried on a copy, shown as steps with their effect
 * on ranks, and applied: shared by diff, plan, apply and sync.
 */
#ifndef FT_CMD_FACCTMGR_PLAN_PLAN_H
#define FT_CMD_FACCTMGR_PLAN_PLAN_H

#include "facctmgr/facctmgr.h"
#include "admin/plan/plan.h"
#include "admin/step/step.h"
#include "model/account/flat.h"

/* Limits of what is done without --allow-large. */
#define FACCTMGR_PLAN_DELETES 40 /* steps that delete something */
#define FACCTMGR_PLAN_LOSERS                                                   \
	20 /* per cent of the users who lose more than a
                                tenth of the places; ten may, at least */
#define FACCTMGR_PLAN_FEW 10

struct facctmgr_plan_wish {
	const char *source;         /* file, for messages and the plan file */
	const struct ft_flat *flat; /* what is wished */
	const char *text;           /* the same as text, for the plan file;
	                               NULL: made from it */
	struct ft_plan_options options;
	bool allow_large;
	uint32_t max_deletes, max_losers; /* 0: the usual ones */
	bool detailed;                    /* show: exit status 2 for changes */
	const char *output; /* -o PLAN: also write a plan file; NULL */
};

/* Words about how much may be done; the wish is at WISH. */
#define FACCTMGR_PLAN_LIMITS(wish)                                             \
	{ "allowlarge", 0, FACCTMGR_KEY_FLAG, 0,                               \
		.to = (wish) +                                                 \
		      offsetof(struct facctmgr_plan_wish, allow_large) },      \
	    { "skipblocked", 0, FACCTMGR_KEY_FLAG, 0,                          \
		    .to = (wish) + offsetof(struct facctmgr_plan_wish,         \
				       options.skip_blocked) },                \
	    { "maxdeletes", 4, FACCTMGR_KEY_COUNT, 0,                          \
		    .to = (wish) +                                             \
			  offsetof(struct facctmgr_plan_wish, max_deletes) },  \
	{                                                                      \
		"maxlosers", 4, FACCTMGR_KEY_COUNT, 0,                         \
		    .to = (wish) +                                             \
			  offsetof(struct facctmgr_plan_wish, max_losers)      \
	}

/* Exit statuses, for all of them (facctmgr.1 EXIT STATUS). */
enum facctmgr_plan_status {
	FACCTMGR_PLAN_SAME = 0,
	FACCTMGR_PLAN_DIFFERS = 1, /* diff */
	FACCTMGR_PLAN_CHANGES = 2, /* plan --detailed-exitcode */
	FACCTMGR_PLAN_TROUBLE = 2, /* diff; 1 for plan, apply and sync */
};

/* Print what would be done; returns the exit status of plan. */
int facctmgr_plan_show(
    struct facctmgr *acct, const struct facctmgr_plan_wish *wish);
/* Print what is done, and do it; returns the exit status of apply. */
int facctmgr_plan_apply(
    struct facctmgr *acct, const struct facctmgr_plan_wish *wish);

#endif
