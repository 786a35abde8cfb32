/* document.c - rows in JSON and YAML, with all fields. */

#include "fprio/fprio.h"
#include "sim/world/array.h"

static void
job_id(const void *at, struct ft_value *value)
{
	const struct fprio_row *row = at;

	ft_job_add_id(ft_value_build(value), row->job);
}

static void
one_factor(const struct fprio_row *row, const struct ft_priority_parts *parts,
    int i, struct ft_doc *doc)
{
	static const char *const keys[FT_FACTORS] = {
		[FT_FACTOR_SITE] = "site",
		[FT_FACTOR_AGE] = "age",
		[FT_FACTOR_ASSOC] = "association",
		[FT_FACTOR_FAIRSHARE] = "fairshare",
		[FT_FACTOR_JOB_SIZE] = "job_size",
		[FT_FACTOR_PARTITION] = "partition",
		[FT_FACTOR_QOS] = "qos",
		[FT_FACTOR_TRES] = "tres",
		[FT_FACTOR_NICE] = "nice",
	};
	const struct ft_priority *priority = &row->standing->priority;
	int64_t tenths[FT_FACTORS];
	bool has_percent = ft_priority_percent(priority, tenths);
	enum ft_priority_factor factor = (enum ft_priority_factor)i;

	ft_doc_begin(doc, keys[i]);
	ft_doc_u64(doc, "weight",
	    ft_factor_weight(&row->table->standings.params, factor));
	ft_doc_real(doc, "normalized", priority->norm[i]);
	ft_doc_real(doc, "weighted", priority->weighted[i]);
	ft_doc_i64(doc, "rounded", parts->factor[i]);
	ft_doc_number(doc, "percent", has_percent, (double)tenths[i] / 10);
	ft_doc_end(doc);
}

static void
write_factors(struct ft_doc *doc, const char *key, const void *at)
{
	const struct fprio_row *row = at;
	struct ft_priority_parts parts;

	ft_priority_split(&row->standing->priority, &parts);
	ft_doc_begin(doc, key);
	for (int i = 0; i < FT_FACTORS; i++)
		one_factor(row, &parts, i, doc);
	ft_doc_i64(doc, "other", parts.other);
	ft_doc_end(doc);
}

static void
write_tres(struct ft_doc *doc, const char *key, const void *at)
{
	const struct fprio_row *row = at;
	const struct fprio_table *table = row->table;
	const double *tres = row->standing->priority.tres;
	const struct ft_priority_params *params = &table->standings.params;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin_list(doc, key);
	for (size_t i = 0; i < params->n_tres; i++) {
		if (params->tres[i] == 0)
			continue;
		ft_str_clear(&name);
		ft_tres_add_name(&name, &table->world.tres.item[i]);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", ft_str_text(&name));
		ft_doc_real(doc, "weight", params->tres[i]);
		ft_doc_real(doc, "normalized", tres[i] / params->tres[i]);
		ft_doc_real(doc, "weighted", tres[i]);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

#define CELL(name)                                                             \
	.get = ft_column_get_other, .source = fprio_fields, .arg = (name)
#define BOOL  .type = FT_COLUMN_BOOL
#define COUNT .type = FT_COLUMN_UINT, .flags = FT_COLUMN_UNION

static const struct ft_column members[] = {
	{ .key = "job_id", FPRIO_JOB(number) },
	{ .key = "id", .get = job_id },
	{ .key = "cluster", CELL("Cluster") },
	{ .key = "name", FPRIO_JOB(name) },
	{ .key = "user", FPRIO_JOB(user) },
	{ .key = "account", FPRIO_JOB(account) },
	{ .key = "partition", CELL("PartitionName") },
	{ .key = "qos", CELL("QOSName") },
	{ .key = "priority", FPRIO_STANDING(points) },
	{ .key = "sum", FPRIO_STANDING(priority.sum) },
	{ .key = "set_by_hand", BOOL, FPRIO_JOB(priority_set) },
	{ .key = "nice", FPRIO_JOB(nice) },
	{ .key = "site_factor", FPRIO_JOB(site_factor) },
	{ .key = "factors", .write = write_factors },
	{ .key = "tres", .write = write_tres },
	{ .key = "queue.waits", BOOL, FPRIO_STANDING(waits) },
	{ .key = "queue.place", COUNT, FPRIO_PLACE(place) },
	{ .key = "queue.rank", COUNT, FPRIO_PLACE(place) }, /* its old name */
	{ .key = "queue.of", COUNT, FPRIO_PLACE(of) },
	{ .key = "queue.jobs_ahead", FPRIO_STANDING(jobs) },
	{ .key = "queue.users_ahead", FPRIO_STANDING(users) },
	{ .key = "queue.node_hours_ahead", FPRIO_STANDING(node_hours) },
	{ .key = "queue.unlimited_ahead", FPRIO_STANDING(unlimited) },
};

void
fprio_document(const struct fprio_table *table, struct ft_doc *doc)
{
	const struct ft_priority_params *params = &table->standings.params;

	ft_doc_begin(doc, "weights");
	for (int i = FT_FACTOR_AGE; i <= FT_FACTOR_QOS; i++)
		ft_doc_u64(doc, ft_factor_column((enum ft_priority_factor)i),
		    ft_factor_weight(params, (enum ft_priority_factor)i));
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "priorities");
	for (size_t i = 0; i < table->n && !table->args->weights; i++) {
		const struct fprio_row row = { .standing = table->row[i],
			.job = table->row[i]->job,
			.table = table,
			.kind = FPRIO_ROW_JOB };

		ft_doc_object(doc, NULL, members, FT_COUNT(members), &row);
	}
	ft_doc_end(doc);
}
