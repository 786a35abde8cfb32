/*
 * order.c - the order in which the schedulers examine jobs.
 *
 * A job precedes one that it may preempt; else a job in a reservation precedes
 * one that is in none; then they are ordered by tier, priority, time of
 * submission and number.  The first rule is not transitive (a may precede b, b
 * precede c, and c precede a), so the result depends on the sorting algorithm.
 * We sort as slurmctld's C library does: a merge sort, starting from the order
 * of numbers (tests/oracle/cases/j49-preempt-victim-order).
 *
 * Without preemption the order is total.  Then new records are merged into the
 * sorted ones, and after a decay pass only records that moved are sorted again.
 *
 * Source: slurm.conf(5), PriorityType.
 */

#include "sim/schedule/order.h"

#include "base/bisect.h"
#include "sim/place/place.h"
#include "sim/preempt/preempt.h"
#include "sim/priority/priority.h"

/* Compare by all rules but preemption; they are transitive, and no two records
 * are equal. */
static int
compare(const void *left, const void *right)
{
	const struct ft_record *a = left, *b = right;
	const struct ft_job *x = a->job, *y = b->job;
	uint32_t x_number = x->array_job ? x->array_job : x->number;
	uint32_t y_number = y->array_job ? y->array_job : y->number;
	/* the head of an array comes after its tasks */
	uint32_t x_task = (uint32_t)x->array_task;
	uint32_t y_task = (uint32_t)y->array_task;

	bool x_reserved = *x->reservation || a->magnet;
	bool y_reserved = *y->reservation || b->magnet;

	if (x_reserved != y_reserved)
		return x_reserved ? -1 : 1;
	if (a->tier != b->tier)
		return a->tier > b->tier ? -1 : 1;
	if (a->priority != b->priority)
		return a->priority > b->priority ? -1 : 1;
	if (x->submitted != y->submitted)
		return x->submitted < y->submitted ? -1 : 1;
	if (x_number != y_number)
		return x_number < y_number ? -1 : 1;
	if (x_task != y_task)
		return x_task < y_task ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	if (a->choice != b->choice)
		return a->choice < b->choice ? -1 : 1;
	/* drawn in by several reservations: by name */
	return strcmp(a->magnet ? a->magnet : "", b->magnet ? b->magnet : "");
}

static void
sort(struct ft_record *rec, size_t n)
{
	if (n > 1)
		qsort(rec, n, sizeof *rec, compare);
}

/* Merge the records from index OLD on, unsorted, into the sorted ones before
 * them. */
static void
merge_new(struct ft_queue *queue, size_t old)
{
	size_t n = queue->n - old, to = old;
	struct ft_record *fresh FT_CLEANUP(ft_free_at) = NULL;

	if (!n)
		return;
	sort(queue->rec + old, n);
	if (!old || compare(&queue->rec[old - 1], &queue->rec[old]) < 0)
		return;
	fresh = ft_alloc(n * sizeof *fresh);
	memcpy(fresh, queue->rec + old, n * sizeof *fresh);
	for (; n; n--) {
		FT_BISECT(
		    to, 0, old, compare(&queue->rec[to], &fresh[n - 1]) <= 0);
		memmove(queue->rec + to + n, queue->rec + to,
		    (old - to) * sizeof *fresh);
		queue->rec[to + n - 1] = fresh[n - 1];
		old = to;
	}
	if (to < queue->tail.end)
		queue->tail.end = to > queue->tail.from ? to : 0;
}

/* ---- with preemption ----------------------------------------------------- */

/* Returns whether A precedes B because it may preempt it. */
static bool
goes_first(const struct ft_world *world, const struct ft_record *a,
    const struct ft_record *b)
{
	const struct ft_contender x = { a->job, a->partition, a->qos };
	const struct ft_contender y = { b->job, b->partition, b->qos };

	return ft_preempt_goes_first(world, &x, &y);
}

