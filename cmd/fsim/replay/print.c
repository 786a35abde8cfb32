/* The report of fsim replay. */

#include "common/charts.h"
#include "common/timetext.h"
#include "cli/formats.h"
#include "report/chart/metrics.h"
#include "fsim/replay/replay.h"

#define SCHEMA "fairtree.replay/1"
#define LABEL  14 /* width of labels */

static const char *
word_of(const char *choices, size_t choice, struct ft_str *str)
{
	for (; choice; choice--)
		choices = strchr(choices, '|') + 1;
	ft_str_add_n(str, choices, strcspn(choices, "|"));
	return ft_str_text(str);
}

/* ---- words --------------------------------------------------------------- */

static void
add_label(struct ft_str *str, const char *label)
{
	ft_str_addf(str, "%-*s", LABEL, label);
}

/* Print what was replayed, and how. */
static void
add_replay(const struct fsim_replay *replay, struct ft_str *str)
{
	const struct ft_replay *done = &replay->result.replay;
	const struct fsim_source *source = &replay->source;
	const struct ft_trace *trace = &source->trace;
	struct ft_str policy FT_CLEANUP(ft_str_free) = { 0 },
			     order FT_CLEANUP(ft_str_free) = { 0 };

	add_label(str, "Replay");
	ft_str_addf(str, "%s with %s",
	    strcmp(replay->file, "-") == 0 ? "standard input" : replay->file,
	    word_of(FT_REPLAY_POLICIES, done->policy, &policy));
	if (done->policy != FT_REPLAY_SLURM)
		ft_str_addf(str, ", order %s",
		    word_of(ft_pool_orders, done->order, &order));
	if (done->depth > 1)
		ft_str_addf(str, ", depth %" PRIu32, done->depth);
	if (replay->shaken) {
		ft_str_add(str, ", shaken by ");
		ft_timetext_add_span(str, replay->shake);
		ft_str_addf(str, ", seed %" PRIu64, replay->seed);
	}
	ft_str_add_char(str, '\n');
	fsim_rules_add(str, source, LABEL);
	if (done->outage) {
		add_label(str, "Failures");
		ft_str_addf(str,
		    "%" PRIu64 " jobs requeued, %" PRIu64
		    " failed: %.2f CPU hours lost; %.2f%% of what was in "
		    "service used\n",
		    done->requeued, done->failed, done->lost / 3600,
		    replay->result.metrics.utilisation_available * 100);
	}
	if (trace->skipped) {
		add_label(str, "Skipped");
		ft_str_addf(str, "%zu unusable lines\n", trace->skipped);
	}
	if (source->map) {
		add_label(str, "Mapped");
		ft_str_addf(str, "%zu users, %zu groups", source->mapped.users,
		    source->mapped.groups);
		if (source->mapped.unknown)
			ft_str_addf(str, "; %zu rules match nobody",
			    source->mapped.unknown);
		ft_str_add_char(str, '\n');
	}
}

/* "PartitionTimeLimit: it asks for ...", or sbatch's answer. */
static void
add_why(struct ft_str *str, const struct ft_replay_unrunnable *of)
{
	if (of->name)
		ft_str_addf(str, "%s: ", of->name);
	ft_str_add(str, of->why);
}

static uint64_t
first_job(
    const struct fsim_replay *replay, const struct ft_replay_unrunnable *of)
{
	return replay->source.trace.job[of->first].number;
}

/* Print how many jobs never started, with a line per reason. */
static void
add_never(const struct fsim_replay *replay, struct ft_str *str)
{
	const struct ft_replay *done = &replay->result.replay;
	uint64_t never = replay->result.metrics.all.jobs -
			 replay->result.metrics.all.started;

	if (!never)
		return;
	add_label(str, "Never started");
	ft_str_addf(str, "%" PRIu64 "\n", never);
	for (size_t i = 0; i < done->n_unrunnable; i++) {
		const struct ft_replay_unrunnable *of = &done->unrunnable[i];

		add_label(str, of->refused ? "  refused" : "  waiting");
		ft_str_addf(str, "%" PRIu64 ", the first is job %" PRIu64 ": ",
		    of->jobs, first_job(replay, of));
		add_why(str, of);
		ft_str_add_char(str, '\n');
	}
}

