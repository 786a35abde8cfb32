/* fsim replay --verify: the replay held against what really happened. */

#include <math.h>

#include "base/text/timefmt.h"
#include "cli/formats.h"
#include "fsim/replay/replay.h"
#include "report/format/doc.h"

#define SCHEMA "fairtree.verify/1"

/* ---- columns ------------------------------------------------------------- */

#define SECONDS (FT_DECIMALS_DURATION - 1)

#define CELL(name_, header_, width_, decimals_, member_)                       \
	.name = name_, .header = header_, .width = width_, .key = name_,       \
	.decimals = (decimals_) + 1, .none = "-",                              \
	FT_MEMBER(struct ft_error_row, member_)

enum { COLUMNS = 11 };
static const struct ft_column columns[COLUMNS] = {
	{ CELL("kind", "By", -9, 0, kind) },
	{ CELL("name", "Name", -12, 0, name) },
	{ CELL("jobs", "Jobs", 7, 0, jobs), .type = FT_COLUMN_UINT },
	{ CELL("missed", "Never", 6, 0, missed), .type = FT_COLUMN_UINT },
	{ CELL("wait_real", "WaitReal", 10, SECONDS, real),
	    .type = FT_COLUMN_REAL },
	{ CELL("wait_predicted", "WaitPred", 10, SECONDS, predicted),
	    .type = FT_COLUMN_REAL },
	{ CELL("error", "Error", 8, 4, error), .type = FT_COLUMN_REAL },
	{ CELL("bias", "Bias", 8, 4, bias), .type = FT_COLUMN_REAL,
	    .flags = FT_COLUMN_SIGN },
	{ CELL("median_minutes", "Median", 7, 2, median),
	    .type = FT_COLUMN_REAL },
	{ CELL("p90_minutes", "P90", 7, 2, p90), .type = FT_COLUMN_REAL },
	{ CELL("within_5_minutes", "In5min", 7, 4, met),
	    .type = FT_COLUMN_REAL },
};

/* What was left out, and what took part without being compared. */
static const struct {
	const char *key, *words;
	size_t at;
} counts[] = {
#define COUNT_OF(key, words, member)                                           \
	{                                                                      \
		key, words, offsetof(struct ft_jobtable_past, member)          \
	}
	COUNT_OF("running_at_begin",
	    "ran as it begins: they occupy nodes until their real end",
	    part[FT_TRACE_WARM]),
	COUNT_OF("cancelled_waiting",
	    "cancelled while waiting: they wait until then",
	    part[FT_TRACE_GONE]),
	COUNT_OF(
	    "waiting_at_end", "still waited as it ends", part[FT_TRACE_LEFT]),
	COUNT_OF("left_out_earlier",
	    "left out: ended before the table is complete", earlier),
	COUNT_OF("left_out_held", "left out: never eligible (held)", held),
	COUNT_OF("left_out_unreadable", "left out: no time or no processors",
	    unreadable),
	COUNT_OF(
	    "repeated", "repeated rows of one run, counted once", repeated),
#undef COUNT_OF
};

static uint64_t
count_of(const struct fsim_replay *replay, size_t i)
{
	return *(
	    const size_t *)((const char *)&replay->source.past + counts[i].at);
}

/* ---- printing ------------------------------------------------------------ */

static void
put_rows(const struct ft_errors *errors, struct ft_table *table)
{
	for (size_t i = 0; i < errors->n; i++)
		ft_table_put(
		    table, &(const struct ft_error_row *){ &errors->row[i] });
	ft_table_close(table);
}

static void
add_use(struct ft_str *text, double used)
{
	if (isnan(used))
		ft_str_add_char(text, '-');
	else
		ft_str_addf(text, "%.2f%%", used * 100);
}

