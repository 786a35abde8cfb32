/*
 * access.c - changes of QOS lists and default QOS, in an order that sacctmgr
 * accepts.
 *
 * sacctmgr refuses to modify an association if the default QOS in effect there,
 * or at a user directly below, would not be among the QOS in effect.  So each
 * change waits until it would be accepted; if two wait for each other, a
 * default QOS is cleared for a while.
 */
#include "admin/step/private.h"

#define NONE FT_STEP_NONE

/* How far a node is on its way from one state to the other.  A new one is at
 * its end, except for what was left out. */
enum {
	LIST_DONE = 1,
	DEFAULT_DONE = 2,
	CLEARED = 4,
	ALL_DONE = 3,
	NO_LIST = 8
};

struct ft_step_access {
	struct ft_step_diff *diff;
	unsigned char *state; /* [n_node] */
	uint32_t *first_gone; /* [n_node] users below that are to go */
	uint32_t *next_gone;
	uint32_t *chain; /* [n_node], scratch */
	bool *has;       /* [QOS], scratch */
	uint32_t *wait;  /* nodes */
	size_t n_wait;
	uint32_t blocker; /* node whose default QOS is not accessible */
};

/* ---- the state after the steps so far ---- */

static bool
only_before(const struct ft_step_diff *diff, uint32_t at)
{
	return diff->node[at].assoc[FT_STEP_AFTER] == NULL;
}

/* Returns the side on which AT is now: after, if it is new or one of the steps
 * DONE was made for it. */
static enum ft_step_side
side_of(const struct ft_step_access *sim, uint32_t at, int done)
{
	bool old = sim->diff->node[at].assoc[FT_STEP_BEFORE] != NULL;

	return old && !(sim->state[at] & done) ? FT_STEP_BEFORE : FT_STEP_AFTER;
}

static uint32_t
default_on(const struct ft_step_diff *diff, enum ft_step_side side, uint32_t at)
{
	return ft_step_number(
	    diff, side, FT_ENTITY_QOS, diff->node[at].assoc[side]->default_qos);
}

static uint32_t
parent_of(const struct ft_step_diff *diff, uint32_t at)
{
	return diff->node[at]
	    .parent[only_before(diff, at) ? FT_STEP_BEFORE : FT_STEP_AFTER];
}

static uint32_t
own_default(const struct ft_step_access *sim, uint32_t at)
{
	return sim->state[at] & CLEARED
		   ? NONE
		   : default_on(sim->diff, side_of(sim, at, DEFAULT_DONE), at);
}

static uint32_t
effective_default(const struct ft_step_access *sim, uint32_t at)
{
	uint32_t qos = own_default(sim, at);

	while (qos == NONE) {
		at = parent_of(sim->diff, at);
		if (at == NONE)
			break;
		qos = own_default(sim, at);
	}
	return qos;
}

/* Goes up to the first association with a list of its own, then down again. */
static void
fill_effective(const struct ft_step_access *sim, uint32_t at)
{
	const struct ft_step_diff *diff = sim->diff;
	uint32_t n = 0;

	memset(sim->has, 0, diff->pair[FT_ENTITY_QOS].n * sizeof *sim->has);
	for (; at != NONE; at = parent_of(diff, at)) {
		struct ft_settings own =
		    ft_step_own(diff, side_of(sim, at, LIST_DONE), at);

		if (sim->state[at] & NO_LIST)
			continue;
		sim->chain[n++] = at;
		if (own.n_ref && own.ref[0].op == '=')
			break;
	}
	while (n) {
		enum ft_step_side side =
		    side_of(sim, sim->chain[--n], LIST_DONE);
		struct ft_settings own = ft_step_own(diff, side, sim->chain[n]);

		for (size_t i = 0; i < own.n_ref; i++) {
			uint32_t qos = ft_step_number(
			    diff, side, FT_ENTITY_QOS, own.ref[i].qos);

			if (qos != NONE)
				sim->has[qos] = own.ref[i].op != '-';
		}
	}
}

static bool
has_access(struct ft_step_access *sim, uint32_t at)
{
	uint32_t qos = effective_default(sim, at);

	if (qos == NONE)
		return true;
	fill_effective(sim, at);
	if (!sim->has[qos])
		sim->blocker = at;
	return sim->has[qos];
}

/* Returns whether all users directly below AT, of the after state, have
 * access. */