bool
fsim_replay_started(const struct fsim_replay *replay, struct ft_error *err)
{
	const struct ft_replay *done = &replay->result.replay;
	struct ft_str reasons FT_CLEANUP(ft_str_free) = { 0 };

	if (replay->result.metrics.all.started)
		return true;
	for (size_t i = 0; i < done->n_unrunnable; i++) {
		const struct ft_replay_unrunnable *of = &done->unrunnable[i];

		ft_str_addf(&reasons, "%s%" PRIu64 " %s (", i ? "; " : "",
		    of->jobs, of->refused ? "refused" : "waited forever");
		add_why(&reasons, of);
		ft_str_add_char(&reasons, ')');
	}
	(void)ft_fail(
	    err, FT_EINVAL, "no job started: %s", ft_str_text(&reasons));
	return false;
}

/* ---- tables -------------------------------------------------------------- */

/* The list of rows for each bit of fsim_replay.tables. */
static const struct {
	enum replay_table table;
	enum ft_metrics_list list;
} lists[] = { { REPLAY_ACCOUNTS, FT_METRICS_ACCOUNTS },
	{ REPLAY_USERS, FT_METRICS_USERS },
	{ REPLAY_WINDOWS, FT_METRICS_WINDOWS } };

static void
print_tables(const struct fsim_replay *replay, struct ft_out *out)
{
	const struct ft_metrics *metrics = &replay->result.metrics;
	const struct ft_table_options options = { .format = FT_FORMAT_TABLE,
		.grow = true,
		.paint = ft_color_paint(replay->context, replay->look.color) };

	if (metrics->n_width) {
		ft_str_add_char(&out->text, '\n');
		ft_metrics_list(metrics, FT_METRICS_WIDTHS, &options, out);
	}
	for (size_t i = 0; i < FT_COUNT(lists); i++) {
		if (!(replay->tables & lists[i].table))
			continue;
		ft_str_add_char(&out->text, '\n');
		ft_metrics_list(metrics, lists[i].list, &options, out);
	}
}

size_t
fsim_replay_charts(const struct fsim_replay *replay, unsigned usual,
    struct ft_metrics_charts *charts)
{
	unsigned wanted = replay->charts ? replay->charts : usual;
	size_t n = 0;

	ft_metrics_charts_init(charts, &replay->result.metrics);
	for (size_t i = 0; i < FT_METRICS_CHARTS; i++)
		if (wanted & (1U << i))
			charts->chart[n++] = charts->chart[i];
	return n;
}

static void
print_charts(const struct fsim_replay *replay, struct ft_out *out)
{
	struct ft_chart_look look =
	    fsim_look_of(&replay->look, replay->context);
	struct ft_metrics_charts charts;
	/* crossing lines are legible only in pictures */
	size_t n =
	    fsim_replay_charts(replay, ~(1U << FT_METRICS_SHARES), &charts);

	ft_charts_add(out, &look, charts.chart, n);
	ft_metrics_charts_free(&charts);
}

static void
print_gantt(const struct fsim_replay *replay, struct ft_out *out)
{
	struct ft_chart_look look =
	    fsim_look_of(&replay->look, replay->context);
	struct fsim_gantt gantt;

	fsim_gantt_init(&gantt, replay);
	ft_charts_add(out, &look, &gantt.chart, 1);
	fsim_gantt_free(&gantt);
}

/* ---- for machines -------------------------------------------------------- */

static void
print_rows(const struct fsim_replay *replay, struct ft_out *out)
{
	const struct ft_table_options options = { .format = replay->format };
	const double *value = replay->result.value;
	struct ft_table *table;

	for (size_t i = 0; i < FT_COUNT(lists); i++)
		if (replay->tables == lists[i].table) {
			ft_metrics_list(&replay->result.metrics, lists[i].list,
			    &options, out);
			return;
		}
	/* one row: the summary of all jobs */
	table = ft_table_open(out, &options, fsim_measures, FSIM_MEASURES);
	ft_table_put(table, &value);
	ft_table_close(table);
}

static void
tell_fairness(
    struct ft_doc *doc, const char *key, const struct ft_fairness *fairness)
{
	ft_doc_begin(doc, key);
	ft_doc_real(doc, "unfairness", fairness->unfairness);
	ft_doc_real(doc, "jain", fairness->jain);
	ft_doc_real(doc, "variation", fairness->variation);
	ft_doc_end(doc);
}

static uint64_t
count_refused(const struct ft_replay *done)
{
	uint64_t refused = 0;

	for (size_t i = 0; i < done->n_unrunnable; i++)
		refused +=
		    done->unrunnable[i].refused ? done->unrunnable[i].jobs : 0;
	return refused;
}