/* What the trace names and the settings lack. */
static void
print_unknown(const struct fsim_replay *replay, struct ft_str *text)
{
	const struct ft_replay *result = &replay->result.replay;

	if (result->made && !replay->source.has_store)
		ft_str_addf(text,
		    "Unknown       the shares of %" PRIu32
		    " accounts and users, as no store is read without --db: "
		    "one share each\n",
		    result->made);
	else if (result->made)
		ft_str_addf(text,
		    "Unknown       the shares of %" PRIu32
		    " accounts and users, which are not in the store: one "
		    "share each\n",
		    result->made);
	if (result->other_partition)
		ft_str_addf(text,
		    "Unknown       the partition of %" PRIu64
		    " jobs: they use the default one\n",
		    result->other_partition);
	if (result->other_qos)
		ft_str_addf(text,
		    "Unknown       the QOS of %" PRIu64
		    " jobs, or they may not use it: they use the default one\n",
		    result->other_qos);
}

static void
print_words(const struct fsim_replay *replay, const struct ft_errors *errors,
    struct ft_out *out)
{
	static const struct ft_table_options people = {
		.format = FT_FORMAT_TABLE, .grow = true, .none = true
	};
	struct ft_str *text = &out->text;

	ft_str_add(text, "Compared      ");
	ft_time_add_date(text, replay->source.past.begin);
	ft_str_add(text, " to ");
	ft_time_add_date(text, replay->source.past.end);
	ft_str_add(text, "\nUtilisation   ");
	add_use(text, errors->predicted_used);
	ft_str_add(text, " predicted, ");
	add_use(text, errors->real_used);
	ft_str_addf(text, " real, of %" PRIu32 " processors\n",
	    replay->result.replay.procs);
	print_unknown(replay, text);
	for (size_t i = 0; i < FT_COUNT(counts); i++)
		if (count_of(replay, i))
			ft_str_addf(text, "Jobs          %" PRIu64 " %s\n",
			    count_of(replay, i), counts[i].words);
	ft_str_add(text,
	    "Error = sum |predicted - real wait| / sum of real waits; Median "
	    "and P90 of these differences in minutes\n\n");
	put_rows(errors, ft_table_open(out, &people, columns, COLUMNS));
}

static void
print_document(const struct fsim_replay *replay, const struct ft_errors *errors,
    struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_ours(out, replay->format, SCHEMA);

	ft_doc_i64(doc, "begin", replay->source.past.begin);
	ft_doc_i64(doc, "end", replay->source.past.end);
	ft_doc_u64(doc, "cpus", replay->result.replay.procs);
	ft_doc_real(doc, "utilisation_predicted", errors->predicted_used);
	ft_doc_real(doc, "utilisation_real", errors->real_used);
	ft_doc_u64(doc, "unknown_associations", replay->result.replay.made);
	ft_doc_u64(
	    doc, "unknown_partition", replay->result.replay.other_partition);
	ft_doc_u64(doc, "unknown_qos", replay->result.replay.other_qos);
	ft_doc_begin(doc, "jobs");
	for (size_t i = 0; i < FT_COUNT(counts); i++)
		ft_doc_u64(doc, counts[i].key, count_of(replay, i));
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "classes");
	for (size_t i = 0; i < errors->n; i++)
		ft_doc_object(doc, NULL, columns, COLUMNS,
		    &(const struct ft_error_row *){ &errors->row[i] });
	ft_doc_end(doc);
	ft_doc_close(doc);
}

void
fsim_verify_print(const struct fsim_replay *replay)
{
	const struct ft_table_options options = { .format = replay->format };
	struct ft_column plain[COLUMNS];
	struct ft_errors errors;
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(replay->context->out);

	ft_errors_make(
	    &errors, &(struct ft_errors_input){ .trace = &replay->source.trace,
			 .outcome = replay->result.replay.outcome,
			 .procs = replay->result.replay.procs,
			 .begin = replay->source.past.begin,
			 .end = replay->source.past.end });
	memcpy(plain, columns, sizeof plain);
	for (size_t i = 0; i < COLUMNS; i++)
		plain[i].header = NULL;
	if (ft_formats_has_rows(replay->format))
		put_rows(
		    &errors, ft_table_open(&out, &options, plain, COLUMNS));
	else if (replay->format != FT_FORMAT_TABLE)
		print_document(replay, &errors, &out);
	else
		print_words(replay, &errors, &out);
	ft_errors_free(&errors);
}
