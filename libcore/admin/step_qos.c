/*
 * Changes of QOS lists and default QOS, in an order that sacctmgr agrees to.
 *
 * It refuses to modify an association when the default QOS in effect there,
 * or at a user right below, is not among the QOS in effect.  So what is
 * changed waits until it is agreed to; where two wait for each other a default
 * QOS is taken away for the time being.
 */
#include "admin/step_int.h"

#define NONE FT_INDEX_NONE

/* How far a node is on its way from the before book to the after book. */
enum { LIST_DONE = 1, DEFAULT_DONE = 2, CLEARED = 4, ALL_DONE = 3 };

struct sim {
	struct ft_step_diff *diff;
	unsigned char *state; /* [n_node] */
	uint32_t *first_gone; /* [n_node] users below that are to go */
	uint32_t *next_gone;
	uint32_t *chain; /* [n_node], scratch */
	bool *has;       /* [QOS of both books], scratch */
	uint32_t *wait;  /* nodes */
	size_t n_wait;
	uint32_t blocker; /* whose default QOS was in the way */
};

/* ---- how things stand ---- */

static bool
only_before(const struct ft_step_diff *diff, uint32_t node)
{
	return node >= diff->after->n_assoc;
}

/* Index in the before book; NONE: it is new. */
static uint32_t
before_of(const struct ft_step_diff *diff, uint32_t node)
{
	return only_before(diff, node) ? node - (uint32_t)diff->after->n_assoc
				       : diff->assoc.before[node];
}

static struct ft_own
settings_of(const struct sim *sim, uint32_t node, int done)
{
	const struct ft_step_diff *diff = sim->diff;
	uint32_t before = before_of(diff, node);

	return before == NONE || sim->state[node] & done
		   ? ft_own_assoc(diff->index_after, node)
		   : ft_own_assoc(diff->index_before, before);
}

/* A number both books share; NONE: there is no such QOS. */
static uint32_t
qos_number(
    const struct ft_step_diff *diff, const struct ft_book *book, uint32_t id)
{
	const struct ft_qos *qos = id ? ft_book_qos(book, id) : NULL;

	if (qos == NULL || qos->deleted)
		return NONE;
	return book == diff->after
		   ? ft_step_same(&diff->qos, (uint32_t)(qos - book->qos))
		   : (uint32_t)(qos - book->qos);
}

static uint32_t
default_of(const struct ft_step_diff *diff, const struct ft_own *own)
{
	const struct ft_assoc *assoc = own->record;

	return qos_number(diff, own->book, assoc->default_qos);
}

static uint32_t
parent_of(const struct ft_step_diff *diff, uint32_t node)
{
	uint32_t parent;

	if (!only_before(diff, node))
		return diff->index_after->parent[node];
	parent = diff->index_before->parent[before_of(diff, node)];
	return parent == NONE ? NONE : ft_step_node(diff, parent);
}

static uint32_t
own_default(const struct sim *sim, uint32_t node)
{
	struct ft_own own = settings_of(sim, node, DEFAULT_DONE);

	return sim->state[node] & CLEARED ? NONE : default_of(sim->diff, &own);
}

static uint32_t
effective_default(const struct sim *sim, uint32_t node)
{
	uint32_t qos = own_default(sim, node);

	while (qos == NONE) {
		node = parent_of(sim->diff, node);
		if (node == NONE)
			break;
		qos = own_default(sim, node);
	}
	return qos;
}

/* Up to the first that has a list of its own, then down again. */
static void
fill_effective(const struct sim *sim, uint32_t node)
{
	const struct ft_step_diff *diff = sim->diff;
	uint32_t n = 0;

	memset(sim->has, 0,
	    (diff->before->n_qos + diff->after->n_qos) * sizeof *sim->has);
	for (; node != NONE; node = parent_of(diff, node)) {
		struct ft_own settings = settings_of(sim, node, LIST_DONE);

		sim->chain[n++] = node;
		if (settings.n_ref && settings.ref[0].op == '=')
			break;
	}
	while (n) {
		struct ft_own settings =
		    settings_of(sim, sim->chain[--n], LIST_DONE);

		for (size_t i = 0; i < settings.n_ref; i++) {
			uint32_t qos = qos_number(
			    diff, settings.book, settings.ref[i].qos);

			if (qos != NONE)
				sim->has[qos] = settings.ref[i].op != '-';
		}
	}
}

