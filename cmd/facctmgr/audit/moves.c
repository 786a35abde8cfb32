/* moves.c - who moves under a change, and which jobs. */

#include "facctmgr/audit/private.h"

#include "sim/world/array.h"

static struct ft_standing_side
side_of(const struct audit_side *side)
{
	return (struct ft_standing_side){ &side->world.machine, side->row,
		side->n };
}

static uint32_t
place(const struct ft_standing *standing)
{
	return standing ? standing->place : 0;
}

/* Returns how far PAIR moves, 0 if the job lacks a place on one side. */
static uint32_t
distance(const struct ft_standing_pair *pair)
{
	uint32_t a = place(pair->before), b = place(pair->after);

	return a == 0 || b == 0 ? 0 : a > b ? a - b : b - a;
}

static uint32_t
number(const struct ft_standing_pair *pair)
{
	const struct ft_standing *there =
	    pair->before ? pair->before : pair->after;

	return there ? there->job->number : 0;
}

static int
by_distance(const void *a, const void *b)
{
	uint32_t x = distance(a), y = distance(b);

	if (x != y)
		return x > y ? -1 : 1;
	x = number(a);
	y = number(b);
	return (x > y) - (x < y);
}

/* Keep the pairs that differ, the furthest first. */
static void
compare_jobs(const struct audit_side *before, struct audit_moves *moves)
{
	const struct ft_standing_side a = side_of(before),
				      b = side_of(&moves->after);
	size_t n;

	moves->job = ft_alloc((a.n + b.n + 1) * sizeof *moves->job);
	n = ft_standing_pairs(&a, &b, moves->job);
	for (size_t i = 0; i < n; i++) {
		const struct ft_standing_pair pair = moves->job[i];

		if (!ft_standing_differs(&pair))
			continue;
		moves->job[moves->n_job++] = pair;
		moves->places += place(pair.before) != place(pair.after);
	}
	qsort(moves->job, moves->n_job, sizeof *moves->job, by_distance);
}

enum ft_status
facctmgr_audit_compare(const struct audit *audit,
    const struct audit_trial *trial, struct audit_moves *moves,
    struct ft_error *err)
{
	const struct audit_side *before =
	    trial->kind == AUDIT_RELEASE ? &audit->real : &audit->now;
	struct ft_compare_side sides[2];

	moves->trial = trial;
	FT_TRY(facctmgr_audit_load(audit, trial, &moves->after, err));
	sides[0] = ft_load_side(&before->ranks);
	sides[1] = ft_load_side(&moves->after.ranks);
	ft_compare_init(&moves->compare, &sides[0], &sides[1], FT_MATCH_ID);
	compare_jobs(before, moves);
	return FT_OK;
}

void
facctmgr_audit_moves_free(struct audit_moves *moves)
{
	ft_compare_clear(&moves->compare);
	ft_free(moves->job);
	facctmgr_audit_unload(&moves->after);
}

/* ---- words -------------------------------------------------------------------- */

bool
facctmgr_audit_add_user(
    const struct audit_moves *moves, size_t i, struct ft_str *str)
{
	const struct ft_compare *compare = &moves->compare;
	size_t *index FT_CLEANUP(ft_free_at) =
	    ft_calloc(compare->n + 1, sizeof *index);
	const struct ft_move *move;

	if (i >= compare->moved)
		return false;
	/* those that stay come last: their size is 0 */
	ft_compare_sort(compare, FT_ORDER_SIZE, index);
	move = &compare->move[index[i]];
	ft_tree_add_name(
	    compare->before.tree, compare->before.names, move->before, str);
	ft_str_addf(str, " %" PRIu32 " -> %" PRIu32, move->rank_before,
	    move->rank_after);
	return true;
}

static void
add_place(const struct ft_standing *standing, struct ft_str *str)
{
	if (place(standing))
		ft_str_addf(str, "%" PRIu32, place(standing));
	else
		ft_str_add(str, "none");
}

bool
facctmgr_audit_add_job(
    const struct audit_moves *moves, size_t i, struct ft_str *str)
{
	for (size_t k = 0; k < moves->n_job; k++) {
		const struct ft_standing_pair *pair = &moves->job[k];
		const struct ft_standing *there =
		    pair->before ? pair->before : pair->after;

		if (!there || place(pair->before) == place(pair->after))
			continue;
		if (i > 0) {
			i--;
			continue;
		}
		ft_str_add(str, "job ");
		ft_job_add_id(str, there->job);
		ft_str_addf(str, " in %s ",
		    ft_standing_partition(&moves->after.world.machine, there));
		add_place(pair->before, str);
		ft_str_add(str, " -> ");
		add_place(pair->after, str);
		return true;
	}
	return false;
}
