/*
 * job_answer.c - why a job waits, in one sentence, and what it lacks on the
 * nodes.
 */

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "common/limittext.h"
#include "common/unrunnabletext.h"
#include "sim/depend/depend.h"
#include "sim/place/place.h"
#include "sim/policy/partition.h"
#include "sim/priority/priority.h"
#include "sim/queue/queue.h"
#include "why/private.h"

/* The partition the answer is about: that of its best place, or its first one. */
static const char *
partition_name(const struct ft_why_job *why)
{
	return why->world->machine.partition[why->would.partition].name;
}

/* Their names, or only their number if PrivateData hides nodes. */
static void
add_hosts(const struct ft_why_job *why, const uint32_t *node, size_t n,
    struct ft_str *str)
{
	if (ft_visibility_shows_all(
		why->at->visibility, FT_VISIBILITY_BIT(NODES)))
		ft_machine_add_hosts(str, &why->world->machine, node, n);
	else
		ft_str_addf(str, "%zu node%s", n, n == 1 ? "" : "s");
}

/* ---- what is missing ------------------------------------------------------------------- */

/* Whether the nodes have it, but other jobs use it. */
static bool
is_busy(const struct ft_shortage_item *item)
{
	return item->kind <= FT_SHORTAGE_ALONE;
}

static bool
is_counted(const struct ft_shortage_item *item)
{
	return item->kind <= FT_SHORTAGE_GRES;
}

/* "CPUs", "gres/gpu" */
static void
add_resource(const struct ft_why_job *why, const struct ft_shortage_item *item,
    struct ft_str *str)
{
	static const char *const names[FT_SHORTAGE_KINDS] = {
		[FT_SHORTAGE_CPUS] = "CPUs",
		[FT_SHORTAGE_MEMORY] = "memory",
		[FT_SHORTAGE_GRES] = "",
		[FT_SHORTAGE_ALONE] = "nodes of its own",
		[FT_SHORTAGE_RESERVED] = "reserved nodes",
		[FT_SHORTAGE_DOWN] = "nodes that are down or drained",
		[FT_SHORTAGE_EXCLUDED] = "nodes it excludes",
		[FT_SHORTAGE_UNFIT] = "nodes that fit",
	};

	if (item->kind == FT_SHORTAGE_GRES)
		ft_machine_add_gres(str, &why->world->machine.gres[item->gres]);
	else
		ft_str_add(str, names[item->kind]);
}

static void
add_amount(
    const struct ft_shortage_item *item, uint64_t amount, struct ft_str *str)
{
	if (item->kind == FT_SHORTAGE_MEMORY)
		ft_jobtext_add_memory(str, amount);
	else
		ft_str_addf(str, "%" PRIu64, amount);
}

/* "4", "5000M"; "all", as a job without a size of memory takes all of it */
static void
add_asked(const struct ft_shortage_item *item, struct ft_str *str)
{
	if (item->kind == FT_SHORTAGE_MEMORY && item->asked == 0)
		ft_str_add(str, "all");
	else
		add_amount(item, item->asked, str);
}

/* "at most 3 are free, on g03", "none is free" */
static void
add_most(const struct ft_why_job *why, const struct ft_shortage_item *item,
    struct ft_str *str)
{
	if (item->most == 0) {
		ft_str_add(str, "none is free");
		return;
	}
	ft_str_add(str, "at most ");
	add_amount(item, item->most, str);
	ft_str_addf(str, " %s free, on ", item->most == 1 ? "is" : "are");
	add_hosts(why, &item->most_on, 1, str);
}

/* "4 gres/gpu on g[01-16] (at most 3 are free, on g03)" */
static void
add_item(const struct ft_why_job *why, const struct ft_shortage_item *item,
    struct ft_str *str)
{
	static const char *const other[FT_SHORTAGE_KINDS] = {
		[FT_SHORTAGE_ALONE] =
		    "other jobs run there, and nodes are not shared",
		[FT_SHORTAGE_RESERVED] = "reserved for others",
		[FT_SHORTAGE_DOWN] = "down or drained",
		[FT_SHORTAGE_EXCLUDED] = "excluded by the job",
		[FT_SHORTAGE_UNFIT] = "too small or without what it asks for",
	};

	if (is_counted(item)) {
		add_asked(item, str);
		if (item->kind == FT_SHORTAGE_CPUS && item->asked == 1)
			ft_str_add(str, " CPU");
		else if (item->kind == FT_SHORTAGE_MEMORY)
			ft_str_add(str, item->asked ? " of memory" : " memory");
		else {
			ft_str_add_char(str, ' ');
			add_resource(why, item, str);
		}
		ft_str_add(str, " on ");
	}
	add_hosts(why, item->node, item->n, str);
	ft_str_add(str, " (");
	if (is_counted(item))
		add_most(why, item, str);
	else
		ft_str_add(str, other[item->kind]);
	ft_str_add_char(str, ')');
}

