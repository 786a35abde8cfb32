/*
 * film.h - the events of one run, kept so that any instant can be shown.
 *
 * The events are one array, and every node has the index of the events that
 * concern it.  What is shown at cursor C follows from comparisons "step < C":
 * going back, scrubbing and stepping are the same, and no frame walks the film.
 */
#ifndef FT_CMD_FVIEW_FILM_H
#define FT_CMD_FVIEW_FILM_H

#include "algo/share/ties.h"
#include "fview/view.h"

#define FVIEW_NEVER  UINT32_MAX /* an event that does not happen */
#define FVIEW_MOVING 64         /* families up to this size move when sorted */

/* Where playing stops: at every event, or at one kind of them; and the end. */
enum fview_unit {
	FVIEW_UNIT_STEP,
	FVIEW_UNIT_USER,    /* gets a place */
	FVIEW_UNIT_ACCOUNT, /* is done */
	FVIEW_UNIT_LEVEL,   /* is sorted */
	FVIEW_UNITS
};

struct fview_event {
	enum ft_event_kind kind;
	uint32_t node;  /* as model/tree/event.h says */
	uint32_t other; /* as there */
	uint32_t place; /* as there; MERGE: children of the level by then */
	uint32_t rank;
};

/* The events that concern a node; FVIEW_NEVER: none. */
struct fview_steps {
	uint32_t level;  /* its level fairshare becomes known */
	uint32_t sorted; /* it gets its place among its siblings */
	uint32_t tied;   /* TIE or INHERIT */
	uint32_t echoed; /* the first sibling that is tied with it, or merged */
	uint32_t entered; /* accounts; merged ones: with their leader */
	uint32_t left;
	uint32_t merged; /* its children join those of its leader */
	uint32_t ranked; /* users */
};

/* Some of the events, in order. */
struct fview_stops {
	uint32_t *at; /* [n] */
	uint32_t n;
};

struct fview_film {
	struct ft_arena arena;     /* of all but event and rules */
	struct fview_event *event; /* [n] */
	size_t n, cap;
	uint32_t n_node, n_user;
	bool stepless; /* START and END only: no Fair Tree */

	/* by node */
	struct fview_steps *step;
	uint32_t *family; /* fair-share parent, FT_NODE_NONE for the root */
	uint32_t *leader; /* accounts: whose level its children are ranked on;
	                     itself unless it is merged */
	uint32_t *place;  /* users: 1 best */
	double *shares;   /* S */
	ft_real *usage;   /* U */
	ft_real *level_fs;

	/*
	 * All levels one after the other, twice: with their children by name
	 * and as they were sorted.  [n_node - 1]; from, to: the index by node.
	 */
	uint32_t *before, *after;
	uint32_t *from, *to;
	uint32_t *start; /* by account ordinal: its family in before */
	uint32_t *count; /* by account ordinal: size of its whole level */
	uint32_t filled; /* used while recording */

	uint32_t *ranked; /* [n_user] users, best first */
	uint32_t *index;  /* by node, users: index in ranked */
	uint32_t n_ranked;
	struct fview_stops stop[FVIEW_UNITS]; /* that of steps is empty */
	struct fview_stops enter;             /* the ENTER events */
	struct fview_stops moving; /* the SORT events that are seen moving */
	uint32_t n_account_ties;   /* tied or merged accounts */

	/* by store id of a user: how many associations; counted when a user is
	 * first explained */
	struct ft_idmap associations;

	/* the sentences about what would help a node, a line each: made when
	 * they are first shown, as each takes a run; NULL: not yet */
	uint32_t helped;
	char *help;

	/* the result under the other rules for ties, if accounts are tied: made
	 * by fview_data_rules() when it is first shown */
	struct ft_tie_rules rules;
	bool ruled;
};

/* A film of the empty run over TREE; the caller's. */
struct fview_film *fview_film_new(const struct ft_tree *tree);
void fview_film_free(struct fview_film *film);
struct ft_event_sink fview_film_sink(struct fview_film *film);
/* Call it after the run. */
void fview_film_finish(struct fview_film *film, const struct ft_tree *tree,
    const struct ft_names_set *names);
/*
 * Make a film of START and END of a run without steps: SHARE has its results.
 */
void fview_film_stepless(struct fview_film *film, const struct ft_tree *tree,
    const struct ft_share *share);

static inline bool
fview_happened(uint32_t step, size_t cursor)
{
	return step < cursor;
}

/*
 * The children of account NODE as shown at CURSOR; *list belongs to the film.
 * Returns their number; 0 if they were merged into another account's.
 */
uint32_t fview_film_children(const struct fview_film *film,
    const struct ft_tree *tree, uint32_t node, size_t cursor,
    const uint32_t **list);
/* Returns the account below which CURSOR shows NODE; FT_NODE_NONE for root. */
uint32_t fview_film_above(
    const struct fview_film *film, uint32_t node, size_t cursor);
/* Returns the place of NODE in that account's list, from 0. */
uint32_t fview_film_place(const struct fview_film *film,
    const struct ft_tree *tree, uint32_t node, size_t cursor);

/* Returns how many of the events have happened at CURSOR. */
uint32_t fview_stops_before(const struct fview_stops *stops, size_t cursor);
/* Returns the cursor after STEPS more stops, END at most. */
size_t fview_film_stop(const struct fview_film *film, enum fview_unit unit,
    size_t cursor, size_t steps, size_t end);
/* Returns the number of stops from CURSOR to END, which is one of them. */
size_t fview_film_stops(const struct fview_film *film, enum fview_unit unit,
    size_t cursor, size_t end);
/* Returns whether EVENT is a sort that is seen moving. */
bool fview_film_moves(const struct fview_event *event);

/* Returns the event before CURSOR, NULL at 0. */
const struct fview_event *fview_film_now(
    const struct fview_film *film, size_t cursor);
/* Returns the account whose level is being worked on at CURSOR. */
uint32_t fview_film_account(const struct fview_film *film, size_t cursor);
/* Returns the number of users that have their place at CURSOR. */
uint32_t fview_film_ranks(const struct fview_film *film, size_t cursor);
/* The first and the last place in account NODE; returns false if it has none, or
 * is not done at CURSOR. */
bool fview_film_places(const struct fview_film *film, uint32_t node,
    size_t cursor, uint32_t *first, uint32_t *last);
/* Returns whether the user at INDEX of ranked is tied with another that has its
 * place at CURSOR. */
bool fview_film_is_tied(
    const struct fview_film *film, uint32_t index, uint32_t ranks);

#endif
