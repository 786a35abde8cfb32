/* What leads from one book to another, step by step. */
#include "admin/step.h"
#include "admin/step_int.h"

#define NONE FT_INDEX_NONE

/* ---- steps ---- */

bool
ft_step_is_note(const struct ft_step *step)
{
	if (step->entity == FT_ENTITY_WCKEY ||
	    step->entity == FT_ENTITY_RESOURCE)
		return true;
	if (step->op == FT_STEP_ADD)
		return !*step->cluster && (step->entity == FT_ENTITY_ACCOUNT ||
					      step->entity == FT_ENTITY_USER);
	if (step->op != FT_STEP_CHANGE)
		return false;
	for (size_t i = 0; i < step->n_field; i++)
		if (!step->field[i].note || step->field[i].set)
			return false;
	return true;
}

static const char *
keep(struct ft_arena *arena, const char *text)
{
	return text && *text ? ft_arena_strdup(arena, text) : "";
}

struct ft_step *
ft_step_push(struct ft_step_diff *diff, const struct ft_step *step)
{
	struct ft_steps *steps = diff->steps;
	struct ft_arena *arena = &steps->arena;
	struct ft_step *new;

	new = ft_vec_add(steps->step, steps->n, steps->cap);
	*new = *step;
	new->name = keep(arena, step->name);
	new->cluster = keep(arena, step->cluster);
	new->account = keep(arena, step->account);
	new->user = keep(arena, step->user);
	new->partition = keep(arena, step->partition);
	new->from = keep(arena, step->from);
	new->to = keep(arena, step->to);
	new->several = diff->several;
	new->n_field = diff->n_field;
	new->field =
	    ft_arena_calloc(arena, diff->n_field + 1, sizeof *new->field);
	if (diff->n_field)
		memcpy(new->field, diff->field,
		    diff->n_field * sizeof *new->field);
	diff->n_field = 0;
	if (ft_step_is_note(new))
		steps->n_note++;
	else
		steps->count[new->op]++;
	return new;
}

/* ---- clusters ---- */

static uint32_t
root_of(const struct ft_admin_index *index, uint32_t cluster)
{
	const struct ft_book *book = index->book;

	for (size_t i = 0; i < index->n_root; i++) {
		uint32_t root = index->root[i];

		if (!book->assoc[root].deleted &&
		    book->assoc[root].cluster == book->cluster[cluster].id)
			return root;
	}
	return NONE;
}

/* A new cluster's root may use the QOS normal. */
static struct ft_own
new_root_settings(const struct ft_step_diff *diff, struct ft_qosref *ref)
{
	struct ft_own settings = ft_own_new_assoc(diff->after);
	const struct ft_qos *normal = ft_book_find_qos(diff->after, "normal");

	if (normal == NULL || normal->deleted)
		return settings;
	*ref = (struct ft_qosref){ 0, '=', normal->id };
	settings.ref = ref;
	settings.n_ref = 1;
	return settings;
}

/* A classification is cleared by a star alone: sacctmgr takes an empty one, or
 * a word that it does not know, for none given. */
static void
cluster_record_fields(struct ft_step_diff *diff, const struct ft_cluster *old,
    const struct ft_cluster *new)
{
	const char *was = old ? old->classification : "";
	struct ft_step_field *field;

	if (!strcmp(was, new->classification))
		return;
	field = ft_step_add_field(diff, "classification", *was ? was : NULL,
	    *new->classification ? new->classification : NULL,
	    *new->classification ? new->classification : "*");
	field->record = true;
}

/* Where the cluster registered from: nothing an administrator says. */
static void
cluster_notes(struct ft_step_diff *diff, const struct ft_cluster *old,
    const struct ft_cluster *new)
{
	if (old && strcmp(old->control_host, new->control_host) != 0)
		ft_step_add_field(diff, "controlhost", old->control_host,
		    new->control_host, NULL)
		    ->note = true;
}

