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

static void
print_matrix(const struct listing *listing, struct ft_out *out)
{
	const struct run *run = listing->run;
	struct ft_column column[RUN_EXPERIMENTS + 4];
	const struct ft_table_options options = { .format = FT_FORMAT_TABLE,
		.no_header = run->no_header,
		.grow = true };
	struct ft_table *table;
	size_t n = 0;

	fauction_column(column, &n, "Job", "job", -5);
	fauction_column(column, &n, "Nodes", "nodes", 5);
	fauction_column(column, &n, "Plan", "planned", 5);
	fauction_column(column, &n, "Real", "real", 5);
	for (size_t i = 0; i < run->n; i++)
		fauction_column(column, &n, run->experiment[i].name,
		    run->experiment[i].name, 5);
	table = ft_table_open(out, &options, column, n);
	for (size_t i = 0; i < listing->sample.jobs.n; i++) {
		const struct ft_game_job *job = &listing->sample.jobs.job[i];

		ft_table_text(table, job->name);
		fauction_cell(table, "%" PRIu32, job->nodes);
		fauction_cell(table, "%" PRId64, job->planned);
		fauction_cell(table, "%" PRId64, job->real);
		for (size_t k = 0; k < run->n; k++)
			if (listing->game[k].win[i])
				fauction_cell(
				    table, "%" PRId64, listing->game[k].pay[i]);
			else
				ft_table_text(table, "-");
		ft_table_row(table);
	}
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

static void
print_lines(const struct listing *listing, struct ft_out *out)
{
	static const char *const names[] = { "Sample", "Experiment", "Job",
		"Nodes", "Planned", "Real", "Bid", "Won", "Paid" };
	struct ft_column column[FT_COUNT(names)];
	const struct ft_table_options options = { .format =
						      listing->run->show.format,
		.no_header = listing->run->no_header };
	struct ft_table *table;
	size_t n = 0;

	while (n < FT_COUNT(names))
		fauction_column(column, &n, names[n], names[n], 1);
	table = ft_table_open(out, &options, column, n);
	for (size_t k = 0; k < listing->n; k++)
		for (size_t i = 0; i < listing->sample.jobs.n; i++) {
			const struct fauction_game *game = &listing->game[k];
			const struct ft_game_job *job =
			    &listing->sample.jobs.job[i];

			ft_table_u64(table, listing->sample.number);
			ft_table_text(table, game->experiment->name);
			ft_table_text(table, job->name);
			ft_table_u64(table, job->nodes);
			fauction_cell(table, "%" PRId64, job->planned);
			fauction_cell(table, "%" PRId64, job->real);
			fauction_cell(table, "%" PRId64, game->bidder[i].bid);
			ft_table_u64(table, game->win[i]);
			fauction_cell(table, "%" PRId64, game->pay[i]);
			ft_table_row(table);
		}
	ft_table_close(table);
}

static void
doc_game(const struct fauction_game *game, struct ft_doc *doc)
{
	const struct ft_game_jobs *jobs = &game->sample->jobs;

	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "experiment", game->experiment->name);
	ft_doc_begin_list(doc, "jobs");
	for (size_t i = 0; i < jobs->n; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", jobs->job[i].name);
		ft_doc_u64(doc, "nodes", jobs->job[i].nodes);
		ft_doc_i64(doc, "planned", jobs->job[i].planned);
		ft_doc_i64(doc, "real", jobs->job[i].real);
		ft_doc_i64(doc, "bid", game->bidder[i].bid);
		ft_doc_bool(doc, "won", game->win[i]);
		ft_doc_i64(doc, "paid", game->pay[i]);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
}

static void
print_document(const struct listing *listing, struct ft_out *out)
{
	struct ft_doc *doc =
	    ft_doc_open_ours(out, listing->run->show.format, SCHEMA);

	ft_doc_u64(doc, "sample", listing->sample.number);
	ft_doc_u64(doc, "nodes", listing->run->source.nodes);
	ft_doc_begin_list(doc, "experiments");
	for (size_t i = 0; i < listing->n; i++)
		doc_game(&listing->game[i], doc);
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
		print_lines(listing, &out);
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
