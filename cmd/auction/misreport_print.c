/* What reports come to: for people, as rows, as a document. */

#include "auction/misreport.h"
#include "report/doc.h"

#define SCHEMA "fairtree.auction-misreport/1"

static const char *
name_of(const struct misreport *misreport, size_t i)
{
	const char *name = misreport->sample.jobs.job[i].name;

	return name ? name : "";
}

/* The name, or where it has none "job 12". */
static void
add_name(struct ft_str *str, const struct misreport *misreport, size_t i)
{
	if (*name_of(misreport, i))
		ft_str_add(str, name_of(misreport, i));
	else
		ft_str_addf(str, "%zu", i + 1);
}

static const char *
yes(bool value)
{
	return value ? "yes" : "no";
}

static void
cell_number(struct ft_table *table, int64_t number)
{
	auction_cell(table, "%" PRId64, number);
}

/* ---- verdicts ------------------------------------------------------------------ */

static const char *
losing(const struct ft_report *report)
{
	return report->wins ? "" : " and losing";
}

static void
add_verdict(struct ft_str *str, const struct misreport_pair *pair)
{
	int64_t gain = pair->best.utility - pair->truth.utility;

	if (!misreport_counts(pair))
		ft_str_add(str, "bids change nothing");
	else if (gain > 0)
		ft_str_addf(str, "gains %" PRId64 " by bidding %" PRId64 "%s",
		    gain, pair->best.bid, losing(&pair->best));
	else
		ft_str_add(str, "truthful here");
	if (pair->truth.pays > pair->truth.bid)
		ft_str_add(str, "; pays above its bid");
}

static void
add_verdict_of_all(struct ft_str *str, const struct misreport *misreport,
    const struct misreport_pair *pair)
{
	if (!misreport_counts(pair)) {
		ft_str_add(str, "bids change nothing");
	} else if (pair->gaining) {
		ft_str_add(str, "job ");
		add_name(str, misreport, pair->top);
		ft_str_addf(str,
		    " gains %" PRId64 " by bidding %" PRId64 " for %" PRId64
		    "%s",
		    pair->top_best.utility - pair->top_truth.utility,
		    pair->top_best.bid, pair->top_truth.bid,
		    losing(&pair->top_best));
	} else {
		ft_str_add(str, "truthful: nobody gains");
	}
}

static void
cell_str(struct ft_table *table, struct ft_str *str)
{
	ft_table_text(table, ft_str_text(str));
	ft_str_free(str);
}

/* ---- for people ------------------------------------------------------------------ */

static void
print_head(const struct misreport *misreport, struct ft_out *out)
{
	const struct ft_game_jobs *jobs = &misreport->sample.jobs;
	struct ft_str name = { 0 };

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
	ft_str_free(&name);
}

static void
print_pairs(const struct misreport *misreport, struct ft_out *out)
{
	struct ft_column column[6];
	struct ft_table *table;
	size_t n = 0;

	auction_column(column, &n, "Allocator", "allocator", -17);
	auction_column(column, &n, "Payment", "payment", -8);
	auction_column(column, &n, "Wins", "wins", -4);
	auction_column(column, &n, "Pays", "pays", 6);
	auction_column(column, &n, "Utility", "utility", 7);
	auction_column(column, &n, "Verdict", "verdict", -13);
	table = auction_table(&misreport->show, out, column, n);
	for (size_t k = 0; k < misreport->n_pair; k++) {
		const struct misreport_pair *pair = &misreport->pair[k];
		struct ft_str verdict = { 0 };

		ft_table_text(table, auction_hows[pair->how]);
		ft_table_text(table, auction_payments[pair->payment]);
		ft_table_text(table, yes(pair->truth.wins));
		cell_number(table, pair->truth.pays);
		cell_number(table, pair->truth.utility);
		add_verdict(&verdict, pair);
		cell_str(table, &verdict);
		ft_table_row(table);
	}
	ft_table_close(table);
}

