/*
 * What other shares on one level of the way to a user do to places, without
 * ranking the whole tree: the walk starts at that level, and passes an account
 * that is entered alone in one step, since the order inside is what it was.
 * Only tied accounts that are merged are entered.  Not for: which shares to
 * try (solve/fairtree.c).
 *
 * Places are counted from the best: a user's place is one more than the users
 * visited before the first one that it is tied with.
 */

#include "algo/share/fairtree_internal.h"
#include "algo/solve/private.h"

#define INHERITED UINT32_MAX       /* the place given before an account */
#define NOBODY    (UINT32_MAX - 1) /* the user is not below the account */

/* How the users below an account are placed, when it is entered alone. */
struct gist {
	uint32_t users;
	uint32_t lead; /* at first so many share one place, if it inherits */
	uint32_t tail; /* users before those with the last place given */
	uint32_t user; /* users before those tied with the user */
	bool made;
	bool tied; /* the lead inherits even when the account is not tied */
	bool on_way;
	/* in the walk with the shares there are, if it was passed */
	uint32_t turn, before, run;
};

/* A level being visited. */
struct frame {
	uint32_t *at, *begin, *end;
	const uint32_t *accounts; /* entries: whose children they are */
	uint32_t n_accounts;
	uint32_t merged; /* merged entries in use below this level */
	size_t outer;    /* of a stage: 1 + the one where the walk goes on
	                    behind it, 0 if nothing follows */
	bool inherit;    /* the next entry inherits a tie */
	/* when it was entered */
	bool tied;
	uint32_t before, run;
};

/* What a walk is for. */
enum purpose {
	MAKE_GIST, /* start where nobody is before */
	FIND_WAY,  /* stop at the user, on all levels above it */
	FIND_PLACE,
	COUNT_BEFORE, /* with the shares there are */
	COUNT_AFTER
};

struct ft_trial {
	struct ft_solver *solver;
	const struct ft_tree *tree;
	struct ft_sorter sorter;
	uint32_t *order; /* the families, best first */
	uint32_t *merged;
	uint32_t n_merged;
	struct gist *gist; /* by account ordinal */
	uint32_t turn;
	/* the levels from the root down to the user, as they are entered; what
	 * follows the way is visited from `at` on */
	struct frame *stage;

	/* the walk */
	enum purpose purpose;
	struct frame *frame;
	size_t depth, cap;
	size_t outer;    /* 1 + the stage where it goes on at the end, or 0 */
	bool outside;    /* it has left the level it started on */
	bool done;       /* nothing that follows matters */
	uint32_t before; /* users visited */
	uint32_t run;    /* of them, before those with the last place given */
	uint32_t lead, user;
	const uint32_t *places; /* by node, with the shares there are */
	struct ft_solve_option *option;
};

/* ---- users ---------------------------------------------------------------- */

static void
compare_places(struct ft_trial *trial, uint32_t old, uint32_t new, uint32_t n)
{
	trial->option->fall += new > old ? n : 0;
	trial->option->rise += new < old ? n : 0;
}

/* N users were placed, perhaps below an account, the user among them or not. */
static void
see_users(struct ft_trial *trial, uint32_t run, uint32_t n, bool user)
{
	if (run == INHERITED)
		trial->lead += n;
	if (user)
		trial->user = run;
	if (trial->outside && run == trial->before)
		trial->done = true;
	if (user && trial->purpose <= FIND_PLACE && trial->purpose != MAKE_GIST)
		trial->done = true;
}

static void
visit_user(struct ft_trial *trial, uint32_t node, bool tied)
{
	bool user = node == trial->solver->user;

	if (!tied)
		trial->run = trial->before;
	see_users(trial, trial->run, 1, user);
	if (trial->purpose == COUNT_AFTER && !user)
		compare_places(trial, trial->places[node], trial->run + 1, 1);
	trial->before++;
}

/* ---- accounts passed in one step ------------------------------------------ */

static void
compare_gist(struct ft_trial *trial, const struct gist *gist)
{
	uint32_t lead = gist->lead, rest = gist->users - gist->lead;

	if (gist->user == INHERITED)
		lead--;
	else if (gist->user != NOBODY)
		rest--;
	compare_places(trial, gist->run, trial->run, lead);
	compare_places(trial, gist->before, trial->before, rest);
}

static void
pass(struct ft_trial *trial, struct gist *gist, bool tied)
{
	bool in_lead = gist->user == INHERITED;

	if (gist->lead && !tied && !gist->tied)
		trial->run = trial->before;
	if (trial->purpose == COUNT_AFTER)
		compare_gist(trial, gist);
	if (trial->purpose == COUNT_BEFORE) {
		gist->turn = trial->turn;
		gist->before = trial->before;
		gist->run = trial->run;
	}
	if (gist->lead)
		see_users(trial, trial->run, gist->lead, in_lead);
	if (gist->users > gist->lead) {
		if (!in_lead && gist->user != NOBODY)
			see_users(trial, trial->before + gist->user, 0, true);
		trial->run = trial->before + gist->tail;
		trial->done = trial->done || trial->outside;
	}
	trial->before += gist->users;
}