static void
cluster_step(struct ft_step_diff *diff, uint32_t i)
{
	const struct ft_cluster *new = &diff->after->cluster[i];
	uint32_t before = diff->cluster.before[i];
	const struct ft_cluster *old =
	    before == NONE ? NULL : &diff->before->cluster[before];
	uint32_t root = root_of(diff->index_after, i);
	uint32_t old_root = old ? root_of(diff->index_before, before) : NONE;
	struct ft_step step = { .op = old ? FT_STEP_CHANGE : FT_STEP_ADD,
		.entity = FT_ENTITY_CLUSTER,
		.name = new->name,
		.cluster = new->name,
		.id = new->id };
	struct ft_qosref ref;

	cluster_record_fields(diff, old, new);
	cluster_notes(diff, old, new);
	if (root != NONE && !ft_step_qos_waits(diff, root)) {
		struct ft_own to = ft_own_assoc(diff->index_after, root);
		struct ft_own from =
		    old_root == NONE
			? new_root_settings(diff, &ref)
			: ft_own_assoc(diff->index_before, old_root);

		ft_step_fields(diff,
		    &(struct ft_step_sides){
			from, old ? from : (struct ft_own){ 0 }, to },
		    true);
	}
	if (old == NULL || diff->n_field)
		ft_step_push(diff, &step);
}

static void
clusters(struct ft_step_diff *diff)
{
	for (uint32_t i = 0; i < diff->cluster.n_after; i++)
		if (!diff->after->cluster[i].deleted)
			cluster_step(diff, i);
}

/* ---- QOS ---- */

static void
qos_step(struct ft_step_diff *diff, uint32_t i, bool preempt)
{
	const struct ft_qos *new = &diff->after->qos[i];
	uint32_t before = diff->qos.before[i];
	const struct ft_qos *old =
	    before == NONE ? NULL : &diff->before->qos[before];
	struct ft_step step = { .op = old ? FT_STEP_CHANGE : FT_STEP_ADD,
		.entity = FT_ENTITY_QOS,
		.name = new->name,
		.id = new->id };

	ft_step_qos_fields(diff, old, new, preempt);
	if (old == NULL || diff->n_field)
		ft_step_push(diff, &step);
}

static const struct ft_qosref *
preempts(const struct ft_book *book, const struct ft_qos *qos, size_t *n)
{
	return ft_book_qosrefs(
	    book->qos_preempt, book->n_qos_preempt, qos->id, n);
}

static bool
is_preempted(
    const struct ft_book *book, const struct ft_qos *qos, const char *name)
{
	size_t n;
	const struct ft_qosref *ref = preempts(book, qos, &n);

	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *other = ft_book_qos(book, ref[i].qos);

		if (other && !other->deleted && !strcmp(other->name, name))
			return true;
	}
	return false;
}

/* Whether QOS I preempts fewer than before: of those that stay. */
static bool
preempts_less(const struct ft_step_diff *diff, uint32_t i)
{
	const struct ft_qos *old = &diff->before->qos[diff->qos.before[i]];
	size_t n;
	const struct ft_qosref *ref = preempts(diff->before, old, &n);

	for (size_t k = 0; k < n; k++) {
		const struct ft_qos *other =
		    ft_book_qos(diff->before, ref[k].qos);

		if (other && !other->deleted &&
		    diff->qos.after[other - diff->before->qos] != NONE &&
		    !is_preempted(
			diff->after, &diff->after->qos[i], other->name))
			return true;
	}
	return false;
}

/* Whether all that new QOS I preempts is there already. */
static bool
preempts_known(const struct ft_step_diff *diff, uint32_t i)
{
	size_t n;
	const struct ft_qosref *ref =
	    preempts(diff->after, &diff->after->qos[i], &n);

	for (size_t k = 0; k < n; k++) {
		const struct ft_qos *other =
		    ft_book_qos(diff->after, ref[k].qos);
		uint32_t at;

		if (other == NULL || other->deleted)
			continue;
		at = (uint32_t)(other - diff->after->qos);
		if (diff->qos.before[at] == NONE && at >= i)
			return false;
	}
	return true;
}

