/* Every column, and what it shows in a row. */

#include "fprio/fprio.h"
#include "model/job/sluid.h"
#include "sim/world/array.h"

#define TOP 4294967295.0

#define NORM 256U /* with a factor: the normalised one */

/* ---- sums ---------------------------------------------------------------------------- */

void
fprio_sum(struct fprio_table *table)
{
	struct fprio_sum *sum = &table->sum;
	size_t n_tres = table->standings.params.n_tres;

	*sum = (struct fprio_sum){ .priority = 0 };
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
		sum->priority +=
		    (double)(uint64_t)ft_priority_listed(&standing->priority);
		if (standing->job->priority_set)
			continue;
		sum->nice += standing->job->nice;
		sum->site += standing->job->site_factor;
	}
}

/* ---- factors --------------------------------------------------------------------------- */

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

/* A priority, and what its factors are rounded to. */
struct shown {
	const struct ft_priority *priority;
	const struct ft_priority_parts *parts;
};

static void
add_factor(struct ft_str *str, const struct fprio_table *table,
    const struct shown *shown, enum ft_priority_factor factor, bool norm)
{
	const struct fprio_args *args = table->args;
	const struct ft_priority *priority = shown->priority;

	if (args->explain && !norm)
		ft_str_addf(str, "%" PRId64, shown->parts->factor[factor]);
	else if (args->percent && !norm)
		add_percent(str, priority, factor);
	else if (factor == FT_FACTOR_TRES)
		ft_priority_add_tres(str, &table->world,
		    &table->standings.params, priority->tres, norm);
	else if (norm)
		ft_str_addf(str, "%.7f", priority->norm[factor]);
	else
		ft_str_addf(str, "%.0f", priority->weighted[factor]);
}

/* ---- columns of factors ------------------------------------------------------------------ */

static void
add_weight(struct ft_str *out, const struct fprio_table *table,
    enum ft_priority_factor which, bool norm)
{
	const char *tres =
	    ft_conf_text(table->world.conf, FT_CONF_PRIORITY_WEIGHT_TRES);

	if (which == FT_FACTOR_SITE)
		ft_str_add(out, "1");
	else if (which == FT_FACTOR_TRES && !norm && *tres)
		ft_str_add(out, tres);
	else if (which == FT_FACTOR_TRES && !norm &&
		 table->args->context->slurm)
		ft_str_add(out, "(null)");
	else if (which != FT_FACTOR_TRES && which != FT_FACTOR_NICE)
		ft_str_addf(out, "%" PRIu32,
		    ft_factor_weight(&table->standings.params, which));
}

static void
add_total(struct ft_str *out, const struct fprio_table *table,
    enum ft_priority_factor which)
{
	const struct fprio_sum *sum = &table->sum;
	bool plain = !table->args->explain && !table->args->percent;

	if (which == FT_FACTOR_NICE && plain)
		ft_str_addf(out, "%" PRId64, sum->nice);
	else if (which == FT_FACTOR_SITE && plain)
		ft_str_addf(out, "%" PRId64, sum->site);
	else
		add_factor(out, table,
		    &(struct shown){ &sum->exact, &sum->parts }, which, false);
}

static void
add_of_job(struct ft_str *out, const struct fprio_row *row,
    enum ft_priority_factor which, bool norm)
{
	const struct fprio_args *args = row->table->args;
	const struct ft_priority *priority = &row->standing->priority;
	const struct ft_job *job = row->standing->job;
	struct ft_priority_parts parts;

	ft_priority_split(priority, &parts);
	if (which == FT_FACTOR_NICE && !args->explain && !args->percent)
		ft_str_addf(out, "%" PRId64, job->priority_set ? 0 : job->nice);
	else if (norm && job->priority_set && which != FT_FACTOR_TRES &&
		 ft_release_has(args->context->release, FT_RULE_SPRIO_SET_BARE))
		ft_str_add_char(out, '0');
	else
		add_factor(out, row->table, &(struct shown){ priority, &parts },
		    which, norm);
}

/* Slurm from 24.11 on compares nice values as numbers without a sign. */
static ft_real
nice_order(const struct fprio_row *row)
{
	const struct ft_context *context = row->table->args->context;
	int64_t nice = row->standing->job->nice;

	if (context->slurm &&
	    ft_release_has(context->release, FT_RULE_SPRIO_NICE_UNSIGNED))
		return (ft_real)(uint32_t)nice;
	return (ft_real)nice;
}

static void
factor(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;
	unsigned own = value->column->own;
	enum ft_priority_factor which = (enum ft_priority_factor)(own & ~NORM);
	struct ft_str *out = ft_value_build(value);
	bool norm = own & NORM;

	if (row->kind == FPRIO_ROW_WEIGHTS) {
		add_weight(out, row->table, which, norm);
	} else if (row->kind == FPRIO_ROW_JOB) {
		add_of_job(out, row, which, norm);
		ft_value_order(value,
		    which == FT_FACTOR_NICE
			? nice_order(row)
			: (ft_real)row->standing->priority.weighted[which]);
	} else if (!norm) {
		add_total(out, row->table, which);
	}
}

