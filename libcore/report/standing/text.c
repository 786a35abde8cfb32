/*
 * text.c - priorities in text: whole numbers that add up, the names of factors
 * and how each one came about.
 */

#include "base/text/timefmt.h"
#include "report/standing/standing.h"
#include "sim/priority/priority.h"
#include "sim/world/clock.h"

/* ---- largest remainders --------------------------------------------------------- */

/*
 * Round EXACT[n] to PART[n] so that they add up to TOTAL, which is at most n
 * above the sum of what they are when rounded down.  Equal remainders: the
 * first gets it.
 */
static void
share_out(const double *exact, int64_t *part, size_t n, int64_t total)
{
	bool given[FT_FACTORS] = { false };
	int64_t left = total;

	for (size_t i = 0; i < n; i++) {
		part[i] = (int64_t)floor(exact[i]);
		left -= part[i];
	}
	for (; left > 0; left--) {
		/* rounding of sums may leave one too many: the first gets it */
		size_t best = 0;
		bool found = false;

		for (size_t i = 0; i < n; i++) {
			if (given[i] ||
			    (found && exact[i] - floor(exact[i]) <=
					  exact[best] - floor(exact[best])))
				continue;
			best = i;
			found = true;
		}
		given[best] = true;
		part[best]++;
	}
	/* or one too few */
	if (left < 0)
		part[0] += left;
}

void
ft_priority_split(
    const struct ft_priority *priority, struct ft_priority_parts *parts)
{
	double sum = 0;

	for (int i = 0; i < FT_FACTORS; i++)
		sum += priority->weighted[i];
	share_out(
	    priority->weighted, parts->factor, FT_FACTORS, (int64_t)floor(sum));
	parts->other = (int64_t)priority->priority - (int64_t)floor(sum);
}

bool
ft_priority_percent(
    const struct ft_priority *priority, int64_t tenths[FT_FACTORS])
{
	double exact[FT_FACTORS], sum = 0;

	for (int i = 0; i < FT_FACTORS; i++)
		sum += priority->weighted[i];
	for (int i = 0; i < FT_FACTORS; i++) {
		tenths[i] = 0;
		exact[i] = priority->weighted[i] / sum * 1000;
	}
	if (!(sum > 0))
		return false;
	share_out(exact, tenths, FT_FACTORS, 1000);
	return true;
}

/* ---- names -------------------------------------------------------------------- */

static const struct {
	const char *name, *column;
} factors[FT_FACTORS] = {
	[FT_FACTOR_SITE] = { "site factor", "SITE" },
	[FT_FACTOR_AGE] = { "age", "AGE" },
	[FT_FACTOR_ASSOC] = { "association", "ASSOC" },
	[FT_FACTOR_FAIRSHARE] = { "fair share", "FAIRSHARE" },
	[FT_FACTOR_JOB_SIZE] = { "job size", "JOBSIZE" },
	[FT_FACTOR_PARTITION] = { "partition", "PARTITION" },
	[FT_FACTOR_QOS] = { "QOS", "QOS" },
	[FT_FACTOR_TRES] = { "TRES", "TRES" },
	[FT_FACTOR_NICE] = { "nice", "NICE" },
};

const char *
ft_factor_name(enum ft_priority_factor factor)
{
	return factors[factor].name;
}

const char *
ft_factor_column(enum ft_priority_factor factor)
{
	return factors[factor].column;
}

uint32_t
ft_factor_weight(
    const struct ft_priority_params *params, enum ft_priority_factor factor)
{
	const uint32_t weight[FT_FACTORS] = {
		[FT_FACTOR_AGE] = params->age,
		[FT_FACTOR_ASSOC] = params->assoc,
		[FT_FACTOR_FAIRSHARE] = params->fairshare,
		[FT_FACTOR_JOB_SIZE] = params->job_size,
		[FT_FACTOR_PARTITION] = params->partition,
		[FT_FACTOR_QOS] = params->qos,
	};

	return weight[factor];
}

/* ---- how a factor came about ------------------------------------------------------ */

static void
add_age(struct ft_str *str, const struct ft_world *world,
    const struct ft_priority_params *params, const struct ft_job *job)
{
	int64_t pass = ft_world_last_pass(world);
	int64_t accrue = params->flags & FT_PRIO_ACCRUE_ALWAYS ? job->submitted
							       : job->accrue;
	int64_t now = job->submitted > pass ? job->submitted : pass;

	if (!accrue) {
		ft_str_add(str, "age does not count yet");
		return;
	}
	ft_str_add(str, "waited ");
	ft_time_add_duration(str, now > accrue ? now - accrue : 0);
	ft_str_add(str, " of PriorityMaxAge ");
	ft_time_add_duration(str, params->max_age);
	ft_str_add(str, " as of the last pass");
}

/* "50 of at most 100"; FLAG: the one that keeps the number as it is, or NULL. */
static void
add_part(struct ft_str *str, const char *what, uint32_t value, uint32_t top,
    const char *flag)
{
	if (flag)
		ft_str_addf(str, "%s %" PRIu32 ", not normalized (%s)", what,
		    value, flag);
	else
		ft_str_addf(str, "%s %" PRIu32 " of at most %" PRIu32, what,
		    value, top);
}

static void
add_size(struct ft_str *str, const struct ft_priority_params *params,
    const struct ft_job *job)
{
	ft_str_addf(str,
	    "%" PRIu32 " of %" PRIu32 " nodes, %" PRIu64 " of %" PRIu32 " CPUs",
	    job->min_nodes ? job->min_nodes : 1, params->nodes,
	    job->req ? job->req[FT_TRES_CPU] : 0, params->cpus);
	if (params->flags & FT_PRIO_SMALL_RELATIVE)
		ft_str_add(str, ", per minute of time limit");
	if (params->favor_small)
		ft_str_add(str, ", small jobs first");
}