static bool
has_access(struct sim *sim, uint32_t node)
{
	uint32_t qos = effective_default(sim, node);

	if (qos == NONE)
		return true;
	fill_effective(sim, node);
	if (!sim->has[qos])
		sim->blocker = node;
	return sim->has[qos];
}

/* Whether sacctmgr agrees to how things stand after NODE was modified. */
static bool
agreed(struct sim *sim, uint32_t node)
{
	const struct ft_step_diff *diff = sim->diff;
	const struct ft_admin_index *index = diff->index_after;

	if (!has_access(sim, node))
		return false;
	for (uint32_t k = sim->first_gone[node]; k != NONE;
	     k = sim->next_gone[k])
		if (diff->exists[k] && !has_access(sim, k))
			return false;
	if (only_before(diff, node))
		return true;
	for (uint32_t k = index->first[node]; k < index->first[node + 1]; k++)
		if (diff->after->assoc[index->child[k]].user &&
		    diff->exists[index->child[k]] &&
		    !has_access(sim, index->child[k]))
			return false;
	return true;
}

/* ---- steps ---- */

static bool
has_no_qos(const struct ft_own *own)
{
	const struct ft_assoc *assoc = own->record;

	return own->n_ref == 0 && assoc->default_qos == 0;
}

bool
ft_step_qos_waits(const struct ft_step_diff *diff, uint32_t i)
{
	uint32_t before = diff->assoc.before[i];
	struct ft_own to = ft_own_assoc(diff->index_after, i);
	struct ft_own from;
	struct ft_str old FT_CLEANUP(ft_str_free) = { 0 },
			  new FT_CLEANUP(ft_str_free) = { 0 };

	if (before == NONE)
		return false;
	from = ft_own_assoc(diff->index_before, before);
	if (has_no_qos(&from) && has_no_qos(&to))
		return false;
	ft_step_qos_text(diff, from.book, from.ref, from.n_ref, &old);
	ft_step_qos_text(diff, to.book, to.ref, to.n_ref, &new);
	return strcmp(ft_str_text(&old), ft_str_text(&new)) != 0 ||
	       default_of(diff, &from) != default_of(diff, &to);
}

/* refused: what no command can do as things stand. */
static void
change(struct sim *sim, uint32_t node, int refused)
{
	struct ft_step_diff *diff = sim->diff;
	struct ft_own base =
	    ft_own_assoc(diff->index_before, diff->assoc.before[node]);
	struct ft_assoc cleared = *(const struct ft_assoc *)base.record;

	if (sim->state[node] & CLEARED) {
		cleared.default_qos = 0;
		base.record = &cleared;
	}
	ft_step_change_assoc(
	    diff, node, &base, refused & LIST_DONE, refused & DEFAULT_DONE);
	sim->state[node] = ALL_DONE;
}

static bool
try_change(struct sim *sim, uint32_t node, int done)
{
	unsigned char old = sim->state[node];
	bool good;

	sim->state[node] =
	    (unsigned char)(done & DEFAULT_DONE ? (old & ~CLEARED) | done
						: old | done);
	good = agreed(sim, node);
	sim->state[node] = old;
	return good;
}

/* Whatever can be changed now; returns whether there was anything. */
static bool
change_what_goes(struct sim *sim)
{
	bool any = false;
	size_t left = 0;

	for (size_t i = 0; i < sim->n_wait; i++) {
		uint32_t node = sim->wait[i];

		if (try_change(sim, node, ALL_DONE)) {
			change(sim, node, 0);
			any = true;
		} else {
			sim->wait[left++] = node;
		}
	}
	sim->n_wait = left;
	return any;
}

