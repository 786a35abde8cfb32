/* Steps of accounts: what is new, what moves, what changes. */
#include "admin/step_int.h"

#define NONE FT_INDEX_NONE

/* ---- accounts ---- */

/* Association I of the after book is that of an account below the root. */
static bool
is_account(const struct ft_step_diff *diff, uint32_t i)
{
	const struct ft_assoc *assoc = &diff->after->assoc[i];

	return !assoc->deleted && assoc->user == 0 &&
	       diff->index_after->parent[i] != NONE;
}

static void
add_account(struct ft_step_diff *diff, uint32_t i, bool *made)
{
	const struct ft_book *after = diff->after;
	const struct ft_assoc *assoc = &after->assoc[i];
	uint32_t account = ft_step_account_of(after, assoc);
	struct ft_own from = ft_own_new_assoc(after);
	struct ft_own to = ft_own_assoc(diff->index_after, i);
	struct ft_step step = { .op = FT_STEP_ADD,
		.entity = FT_ENTITY_ACCOUNT,
		.name = ft_step_account_name(after, assoc),
		.cluster = ft_step_cluster_name(after, assoc),
		.account = ft_step_account_name(after, assoc),
		.to = ft_step_parent_name(diff->index_after, i),
		.id = assoc->id };

	step.record = account != NONE && !made[account] &&
		      diff->account.before[account] == NONE;
	if (step.record) {
		made[account] = true;
		ft_step_account_fields(
		    diff, NULL, &after->account[account], step.to);
	}
	ft_step_fields(
	    diff, &(struct ft_step_sides){ .base = from, .new = to }, true);
	ft_step_push(diff, &step);
}

static void
move_account(struct ft_step_diff *diff, uint32_t i)
{
	const struct ft_assoc *assoc = &diff->after->assoc[i];
	struct ft_step step = { .op = FT_STEP_MOVE,
		.entity = FT_ENTITY_ACCOUNT,
		.name = ft_step_account_name(diff->after, assoc),
		.cluster = ft_step_cluster_name(diff->after, assoc),
		.account = ft_step_account_name(diff->after, assoc),
		.from = ft_step_parent_name(
		    diff->index_before, diff->assoc.before[i]),
		.to = ft_step_parent_name(diff->index_after, i),
		.id = assoc->id };

	ft_step_push(diff, &step);
}

/* A new or moved account stands in front of its siblings. */
static void
place_account(struct ft_step_diff *diff, uint32_t i, bool *made)
{
	uint32_t before = diff->assoc.before[i];

	if (before == NONE) {
		add_account(diff, i, made);
		diff->exists[i] = true;
	} else if (strcmp(ft_step_parent_name(diff->index_before, before),
		       ft_step_parent_name(diff->index_after, i)) != 0) {
		move_account(diff, i);
	} else {
		return;
	}
	diff->turn[i] = ++diff->turns;
}

/*
 * Parents before children, and of siblings the last first: whoever comes later
 * stands in front.  So no account is ever moved below one of its own.
 */
static void
place_accounts(struct ft_step_diff *diff, bool *made)
{
	const struct ft_admin_index *index = diff->index_after;
	uint32_t *stack = ft_calloc(diff->after->n_assoc + 1, sizeof *stack);
	uint32_t top = 0;

	for (size_t r = index->n_root; r > 0 && r--;)
		stack[top++] = index->root[r];
	while (top) {
		uint32_t i = stack[--top];

		if (is_account(diff, i))
			place_account(diff, i, made);
		for (uint32_t k = index->first[i]; k < index->first[i + 1]; k++)
			if (diff->after->assoc[index->child[k]].user == 0)
				stack[top++] = index->child[k];
	}
	ft_free(stack);
}