static void
add_tres(struct ft_str *str, const struct ft_world *world,
    const struct ft_priority_params *params, const struct ft_standing *standing)
{
	bool any = false;

	for (size_t i = 0; i < params->n_tres; i++) {
		if (standing->priority.tres[i] == 0)
			continue;
		ft_str_add(str, any ? ", " : "");
		ft_tres_add_name(str, &world->tres.item[i]);
		ft_str_addf(str, " %.2f", standing->priority.tres[i]);
		any = true;
	}
	if (!any)
		ft_str_add(str, "it requests no TRES that has a weight");
}

static void
add_fairshare(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job)
{
	uint32_t node = ft_world_node(world, job);

	if (node == FT_NODE_NONE)
		ft_str_add(str, "it belongs to no association");
	else
		ft_str_addf(
		    str, "FairShare of %s in %s", job->user, job->account);
}

static uint32_t
assoc_value(const struct ft_standing *standing, uint32_t top, bool raw)
{
	double norm = standing->priority.norm[FT_FACTOR_ASSOC];

	return (uint32_t)(raw ? norm : norm * top + .5);
}

void
ft_standing_add_factor(struct ft_str *str, struct ft_world *world,
    const struct ft_standing *standing, enum ft_priority_factor factor)
{
	struct ft_priority_params params;
	const struct ft_job *job = standing->job;
	const struct ft_qos *qos = ft_world_qos(world, job->qos);
	bool raw;

	ft_world_priority_params(world, &params);
	switch (factor) {
	case FT_FACTOR_SITE:
		ft_str_add(str,
		    job->site_factor ? "set by an administrator" : "not set");
		break;
	case FT_FACTOR_AGE:
		add_age(str, world, &params, job);
		break;
	case FT_FACTOR_ASSOC:
		raw = params.flags & FT_PRIO_NO_NORMAL_ASSOC;
		add_part(str, "priority of the association",
		    assoc_value(standing, params.top_assoc, raw),
		    params.top_assoc, raw ? "NO_NORMAL_ASSOC" : NULL);
		break;
	case FT_FACTOR_FAIRSHARE:
		add_fairshare(str, world, job);
		break;
	case FT_FACTOR_JOB_SIZE:
		add_size(str, &params, job);
		break;
	case FT_FACTOR_PARTITION:
		raw = params.flags & FT_PRIO_NO_NORMAL_PART;
		add_part(str, "PriorityJobFactor",
		    world->machine.partition[standing->partition].job_factor,
		    params.top_partition, raw ? "NO_NORMAL_PART" : NULL);
		break;
	case FT_FACTOR_QOS:
		raw = params.flags & FT_PRIO_NO_NORMAL_QOS;
		ft_str_addf(str, "QOS %s: ", qos ? qos->name : "none");
		add_part(str, "priority", qos ? qos->priority : 0,
		    params.top_qos, raw ? "NO_NORMAL_QOS" : NULL);
		break;
	case FT_FACTOR_TRES:
		add_tres(str, world, &params, standing);
		break;
	case FT_FACTOR_NICE:
		ft_str_addf(str, "nice %" PRId64, job->nice);
		break;
	case FT_FACTORS:
		break;
	}
}

/* ---- comparing ------------------------------------------------------------------- */

enum ft_priority_factor
ft_standing_decides(const struct ft_standing *a, const struct ft_standing *b)
{
	enum ft_priority_factor best = FT_FACTORS;
	double most = 0;

	for (int i = 0; i < FT_FACTORS; i++) {
		double lead = a->priority.weighted[i] - b->priority.weighted[i];

		if (lead > most) {
			most = lead;
			best = (enum ft_priority_factor)i;
		}
	}
	return best;
}

static void
add_count(struct ft_str *str, uint64_t n, const char *one)
{
	ft_str_addf(str, "%" PRIu64 " %s%s", n, one, n == 1 ? "" : "s");
}

void
ft_standing_add_ahead(struct ft_str *str, const struct ft_standing *standing)
{
	if (standing->jobs == 0) {
		ft_str_add(str, "nobody");
		return;
	}
	add_count(str, standing->jobs, "job");
	ft_str_add(str, " of ");
	add_count(str, standing->users, "user");
	if (standing->node_hours > 0)
		ft_str_addf(str, " with %.4g node-hours", standing->node_hours);
	if (standing->unlimited > 0) {
		ft_str_add(str, standing->node_hours > 0 ? ", and " : ", ");
		ft_str_addf(str, "%" PRIu64 " of them without a time limit",
		    standing->unlimited);
	}
}

/* ---- as sprio prints them -------------------------------------------------------- */

double
ft_priority_listed(const struct ft_priority *priority)
{
	return priority->listed < 1 ? 1 : priority->listed;
}

void
ft_priority_add_tres(struct ft_str *str, const struct ft_world *world,
    const struct ft_priority_params *params, const double *tres, bool norm)
{
	bool any = false;

	for (size_t i = 0; i < params->n_tres; i++) {
		if (tres[i] == 0)
			continue;
		if (any)
			ft_str_add_char(str, ',');
		any = true;
		ft_tres_add_name(str, &world->tres.item[i]);
		if (norm)
			ft_str_addf(str, "=%.2f", tres[i] / params->tres[i]);
		else
			ft_str_addf(str, "=%.0f", tres[i]);
	}
}
