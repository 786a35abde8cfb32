/* The results of misreporting: as tables, rows, or a document. */

#include "fauction/misreport/misreport.h"
#include "report/format/doc.h"

#define SCHEMA "fairtree.auction-misreport/1"

static const char *
name_of(const struct misreport *misreport, size_t i)
{
	const char *name = misreport->sample.jobs.job[i].name;

	return name ? name : "";
}

/* Returns the job's name, or "job 12" if it has none. */
static void
add_name(struct ft_str *str, const struct misreport *misreport, size_t i)
{
	if (*name_of(misreport, i))
		ft_str_add(str, name_of(misreport, i));
	else
		ft_str_addf(str, "%zu", i + 1);
}

/* ---- verdicts ------------------------------------------------------------ */

static const char *
losing(const struct ft_report *report)
{
	return report->wins ? "" : " and losing";
}

static void
add_verdict_of_one(struct ft_str *str, const struct misreport_pair *pair)
{
	if (pair->gain > 0)
		ft_str_addf(str, "gains %" PRId64 " by bidding %" PRId64 "%s",
		    pair->gain, pair->best.bid, losing(&pair->best));
	else
		ft_str_add(str, "truthful here");
}

static void
add_verdict_of_all(struct ft_str *str, const struct misreport *misreport,
    const struct misreport_pair *pair)
{
	if (!pair->gaining) {
		ft_str_add(str, "truthful: nobody gains");
		return;
	}
	ft_str_add(str, "job ");
	add_name(str, misreport, pair->top);
	ft_str_addf(str,
	    " gains %" PRId64 " by bidding %" PRId64 " for %" PRId64 "%s",
	    pair->gain, pair->best.bid, pair->truth.bid, losing(&pair->best));
}

/* ---- columns ------------------------------------------------------------- */

/* What columns show: a pair, or one of its reports. */
struct row {
	const struct misreport_pair *pair;
	const struct ft_report *truth, *report; /* NULL: none */
	const struct misreport *misreport;
	const char *kind; /* of report */
};

static void
verdict(const void *at, struct ft_value *value)
{
	const struct row *row = at;
	const struct misreport_pair *pair = row->pair;
	struct ft_str *str = ft_value_build(value);

	if (!misreport_counts(pair))
		ft_str_add(str, "bids change nothing");
	else if (row->misreport->all)
		add_verdict_of_all(str, row->misreport, pair);
	else
		add_verdict_of_one(str, pair);
	if (!row->misreport->all && pair->truth.pays > pair->truth.bid)
		ft_str_add(str, "; pays above its bid");
}

static void
wins(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_value_text(value, row->report->wins ? "yes" : "no");
}

static void
kind(const void *at, struct ft_value *value)
{
	ft_value_text(value, ((const struct row *)at)->kind);
}

static void
job(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	if (row->report)
		add_name(ft_value_build(value), row->misreport, row->pair->top);
}

/* The tables a column belongs to. */
enum {
	PAIRS = 1,    /* for people, one job */
	ALL = 2,      /* for people, --all */
	ALL_ROWS = 4, /* for programs, the same */
	REPORTS = 8,  /* for programs, one job: a report per row */
	ANY = 15
};

#define PAIR(member) FT_MEMBER(struct misreport_pair, member)
#define REPORT(of, member)                                                     \
	FT_MEMBER_OF(struct row, of, struct ft_report, member)
#define COLUMN FAUCTION_COLUMN

