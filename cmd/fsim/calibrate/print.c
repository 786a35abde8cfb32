/* print.c - how good the forecasts were: a table and words, or a document. */
#include "base/text/timefmt.h"
#include "cli/formats.h"
#include "fsim/calibrate/calibrate.h"
#include "report/format/doc.h"

#define SCHEMA "fairtree.calibration/1"

#define SECONDS (FT_DECIMALS_DURATION - 1)

#define CELL(name_, header_, width_, decimals_, member_)                       \
	.name = name_, .header = header_, .width = width_, .key = name_,       \
	.decimals = (decimals_) + 1, .none = "-",                              \
	FT_MEMBER(struct calibrate_row, member_)

enum { COLUMNS = 9 };
static const struct ft_column columns[COLUMNS] = {
	{ CELL("kind", "Of", -8, 0, of.kind) },
	{ CELL("level", "Level", 5, 2, of.level), .type = FT_COLUMN_REAL },
	{ CELL("forecasts", "Forecasts", 9, 0, of.cases),
	    .type = FT_COLUMN_UINT },
	{ CELL("share", "Share", 6, 4, of.share), .type = FT_COLUMN_REAL },
	{ CELL("standard_error", "StdErr", 6, 4, of.error),
	    .type = FT_COLUMN_REAL },
	{ CELL("share_low", "Low", 6, 4, low), .type = FT_COLUMN_REAL },
	{ CELL("share_high", "High", 6, 4, high), .type = FT_COLUMN_REAL },
	{ CELL("mean_seconds", "Mean", 10, SECONDS, of.mean),
	    .type = FT_COLUMN_REAL },
	{ CELL("score_seconds", "Score", 10, SECONDS, of.score),
	    .type = FT_COLUMN_REAL },
};

/* What was left out. */
static const struct {
	const char *key, *words;
	size_t at;
} counts[] = {
	{ "left_out",
	    "Forecasts left out, whose jobs were cancelled or still wait",
	    offsetof(struct calibrate, left_out) },
	{ "quiet_instants",
	    "Instants left out, at which no job waited that could start",
	    offsetof(struct calibrate, quiet) },
	{ "undrawn_instants",
	    "Instants left out, at which too little was known to draw from",
	    offsetof(struct calibrate, blind) },
	{ "present_instants",
	    "Instants with the settings and associations of now, because the "
	    "journal begins later",
	    offsetof(struct calibrate, present) },
};

static uint64_t
count_of(const struct calibrate *calibrate, size_t i)
{
	return *(const uint64_t *)((const char *)calibrate + counts[i].at);
}

static void
put_rows(const struct calibrate *calibrate, struct ft_table *table)
{
	for (size_t i = 0; i < FT_CALIBRATION_ROWS; i++)
		ft_table_put(table,
		    &(const struct calibrate_row *){ &calibrate->row[i] });
	ft_table_close(table);
}

/* What Low and High are, or why there are none. */
static void
add_weeks(const struct calibrate *calibrate, struct ft_str *text)
{
	if (calibrate->weeks >= CALIBRATE_WEEKS)
		ft_str_addf(text,
		    "Low, High: 95 %% interval of Share, over %d draws of the "
		    "%" PRIu64 " weeks with forecasts\n",
		    CALIBRATE_DRAWS, calibrate->weeks);
	else
		ft_str_addf(text,
		    "Low, High: an interval needs forecasts in %d whole weeks; "
		    "here are %" PRIu64 "\n",
		    CALIBRATE_WEEKS, calibrate->weeks);
}

static void
print_words(const struct calibrate *calibrate, struct ft_out *out)
{
	static const struct ft_table_options people = {
		.format = FT_FORMAT_TABLE, .grow = true, .none = true
	};
	struct ft_str *text = &out->text;

	ft_str_addf(text, "%zu forecasts, at %" PRIu64 " instants from ",
	    calibrate->n, calibrate->instants);
	ft_time_add_date(text, calibrate->from);
	ft_str_add(text, " to ");
	ft_time_add_date(text, calibrate->until);
	ft_str_addf(
	    text, ", each of %" PRIu64 " futures\n", calibrate->futures);
	for (size_t i = 0; i < FT_COUNT(counts); i++)
		if (count_of(calibrate, i))
			ft_str_addf(text, "%s: %" PRIu64 "\n", counts[i].words,
			    count_of(calibrate, i));
	ft_str_add(text,
	    "\nShare: starts that were in the interval, or by the quantile; it "
	    "should be Level\n"
	    "Mean: width of the interval, or the quantile; Score: interval "
	    "score, or pinball loss\n");
	add_weeks(calibrate, text);
	ft_str_add_char(text, '\n');
	put_rows(calibrate, ft_table_open(out, &people, columns, COLUMNS));
	ft_str_add(&out->text,
	    "\nStdErr is that of independent forecasts.  Those of one instant "
	    "and of one busy\nperiod depend on each other, so the true error "
	    "is larger.\n");
}

static void
print_document(const struct calibrate *calibrate, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_ours(out, calibrate->format, SCHEMA);

	ft_doc_i64(doc, "from", calibrate->from);
	ft_doc_i64(doc, "until", calibrate->until);
	ft_doc_u64(doc, "instants", calibrate->instants);
	ft_doc_u64(doc, "futures", calibrate->futures);
	ft_doc_u64(doc, "seed", calibrate->seed);
	ft_doc_u64(doc, "forecasts", calibrate->n);
	for (size_t i = 0; i < FT_COUNT(counts); i++)
		ft_doc_u64(doc, counts[i].key, count_of(calibrate, i));
	ft_doc_bool(doc, "independent", false);
	ft_doc_u64(doc, "weeks", calibrate->weeks);
	ft_doc_u64(doc, "draws",
	    calibrate->weeks >= CALIBRATE_WEEKS ? CALIBRATE_DRAWS : 0);
	ft_doc_begin_list(doc, "calibration");
	for (size_t i = 0; i < FT_CALIBRATION_ROWS; i++)
		ft_doc_object(doc, NULL, columns, COLUMNS,
		    &(const struct calibrate_row *){ &calibrate->row[i] });
	ft_doc_end(doc);
	ft_doc_close(doc);
}

void
calibrate_print(const struct calibrate *calibrate)
{
	const struct ft_table_options options = { .format = calibrate->format };
	struct ft_column plain[COLUMNS];
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(calibrate->context->out);

	memcpy(plain, columns, sizeof plain);
	for (size_t i = 0; i < COLUMNS; i++)
		plain[i].header = NULL;
	if (ft_formats_has_rows(calibrate->format))
		put_rows(
		    calibrate, ft_table_open(&out, &options, plain, COLUMNS));
	else if (calibrate->format != FT_FORMAT_TABLE)
		print_document(calibrate, &out);
	else
		print_words(calibrate, &out);
}