static void
add_license(const struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_shortage *lack = &why->lack;

	ft_str_addf(str, "%" PRIu64 " of license %s (%" PRIu64 " free)",
	    lack->license_asked,
	    why->world->machine.license[lack->license].name,
	    lack->license_free);
}

void
ft_why_add_missing(struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_shortage *lack = &why->lack;
	const char *and = "";

	if (!why->looked || lack->fits)
		return;
	ft_str_addf(str, "Missing now in %s: ", partition_name(why));
	for (size_t i = 0; i < lack->n; i++) {
		ft_str_add(str, and);
		add_item(why, &lack->item[i], str);
		and = "; ";
	}
	if (lack->license != UINT32_MAX) {
		ft_str_add(str, and);
		add_license(why, str);
		and = "; ";
	}
	if (lack->nodes > 0)
		ft_str_addf(str,
		    "%s%" PRIu64 " CPU%s on %" PRIu32
		    " node%s free for it (it asks for %" PRIu64
		    " on at least %" PRIu32 ")",
		    and, lack->cpus, lack->cpus == 1 ? "" : "s", lack->nodes,
		    lack->nodes == 1 ? " is" : "s are", lack->cpus_asked,
		    lack->nodes_asked);
	ft_str_add_char(str, '.');
}

/* ---- the answer --------------------------------------------------------------------------- */

/* Returns the resource that is missing on the most busy nodes; NULL: two are on
 * as many.  *n: the number of resources that are missing anywhere. */
static const struct ft_shortage_item *
main_lack(const struct ft_shortage *lack, size_t *n)
{
	const struct ft_shortage_item *best = NULL;
	size_t second = 0;

	*n = 0;
	for (size_t i = 0; i < lack->n; i++) {
		const struct ft_shortage_item *item = &lack->item[i];

		if (!is_busy(item))
			continue;
		++*n;
		if (!best || item->n > best->n) {
			second = best ? best->n : 0;
			best = item;
		} else if (item->n > second) {
			second = item->n;
		}
	}
	return best && best->n > second ? best : NULL;
}

/* "CPUs and gres/gpu" */
static void
add_resources(const struct ft_why_job *why, size_t n, struct ft_str *str)
{
	const struct ft_shortage *lack = &why->lack;
	size_t said = 0;

	for (size_t i = 0; i < lack->n; i++) {
		if (!is_busy(&lack->item[i]))
			continue;
		ft_str_add(str, said == 0       ? ""
				: said + 1 == n ? " and "
						: ", ");
		add_resource(why, &lack->item[i], str);
		said++;
	}
}

/* Some nodes have room, but not enough. */
static void
add_too_few(const struct ft_shortage *lack, struct ft_str *str)
{
	if (lack->nodes < lack->nodes_asked)
		ft_str_addf(str,
		    "nodes: it asks for %" PRIu32 ", and %" PRIu32
		    " ha%s room for it",
		    lack->nodes_asked, lack->nodes,
		    lack->nodes == 1 ? "s" : "ve");
	else if (lack->cpus < lack->cpus_asked)
		ft_str_addf(str,
		    "CPUs: it asks for %" PRIu64 ", and %" PRIu64
		    " are free for it, on %" PRIu32 " node%s",
		    lack->cpus_asked, lack->cpus, lack->nodes,
		    lack->nodes == 1 ? "" : "s");
	else
		ft_str_add(str, "more room on fewer nodes");
}

/* What it waits for, after "waits for ". */
static void
add_lack(const struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_shortage *lack = &why->lack;
	size_t n;
	const struct ft_shortage_item *item = main_lack(lack, &n);

	if (lack->license != UINT32_MAX) {
		add_license(why, str);
	} else if (lack->nodes > 0) {
		add_too_few(lack, str);
	} else if (item && is_counted(item)) {
		add_resource(why, item, str);
		ft_str_add(str, ": it asks for ");
		add_asked(item, str);
		ft_str_add(str, " on a node, and ");
		add_most(why, item, str);
	} else if (n > 0) {
		add_resources(why, n, str);
	} else {
		ft_str_add(str, "nodes that are reserved for others");
	}
}

/* It is in a queue. */
static void
add_turn(const struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_standing *place = why->place[0];

	if (!why->at->sees_jobs)
		ft_str_addf(
		    str, "This job is queued in %s", partition_name(why));
	else if (place->rank == 1)
		ft_str_addf(str, "This job is next in %s", partition_name(why));
	else
		ft_str_addf(str,
		    "This job has place %" PRIu32 " of %" PRIu32 " in %s",
		    place->rank, place->of, partition_name(why));
	if (!why->lack.fits) {
		ft_str_add(str, " and waits for ");
		add_lack(why, str);
	} else if (place->rank == 1) {
		ft_str_add(str, ", and its resources are free: the next run "
				"of a scheduler can start it");
	} else {
		ft_str_add(str, "; its resources are free now, so it waits "
				"for the jobs ahead of it");
	}
	ft_str_add_char(str, '.');
}