static void
account_records(struct ft_step_diff *diff, const bool *made)
{
	for (uint32_t i = 0; i < diff->account.n_after; i++) {
		const struct ft_account *new = &diff->after->account[i];
		uint32_t before = diff->account.before[i];
		struct ft_step step = { .entity = FT_ENTITY_ACCOUNT,
			.name = new->name,
			.account = new->name,
			.id = new->id };

		if (new->deleted || made[i])
			continue;
		step.op = before == NONE ? FT_STEP_ADD : FT_STEP_CHANGE;
		if (before != NONE)
			ft_step_account_fields(
			    diff, &diff->before->account[before], new, NULL);
		if (before == NONE || diff->n_field)
			ft_step_push(diff, &step);
	}
}

/* ---- changes of associations ---- */

bool
ft_step_came_with_cluster(const struct ft_step_diff *diff, uint32_t i)
{
	const struct ft_book *after = diff->after;
	const struct ft_assoc *assoc = &after->assoc[i];
	uint32_t cluster = ft_step_cluster_of(after, assoc);

	return assoc->user && cluster != NONE &&
	       diff->cluster.before[cluster] == NONE && !*assoc->partition &&
	       !strcmp(ft_step_user_name(after, assoc), "root") &&
	       !strcmp(ft_step_account_name(after, assoc), "root");
}

struct ft_step *
ft_step_push_assoc(struct ft_step_diff *diff, const struct ft_book *book,
    const struct ft_assoc *assoc, uint32_t node)
{
	bool root = assoc->parent == 0 && assoc->user == 0;
	struct ft_step step = { .op = FT_STEP_CHANGE,
		.entity = root          ? FT_ENTITY_CLUSTER
			  : assoc->user ? FT_ENTITY_ASSOC
					: FT_ENTITY_ACCOUNT,
		.cluster = ft_step_cluster_name(book, assoc),
		.account = root ? "" : ft_step_account_name(book, assoc),
		.user = ft_step_user_name(book, assoc),
		.partition = assoc->partition,
		.id = root ? assoc->cluster : assoc->id };

	step.name = root ? step.cluster : assoc->user ? "" : step.account;
	step.exact = ft_step_is_exact(diff, node);
	return ft_step_push(diff, &step);
}

void
ft_step_change_assoc(struct ft_step_diff *diff, uint32_t i,
    const struct ft_own *base, bool no_list, bool no_default)
{
	uint32_t before = diff->assoc.before[i];
	struct ft_own to = ft_own_assoc(diff->index_after, i);
	struct ft_own from =
	    before == NONE ? *base : ft_own_assoc(diff->index_before, before);

	ft_step_fields(diff, &(struct ft_step_sides){ *base, from, to }, true);
	for (size_t k = 0; k < diff->n_field; k++) {
		struct ft_step_field *field = &diff->field[k];

		if ((no_list && !strcmp(field->name, "qoslevel")) ||
		    (no_default && !strcmp(field->name, "defaultqos"))) {
			field->set = field->first = NULL;
			field->note = true;
		}
	}
	if (diff->n_field)
		ft_step_push_assoc(
		    diff, diff->after, &diff->after->assoc[i], i);
}

static void
change_assoc(struct ft_step_diff *diff, uint32_t i)
{
	uint32_t before = diff->assoc.before[i];
	struct ft_own from = before == NONE
				 ? ft_own_new_assoc(diff->after)
				 : ft_own_assoc(diff->index_before, before);

	ft_step_change_assoc(diff, i, &from, false, false);
}

void
ft_step_change_assocs(struct ft_step_diff *diff, bool users)
{
	const struct ft_admin_index *index = diff->index_after;

	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t i = index->order[k];
		const struct ft_assoc *assoc = &diff->after->assoc[i];

		if (assoc->deleted || !assoc->user == users ||
		    index->parent[i] == NONE)
			continue;
		if (ft_step_came_with_cluster(diff, i) ||
		    (diff->assoc.before[i] != NONE &&
			!ft_step_qos_waits(diff, i)))
			change_assoc(diff, i);
	}
}

void
ft_step_accounts(struct ft_step_diff *diff)
{
	bool *made FT_CLEANUP(ft_free_at) =
	    ft_calloc(diff->account.n_after + 1, sizeof *made);

	place_accounts(diff, made);
	account_records(diff, made);
	ft_step_change_assocs(diff, false);
}
