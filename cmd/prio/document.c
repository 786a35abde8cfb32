/* Rows as elements of a document, with all that is known of them. */

#include "prio/prio.h"
#include "sim/array.h"

static void
names(const struct prio_table *table, const struct ft_standing *standing,
    struct ft_doc *doc)
{
	const struct ft_world *world = &table->world;
	const struct ft_job *job = standing->job;
	const struct ft_qos *qos = ft_world_qos(world, job->qos);
	struct ft_str id FT_CLEANUP(ft_str_free) = { 0 };

	ft_job_add_id(&id, job);
	ft_doc_u64(doc, "job_id", job->number);
	ft_doc_text(doc, "id", ft_str_text(&id));
	ft_doc_text(doc, "cluster", world->cluster_name);
	ft_doc_text(doc, "name", job->name);
	ft_doc_text(doc, "user", job->user);
	ft_doc_text(doc, "account", job->account);
	ft_doc_text(doc, "partition", prio_partition(table, standing));
	ft_doc_text(doc, "qos", qos ? qos->name : "");
}

static void
one_factor(const struct prio_table *table, const struct ft_standing *standing,
    const struct ft_priority_parts *parts, int i, struct ft_doc *doc)
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
	const struct ft_priority *priority = &standing->priority;
	int64_t tenths[FT_FACTORS];
	bool has_percent = ft_priority_percent(priority, tenths);
	enum ft_priority_factor factor = (enum ft_priority_factor)i;

	ft_doc_begin(doc, keys[i]);
	ft_doc_u64(
	    doc, "weight", ft_factor_weight(&table->standings.params, factor));
	ft_doc_real(doc, "normalized", priority->norm[i]);
	ft_doc_real(doc, "weighted", priority->weighted[i]);
	ft_doc_i64(doc, "rounded", parts->factor[i]);
	ft_doc_number(doc, "percent", has_percent, (double)tenths[i] / 10);
	ft_doc_end(doc);
}

static void
tres(const struct prio_table *table, const struct ft_standing *standing,
    struct ft_doc *doc)
{
	const struct ft_priority_params *params = &table->standings.params;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin_list(doc, "tres");
	for (size_t i = 0; i < params->n_tres; i++) {
		if (params->tres[i] == 0)
			continue;
		ft_str_clear(&name);
		ft_tres_add_name(&name, &table->world.tres.item[i]);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", ft_str_text(&name));
		ft_doc_real(doc, "weight", params->tres[i]);
		ft_doc_real(doc, "normalized",
		    standing->priority.tres[i] / params->tres[i]);
		ft_doc_real(doc, "weighted", standing->priority.tres[i]);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
place(const struct ft_standing *standing, struct ft_doc *doc)
{
	ft_doc_begin(doc, "queue");
	ft_doc_bool(doc, "waits", standing->waits);
	ft_doc_count(doc, "rank", standing->waits, false, standing->rank);
	ft_doc_count(doc, "of", standing->waits, false, standing->of);
	ft_doc_u64(doc, "jobs_ahead", standing->jobs);
	ft_doc_u64(doc, "users_ahead", standing->users);
	ft_doc_real(doc, "node_hours_ahead", standing->node_hours);
	ft_doc_u64(doc, "unlimited_ahead", standing->unlimited);
	ft_doc_end(doc);
}

static void
element(const struct prio_table *table, const struct ft_standing *standing,
    struct ft_doc *doc)
{
	const struct ft_job *job = standing->job;
	struct ft_priority_parts parts;

	ft_priority_split(&standing->priority, &parts);
	ft_doc_begin(doc, NULL);
	names(table, standing, doc);
	ft_doc_u64(doc, "priority", standing->points);
	ft_doc_real(doc, "sum", standing->priority.sum);
	ft_doc_bool(doc, "set_by_hand", job->priority_set);
	ft_doc_i64(doc, "nice", job->nice);
	ft_doc_i64(doc, "site_factor", job->site_factor);
	ft_doc_begin(doc, "factors");
	for (int i = 0; i < FT_FACTORS; i++)
		one_factor(table, standing, &parts, i, doc);
	ft_doc_i64(doc, "other", parts.other);
	ft_doc_end(doc);
	tres(table, standing, doc);
	place(standing, doc);
	ft_doc_end(doc);
}

void
prio_document(const struct prio_table *table, struct ft_doc *doc)
{
	const struct ft_priority_params *params = &table->standings.params;

	ft_doc_begin(doc, "weights");
	for (int i = FT_FACTOR_AGE; i <= FT_FACTOR_QOS; i++)
		ft_doc_u64(doc, ft_factor_column((enum ft_priority_factor)i),
		    ft_factor_weight(params, (enum ft_priority_factor)i));
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "priorities");
	for (size_t i = 0; i < table->n && !table->args->weights; i++)
		element(table, table->row[i], doc);
	ft_doc_end(doc);
}