static bool
users_agreed(struct ft_step_access *sim, uint32_t at)
{
	const struct ft_step_diff *diff = sim->diff;
	const struct ft_step_state *state = &diff->state[FT_STEP_AFTER];
	const struct ft_admin_index *index = state->index;
	size_t i = (size_t)(diff->node[at].assoc[FT_STEP_AFTER] -
			    state->acctdb->assoc);

	for (uint32_t k = index->first[i]; k < index->first[i + 1]; k++) {
		uint32_t child = state->node[index->child[k]];

		if (child != NONE && diff->node[child].user != NONE &&
		    diff->node[child].exists && !has_access(sim, child))
			return false;
	}
	return true;
}

/* Returns whether sacctmgr would accept the state after AT is modified. */
static bool
agreed(struct ft_step_access *sim, uint32_t at)
{
	const struct ft_step_diff *diff = sim->diff;

	if (!has_access(sim, at))
		return false;
	for (uint32_t k = sim->first_gone[at]; k != NONE; k = sim->next_gone[k])
		if (diff->node[k].exists && !has_access(sim, k))
			return false;
	return only_before(diff, at) || users_agreed(sim, at);
}

/* ---- steps ---- */

static bool
has_qos(const struct ft_settings *own)
{
	const struct ft_assoc *assoc = own->record;

	return own->n_ref || assoc->default_qos;
}

bool
ft_step_qos_waits(const struct ft_step_diff *diff, uint32_t at)
{
	const struct ft_step_node *node = &diff->node[at];
	struct ft_str from FT_CLEANUP(ft_str_free) = { 0 },
			   to FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_settings old, new;

	if (!node->assoc[FT_STEP_BEFORE] || !node->assoc[FT_STEP_AFTER])
		return false;
	old = ft_step_own(diff, FT_STEP_BEFORE, at);
	new = ft_step_own(diff, FT_STEP_AFTER, at);
	if (!has_qos(&old) && !has_qos(&new))
		return false;
	ft_step_qos_text(diff, &old, &from);
	ft_step_qos_text(diff, &new, &to);
	return strcmp(ft_str_text(&from), ft_str_text(&to)) != 0 ||
	       default_on(diff, FT_STEP_BEFORE, at) !=
		   default_on(diff, FT_STEP_AFTER, at);
}

/* Fields that no command can set in this state become notes. */
static void
refuse_fields(struct ft_step_diff *diff, int refused)
{
	for (size_t k = 0; k < diff->n_field; k++) {
		struct ft_step_field *field = &diff->field[k];

		if ((refused & LIST_DONE && !strcmp(field->name, "qoslevel")) ||
		    (refused & DEFAULT_DONE &&
			!strcmp(field->name, "defaultqos"))) {
			field->set = field->first = NULL;
			field->note = true;
		}
	}
}

static void
change(struct ft_step_access *sim, uint32_t at, int refused)
{
	struct ft_step_diff *diff = sim->diff;
	struct ft_settings old = ft_step_own(diff, FT_STEP_BEFORE, at),
			   base = old;
	struct ft_assoc cleared = *diff->node[at].assoc[FT_STEP_BEFORE];

	if (sim->state[at] & CLEARED) {
		cleared.default_qos = 0;
		base.record = &cleared;
	}
	ft_step_fields(diff,
	    &(struct ft_step_sides){
		base, old, ft_step_own(diff, FT_STEP_AFTER, at) },
	    true);
	refuse_fields(diff, refused);
	if (diff->n_field)
		ft_step_push_assoc(diff, at);
	sim->state[at] = ALL_DONE;
}

static bool
try_change(struct ft_step_access *sim, uint32_t at, int done)
{
	unsigned char old = sim->state[at];
	bool good;

	sim->state[at] =
	    (unsigned char)(done & DEFAULT_DONE ? (old & ~CLEARED) | done
						: old | done);
	good = agreed(sim, at);
	sim->state[at] = old;
	return good;
}

/* Change whatever can be changed now; returns whether anything was. */
static bool
change_what_goes(struct ft_step_access *sim)
{
	bool any = false;
	size_t left = 0;

	for (size_t i = 0; i < sim->n_wait; i++) {
		uint32_t at = sim->wait[i];

		if (try_change(sim, at, ALL_DONE)) {
			change(sim, at, 0);
			any = true;
		} else {
			sim->wait[left++] = at;
		}
	}
	sim->n_wait = left;
	return any;
}

static void
clear_default(struct ft_step_access *sim, uint32_t at)
{
	struct ft_step_diff *diff = sim->diff;
	uint32_t qos = default_on(diff, FT_STEP_BEFORE, at);

	ft_step_add_field(diff, "defaultqos",
	    qos == NONE ? NULL : ft_step_name(diff, FT_ENTITY_QOS, qos), NULL,
	    "-1");
	ft_step_push_assoc(diff, at);
	sim->state[at] |= CLEARED;
}

