/* document.c - an audit as JSON and YAML, and as rows. */

#include "facctmgr/audit/private.h"

#include "sim/world/array.h"

#include "report/explain/diff.h"

#define SCHEMA "fairtree.audit/1"

/* Returns a word for documents and rows: "half_life". */
static const char *
kind_word(enum audit_kind kind)
{
	static const char *const name[AUDIT_KINDS] = {
		[AUDIT_RELEASE] = "release",
		[AUDIT_TIES] = "ties",
		[AUDIT_HALF_LIFE] = "half_life",
		[AUDIT_WEIGHT] = "weight",
		[AUDIT_SETTING] = "setting",
	};

	return name[kind];
}

static void
put_standing(
    struct ft_doc *doc, const char *key, const struct ft_standing *standing)
{
	if (!standing) {
		ft_doc_null(doc, key);
		return;
	}
	ft_doc_begin(doc, key);
	ft_doc_u64(doc, "priority", standing->points);
	if (standing->waits)
		ft_doc_u64(doc, "place", standing->place);
	else
		ft_doc_null(doc, "place");
	ft_doc_end(doc);
}

static void
put_jobs(struct ft_doc *doc, const struct audit_moves *moves)
{
	struct ft_str id FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin_list(doc, "jobs");
	for (size_t i = 0; i < moves->n_job; i++) {
		const struct ft_standing_pair *pair = &moves->job[i];
		const struct ft_standing *there =
		    pair->before ? pair->before : pair->after;

		if (!there)
			continue;
		ft_str_clear(&id);
		ft_job_add_id(&id, there->job);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "id", ft_str_text(&id));
		ft_doc_text(doc, "partition",
		    ft_standing_partition(&moves->after.world.machine, there));
		ft_doc_text(doc, "user", there->job->user);
		put_standing(doc, "before", pair->before);
		put_standing(doc, "after", pair->after);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
put_changes(struct ft_doc *doc, const struct audit *audit)
{
	const struct ft_diff_options options = { .order = FT_ORDER_SIZE,
		.no_sentence = true };

	ft_doc_begin_list(doc, "changes");
	for (size_t i = 0; i < audit->n; i++) {
		const struct audit_moves *moves = &audit->moves[i];

		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "kind", kind_word(moves->trial->kind));
		ft_doc_text(doc, "change", moves->trial->change);
		ft_doc_u64(doc, "users_moved", moves->compare.moved);
		ft_doc_u64(doc, "jobs_moved", moves->places);
		ft_diff_document(&moves->compare, &options, "effect", doc);
		put_jobs(doc, moves);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
put_cost(struct ft_doc *doc, const struct audit *audit,
    const struct audit_cost *cost)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	for (enum audit_shape i = 0; i < AUDIT_SHAPES; i++) {
		if (!cost->has[i])
			continue;
		ft_str_clear(&text);
		facctmgr_audit_add_shape(audit, cost, i, &text);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "partition", cost->partition->name);
		ft_doc_text(doc, "node", cost->node->name);
		ft_doc_text(doc, "weights", cost->weights);
		ft_doc_bool(doc, "tried", cost->given);
		ft_doc_text(doc, "shape", facctmgr_audit_shape_key(i));
		ft_doc_text(doc, "resources", ft_str_text(&text));
		for (size_t k = 0; k < AUDIT_RULES; k++)
			ft_doc_real(
			    doc, facctmgr_audit_rules[k], cost->price[i][k]);
		ft_doc_end(doc);
	}
}

static void
put_costs(struct ft_doc *doc, const struct audit *audit, const char *weights)
{
	struct audit_cost cost;
	struct ft_error err;

	for (size_t i = 0; i < audit->now.world.machine.n_partition; i++)
		if (facctmgr_audit_price(audit, i, weights, &cost, &err) ==
		    FT_OK)
			put_cost(doc, audit, &cost);
}

void
facctmgr_audit_document(const struct audit *audit, struct ft_out *out)
{
	const struct ft_session *session = &audit->now.session;
	const struct ft_args *billing = &audit->request->billing;
	struct ft_doc *doc = ft_doc_open_ours(out, audit->acct->format, SCHEMA);

	ft_doc_text(doc, "cluster", session->cluster_name);
	ft_doc_i64(doc, "now", session->now);
	ft_doc_text(
	    doc, "slurm", ft_releases[ft_conf_release(&session->conf)].name);
	ft_doc_text(
	    doc, "rule", facctmgr_audit_rules[facctmgr_audit_rule(audit)]);
	put_changes(doc, audit);
	ft_doc_begin_list(doc, "costs");
	put_costs(doc, audit, NULL);
	for (size_t i = 0; i < billing->n; i++)
		put_costs(doc, audit, billing->item[i]);
	ft_doc_end(doc);
	ft_doc_close(doc);
}

/* ---- rows --------------------------------------------------------------------- */

static void
get_kind(const void *at, struct ft_value *value)
{
	const struct audit_moves *moves = at;

	ft_value_text(value, kind_word(moves->trial->kind));
}

static void
get_change(const void *at, struct ft_value *value)
{
	const struct audit_moves *moves = at;

	ft_value_text(value, moves->trial->change);
}

static void
get_users(const void *at, struct ft_value *value)
{
	const struct audit_moves *moves = at;

	ft_value_u64(value, moves->compare.moved);
}

static void
get_furthest(const void *at, struct ft_value *value)
{
	facctmgr_audit_add_user(at, 0, ft_value_build(value));
}

static void
get_jobs(const void *at, struct ft_value *value)
{
	const struct audit_moves *moves = at;

	ft_value_u64(value, moves->places);
}

void
facctmgr_audit_rows(const struct audit *audit)
{
	static const struct ft_column columns[] = {
		{ .name = "Kind", .width = -9, .get = get_kind },
		{ .name = "Change", .width = -20, .get = get_change },
		{ .name = "Users",
		    .width = 6,
		    .type = FT_COLUMN_UINT,
		    .get = get_users },
		{ .name = "Furthest", .width = -20, .get = get_furthest },
		{ .name = "Jobs",
		    .width = 6,
		    .type = FT_COLUMN_UINT,
		    .get = get_jobs },
	};
	struct facctmgr_table table;

	facctmgr_table_open(&table, audit->acct,
	    (struct ft_table_options){ .grow = true }, columns,
	    FT_COUNT(columns));
	for (size_t i = 0; i < audit->n; i++)
		ft_table_put(table.rows, &audit->moves[i]);
	facctmgr_table_close(&table);
}