/* Columns with a key are of reports. */
static const struct ft_column columns[] = {
	COLUMN("allocator", "Allocator", -17, ANY, PAIR(allocator)),
	COLUMN("payment", "Payment", -8, ANY, PAIR(pays)),
	COLUMN("report", "Report", 0, REPORTS, .get = kind),
	COLUMN("bid", "Bid", 0, REPORTS, REPORT(report, bid), .key = "bid"),
	COLUMN("wins", "Wins", -4, PAIRS, .get = wins),
	COLUMN("wins", "Wins", 0, REPORTS, REPORT(report, wins), .key = "wins",
	    .type = FT_COLUMN_BOOL),
	COLUMN("pays", "Pays", 6, PAIRS | REPORTS, REPORT(report, pays),
	    .key = "pays"),
	COLUMN("utility", "Utility", 7, PAIRS | REPORTS,
	    REPORT(report, utility), .key = "utility"),
	COLUMN("jobs", "Jobs", 0, ALL_ROWS,
	    FT_MEMBER_OF(
		struct row, misreport, struct misreport, sample.jobs.n)),
	COLUMN("gaining", "Gain", 5, ALL, PAIR(gaining)),
	COLUMN("gaining", "Gaining", 0, ALL_ROWS, PAIR(gaining)),
	COLUMN("pay_more", "PayMore", 7, ALL | ALL_ROWS, PAIR(over)),
	COLUMN("gain", "Gain", 0, ALL_ROWS, PAIR(gain)),
	COLUMN("job", "Job", 0, ALL_ROWS, .get = job),
	COLUMN("truth", "Truth", 0, ALL_ROWS, REPORT(truth, bid)),
	COLUMN("bid", "Bid", 0, ALL_ROWS, REPORT(report, bid)),
	COLUMN("verdict", "Verdict", -13, PAIRS | ALL, .get = verdict),
	{ 0 },
};

/* Print a row per pair: the job's truth, or with --all the best report. */
static void
print_pairs(const struct misreport *misreport, unsigned own, struct ft_out *out)
{
	struct ft_table *table =
	    fauction_table_of(&misreport->show, out, columns, own);

	for (size_t k = 0; k < misreport->n_pair; k++) {
		const struct misreport_pair *pair = &misreport->pair[k];
		struct row row = { .pair = pair, .misreport = misreport };

		if (!misreport->all)
			row.report = &pair->truth;
		else if (pair->gaining)
			row.report = &pair->best;
		if (row.report)
			row.truth = &pair->truth;
		ft_table_put(table, &row);
	}
	ft_table_close(table);
}

/* ---- for people ---------------------------------------------------------- */

static void
print_head(const struct misreport *misreport, struct ft_out *out)
{
	const struct ft_game_jobs *jobs = &misreport->sample.jobs;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	if (misreport->all) {
		ft_str_addf(&out->text,
		    "%zu jobs on %" PRIu32 " nodes, worth what they bid in "
		    "%s; one of them lies\n\n",
		    jobs->n, misreport->source.nodes,
		    misreport->pair[0].experiment.name);
		return;
	}
	add_name(&name, misreport, misreport->at);
	ft_str_addf(&out->text,
	    "Job %s: %" PRIu32 " of %" PRIu32 " nodes, worth %" PRId64
	    " (its bid in %s), among %zu jobs\n\n",
	    ft_str_text(&name), jobs->job[misreport->at].nodes,
	    misreport->source.nodes, misreport->value,
	    misreport->pair[0].experiment.name, jobs->n);
}

/* "halt-c": the abbreviated allocator and the first letter of the payment. */
static void
short_name(char name[8], const struct misreport_pair *pair)
{
	snprintf(name, 8, "%.5s-%.1s",
	    pair->how == FAUCTION_CONTINUE ? "cont" : fauction_hows[pair->how],
	    fauction_payments[pair->payment]);
}

/* Print a line of the sweep. */
struct bid {
	const struct misreport *misreport;
	size_t at;
};

static void
bid(const void *at, struct ft_value *value)
{
	const struct bid *row = at;
	int64_t number = row->misreport->bid[row->at];

	ft_str_addf(ft_value_build(value), "%" PRId64 "%s", number,
	    number == row->misreport->value ? "*" : " ");
}

static void
utility(const void *at, struct ft_value *value)
{
	const struct bid *row = at;
	const struct misreport_pair *pair =
	    &row->misreport->pair[value->column->id];

	ft_value_i64(value, pair->sweep[row->at].utility);
}

static void
print_sweep(const struct misreport *misreport, struct ft_out *out)
{
	struct ft_column column[MISREPORT_PAIRS + 1] = { { "bid",
	    .header = "Bid", .width = 6, .get = bid } };
	char name[MISREPORT_PAIRS][8];
	const struct ft_table_options options = { .grow = true };
	struct ft_table *table;
	size_t n = 1;

	for (size_t k = 0; k < misreport->n_pair; k++)
		if (misreport_counts(&misreport->pair[k])) {
			short_name(name[k], &misreport->pair[k]);
			column[n++] = (struct ft_column){ .name = name[k],
				.width = 7,
				.id = (int)k,
				.get = utility };
		}
	if (n == 1)
		return;
	ft_str_add(&out->text,
	    "\nUtility by bid; * the truth; -r re-run, -c critical value, -n "
	    "no payment\n\n");
	table = ft_table_open(out, &options, column, n);
	for (size_t b = 0; b < misreport->n_bid; b++)
		ft_table_put(table, &(struct bid){ misreport, b });
	ft_table_close(table);
}

