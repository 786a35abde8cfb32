/*
 * explain.h - the reasons for the places of users, and for their order:
 * sentences with their numbers.
 *
 * Fair Tree: the events of its walk are recorded for one or two users; nothing
 * is ranked a second time here.  The other algorithms have no events, so their
 * results are analysed.  All sentences are in pair.c, user.c and
 * standing.c; page.c and doc.c arrange them, and so does the viewer.
 */
#ifndef FT_REPORT_EXPLAIN_EXPLAIN_H
#define FT_REPORT_EXPLAIN_EXPLAIN_H

#include "algo/project.h"
#include "algo/share/ties.h"
#include "model/tree/event.h"
#include "report/format/doc.h"
#include "report/format/page.h"

#define FT_EXPLAIN_SCHEMA "fairtree.why/1"

/* How a node is tied. */
enum ft_explain_tie {
	FT_EXPLAIN_NO_TIE,
	FT_EXPLAIN_TIE,     /* with the sibling visited before it */
	FT_EXPLAIN_INHERIT, /* it is the first in an account that is */
	FT_EXPLAIN_MERGE    /* an account ranked as one with another */
};

/* One node on the way from the root to a user, along fair-share parents. */
struct ft_explain_step {
	uint32_t node;
	double shares;    /* S */
	ft_real usage;    /* U */
	ft_real level_fs; /* LF */
	size_t level;     /* in which sorted list; the same number: the same
	                      list */
	uint32_t place;   /* in that list, 1 the first */
	uint32_t count;   /* length of the list */
	uint32_t equal;   /* others in it with the same LF */
	uint32_t before;  /* the one right before it, FT_NODE_NONE */
	uint32_t next;    /* the one right after it, FT_NODE_NONE */
	uint32_t rival;   /* the nearest one before it that it could pass: with
	                     a higher LF if there is one, and not the user root;
	                     FT_NODE_NONE */
	ft_real rival_fs; /* its LF */
	uint32_t better;  /* how many in the list have a higher LF, without the
	                     user root */
	uint32_t ahead;   /* users with a better place because of this list */
	enum ft_explain_tie tie;
	uint32_t tie_with; /* node of the tie's event, FT_NODE_NONE */
	uint32_t merged;   /* accounts merged with it, itself not counted */
};

struct ft_explain_path {
	uint32_t user; /* or, if it is the only one, an account */
	struct ft_explain_step *step; /* from below the root to the user */
	size_t n;
	uint32_t place;  /* 1 the best; account: that of its first user, 0
	                    without users */
	uint32_t last;   /* account: the place of its last user */
	uint32_t slurm;  /* N .. 1 as Slurm counts; 0: not Fair Tree */
	uint32_t equals; /* other users with the same place */
};

/* The outlook, if the recent load is known. */
struct ft_explain_outlook {
	bool known;
	const char *load;              /* "as in the last 7 days"; borrowed */
	int64_t horizon;               /* seconds looked ahead */
	struct ft_project_answer pass; /* one user: when it passes anybody; two:
	                                  when the one behind passes the other */
	struct ft_project_answer fall; /* one user: when it is passed */
};

struct ft_explain {
	/* the caller's, borrowed */
	const struct ft_algo *algo;
	const struct ft_share_input *input;
	struct ft_share *share; /* filled by the run */
	const struct ft_names_set *names;
	size_t n_path; /* of one user, or two different ones, */
	struct ft_explain_path path[2]; /* who are path[].user */
	/* the caller's, after the run */
	const char *self; /* only this user's numbers are shown; NULL: all */
	struct ft_explain_outlook outlook;

	const struct ft_tree *tree;
	uint32_t users;               /* N */
	struct ft_idmap associations; /* by store id of a user: how many */
	struct ft_arena *texts;
	struct ft_tie_rules
	    rules; /* what the other rules for ties make of it */
};

/*
 * Run the algorithm of EXPLAIN, and fill it with the ways of its users.  Fails
 * as ft_share_run does.  Free it with ft_explain_free, after an error, too.
 */
enum ft_status ft_explain_run(struct ft_explain *explain, struct ft_error *err);
void ft_explain_free(struct ft_explain *explain);

/*
 * For whoever has recorded the events of a run: allocate the steps of the paths,
 * and fill in what is known without a run.  The caller fills in the rest of the
 * paths, and ASSOCIATIONS.
 */