/* Append those OLD preempts that it still preempts. */
static void
kept_text(const struct ft_step_diff *diff, const struct ft_qos *old,
    const struct ft_qos *new, struct ft_str *str)
{
	size_t n, kept = 0;
	const struct ft_qosref *ref = preempts(diff->before, old, &n);
	struct ft_qosref *stays = ft_calloc(n + 1, sizeof *stays);

	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *other =
		    ft_book_qos(diff->before, ref[i].qos);

		if (other && is_preempted(diff->after, new, other->name))
			stays[kept++] = ref[i];
	}
	ft_step_qos_text(diff, diff->before, stays, kept, str);
	ft_free(stays);
}

/* The list of a QOS alone: less: only what goes, else only what comes. */
static void
preempt_step(struct ft_step_diff *diff, uint32_t i, bool less)
{
	const struct ft_qos *new = &diff->after->qos[i];
	uint32_t before = diff->qos.before[i];
	struct ft_step step = { .op = FT_STEP_CHANGE,
		.entity = FT_ENTITY_QOS,
		.name = new->name,
		.id = new->id };
	struct ft_str from FT_CLEANUP(ft_str_free) = { 0 },
			   kept FT_CLEANUP(ft_str_free) = { 0 },
			   to FT_CLEANUP(ft_str_free) = { 0 };
	const char *old, *text;
	size_t n;
	const struct ft_qosref *ref = preempts(diff->after, new, &n);

	ft_step_qos_text(diff, diff->after, ref, n, &to);
	if (before != NONE) {
		kept_text(diff, &diff->before->qos[before], new, &kept);
		ref = preempts(diff->before, &diff->before->qos[before], &n);
		ft_step_qos_text(diff, diff->before, ref, n, &from);
	}
	old = ft_str_text(less ? &from : &kept);
	text = ft_str_text(less ? &kept : &to);
	if (strcmp(old, text) != 0) {
		ft_step_add_field(diff, "preempt", *old ? old : NULL,
		    *text ? text : NULL, text);
		ft_step_push(diff, &step);
	}
}

static size_t
count_preempt_changes(const struct ft_step_diff *diff)
{
	size_t changes = 0;

	for (uint32_t i = 0; i < diff->qos.n_after; i++) {
		const struct ft_qos *new = &diff->after->qos[i];
		uint32_t before = diff->qos.before[i];
		struct ft_str from = { 0 }, to = { 0 };
		const struct ft_qosref *ref;
		size_t n;

		if (new->deleted)
			continue;
		ref = preempts(diff->after, new, &n);
		ft_step_qos_text(diff, diff->after, ref, n, &to);
		if (before != NONE) {
			ref = preempts(
			    diff->before, &diff->before->qos[before], &n);
			ft_step_qos_text(diff, diff->before, ref, n, &from);
		}
		changes += !!strcmp(ft_str_text(&from), ft_str_text(&to));
		ft_str_free(&from);
		ft_str_free(&to);
	}
	return changes;
}

/*
 * No QOS may preempt itself, by way of others either: of several lists what
 * goes goes first, so that on the way there is nothing that neither book has.
 */
static void
qoses(struct ft_step_diff *diff)
{
	uint32_t n = diff->qos.n_after;
	bool *late FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *late);
	bool many = count_preempt_changes(diff) > 1;

	for (uint32_t i = 0; i < n; i++) {
		if (diff->after->qos[i].deleted)
			continue;
		late[i] = !preempts_known(diff, i);
		if (!many || diff->qos.before[i] == NONE ||
		    !preempts_less(diff, i))
			continue;
		late[i] = true;
		preempt_step(diff, i, true);
	}
	for (uint32_t i = 0; i < n; i++)
		if (!diff->after->qos[i].deleted)
			qos_step(diff, i, !late[i]);
	for (uint32_t i = 0; i < n; i++)
		if (late[i])
			preempt_step(diff, i, false);
}