/* "halt-c": the allocator, shortened, and the first letter of the payment. */
static void
short_name(char name[8], const struct misreport_pair *pair)
{
	snprintf(name, 8, "%.5s-%.1s",
	    pair->how == AUCTION_CONTINUE ? "cont" : auction_hows[pair->how],
	    auction_payments[pair->payment]);
}

static void
print_sweep(const struct misreport *misreport, struct ft_out *out)
{
	struct ft_column column[MISREPORT_PAIRS + 1];
	char name[MISREPORT_PAIRS][8];
	struct ft_table *table;
	size_t n = 0;

	auction_column(column, &n, "Bid", "bid", 6);
	for (size_t k = 0; k < misreport->n_pair; k++)
		if (misreport_counts(&misreport->pair[k])) {
			short_name(name[k], &misreport->pair[k]);
			auction_column(column, &n, name[k], name[k], 7);
		}
	if (n == 1)
		return;
	ft_str_add(&out->text,
	    "\nUtility by bid; * the truth; -r re-run, -c critical value, -n "
	    "no payment\n\n");
	table = auction_table(&misreport->show, out, column, n);
	for (size_t b = 0; b < misreport->n_bid; b++) {
		auction_cell(table, "%" PRId64 "%s", misreport->bid[b],
		    misreport->bid[b] == misreport->value ? "*" : " ");
		for (size_t k = 0; k < misreport->n_pair; k++)
			if (misreport_counts(&misreport->pair[k]))
				cell_number(
				    table, misreport->pair[k].sweep[b].utility);
		ft_table_row(table);
		ft_out_step(out);
	}
	ft_table_close(table);
}

/* ---- --all: for people and as rows ----------------------------------------------- */

static void
print_all(const struct misreport *misreport, struct ft_out *out)
{
	struct ft_column column[5];
	struct ft_table *table;
	size_t n = 0;

	auction_column(column, &n, "Allocator", "allocator", -17);
	auction_column(column, &n, "Payment", "payment", -8);
	auction_column(column, &n, "Gain", "gaining", 5);
	auction_column(column, &n, "PayMore", "pay_more", 7);
	auction_column(column, &n, "Verdict", "verdict", -13);
	table = auction_table(&misreport->show, out, column, n);
	for (size_t k = 0; k < misreport->n_pair; k++) {
		const struct misreport_pair *pair = &misreport->pair[k];
		struct ft_str verdict = { 0 };

		ft_table_text(table, auction_hows[pair->how]);
		ft_table_text(table, auction_payments[pair->payment]);
		ft_table_u64(table, pair->gaining);
		ft_table_u64(table, pair->over);
		add_verdict_of_all(&verdict, misreport, pair);
		cell_str(table, &verdict);
		ft_table_row(table);
	}
	ft_table_close(table);
	ft_str_add(&out->text,
	    "\nGain: jobs for which some bid is better than the truth.  "
	    "PayMore: jobs that\ntell the truth and pay more than their "
	    "bid.\n");
}

static void
rows_of_all(const struct misreport *misreport, struct ft_out *out)
{
	struct ft_column column[9];
	struct ft_table *table;
	size_t n = 0;

	auction_column(column, &n, "Allocator", "allocator", -17);
	auction_column(column, &n, "Payment", "payment", -8);
	auction_column(column, &n, "Jobs", "jobs", 5);
	auction_column(column, &n, "Gaining", "gaining", 5);
	auction_column(column, &n, "PayMore", "pay_more", 7);
	auction_column(column, &n, "Gain", "gain", 7);
	auction_column(column, &n, "Job", "job", -7);
	auction_column(column, &n, "Truth", "truth", 7);
	auction_column(column, &n, "Bid", "bid", 7);
	table = auction_table(&misreport->show, out, column, n);
	for (size_t k = 0; k < misreport->n_pair; k++) {
		const struct misreport_pair *pair = &misreport->pair[k];
		struct ft_str name = { 0 };

		ft_table_text(table, auction_hows[pair->how]);
		ft_table_text(table, auction_payments[pair->payment]);
		ft_table_u64(table, misreport->sample.jobs.n);
		ft_table_u64(table, pair->gaining);
		ft_table_u64(table, pair->over);
		if (pair->gaining) {
			cell_number(table,
			    pair->top_best.utility - pair->top_truth.utility);
			add_name(&name, misreport, pair->top);
			cell_str(table, &name);
			cell_number(table, pair->top_truth.bid);
			cell_number(table, pair->top_best.bid);
		} else {
			cell_number(table, 0);
		}
		ft_table_row(table);
	}
	ft_table_close(table);
}