static void
add_never_document(const struct fsim_replay *replay, struct ft_doc *doc)
{
	const struct ft_replay *done = &replay->result.replay;

	ft_doc_begin_list(doc, "never_started");
	for (size_t i = 0; i < done->n_unrunnable; i++) {
		const struct ft_replay_unrunnable *of = &done->unrunnable[i];

		ft_doc_begin(doc, NULL);
		ft_doc_bool(doc, "refused", of->refused);
		ft_doc_text(doc, "reason", of->name);
		ft_doc_text(doc, "words", of->why);
		ft_doc_u64(doc, "jobs", of->jobs);
		ft_doc_u64(doc, "first_job", first_job(replay, of));
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
tell_replay(const struct fsim_replay *replay, struct ft_doc *doc)
{
	const struct ft_replay *done = &replay->result.replay;
	const struct ft_metrics *metrics = &replay->result.metrics;
	struct ft_str policy FT_CLEANUP(ft_str_free) = { 0 },
			     order FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin(doc, "replay");
	ft_doc_text(doc, "trace", replay->file);
	ft_doc_text(
	    doc, "policy", word_of(FT_REPLAY_POLICIES, done->policy, &policy));
	ft_doc_text(doc, "order",
	    done->policy == FT_REPLAY_SLURM
		? NULL
		: word_of(ft_pool_orders, done->order, &order));
	if (done->policy == FT_REPLAY_EASY)
		ft_doc_u64(doc, "depth", done->depth ? done->depth : 1);
	if (replay->shaken) {
		ft_doc_i64(doc, "shake", replay->shake);
		ft_doc_u64(doc, "seed", replay->seed);
	}
	fsim_rules_document(doc, &replay->source);
	if (done->outage) {
		ft_doc_begin(doc, "failures");
		ft_doc_u64(doc, "requeued", done->requeued);
		ft_doc_u64(doc, "failed", done->failed);
		ft_doc_real(doc, "lost_cpu_seconds", done->lost);
		ft_doc_end(doc);
	}
	ft_doc_u64(doc, "cpus", metrics->procs);
	ft_doc_u64(doc, "skipped", replay->source.trace.skipped);
	ft_doc_u64(doc, "refused", count_refused(done));
	add_never_document(replay, doc);
	ft_doc_i64(doc, "from", metrics->from);
	ft_doc_i64(doc, "to", metrics->to);
	ft_doc_i64(doc, "window", metrics->window);
	ft_doc_i64(doc, "slowdown_bound", metrics->bound);
	ft_doc_i64(doc, "measured_from", metrics->measured_from);
	ft_doc_i64(doc, "measured_to", metrics->measured_to);
	ft_doc_end(doc);
}

static void
print_document(const struct fsim_replay *replay, struct ft_out *out)
{
	const struct ft_metrics *metrics = &replay->result.metrics;
	struct ft_doc *doc = ft_doc_open_ours(out, replay->format, SCHEMA);
	const double *value = replay->result.value;

	tell_replay(replay, doc);
	ft_doc_begin(doc, "metrics");
	for (size_t i = 0; i < FSIM_MEASURES; i++)
		if (i <= FSIM_MEASURE_MEASURED) /* counts */
			ft_doc_u64(
			    doc, fsim_measures[i].name, (uint64_t)value[i]);
		else
			ft_doc_real(doc, fsim_measures[i].name, value[i]);
	ft_doc_end(doc);
	ft_doc_begin(doc, "whole_tree");
	tell_fairness(doc, "users", &metrics->user_tree);
	tell_fairness(doc, "accounts", &metrics->account_tree);
	ft_doc_end(doc);
	ft_metrics_lists(metrics, doc);
	ft_doc_close(doc);
}

void
fsim_replay_print(const struct fsim_replay *replay)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(replay->context->out);

	if (ft_formats_has_rows(replay->format)) {
		print_rows(replay, &out);
	} else if (replay->format != FT_FORMAT_TABLE) {
		print_document(replay, &out);
	} else {
		add_replay(replay, &out.text);
		ft_metrics_words(&replay->result.metrics, &out);
		add_never(replay, &out.text);
		print_tables(replay, &out);
		if (replay->plot)
			print_charts(replay, &out);
		if (replay->gantt && !replay->gantt_file)
			print_gantt(replay, &out);
	}
}