/* ---- levels --------------------------------------------------------------- */

/* Order the children of the accounts of LEVEL once more. */
static void
sort_level(struct ft_trial *trial, const struct frame *level)
{
	for (uint32_t i = 0; i < level->n_accounts; i++) {
		uint32_t node = level->accounts[i] & FT_ENTRY_NODE;
		uint32_t acct = trial->tree->acct[node];
		enum ft_status status = ft_sorter_family(&trial->sorter, acct,
		    trial->order + trial->tree->first[acct], NULL);

		/* the usage was good in the first run */
		assert(status == FT_OK);
		(void)status;
	}
	if (level->n_accounts > 1)
		ft_sorter_merge(&trial->sorter, level->accounts,
		    level->n_accounts, level->begin);
}

static void
enter(struct ft_trial *trial, const uint32_t *accounts, uint32_t n, bool tied)
{
	const struct ft_tree *tree = trial->tree;
	struct frame frame = { .accounts = accounts,
		.n_accounts = n,
		.merged = trial->n_merged,
		.inherit = tied,
		.tied = tied,
		.before = trial->before,
		.run = trial->run };
	uint32_t acct = tree->acct[accounts[0] & FT_ENTRY_NODE], count;

	if (n == 1) {
		count = tree->first[acct + 1] - tree->first[acct];
		frame.begin = trial->order + tree->first[acct];
	} else {
		frame.begin = trial->merged + trial->n_merged;
		count =
		    ft_sorter_merge(&trial->sorter, accounts, n, frame.begin);
		trial->n_merged += count;
		assert(trial->n_merged <= 2 * tree->n);
	}
	frame.at = frame.begin;
	frame.end = frame.begin + count;
	trial->frame = ft_vec_grow(
	    trial->frame, &trial->cap, trial->depth + 1, sizeof frame);
	trial->frame[trial->depth++] = frame;
}

/* Go on with what follows on the level above, a stage perhaps. */
static void
leave(struct ft_trial *trial)
{
	const struct frame *stage;

	trial->n_merged = trial->frame[--trial->depth].merged;
	if (trial->depth || !trial->outer)
		return;
	stage = &trial->stage[trial->outer - 1];
	trial->outside = true;
	trial->outer = stage->outer;
	trial->frame[trial->depth++] = *stage;
}

static void make_gist(struct ft_trial *trial, uint32_t account);

static bool
may_pass(struct ft_trial *trial, uint32_t account)
{
	struct gist *gist = &trial->gist[trial->tree->acct[account]];

	if (trial->purpose == MAKE_GIST)
		return gist->made;
	if (trial->purpose == FIND_WAY && gist->on_way)
		return false;
	if (trial->purpose == COUNT_AFTER)
		return gist->turn == trial->turn;
	if (!gist->made)
		make_gist(trial, account);
	return true;
}

static void
visit(struct ft_trial *trial)
{
	struct frame *frame = &trial->frame[trial->depth - 1];
	const uint32_t *entry = frame->at;
	uint32_t node, n;
	bool tied;

	if (entry == frame->end) {
		leave(trial);
		return;
	}
	node = *entry & FT_ENTRY_NODE;
	tied = frame->inherit || *entry & FT_ENTRY_TIE;
	frame->inherit = false;
	if (!(*entry & FT_ENTRY_ACCT)) {
		frame->at++;
		visit_user(trial, node, tied);
		return;
	}
	n = ft_entry_group(trial->solver->input.params.ties, entry, frame->end);
	frame->at += n;
	if (n == 1 && may_pass(trial, node))
		pass(trial, &trial->gist[trial->tree->acct[node]], tied);
	else
		enter(trial, entry, n, tied);
}

/* ---- gists ---------------------------------------------------------------- */

/* Visit ACCOUNT as one that is tied or not; if not, up to the first user. */
static void
visit_below(struct ft_trial *trial, uint32_t account, bool tied)
{
	const uint32_t entry = account | FT_ENTRY_ACCT;

	trial->before = trial->lead = 0;
	trial->run = INHERITED;
	trial->user = NOBODY;
	enter(trial, &entry, 1, tied);
	while (trial->depth && (tied || !trial->before))
		visit(trial);
}