/* Clear a default QOS that blocks, of a node that will change anyway. */
static bool
clear_a_blocker(struct ft_step_access *sim)
{
	const struct ft_step_diff *diff = sim->diff;

	for (size_t i = 0; i < sim->n_wait; i++) {
		uint32_t blocker;

		if (try_change(sim, sim->wait[i], ALL_DONE))
			continue;
		blocker = sim->blocker;
		while (blocker != NONE && own_default(sim, blocker) == NONE)
			blocker = parent_of(diff, blocker);
		if (blocker == NONE ||
		    diff->node[blocker].assoc[FT_STEP_BEFORE] == NULL ||
		    sim->state[blocker] ||
		    (!only_before(diff, blocker) &&
			!ft_step_qos_waits(diff, blocker)))
			continue;
		sim->state[blocker] |= CLEARED;
		if (agreed(sim, blocker)) {
			clear_default(sim, blocker);
			return true;
		}
		sim->state[blocker] &= (unsigned char)~CLEARED;
	}
	return false;
}

/* Make as much as possible of the changes that would never be accepted as a
 * whole. */
static void
change_the_rest(struct ft_step_access *sim)
{
	for (size_t i = 0; i < sim->n_wait; i++) {
		uint32_t at = sim->wait[i];
		int refused = ALL_DONE;

		if (try_change(sim, at, ALL_DONE))
			refused = 0;
		else if (try_change(sim, at, LIST_DONE))
			refused = DEFAULT_DONE;
		else if (try_change(sim, at, DEFAULT_DONE))
			refused = LIST_DONE;
		change(sim, at, refused);
		sim->state[at] &= (unsigned char)~refused;
	}
}

static void
link_gone(struct ft_step_access *sim)
{
	const struct ft_step_diff *diff = sim->diff;

	memset(sim->first_gone, 0xff, diff->n_node * sizeof *sim->first_gone);
	for (uint32_t at = 0; at < diff->n_node; at++) {
		uint32_t parent = parent_of(diff, at);

		if (!only_before(diff, at) || diff->node[at].user == NONE ||
		    parent == NONE)
			continue;
		sim->next_gone[at] = sim->first_gone[parent];
		sim->first_gone[parent] = at;
	}
}

static void
new_access(struct ft_step_diff *diff)
{
	struct ft_arena *arena = &diff->arena;
	size_t n = diff->n_node + 1;
	struct ft_step_access *sim = ft_arena_calloc(arena, 1, sizeof *sim);

	sim->diff = diff;
	sim->state = ft_arena_calloc(arena, n, sizeof *sim->state);
	sim->first_gone = ft_arena_calloc(arena, n, sizeof *sim->first_gone);
	sim->next_gone = ft_arena_calloc(arena, n, sizeof *sim->next_gone);
	sim->chain = ft_arena_calloc(arena, n, sizeof *sim->chain);
	sim->wait = ft_arena_calloc(arena, n, sizeof *sim->wait);
	sim->has = ft_arena_calloc(
	    arena, diff->pair[FT_ENTITY_QOS].n + 1, sizeof *sim->has);
	diff->access = sim;
}

void
ft_step_qos_changes(struct ft_step_diff *diff)
{
	const struct ft_step_state *state = &diff->state[FT_STEP_AFTER];
	struct ft_step_access *sim;

	new_access(diff);
	sim = diff->access;
	for (size_t k = 0; k < state->n_order; k++)
		if (ft_step_qos_waits(diff, state->order[k]))
			sim->wait[sim->n_wait++] = state->order[k];
	if (sim->n_wait == 0)
		return;
	link_gone(sim);
	while (change_what_goes(sim) || clear_a_blocker(sim))
		;
	change_the_rest(sim);
}

bool
ft_step_may_add(struct ft_step_diff *diff, uint32_t at)
{
	static const struct {
		unsigned char without;
		int refused;
	} try[] = { { 0, 0 }, { CLEARED, DEFAULT_DONE }, { NO_LIST, LIST_DONE },
		{ CLEARED | NO_LIST, ALL_DONE } };
	struct ft_step_access *sim = diff->access;

	for (size_t i = 0; i < FT_COUNT(try); i++) {
		sim->state[at] = try[i].without;
		if (has_access(sim, at)) {
			refuse_fields(diff, try[i].refused);
			return true;
		}
	}
	return false;
}
