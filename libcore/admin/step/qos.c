/* qos.c - steps about QOS, and about what they preempt. */
#include "admin/step/private.h"

/* What a QOS preempts, as text: before, which of these still, and after. */
struct preempts {
	const char *from, *kept, *to;
	bool late; /* after the QOS have been made and changed */
};

static struct ft_settings
own_of(const struct ft_step_diff *diff, enum ft_step_side side, uint32_t at)
{
	const void *record = diff->pair[FT_ENTITY_QOS].item[at].record[side];

	return record ? ft_settings_of_qos(diff->state[side].acctdb, record)
		      : (struct ft_settings){ 0 };
}

static const char *
text_of(struct ft_step_diff *diff, const struct ft_settings *own)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_step_qos_text(diff, own, &str);
	return ft_arena_strdup(&diff->arena, ft_str_text(&str));
}

/* Whether QOS AT is in the list of OWN, of SIDE. */
static bool
has(const struct ft_step_diff *diff, enum ft_step_side side,
    const struct ft_settings *own, uint32_t at)
{
	for (size_t i = 0; i < own->n_ref; i++)
		if (ft_step_number(
			diff, side, FT_ENTITY_QOS, own->ref[i].qos) == at)
			return true;
	return false;
}

/* Returns the names that are in the lists of both OLD and NEW. */
static const char *
kept_text(struct ft_step_diff *diff, const struct ft_settings *old,
    const struct ft_settings *new)
{
	struct ft_qosref *ref =
	    ft_arena_calloc(&diff->arena, old->n_ref + 1, sizeof *ref);
	struct ft_settings kept = { .acctdb = old->acctdb, .ref = ref };

	for (size_t i = 0; i < old->n_ref; i++) {
		uint32_t at = ft_step_number(
		    diff, FT_STEP_BEFORE, FT_ENTITY_QOS, old->ref[i].qos);

		if (at != FT_STEP_NONE && has(diff, FT_STEP_AFTER, new, at))
			ref[kept.n_ref++] = old->ref[i];
	}
	return text_of(diff, &kept);
}

/* Returns whether everything that QOS AT preempts exists when AT is added. */
static bool
all_known(
    const struct ft_step_diff *diff, const struct ft_settings *new, uint32_t at)
{
	for (size_t i = 0; i < new->n_ref; i++) {
		uint32_t other = ft_step_number(
		    diff, FT_STEP_AFTER, FT_ENTITY_QOS, new->ref[i].qos);

		if (other != FT_STEP_NONE && other >= at &&
		    diff->pair[FT_ENTITY_QOS]
			    .item[other]
			    .record[FT_STEP_BEFORE] == NULL)
			return false;
	}
	return true;
}

static struct preempts
preempts_of(struct ft_step_diff *diff, uint32_t at)
{
	struct ft_settings old = own_of(diff, FT_STEP_BEFORE, at);
	struct ft_settings new = own_of(diff, FT_STEP_AFTER, at);

	return (struct preempts){ .from = text_of(diff, &old),
		.kept = kept_text(diff, &old, &new),
		.to = text_of(diff, &new),
		.late = !all_known(diff, &new, at) };
}

static void
preempt_step(
    struct ft_step_diff *diff, uint32_t at, const char *old, const char *new)
{
	struct ft_step step =
	    ft_step_of_pair(diff, FT_STEP_CHANGE, FT_ENTITY_QOS, at);

	if (!strcmp(old, new))
		return;
	ft_step_add_field(
	    diff, "preempt", *old ? old : NULL, *new ? new : NULL, new);
	ft_step_push(diff, &step);
}

/* list: what it preempts, too. */
static void
qos_step(struct ft_step_diff *diff, uint32_t at, bool list)
{
	const struct ft_step_pair *qos = &diff->pair[FT_ENTITY_QOS].item[at];
	bool old = qos->record[FT_STEP_BEFORE] != NULL;
	struct ft_step step = ft_step_of_pair(
	    diff, old ? FT_STEP_CHANGE : FT_STEP_ADD, FT_ENTITY_QOS, at);
	struct ft_qos fresh = { .name = qos->name };
	struct ft_step_sides sides = {
		.base = { .acctdb = diff->state[FT_STEP_BEFORE].acctdb,
		    .entity = FT_ENTITY_QOS,
		    .record = &fresh },
		.old = own_of(diff, FT_STEP_BEFORE, at),
		.new = own_of(diff, FT_STEP_AFTER, at),
	};

	ft_members_clear(FT_ENTITY_QOS, &fresh);
	fresh.description = qos->name;
	if (old)
		sides.base = sides.old;
	ft_step_fields(diff, &sides, list);
	if (!old || diff->n_field)
		ft_step_push(diff, &step);
}

/*
 * No QOS may preempt itself, not even through others.  So if several lists
 * change, all removals come first: then no list ever contains what neither
 * state has.
 */
void
ft_step_qoses(struct ft_step_diff *diff)
{
	const struct ft_step_pair *item = diff->pair[FT_ENTITY_QOS].item;
	struct preempts *preempts;
	uint32_t n = 0;
	size_t changes = 0;

	/* those of the after state come first */
	while (n < diff->pair[FT_ENTITY_QOS].n && item[n].record[FT_STEP_AFTER])
		n++;
	preempts = ft_arena_calloc(&diff->arena, n + 1, sizeof *preempts);
	for (uint32_t at = 0; at < n; at++) {
		preempts[at] = preempts_of(diff, at);
		changes += strcmp(preempts[at].from, preempts[at].to) != 0;
	}
	for (uint32_t at = 0; at < n && changes > 1; at++) {
		if (!strcmp(preempts[at].from, preempts[at].kept))
			continue;
		preempts[at].late = true;
		preempt_step(diff, at, preempts[at].from, preempts[at].kept);
	}
	for (uint32_t at = 0; at < n; at++)
		qos_step(diff, at, !preempts[at].late);
	for (uint32_t at = 0; at < n; at++)
		if (preempts[at].late)
			preempt_step(
			    diff, at, preempts[at].kept, preempts[at].to);
}