/* ---- one job as rows: a report each ------------------------------------------------ */

static void
row(struct ft_table *table, const struct misreport_pair *pair, const char *kind,
    const struct ft_report *report)
{
	ft_table_text(table, auction_hows[pair->how]);
	ft_table_text(table, auction_payments[pair->payment]);
	ft_table_text(table, kind);
	cell_number(table, report->bid);
	ft_table_u64(table, report->wins);
	cell_number(table, report->pays);
	cell_number(table, report->utility);
	ft_table_row(table);
}

static void
print_rows(const struct misreport *misreport, struct ft_out *out)
{
	struct ft_column column[7];
	struct ft_table *table;
	size_t n = 0;

	auction_column(column, &n, "Allocator", "allocator", -17);
	auction_column(column, &n, "Payment", "payment", -8);
	auction_column(column, &n, "Report", "report", -6);
	auction_column(column, &n, "Bid", "bid", 7);
	auction_column(column, &n, "Wins", "wins", 4);
	auction_column(column, &n, "Pays", "pays", 7);
	auction_column(column, &n, "Utility", "utility", 7);
	table = auction_table(&misreport->show, out, column, n);
	for (size_t k = 0; k < misreport->n_pair; k++) {
		const struct misreport_pair *pair = &misreport->pair[k];

		row(table, pair, "truth", &pair->truth);
		row(table, pair, "best", &pair->best);
		for (size_t b = 0; b < misreport->n_bid; b++)
			row(table, pair, "sweep", &pair->sweep[b]);
		ft_out_step(out);
	}
	ft_table_close(table);
}

/* ---- as a document -------------------------------------------------------------------- */

static void
doc_report(struct ft_doc *doc, const char *key, const struct ft_report *report)
{
	ft_doc_begin(doc, key);
	ft_doc_i64(doc, "bid", report->bid);
	ft_doc_bool(doc, "wins", report->wins);
	ft_doc_i64(doc, "pays", report->pays);
	ft_doc_i64(doc, "utility", report->utility);
	ft_doc_end(doc);
}

static void
doc_pair(const struct misreport *misreport, const struct misreport_pair *pair,
    struct ft_doc *doc)
{
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "allocator", auction_hows[pair->how]);
	ft_doc_text(doc, "payment", auction_payments[pair->payment]);
	ft_doc_bool(doc, "bids_count", misreport_counts(pair));
	if (misreport->all) {
		ft_doc_u64(doc, "gaining", pair->gaining);
		ft_doc_u64(doc, "pay_more", pair->over);
		if (pair->gaining) {
			ft_doc_text(doc, "job", name_of(misreport, pair->top));
			doc_report(doc, "truth", &pair->top_truth);
			doc_report(doc, "best", &pair->top_best);
		}
	} else {
		ft_doc_i64(
		    doc, "gain", pair->best.utility - pair->truth.utility);
		doc_report(doc, "truth", &pair->truth);
		doc_report(doc, "best", &pair->best);
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
	struct ft_doc *doc = ft_doc_open(out, misreport->show.format);

	ft_doc_head(doc, SCHEMA);
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
	ft_doc_tail(doc);
	ft_doc_close(doc);
}

void
misreport_print(const struct misreport *misreport)
{
	struct ft_out out;

	ft_out_init(&out, misreport->context->out);
	if (auction_show_document(&misreport->show)) {
		print_document(misreport, &out);
	} else if (!auction_show_people(&misreport->show)) {
		(misreport->all ? rows_of_all : print_rows)(misreport, &out);
	} else {
		print_head(misreport, &out);
		if (misreport->all) {
			print_all(misreport, &out);
		} else {
			print_pairs(misreport, &out);
			print_sweep(misreport, &out);
		}
	}
	ft_out_free(&out);
}
