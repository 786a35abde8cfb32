/*
 * mark.c - a checksum of all that the results of a sweep depend on: the trace,
 * the settings, the tree and its limits, the grid, this version.
 *
 * Results with the same mark may be combined, others are refused. FNV-1a of 64
 * bits protects against accidents, not against malice.
 */

#include "base/hash.h"
#include "base/little.h"
#include "fairtree.h"
#include "model/account/attr.h"
#include "fsim/sweep/sweep.h"

struct mark {
	uint64_t value;
};

static void
add_bytes(struct mark *mark, const void *data, size_t size)
{
	mark->value = ft_hash(mark->value, data, size);
}

static void
add_number(struct mark *mark, uint64_t number)
{
	unsigned char byte[8];

	ft_put_little(byte, number, sizeof byte);
	add_bytes(mark, byte, sizeof byte);
}

/* The terminator is included: "ab", "c" differs from "a", "bc". */
static void
add_text(struct mark *mark, const char *text)
{
	add_bytes(mark, text, strlen(text) + 1);
}

static void
add_names(struct mark *mark, const struct ft_trace_names *names)
{
	add_number(mark, names->n);
	for (uint32_t i = 0; i < names->n; i++)
		add_text(mark, names->name[i]);
}

static void
add_trace(struct mark *mark, const struct ft_trace *trace)
{
	add_number(mark, trace->n);
	add_number(mark, trace->procs);
	add_number(mark, trace->nodes);
	add_number(mark, (uint64_t)trace->pass);
	add_names(mark, &trace->user);
	add_names(mark, &trace->account);
	add_names(mark, &trace->partition);
	add_names(mark, &trace->qos);
	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_trace_job *job = &trace->job[i];
		const uint64_t part[] = { (uint64_t)job->submit,
			(uint64_t)job->run, (uint64_t)job->limit,
			(uint64_t)job->think, job->memory, job->procs,
			job->nodes, job->user, job->account, job->partition,
			job->qos, job->after, job->state, (uint64_t)job->wait,
			job->part, (uint64_t)job->eligible,
			(uint64_t)job->cancel };

		for (size_t k = 0; k < FT_COUNT(part); k++)
			add_number(mark, part[k]);
	}
}

static void
add_conf(struct mark *mark, const struct ft_conf *conf)
{
	for (size_t i = 0; i < FT_CONF_KEYS; i++)
		if (conf->value[i].set) {
			add_text(mark, ft_conf_infos[i].name);
			add_text(mark, conf->value[i].text);
		}
	for (size_t i = 0; i < conf->n_line; i++)
		if (conf->line[i].known)
			add_text(mark, conf->line[i].text);
}

static void
add_limits(struct mark *mark, const struct ft_limit *limit, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		add_number(mark, limit[i].owner);
		add_number(mark, limit[i].kind);
		add_number(mark, limit[i].tres);
		add_number(mark, limit[i].value);
	}
}

static void
add_refs(struct mark *mark, const struct ft_qosref *ref, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		add_number(mark, ref[i].owner);
		add_number(mark, (unsigned char)ref[i].op);
		add_number(mark, ref[i].qos);
	}
}

static void
add_qos(struct mark *mark, const struct ft_qos *qos)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	size_t n;
	const struct ft_attr *attr = ft_members(FT_ENTITY_QOS, &n);

	add_text(mark, qos->name);
	add_number(mark, qos->id);
	for (; n > 0; n--, attr++) {
		ft_attr_setting(&text, attr, ft_attr_get(attr, qos));
		ft_str_add_char(&text, ' ');
	}
	add_text(mark, ft_str_text(&text));
}