static int
compare_all(const struct ft_world *world, const struct ft_record *a,
    const struct ft_record *b)
{
	if (goes_first(world, a, b))
		return -1;
	if (goes_first(world, b, a))
		return 1;
	return compare(a, b);
}

/* The order that the merge sort starts from. */
static int
by_number(const void *left, const void *right)
{
	const struct ft_record *a = left, *b = right;

	if (a->job->number != b->job->number)
		return a->job->number < b->job->number ? -1 : 1;
	return (a->choice > b->choice) - (a->choice < b->choice);
}

/* Sort REC[n]: both halves, then merge them.  ROOM: scratch for N records. */
static void
merge_sort(const struct ft_world *world, struct ft_record *rec, size_t n,
    struct ft_record *room)
{
	size_t half = n / 2, i = 0, k = half, to = 0;

	if (n < 2)
		return;
	merge_sort(world, rec, half, room);
	merge_sort(world, rec + half, n - half, room);
	while (i < half && k < n)
		room[to++] = compare_all(world, &rec[i], &rec[k]) <= 0
				 ? rec[i++]
				 : rec[k++];
	while (i < half)
		room[to++] = rec[i++];
	memcpy(rec, room, to * sizeof *rec);
}

void
ft_queue_order(struct ft_world *world, size_t old)
{
	struct ft_queue *queue = world->queue;
	struct ft_record *room FT_CLEANUP(ft_free_at) = NULL;

	if (!ft_preempt_orders(world)) {
		merge_new(queue, old);
		return;
	}
	queue->tail.end = 0;
	if (queue->n < 2)
		return;
	qsort(queue->rec, queue->n, sizeof *queue->rec, by_number);
	room = ft_alloc(queue->n * sizeof *room);
	merge_sort(world, queue->rec, queue->n, room);
}

/* ---- after a decay pass -------------------------------------------------- */

uint32_t
ft_record_priority(struct ft_world *world, const struct ft_record *rec)
{
	struct ft_priority_params params;
	struct ft_priority result = { .tres = NULL };
	struct ft_job as;

	if (!rec->several || !world->algo || rec->job->priority_set)
		return rec->job->priority;
	as = *rec->job;
	as.qos = rec->qos;
	ft_world_priority_params(world, &params);
	ft_world_priority(world, &params, &as, rec->partition, &result);
	return result.priority;
}

/*
 * Returns whether new priorities may change more than the order of the records.
 * Rules about preemption and reservations depend on the time; jobs that are not
 * in the queue yet must be added first; and old kinds can only be forgotten
 * when all records are rebuilt.
 */
static bool
is_to_rebuild(const struct ft_world *world)
{
	const struct ft_queue *queue = world->queue;

	return queue->rebuild || queue->forgets || queue->n_look ||
	       world->n_reservation || ft_preempt_orders(world) ||
	       ft_place_has_old_kinds(world->place, world->n_waiting);
}

/* Most records are still in order; the others are taken out, sorted and merged
 * in. */
void
ft_queue_reorder(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;
	struct ft_record *moved FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0, n_moved = 0, cap = 0;

	if (is_to_rebuild(world)) {
		ft_queue_reset(world);
		return;
	}
	ft_queue_repriced(world);
	for (size_t i = 0; i < queue->n; i++) {
		struct ft_record rec = queue->rec[i];
		uint32_t before = rec.priority;

		if (!ft_record_counts(&rec))
			continue;
		rec.priority = ft_record_priority(world, &rec);
		if (rec.priority < before ||
		    (n && compare(&queue->rec[n - 1], &rec) > 0))
			*ft_vec_add(moved, n_moved, cap) = rec;
		else
			queue->rec[n++] = rec;
	}
	for (size_t i = 0; i < n_moved; i++)
		queue->rec[n + i] = moved[i];
	queue->n = n + n_moved;
	merge_new(queue, n);
}
