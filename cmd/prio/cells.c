/* What stands in a column. */
#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "prio/prio.h"
#include "sim/array.h"

#define TOP 4294967295.0

/* Which columns show which factor. */
struct shown {
	int weighted, norm; /* fields; -1 none */
};
static const struct shown shown[FT_FACTORS] = {
	[FT_FACTOR_SITE] = { PRIO_SITE, -1 },
	[FT_FACTOR_AGE] = { PRIO_AGE, PRIO_AGE_NORM },
	[FT_FACTOR_ASSOC] = { PRIO_ASSOC, PRIO_ASSOC_NORM },
	[FT_FACTOR_FAIRSHARE] = { PRIO_FAIRSHARE, PRIO_FAIRSHARE_NORM },
	[FT_FACTOR_JOB_SIZE] = { PRIO_JOB_SIZE, PRIO_JOB_SIZE_NORM },
	[FT_FACTOR_PARTITION] = { PRIO_PARTITION, PRIO_PARTITION_NORM },
	[FT_FACTOR_QOS] = { PRIO_QOS, PRIO_QOS_NORM },
	[FT_FACTOR_TRES] = { PRIO_TRES, PRIO_TRES_NORM },
	[FT_FACTOR_NICE] = { PRIO_NICE, -1 },
};

static enum ft_priority_factor
factor_of(int field, bool *norm)
{
	for (int i = 0; i < FT_FACTORS; i++) {
		*norm = shown[i].norm == field;
		if (*norm || shown[i].weighted == field)
			return (enum ft_priority_factor)i;
	}
	return FT_FACTORS;
}

double
prio_priority(const struct ft_standing *standing)
{
	double sum = standing->priority.listed;

	return sum < 1 ? 1 : sum;
}

/* ---- sums ---------------------------------------------------------------------------- */

void
prio_sum(struct prio_table *table)
{
	struct prio_sum *sum = &table->sum;
	size_t n_tres = table->standings.params.n_tres;

	*sum = (struct prio_sum){ .priority = 0 };
	sum->exact.tres = ft_calloc(n_tres + 1, sizeof *sum->exact.tres);
	for (size_t i = 0; i < table->n; i++) {
		const struct ft_standing *standing = table->row[i];
		struct ft_priority_parts parts;

		ft_priority_split(&standing->priority, &parts);
		for (int k = 0; k < FT_FACTORS; k++) {
			sum->exact.weighted[k] +=
			    standing->priority.weighted[k];
			sum->parts.factor[k] += parts.factor[k];
		}
		for (size_t k = 0; k < n_tres; k++)
			sum->exact.tres[k] += standing->priority.tres[k];
		sum->parts.other += parts.other;
		sum->priority += (double)(uint64_t)prio_priority(standing);
		if (standing->job->priority_set)
			continue;
		sum->nice += standing->job->nice;
		sum->site += standing->job->site_factor;
	}
}

/* ---- factors --------------------------------------------------------------------------- */

/* "cpu=4,mem=30" of those that are not 0. */
static void
add_tres(struct ft_str *str, const struct prio_table *table, const double *tres,
    bool norm)
{
	const struct ft_priority_params *params = &table->standings.params;
	bool any = false;

	for (size_t i = 0; i < params->n_tres; i++) {
		if (tres[i] == 0)
			continue;
		if (any)
			ft_str_add_char(str, ',');
		any = true;
		ft_tres_add_name(str, &table->world.tres.item[i]);
		if (norm)
			ft_str_addf(str, "=%.2f", tres[i] / params->tres[i]);
		else
			ft_str_addf(str, "=%.0f", tres[i]);
	}
}

static void
add_percent(struct ft_str *str, const struct ft_priority *priority,
    enum ft_priority_factor factor)
{
	int64_t tenths[FT_FACTORS];

	if (!ft_priority_percent(priority, tenths))
		return;
	ft_str_addf(str, "%s%" PRId64 ".%" PRId64,
	    tenths[factor] < 0 ? "-" : "",
	    (tenths[factor] < 0 ? -tenths[factor] : tenths[factor]) / 10,
	    (tenths[factor] < 0 ? -tenths[factor] : tenths[factor]) % 10);
}

static void
add_factor(struct ft_str *str, const struct prio_table *table,
    const struct ft_priority *priority, const struct ft_priority_parts *parts,
    enum ft_priority_factor factor, bool norm)
{
	const struct prio_args *args = table->args;

	if (args->explain && !norm)
		ft_str_addf(str, "%" PRId64, parts->factor[factor]);
	else if (args->percent && !norm)
		add_percent(str, priority, factor);
	else if (factor == FT_FACTOR_TRES)
		add_tres(str, table, priority->tres, norm);
	else if (norm)
		ft_str_addf(str, "%.7f", priority->norm[factor]);
	else
		ft_str_addf(str, "%.0f", priority->weighted[factor]);
}

/* ---- rows of the weights and of the sums ------------------------------------------------ */