/* ---- the whole ---- */

static void
link_user(struct ft_step_diff *diff, uint32_t node, uint32_t user)
{
	diff->next_of_user[node] = diff->first_of_user[user];
	diff->first_of_user[user] = node;
}

/* The associations there are, and who is whose default. */
static void
start(struct ft_step_diff *diff)
{
	const struct ft_book *before = diff->before, *after = diff->after;
	size_t users = before->n_user + after->n_user + 1;

	diff->n_node = (uint32_t)(before->n_assoc + after->n_assoc);
	diff->exists = ft_calloc(diff->n_node + 1, sizeof *diff->exists);
	diff->is_default =
	    ft_calloc(diff->n_node + 1, sizeof *diff->is_default);
	diff->turn = ft_calloc(diff->n_node + 1, sizeof *diff->turn);
	diff->nowhere = ft_calloc(after->n_user + 1, sizeof *diff->nowhere);
	diff->moved = ft_calloc(before->n_assoc + 1, sizeof *diff->moved);
	diff->next_of_user =
	    ft_alloc((diff->n_node + 1) * sizeof *diff->next_of_user);
	diff->first_of_user = ft_alloc(users * sizeof *diff->first_of_user);
	memset(diff->first_of_user, 0xff, users * sizeof *diff->first_of_user);
	for (uint32_t i = 0; i < before->n_assoc; i++) {
		uint32_t user = ft_step_user_of(before, &before->assoc[i]);
		uint32_t node = ft_step_node(diff, i);

		diff->exists[node] = !before->assoc[i].deleted;
		diff->is_default[node] = before->assoc[i].is_default;
		if (user != NONE && diff->exists[node])
			link_user(diff, node, user);
	}
	for (uint32_t i = 0; i < after->n_assoc; i++) {
		uint32_t user = ft_step_user_of(after, &after->assoc[i]);

		if (user == NONE || diff->assoc.before[i] != NONE)
			continue;
		link_user(diff, i, ft_step_same(&diff->user, user));
		diff->exists[i] = diff->is_default[i] =
		    ft_step_came_with_cluster(diff, i);
	}
}

static size_t
count_clusters(const struct ft_book *book)
{
	size_t n = 0;

	for (size_t i = 0; i < book->n_cluster; i++)
		n += !book->cluster[i].deleted;
	return n;
}

void
ft_steps_between(struct ft_steps *steps, const struct ft_book *before,
    const struct ft_book *after)
{
	struct ft_step_diff diff = { .steps = steps,
		.before = before,
		.after = after,
		.several =
		    count_clusters(before) > 1 || count_clusters(after) > 1 };

	*steps = (struct ft_steps){ 0 };
	diff.index_before = ft_admin_index_new(before);
	diff.index_after = ft_admin_index_new(after);
	ft_step_match(&diff);
	start(&diff);
	clusters(&diff);
	qoses(&diff);
	ft_step_accounts(&diff);
	ft_step_users(&diff);
	ft_step_coords(&diff);
	ft_step_deletes(&diff);
	ft_step_others(&diff);
	ft_step_orders(&diff);
	ft_step_match_free(&diff);
	ft_admin_index_free(diff.index_before);
	ft_admin_index_free(diff.index_after);
	ft_free(diff.exists);
	ft_free(diff.is_default);
	ft_free(diff.turn);
	ft_free(diff.moved);
	ft_free(diff.nowhere);
	ft_free(diff.next_of_user);
	ft_free(diff.first_of_user);
	ft_free(diff.field);
}

void
ft_steps_free(struct ft_steps *steps)
{
	ft_free(steps->step);
	ft_arena_clear(&steps->arena);
	*steps = (struct ft_steps){ 0 };
}