static void
add_book(struct mark *mark, const struct ft_acctdb *acctdb, uint32_t cluster)
{
	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];

		if (assoc->cluster != cluster)
			continue;
		add_number(mark, assoc->id);
		add_number(mark, assoc->parent);
		add_number(mark, (uint64_t)assoc->position);
		add_number(mark, assoc->shares);
		add_number(mark, assoc->is_default);
		add_number(mark, assoc->default_qos);
		add_text(mark, assoc->partition);
	}
	for (size_t i = 0; i < acctdb->n_account; i++)
		add_text(mark, acctdb->account[i].name);
	for (size_t i = 0; i < acctdb->n_user; i++)
		add_text(mark, acctdb->user[i].name);
	for (size_t i = 0; i < acctdb->n_qos; i++)
		add_qos(mark, &acctdb->qos[i]);
	add_limits(mark, acctdb->assoc_limit, acctdb->n_assoc_limit);
	add_limits(mark, acctdb->qos_limit, acctdb->n_qos_limit);
	add_refs(mark, acctdb->assoc_qos, acctdb->n_assoc_qos);
	add_refs(mark, acctdb->qos_preempt, acctdb->n_qos_preempt);
}

static void
add_outages(struct mark *mark, const struct ft_outages *outages)
{
	for (size_t i = 0; i < outages->n; i++) {
		const struct ft_outage *outage = &outages->item[i];

		add_number(mark, (uint64_t)outage->start);
		add_number(mark, (uint64_t)outage->end);
		add_number(mark, outage->procs);
		add_text(mark, outage->nodes ? outage->nodes : "");
		add_number(mark, outage->drain);
	}
}

/* Plain rules leave the mark as it was before there were others. */
static void
add_rules(struct mark *mark, const struct fsim_source *source)
{
	const struct ft_pool_rules *rules = &source->trial.rules;

	if (rules->overrun != FT_OVERRUN_KILL)
		add_text(mark, "overrun");
	if (rules->feedback)
		add_text(mark, "feedback");
	if (source->n_outages)
		add_number(mark, (uint64_t)rules->on_failure);
	for (size_t k = 0; k < source->n_outages; k++)
		for (size_t i = 0; i <= source->n_more; i++)
			add_outages(mark, &source->outages[k].of[i]);
	/* limits that all points have are in the trace */
	if (source->limits_later)
		add_number(mark, source->trial.limits.seed);
}

static void
add_grid(struct mark *mark, const struct sweep *sweep)
{
	const struct fsim_trial *trial = &sweep->source.trial;
	const struct sweep_grid *grid = &sweep->grid;

	add_number(mark, (uint64_t)trial->policy);
	add_number(mark, (uint64_t)trial->order);
	add_number(mark, trial->depth);
	add_number(mark, trial->nodes);
	add_number(mark, trial->cpus);
	add_number(mark, (uint64_t)trial->bound);
	add_number(mark, (uint64_t)trial->warmup);
	add_number(mark, (uint64_t)trial->cooldown);
	add_number(mark, trial->fair);
	add_rules(mark, &sweep->source);
	add_number(mark, (uint64_t)sweep->shake);
	for (size_t i = 0; i < grid->n; i++) {
		add_text(mark, grid->key[i].name);
		add_number(mark, grid->key[i].n);
		for (size_t k = 0; k < grid->key[i].n; k++)
			add_text(mark, grid->key[i].value[k]);
	}
}

enum ft_status
sweep_mark(struct sweep *sweep, uint64_t *value, struct ft_error *err)
{
	struct mark mark = { FT_HASH };
	struct fsim_source *source = &sweep->source;
	struct ft_acctdb acctdb = { 0 };
	enum ft_status status = FT_OK;

	add_text(&mark, FT_VERSION);
	for (size_t i = 0; i <= source->n_more; i++)
		add_trace(&mark, fsim_source_trace(source, i));
	add_conf(&mark, source->trial.conf);
	add_grid(&mark, sweep);
	if (source->trial.store)
		status = ft_store_read_book(
		    source->trial.store, false, &acctdb, err);
	add_book(&mark, &acctdb, source->trial.cluster);
	ft_acctdb_free(&acctdb);
	*value = mark.value;
	return status;
}