/* ---- sums and names: the rows of weights and totals have few ----------------------------- */

static void
job(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;

	if (row->kind != FPRIO_ROW_JOB) {
		ft_value_text(
		    value, row->kind == FPRIO_ROW_TOTAL ? "Total" : "Weights");
		return;
	}
	if (row->table->args->context->slurm)
		ft_value_u64(value, row->standing->job->number);
	else
		ft_job_add_id(ft_value_build(value), row->standing->job);
	ft_value_order(value, (ft_real)row->standing->job->number);
}

static void
priority(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;
	double sum;

	if (row->kind == FPRIO_ROW_TOTAL)
		ft_str_addf(
		    ft_value_build(value), "%.0f", row->table->sum.priority);
	if (row->kind != FPRIO_ROW_JOB)
		return;
	sum = ft_priority_listed(&row->standing->priority);
	ft_value_u64(value, (uint64_t)sum);
	ft_value_order(value, (ft_real)sum);
}

static void
priority_norm(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;

	if (row->kind == FPRIO_ROW_JOB)
		ft_str_addf(ft_value_build(value), "%16.14f",
		    row->standing->job->priority_set
			? row->standing->job->priority
			: ft_priority_listed(&row->standing->priority) / TOP);
}

static void
other(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;
	struct ft_priority_parts parts = { 0 };

	if (row->kind == FPRIO_ROW_JOB)
		ft_priority_split(&row->standing->priority, &parts);
	else if (row->kind == FPRIO_ROW_TOTAL && row->table->args->explain)
		parts = row->table->sum.parts;
	else
		return;
	ft_value_i64(value, parts.other);
}

static void
partition(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;

	if (row->kind == FPRIO_ROW_JOB)
		ft_value_text(
		    value, ft_standing_partition(
			       &row->table->world.machine, row->standing));
}

/* sprio has it in federations only. */
static void
cluster(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;

	if (row->kind == FPRIO_ROW_JOB)
		ft_value_text(value, row->table->args->context->slurm
					 ? "(null)"
					 : row->table->world.cluster_name);
}

static void
qos(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;
	const struct ft_qos *found = NULL;

	if (row->kind == FPRIO_ROW_JOB)
		found = ft_world_qos(&row->table->world, row->standing->qos);
	ft_value_text(value, found ? found->name : "");
}

static void
sluid(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;

	if (row->kind == FPRIO_ROW_JOB)
		ft_job_add_sluid(ft_value_build(value), row->job,
		    row->table->world.cluster_name);
}

/* ---- places ------------------------------------------------------------------------------- */

/* Returns the standing of a job in a queue, or NULL. */
static const struct ft_standing *
place_of(const struct fprio_row *row)
{
	return row->kind == FPRIO_ROW_JOB && row->standing->waits
		   ? row->standing
		   : NULL;
}

static void
place_of_all(const void *at, struct ft_value *value)
{
	const struct ft_standing *place = place_of(at);

	if (place)
		ft_str_addf(ft_value_build(value), "%" PRIu32 "/%" PRIu32,
		    place->place, place->of);
}

static void
node_hours_ahead(const void *at, struct ft_value *value)
{
	const struct ft_standing *place = place_of(at);

	if (place)
		ft_str_addf(ft_value_build(value), "%.1f%s", place->node_hours,
		    place->unlimited > 0 ? "+" : "");
}

/* ---- the table ---------------------------------------------------------------------------- */

/*
 * Small letters of factors are normalised, capitals weighted.  Source:
 * sprio(1), --format; headers as 22.05 prints them.
 */