void ft_explain_begin(struct ft_explain *explain);
/* Count the associations of each user of TREE. */
void ft_explain_count(const struct ft_tree *tree, struct ft_idmap *map);
/*
 * Fill in the place of STEP in LIST, the N siblings it is compared with, best
 * first; level: LF by node.
 */
void ft_explain_put_place(const struct ft_explain *explain,
    struct ft_explain_step *step, const uint32_t *list, uint32_t n,
    const ft_real *level);

/*
 * Returns the index of the path that is ahead; *tied: neither is.
 */
size_t ft_explain_ahead(const struct ft_explain *explain, bool *tied);
/*
 * Fair Tree: returns the index of the step at which the two ways are in one
 * list for the last time: there it is decided.
 */
size_t ft_explain_decided(const struct ft_explain *explain);

/* ---- single sentences, appended to STR ------------------------------------ */

/*
 * "Bob is behind Alice because, under science, chem (LF 0.91) is behind
 * physics (LF 1.82); nothing inside chem can change that."
 */
void ft_explain_add_pair(const struct ft_explain *explain, struct ft_str *str);
/* "Order, not ratio: ..." */
void ft_explain_add_order(const struct ft_explain *explain, struct ft_str *str);
/* What would flip the two siblings that decide, and the COMMAND that does it;
 * nothing if they are none. */
void ft_explain_add_flip(
    const struct ft_explain *explain, bool command, struct ft_str *str);
/* What only the members of ACCOUNT among themselves can change. */
void ft_explain_add_inside(
    const struct ft_explain *explain, uint32_t account, struct ft_str *str);
/*
 * The whole answer in one sentence: "bob is 81st of 315, because medicine stands
 * behind physics at the top."  Accounts: which places their users have.
 */
void ft_explain_add_standing(const struct ft_explain *explain,
    const struct ft_explain_path *path, struct ft_str *str);
/* "bob has place 3 of 4: FairShare 0.500000 is 2 / 4." */
void ft_explain_add_place(const struct ft_explain *explain,
    const struct ft_explain_path *path, struct ft_str *str);
/* Who is ahead because of STEP of the path; nothing if nobody is. */
void ft_explain_add_ahead(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t step, struct ft_str *str);
/* What would move STEP of the path ahead of its rival; or nothing. */
void ft_explain_add_next(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t step, struct ft_str *str);
/* " As a command: facctmgr ...", for that; or nothing. */
void ft_explain_add_next_command(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t step, struct ft_str *str);
/* What is tied at STEP, and what the rule makes of it; or nothing. */
void ft_explain_add_tie(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t step, struct ft_str *str);
/* How many users the other rules for ties would move; or nothing. */
void ft_explain_add_rule(const struct ft_explain *explain, struct ft_str *str);
/* "with FairTreeTies=slurm-23.11 4 users would have a different FairShare" */
void ft_explain_add_rules(const struct ft_tie_rules *rules, struct ft_str *str);
/*
 * The members of the accounts above USER (or of USER itself, if it is one), and
 * their usage.  Returns the
 * caller's; borrows EXPLAIN.
 */
struct ft_explain_below;
struct ft_explain_below *ft_explain_below_new(
    const struct ft_explain *explain, uint32_t user);
void ft_explain_below_free(struct ft_explain_below *below);
/*
 * "Usage of chem: carol 82 %, bob 18 %."  account: one above the user; call from
 * the innermost account outwards.
 */
void ft_explain_add_usage(
    struct ft_explain_below *below, uint32_t account, struct ft_str *str);
/*
 * "If nobody runs jobs, ratios do not change and Bob keeps the same place; if
 * only the others run, as in the last 7 days, Bob passes Carol in about 3.2
 * days."
 */
void ft_explain_add_outlook(
    const struct ft_explain *explain, struct ft_str *str);
/* What columns mean; ends with NULL. */
const char *const *ft_explain_legend(const struct ft_algo *algo);

/* ---- the whole ------------------------------------------------------------ */

/* Print what EXPLAIN knows. */
void ft_explain_page(
    const struct ft_explain *explain, bool legend, struct ft_page *page);
/* The same as the object KEY of a document. */
void ft_explain_document(
    const struct ft_explain *explain, const char *key, struct ft_doc *doc);

#endif