static void
clear_default(struct sim *sim, uint32_t node)
{
	struct ft_step_diff *diff = sim->diff;
	struct ft_own base =
	    ft_own_assoc(diff->index_before, before_of(diff, node));
	const struct ft_assoc *assoc = base.record;
	const struct ft_qos *qos =
	    ft_book_qos(diff->before, assoc->default_qos);

	ft_step_add_field(
	    diff, "defaultqos", qos ? qos->name : NULL, NULL, "-1");
	ft_step_push_assoc(diff, base.book, assoc, node);
	sim->state[node] |= CLEARED;
}

/* Take away a default QOS that is in the way, of what will change anyway. */
static bool
clear_a_blocker(struct sim *sim)
{
	for (size_t i = 0; i < sim->n_wait; i++) {
		uint32_t blocker;

		if (try_change(sim, sim->wait[i], ALL_DONE))
			continue;
		blocker = sim->blocker;
		while (blocker != NONE && own_default(sim, blocker) == NONE)
			blocker = parent_of(sim->diff, blocker);
		if (blocker == NONE || before_of(sim->diff, blocker) == NONE ||
		    sim->state[blocker] ||
		    (!only_before(sim->diff, blocker) &&
			!ft_step_qos_waits(sim->diff, blocker)))
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

/* What cannot be: as much of it as can. */
static void
change_the_rest(struct sim *sim)
{
	for (size_t i = 0; i < sim->n_wait; i++) {
		uint32_t node = sim->wait[i];
		int refused = ALL_DONE;

		if (try_change(sim, node, ALL_DONE))
			refused = 0;
		else if (try_change(sim, node, LIST_DONE))
			refused = DEFAULT_DONE;
		else if (try_change(sim, node, DEFAULT_DONE))
			refused = LIST_DONE;
		change(sim, node, refused);
		sim->state[node] &= (unsigned char)~refused;
	}
}

static void
link_gone(struct sim *sim)
{
	const struct ft_step_diff *diff = sim->diff;
	size_t n = diff->before->n_assoc;

	memset(sim->first_gone, 0xff, diff->n_node * sizeof *sim->first_gone);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t node = ft_step_node(diff, i), parent;

		if (!only_before(diff, node) || !diff->before->assoc[i].user)
			continue;
		parent = parent_of(diff, node);
		if (parent == NONE)
			continue;
		sim->next_gone[node] = sim->first_gone[parent];
		sim->first_gone[parent] = node;
	}
}

void
ft_step_qos_changes(struct ft_step_diff *diff)
{
	const struct ft_admin_index *index = diff->index_after;
	size_t n = diff->n_node + 1;
	struct sim sim = { .diff = diff,
		.wait = ft_calloc(diff->after->n_assoc + 1, sizeof *sim.wait) };

	for (size_t k = 0; k < index->n_order; k++)
		if (!diff->after->assoc[index->order[k]].deleted &&
		    ft_step_qos_waits(diff, index->order[k]))
			sim.wait[sim.n_wait++] = index->order[k];
	if (sim.n_wait) {
		sim.state = ft_calloc(n, sizeof *sim.state);
		sim.first_gone = ft_calloc(n, sizeof *sim.first_gone);
		sim.next_gone = ft_calloc(n, sizeof *sim.next_gone);
		sim.chain = ft_calloc(n, sizeof *sim.chain);
		sim.has =
		    ft_calloc(diff->before->n_qos + diff->after->n_qos + 1,
			sizeof *sim.has);
		link_gone(&sim);
		while (change_what_goes(&sim) || clear_a_blocker(&sim))
			;
		change_the_rest(&sim);
		ft_free(sim.state);
		ft_free(sim.first_gone);
		ft_free(sim.next_gone);
		ft_free(sim.chain);
		ft_free(sim.has);
	}
	ft_free(sim.wait);
}