#define UINT          .type = FT_COLUMN_UINT
#define REAL          .type = FT_COLUMN_REAL
#define TRES          .type = FT_COLUMN_TRES
#define OURS          .flags = FT_COLUMN_OURS
#define FACTOR(which) .get = factor, .own = FT_FACTOR_##which
#define NORMAL(which) .get = factor, .own = NORM | FT_FACTOR_##which
/* clang-format off */
const struct ft_column fprio_fields[] = {
	{ "JobID", .letter = 'i', .header = "JOBID", UINT, .key = "job_id",
	  .get = job,
	  .sentence = "job ID (letter i)" },
	{ "PartitionName", .letter = 'r', .header = "PARTITION",
	  .key = "partition", .get = partition,
	  .sentence = "partition; a job has a row for each of its partitions (letter r)" },
	{ "Cluster", .letter = 'c', .header = "CLUSTER", .key = "cluster",
	  .get = cluster,
	  .sentence = "cluster (letter c)" },
	{ "User", .letter = 'u', .header = "USER", .key = "user", FPRIO_JOB(user),
	  .sentence = "user (letter u)" },
	{ "Account", .letter = 'o', .header = "ACCOUNT", .key = "account",
	  FPRIO_JOB(account), .since = FT_RELEASE_23_02,
	  .sentence = "account (letter o)" },
	{ "QOSName", .letter = 'n', .header = "QOSNAME", .key = "qos",
	  .get = qos, .since = FT_RELEASE_23_02,
	  .sentence = "name of the QOS (letter n)" },
	{ "Priority", .letter = 'Y', .header = "PRIORITY", UINT,
	  .key = "priority", .get = priority,
	  .sentence = "priority: the sum, truncated to an integer (letter Y)" },
	{ "PriorityNorm", .letter = 'y', .header = "PRIORITY", REAL,
	  .get = priority_norm,
	  .sentence = "the sum as a fraction of 4294967295 (letter y)" },
	{ "Site", .letter = 'S', .header = "SITE", UINT, FACTOR(SITE),
	  .sentence = "site factor, set by an administrator (letter S)" },
	{ "SLUID", .letter = 's', .header = "SLUID", .get = sluid,
	  .since = FT_RELEASE_26_05,
	  .sentence = "the job as a text that sorts by submission and is unique among "
	  "clusters (letter s)" },
	{ "Age", .letter = 'A', .header = "AGE", REAL, FACTOR(AGE),
	  .sentence = "weighted age (letter A)" },
	{ "AgeNorm", .letter = 'a', .header = "AGE", REAL, NORMAL(AGE),
	  .sentence = "normalised age, 0 to 1 (letter a)" },
	{ "Assoc", .letter = 'B', .header = "ASSOC", REAL, FACTOR(ASSOC),
	  .sentence = "weighted priority of the association (letter B)" },
	{ "AssocNorm", .letter = 'b', .header = "ASSOC", REAL, NORMAL(ASSOC),
	  .sentence = "normalised priority of the association (letter b)" },
	{ "FairShare", .letter = 'F', .header = "FAIRSHARE", REAL,
	  FACTOR(FAIRSHARE),
	  .sentence = "weighted fair-share factor (letter F)" },
	{ "FairShareNorm", .letter = 'f', .header = "FAIRSHARE", REAL,
	  NORMAL(FAIRSHARE),
	  .sentence = "fair-share factor, 0 to 1 (letter f)" },
	{ "JobSize", .letter = 'J', .header = "JOBSIZE", REAL, FACTOR(JOB_SIZE),
	  .sentence = "weighted job size (letter J)" },
	{ "JobSizeNorm", .letter = 'j', .header = "JOBSIZE", REAL,
	  NORMAL(JOB_SIZE),
	  .sentence = "normalised job size, 0 to 1 (letter j)" },
	{ "Partition", .letter = 'P', .header = "PARTITION", REAL,
	  FACTOR(PARTITION),
	  .sentence = "weighted factor of the partition (letter P)" },
	{ "PartitionNorm", .letter = 'p', .header = "PARTITION", REAL,
	  NORMAL(PARTITION),
	  .sentence = "normalised factor of the partition (letter p)" },
	{ "QOS", .letter = 'Q', .header = "QOS", REAL, FACTOR(QOS),
	  .sentence = "weighted priority of the QOS (letter Q)" },
	{ "QOSNorm", .letter = 'q', .header = "QOS", REAL, NORMAL(QOS),
	  .sentence = "normalised priority of the QOS (letter q)" },
	{ "Nice", .letter = 'N', .header = "NICE", UINT, .key = "nice",
	  FACTOR(NICE),
	  .sentence = "nice value, which is subtracted (letter N)" },
	{ "TRES", .letter = 'T', .header = "TRES", TRES, FACTOR(TRES),
	  .sentence = "weighted TRES, each name=value (letter T)" },
	{ "TRESNorm", .letter = 't', .header = "TRES", TRES, NORMAL(TRES),
	  .sentence = "normalised TRES, each name=value (letter t)" },
	{ "Other", .letter = 'X', .header = "OTHER", UINT, OURS, .get = other,
	  .sentence = "points from no factor: a priority set by hand, or the correction "
	  "that keeps the sum between 1 and 4294967295 (letter X)" },
	{ "Place", .letter = 'k', .header = "PLACE", OURS, .get = place_of_all,
	  .sentence = "place in the queue of the partition, and the length of the queue "
	  "(letter k)" },
	{ "JobsAhead", .letter = 'g', .header = "JOBSAHEAD", UINT, OURS,
	  FPRIO_PLACE(jobs),
	  .sentence = "jobs ahead of it there, counting each array task (letter g)" },
	{ "UsersAhead", .letter = 'U', .header = "USERSAHEAD", UINT, OURS,
	  FPRIO_PLACE(users),
	  .sentence = "users who own these jobs (letter U)" },
	{ "NodeHoursAhead", .letter = 'H', .header = "NODEHOURS", REAL, OURS,
	  .get = node_hours_ahead,
	  .sentence = "nodes times time limit of these jobs, in hours; a + means that some "
	  "have no limit (letter H)" },
	{ .name = NULL },
};
/* clang-format on */