/* Nodes that it needs are down; returns false if they are not. */
static bool
add_down(struct ft_why_job *why, struct ft_str *str)
{
	struct ft_world *world = why->world;
	const struct ft_seeker seeker = { world, why->job,
		why->would.partition };

	if (ft_place_ever(&seeker, ft_place_usable(world)) != FT_FIT_NODES)
		return false;
	ft_str_addf(str,
	    "This job cannot start while so many nodes of %s are down or "
	    "drained",
	    partition_name(why));
	for (size_t i = 0; i < why->lack.n; i++)
		if (why->lack.item[i].kind == FT_SHORTAGE_DOWN) {
			ft_str_add(str, ": ");
			add_hosts(why, why->lack.item[i].node,
			    why->lack.item[i].n, str);
		}
	ft_str_add_char(str, '.');
	return true;
}

/* The partition starts no jobs now; returns false if it does. */
static bool
add_closed(struct ft_why_job *why, struct ft_str *str)
{
	const char *detail;
	enum ft_job_reason reason = ft_partition_closed(why->world, why->job,
	    &why->world->machine.partition[why->would.partition], &detail);

	if (reason != FT_REASON_PARTITION_DOWN &&
	    reason != FT_REASON_PARTITION_INACTIVE)
		return false;
	ft_str_addf(str, "This job cannot start while partition %s is %s.",
	    partition_name(why),
	    reason == FT_REASON_PARTITION_DOWN ? "down" : "inactive");
	return true;
}

static void
add_held(struct ft_why_job *why, struct ft_str *str)
{
	struct ft_priority would = { .tres = NULL };
	struct ft_job released = *why->job;

	if (why->job->flags & FT_JOB_RESV_DEL_HOLD)
		ft_str_addf(str,
		    "This job is held, so its priority is 0: %s, and it named "
		    "no other.  ",
		    why->job->reason_detail);
	else
		ft_str_addf(str,
		    "This job is held by %s, so its priority is 0.  ",
		    why->job->hold == FT_HOLD_USER ? "its owner"
						   : "an administrator");
	released.hold = FT_HOLD_NONE;
	released.priority_set = false;
	ft_world_priority(why->world, &why->at->params, &released,
	    why->would.partition, &would);
	ft_str_addf(str, "'fcontrol release %" PRIu32 "' releases it",
	    why->job->number);
	if (why->world->algo)
		ft_str_addf(str, "; its priority would then be %" PRIu32,
		    would.priority);
	ft_str_add_char(str, '.');
}

static bool
depends(const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_depend; i++)
		if (job->depend[i].state != FT_DEPEND_DONE)
			return true;
	return false;
}

/* A reason besides its place and its nodes; returns false if there is none. */
static bool
add_barrier(struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_job *job = why->job;

	if (job->submitted > why->world->now) {
		ft_str_add(str, "This job will be submitted at ");
		ft_time_add_date(str, job->submitted);
		ft_str_add_char(str, '.');
	} else if (*why->never) {
		ft_str_addf(str, "This job can never start: %s.", why->never);
	} else if (job->hold != FT_HOLD_NONE) {
		add_held(why, str);
	} else if (job->begins > why->world->now) {
		ft_str_add(str, "This job may not begin before ");
		ft_time_add_date(str, job->begins);
		ft_str_add_char(str, '.');
	} else if (depends(job)) {
		ft_str_add(str, "This job waits for other jobs: ");
		ft_job_add_dependency(str, job);
		ft_str_add_char(str, '.');
	} else if (ft_limittext_has(why->limit, &why->block)) {
		ft_str_add(str, "This job waits because of a limit: ");
		ft_limittext_add(str, why->world, why->limit, &why->block);
		ft_str_add_char(str, '.');
	} else {
		return false;
	}
	return true;
}

void
ft_why_add_answer(struct ft_why_job *why, struct ft_str *str)
{
	if (why->job->state != FT_JOB_PENDING)
		return;
	if (!why->waits) {
		ft_str_add(str, "This job can never start: none of its "
				"partitions exists any more.");
		return;
	}
	if (add_barrier(why, str) || add_closed(why, str) || add_down(why, str))
		return;
	if (why->looked && why->n_place > 0)
		add_turn(why, str);
	else
		ft_str_addf(str, "This job waits: %s.",
		    ft_job_reason_sentence(why->job->reason));
}