/* The walk that asks for it is kept: it goes on afterwards. */
static void
make_gist(struct ft_trial *trial, uint32_t account)
{
	struct gist *gist = &trial->gist[trial->tree->acct[account]];
	struct ft_trial walk = *trial;

	walk.purpose = MAKE_GIST;
	walk.frame = NULL;
	walk.depth = walk.cap = walk.outer = 0;
	walk.outside = false;
	visit_below(&walk, account, true);
	gist->users = walk.before;
	gist->lead = walk.lead;
	gist->tail = walk.lead < walk.before ? walk.run : 0;
	gist->user = walk.user;
	if (gist->lead) {
		visit_below(&walk, account, false);
		gist->tied = walk.lead > 0;
	}
	gist->made = true;
	ft_free(walk.frame);
	/* its memory may have grown */
	trial->sorter = walk.sorter;
}

/* ---- walks from a stage --------------------------------------------------- */

static void
walk_from(struct ft_trial *trial, size_t at, enum purpose purpose)
{
	struct frame *frame = trial->frame;

	*frame = trial->stage[at];
	frame->at = frame->begin;
	frame->inherit = frame->tied;
	trial->before = frame->before;
	trial->run = frame->run;
	trial->n_merged = frame->merged;
	trial->purpose = purpose;
	trial->depth = 1;
	trial->outer = frame->outer;
	trial->outside = trial->done = false;
	while (trial->depth && !trial->done)
		visit(trial);
}

/* Walk from the level of the solver's node as if that had SHARES. */
static void
walk_with(struct ft_trial *trial, uint32_t shares, enum purpose purpose)
{
	struct ft_solver *solver = trial->solver;
	size_t at = solver->stage;

	solver->shares[solver->node] = shares;
	sort_level(trial, &trial->stage[at]);
	walk_from(trial, at, purpose);
	solver->shares[solver->node] = solver->from;
	sort_level(trial, &trial->stage[at]);
}

uint32_t
ft_trial_place(struct ft_trial *trial, uint32_t shares)
{
	walk_with(trial, shares, FIND_PLACE);
	return trial->user + 1;
}

void
ft_trial_count(struct ft_trial *trial, const uint32_t *places,
    struct ft_solve_option *option)
{
	trial->places = places;
	trial->option = option;
	trial->turn++;
	walk_from(trial, trial->solver->stage, COUNT_BEFORE);
	walk_with(trial, option->to, COUNT_AFTER);
}

uint32_t
ft_trial_inside(const struct ft_trial *trial, uint32_t node)
{
	const struct gist *gist;

	if (ft_tree_is_user(trial->tree, node))
		return 1;
	gist = &trial->gist[trial->tree->acct[node]];
	if (gist->user == INHERITED)
		return gist->tied ? 0 : 1;
	return gist->user + 1;
}

/* ---- beginning and end ---------------------------------------------------- */

/* Keep the levels above the user, as the walk left them. */
static void
find_way(struct ft_trial *trial)
{
	/* the first stage keeps it */
	static const uint32_t root = FT_ENTRY_ACCT;

	trial->purpose = FIND_WAY;
	enter(trial, &root, 1, false);
	while (!trial->done)
		visit(trial);
	trial->stage = ft_alloc(trial->depth * sizeof *trial->stage);
	for (size_t i = 0; i < trial->depth; i++) {
		struct frame *stage = &trial->stage[i];

		*stage = trial->frame[i];
		/* their merged entries stay */
		stage->merged = trial->n_merged;
		stage->inherit = false;
		if (i)
			stage->outer =
			    stage[-1].at < stage[-1].end ? i : stage[-1].outer;
	}
}

struct ft_trial *
ft_trial_new(struct ft_solver *solver, uint64_t *level_shares)
{
	struct ft_trial *trial = ft_calloc(1, sizeof *trial);
	const struct ft_tree *tree = &solver->tree;

	trial->solver = solver;
	trial->tree = tree;
	ft_sorter_init(&trial->sorter, &solver->input, level_shares);
	trial->order = ft_alloc(tree->n * sizeof *trial->order);
	trial->merged = ft_alloc(2 * (size_t)tree->n * sizeof *trial->merged);
	trial->gist = ft_calloc(tree->n_acct, sizeof *trial->gist);
	for (uint32_t a = 0; a < tree->n_acct; a++) {
		enum ft_status status = ft_sorter_family(
		    &trial->sorter, a, trial->order + tree->first[a], NULL);

		assert(status == FT_OK);
		(void)status;
	}
	/* from the user up: each is made of the one below */
	for (uint32_t i = ft_tree_fs_parent(tree, solver->user); i;
	     i = ft_tree_fs_parent(tree, i)) {
		make_gist(trial, i);
		trial->gist[tree->acct[i]].on_way = true;
	}
	find_way(trial);
	return trial;
}

void
ft_trial_free(struct ft_trial *trial)
{
	if (!trial)
		return;
	ft_sorter_free(&trial->sorter);
	ft_free(trial->order);
	ft_free(trial->merged);
	ft_free(trial->gist);
	ft_free(trial->stage);
	ft_free(trial->frame);
	ft_free(trial);
}
