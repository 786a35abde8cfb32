/*
 * jobs.c - which jobs win in one sample, and what they pay.
 */

#include "fauction/run/run.h"
#include "report/format/doc.h"

#define SCHEMA "fairtree.auction.jobs/1"

struct listing {
	const struct run *run;
	struct fauction_sample sample;
	struct fauction_game game[RUN_EXPERIMENTS];
	size_t n; /* games set up */
};

static enum ft_status
play(struct listing *listing, struct ft_error *err)
{
	const struct run *run = listing->run;

	while (listing->n < run->n) {
		struct fauction_game *game = &listing->game[listing->n];

		FT_TRY(fauction_game_init(game, run->source.nodes,
		    &listing->sample, &run->experiment[listing->n], err));
		listing->n++;
		fauction_game_play(game);
	}
	return FT_OK;
}

/* ---- for people: a line for each job ------------------------------------- */

/* A job in all experiments. */
struct matrix_row {
	const struct ft_game_job *job;
	const struct listing *listing;
};

/* What the job pays in the experiment that is the column's id. */
static void
get_pay(const void *row, struct ft_value *value)
{
	const struct matrix_row *at = row;
	const struct fauction_game *game =
	    &at->listing->game[value->column->id];
	size_t i = (size_t)(at->job - at->listing->sample.jobs.job);

	if (game->win[i])
		ft_value_i64(value, game->pay[i]);
	else
		ft_value_text(value, "-");
}

#define JOB(member) FT_MEMBER(struct ft_game_job, member)

static void
print_matrix(const struct listing *listing, struct ft_out *out)
{
	static const struct ft_column columns[] = {
		{ .name = "Job", .width = -5, JOB(name) },
		{ .name = "Nodes", .width = 5, JOB(nodes) },
		{ .name = "Plan", .width = 5, JOB(planned) },
		{ .name = "Real", .width = 5, JOB(real) },
	};
	const struct run *run = listing->run;
	const struct ft_table_options options = { .format = FT_FORMAT_TABLE,
		.no_header = run->no_header,
		.grow = true };
	struct ft_column column[FT_COUNT(columns) + RUN_EXPERIMENTS];
	struct ft_table *table;
	size_t n = FT_COUNT(columns);

	memcpy(column, columns, sizeof columns);
	for (size_t k = 0; k < run->n; k++)
		column[n++] =
		    (struct ft_column){ .name = run->experiment[k].name,
			    .width = 5,
			    .get = get_pay,
			    .id = (int)k };
	table = ft_table_open(out, &options, column, n);
	for (size_t i = 0; i < listing->sample.jobs.n; i++)
		ft_table_put(
		    table, &(struct matrix_row){
			       &listing->sample.jobs.job[i], listing });
	ft_table_close(table);
}

static void
print_people(const struct listing *listing, struct ft_out *out)
{
	const struct run *run = listing->run;

	if (!run->no_header)
		ft_str_addf(&out->text,
		    "sample %" PRIu64 ": %zu job%s for %" PRIu64 " of %" PRIu32
		    " nodes\n"
		    "numbers are payments of winners, - marks losers\n\n",
		    listing->sample.number, listing->sample.jobs.n,
		    listing->sample.jobs.n == 1 ? " that asks" : "s that ask",
		    listing->sample.wanted, run->source.nodes);
	print_matrix(listing, out);
}

/* ---- for programs: a line for each job of each experiment ---------------- */

struct line {
	const struct ft_game_job *job;
	const struct result {
		uint64_t sample;
		const char *experiment;
		int64_t bid, paid;
		bool won;
	} * result;
};

#define RESULT(member) FT_MEMBER_OF(struct line, result, struct result, member)
/* Those with a key are in documents, too. */
static const struct ft_column fields[] = {
	{ .name = "Sample", RESULT(sample) },
	{ .name = "Experiment", RESULT(experiment) },
	{ .name = "Job", JOB(name), .key = "name" },
	{ .name = "Nodes", JOB(nodes), .key = "nodes" },
	{ .name = "Planned", JOB(planned), .key = "planned" },
	{ .name = "Real", JOB(real), .key = "real" },
	{ .name = "Bid", RESULT(bid), .key = "bid" },
	{ .name = "Won", RESULT(won), .key = "won", .type = FT_COLUMN_BOOL },
	{ .name = "Paid", RESULT(paid), .key = "paid" },
};

/* Print the jobs of the experiments from FROM to before TO; into the open list
 * of DOC, unless it is NULL. */
static void
print_lines(const struct listing *listing, size_t from, size_t to,
    struct ft_out *out, struct ft_doc *doc)
{
	const struct ft_table_options options = { .format =
						      listing->run->show.format,
		.no_header = listing->run->no_header,
		.doc = doc };
	struct ft_table *table =
	    ft_table_open(out, &options, fields, FT_COUNT(fields));

	for (size_t k = from; k < to; k++)
		for (size_t i = 0; i < listing->sample.jobs.n; i++) {
			const struct fauction_game *game = &listing->game[k];
			const struct result result = {
				.sample = listing->sample.number,
				.experiment = game->experiment->name,
				.bid = game->bidder[i].bid,
				.paid = game->pay[i],
				.won = game->win[i],
			};

			ft_table_put(
			    table, &(struct line){
				       &listing->sample.jobs.job[i], &result });
		}
	ft_table_close(table);
}

static void
print_document(const struct listing *listing, struct ft_out *out)
{
	struct ft_doc *doc =
	    ft_doc_open_ours(out, listing->run->show.format, SCHEMA);

	ft_doc_u64(doc, "sample", listing->sample.number);
	ft_doc_u64(doc, "nodes", listing->run->source.nodes);
	ft_doc_begin_list(doc, "experiments");
	for (size_t i = 0; i < listing->n; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_text(
		    doc, "experiment", listing->game[i].experiment->name);
		ft_doc_begin_list(doc, "jobs");
		print_lines(listing, i, i + 1, out, doc);
		ft_doc_end(doc);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_close(doc);
}

static void
print(const struct listing *listing)
{
	const struct fauction_show *show = &listing->run->show;
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(listing->run->context->out);

	if (fauction_show_people(show))
		print_people(listing, &out);
	else if (fauction_show_document(show))
		print_document(listing, &out);
	else
		print_lines(listing, 0, listing->n, &out, NULL);
}

enum ft_status
run_jobs(const struct run *run, struct ft_error *err)
{
	struct listing *listing FT_CLEANUP(ft_free_at) =
	    ft_calloc(1, sizeof *listing);
	enum ft_status status;

	listing->run = run;
	fauction_source_sample(&run->source, run->jobs, &listing->sample);
	status = play(listing, err);
	if (status == FT_OK)
		print(listing);
	for (size_t i = 0; i < listing->n; i++)
		fauction_game_free(&listing->game[i]);
	fauction_sample_free(&listing->sample);
	return status;
}