static void
weights_cell(struct ft_str *str, const struct prio_table *table, int field)
{
	const char *tres =
	    ft_conf_text(table->world.conf, FT_CONF_PRIORITY_WEIGHT_TRES);
	bool slurm = table->args->context->slurm, norm;
	enum ft_priority_factor factor;

	if (field == PRIO_JOB) {
		ft_str_add(str, "Weights");
		return;
	}
	factor = factor_of(field, &norm);
	if (factor == FT_FACTOR_SITE)
		ft_str_add(str, "1");
	else if (factor == FT_FACTOR_TRES && !norm && *tres)
		ft_str_add(str, tres);
	else if (factor == FT_FACTOR_TRES && !norm && slurm)
		ft_str_add(str, "(null)");
	else if (factor < FT_FACTORS && factor != FT_FACTOR_TRES &&
		 factor != FT_FACTOR_NICE)
		ft_str_addf(str, "%" PRIu32,
		    ft_factor_weight(&table->standings.params, factor));
}

static void
total_cell(struct ft_str *str, const struct prio_table *table, int field)
{
	const struct prio_sum *sum = &table->sum;
	const struct prio_args *args = table->args;
	bool norm, plain = !args->explain && !args->percent;
	enum ft_priority_factor factor = factor_of(field, &norm);

	if (field == PRIO_JOB)
		ft_str_add(str, "Total");
	else if (field == PRIO_PRIORITY)
		ft_str_addf(str, "%.0f", sum->priority);
	else if (field == PRIO_OTHER && args->explain)
		ft_str_addf(str, "%" PRId64, sum->parts.other);
	else if (field == PRIO_NICE && plain)
		ft_str_addf(str, "%" PRId64, sum->nice);
	else if (field == PRIO_SITE && plain)
		ft_str_addf(str, "%" PRId64, sum->site);
	else if (factor < FT_FACTORS && !norm)
		add_factor(str, table, &sum->exact, &sum->parts, factor, false);
}

/* ---- a job's row --------------------------------------------------------------------------- */

static void
name_cell(struct ft_str *str, const struct prio_table *table,
    const struct ft_standing *standing, int field)
{
	const struct ft_world *world = &table->world;
	const struct ft_job *job = standing->job;
	const struct ft_qos *qos;

	switch (field) {
	case PRIO_JOB:
		if (table->args->context->slurm)
			ft_str_addf(str, "%" PRIu32, job->number);
		else
			ft_job_add_id(str, job);
		break;
	case PRIO_PARTITION_NAME:
		ft_str_add(
		    str, world->machine.partition[standing->partition].name);
		break;
	case PRIO_CLUSTER:
		/* sprio knows it in federations only */
		ft_str_add(str, table->args->context->slurm
				    ? "(null)"
				    : world->cluster_name);
		break;
	case PRIO_USER:
		ft_str_add(str, job->user);
		break;
	case PRIO_ACCOUNT:
		ft_str_add(str, job->account);
		break;
	case PRIO_QOS_NAME:
		qos = ft_world_qos(world, job->qos);
		ft_str_add(str, qos ? qos->name : "");
		break;
	default:
		break;
	}
}

static void
place_cell(struct ft_str *str, const struct ft_standing *standing, int field)
{
	if (!standing->waits)
		return;
	if (field == PRIO_RANK)
		ft_str_addf(
		    str, "%" PRIu32 "/%" PRIu32, standing->rank, standing->of);
	else if (field == PRIO_JOBS_AHEAD)
		ft_str_addf(str, "%" PRIu64, standing->jobs);
	else if (field == PRIO_USERS_AHEAD)
		ft_str_addf(str, "%" PRIu32, standing->users);
	else if (field == PRIO_NODE_HOURS_AHEAD)
		ft_str_addf(str, "%.1f%s", standing->node_hours,
		    standing->unlimited > 0 ? "+" : "");
}

static void
number_cell(struct ft_str *str, const struct prio_table *table,
    const struct ft_standing *standing, int field)
{
	const struct ft_job *job = standing->job;
	const struct prio_args *args = table->args;
	struct ft_priority_parts parts;
	enum ft_priority_factor factor;
	bool norm;

	ft_priority_split(&standing->priority, &parts);
	factor = factor_of(field, &norm);
	if (field == PRIO_PRIORITY)
		ft_str_addf(str, "%" PRIu64, (uint64_t)prio_priority(standing));
	else if (field == PRIO_PRIORITY_NORM)
		ft_str_addf(str, "%16.14f",
		    job->priority_set ? job->priority
				      : prio_priority(standing) / TOP);
	else if (field == PRIO_OTHER)
		ft_str_addf(str, "%" PRId64, parts.other);
	else if (factor == FT_FACTOR_NICE && !args->explain && !args->percent)
		ft_str_addf(str, "%" PRId64, job->priority_set ? 0 : job->nice);
	else if (factor < FT_FACTORS)
		add_factor(
		    str, table, &standing->priority, &parts, factor, norm);
}

void
prio_cell(struct ft_str *str, const struct prio_table *table, enum prio_row row,
    const struct ft_standing *standing, int field)
{
	bool norm;

	if (row == PRIO_ROW_WEIGHTS) {
		weights_cell(str, table, field);
	} else if (row == PRIO_ROW_TOTAL || !standing) {
		total_cell(str, table, field);
	} else if (field == PRIO_RANK || field == PRIO_JOBS_AHEAD ||
		   field == PRIO_USERS_AHEAD ||
		   field == PRIO_NODE_HOURS_AHEAD) {
		place_cell(str, standing, field);
	} else if (field == PRIO_PRIORITY || field == PRIO_PRIORITY_NORM ||
		   field == PRIO_OTHER ||
		   factor_of(field, &norm) < FT_FACTORS) {
		number_cell(str, table, standing, field);
	} else {
		name_cell(str, table, standing, field);
	}
}