/* ---- one job as rows: a report each -------------------------------------- */

static void
print_rows(const struct misreport *misreport, struct ft_out *out)
{
	struct ft_table *table =
	    fauction_table_of(&misreport->show, out, columns, REPORTS);

	for (size_t k = 0; k < misreport->n_pair; k++) {
		const struct misreport_pair *pair = &misreport->pair[k];
		struct row row = { .pair = pair, .misreport = misreport };

		row.kind = "truth";
		row.report = &pair->truth;
		ft_table_put(table, &row);
		row.kind = "best";
		row.report = &pair->best;
		ft_table_put(table, &row);
		row.kind = "sweep";
		for (size_t b = 0; b < misreport->n_bid; b++) {
			row.report = &pair->sweep[b];
			ft_table_put(table, &row);
		}
	}
	ft_table_close(table);
}

/* ---- as a document ------------------------------------------------------- */

static void
doc_report(struct ft_doc *doc, const char *key, const struct ft_report *report)
{
	const struct row row = { .report = report };

	ft_doc_object(doc, key, columns, FT_COUNT(columns), &row);
}

static void
doc_pair(const struct misreport *misreport, const struct misreport_pair *pair,
    struct ft_doc *doc)
{
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "allocator", pair->allocator);
	ft_doc_text(doc, "payment", pair->pays);
	ft_doc_bool(doc, "bids_count", misreport_counts(pair));
	if (misreport->all) {
		ft_doc_u64(doc, "gaining", pair->gaining);
		ft_doc_u64(doc, "pay_more", pair->over);
		if (pair->gaining)
			ft_doc_text(doc, "job", name_of(misreport, pair->top));
	} else {
		ft_doc_i64(doc, "gain", pair->gain);
	}
	if (!misreport->all || pair->gaining) {
		doc_report(doc, "truth", &pair->truth);
		doc_report(doc, "best", &pair->best);
	}
	if (!misreport->all) {
		ft_doc_begin_list(doc, "sweep");
		for (size_t b = 0; b < misreport->n_bid; b++)
			doc_report(doc, NULL, &pair->sweep[b]);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
print_document(const struct misreport *misreport, struct ft_out *out)
{
	struct ft_doc *doc =
	    ft_doc_open_ours(out, misreport->show.format, SCHEMA);

	ft_doc_u64(doc, "nodes", misreport->source.nodes);
	ft_doc_u64(doc, "jobs", misreport->sample.jobs.n);
	ft_doc_text(doc, "experiment", misreport->pair[0].experiment.name);
	if (!misreport->all) {
		ft_doc_text(doc, "job", name_of(misreport, misreport->at));
		ft_doc_i64(doc, "value", misreport->value);
	}
	ft_doc_begin_list(doc, "pairs");
	for (size_t k = 0; k < misreport->n_pair; k++) {
		doc_pair(misreport, &misreport->pair[k], doc);
		ft_out_step(out);
	}
	ft_doc_end(doc);
	ft_doc_close(doc);
}

void
misreport_print(const struct misreport *misreport)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(misreport->context->out);

	if (fauction_show_document(&misreport->show)) {
		print_document(misreport, &out);
	} else if (!fauction_show_people(&misreport->show)) {
		if (misreport->all)
			print_pairs(misreport, ALL_ROWS, &out);
		else
			print_rows(misreport, &out);
	} else {
		print_head(misreport, &out);
		print_pairs(misreport, misreport->all ? ALL : PAIRS, &out);
		if (misreport->all)
			ft_str_add(&out.text,
			    "\nGain: jobs for which some bid is better than "
			    "the truth.  PayMore: jobs that\ntell the truth "
			    "and pay more than their bid.\n");
		else
			print_sweep(misreport, &out);
	}
}
