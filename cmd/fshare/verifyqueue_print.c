/* verifyqueue_print.c - what fshare verify says about the queue of a site. */
#include "fshare/verifyqueue.h"

size_t
fshare_queue_unexplained(const struct fshare_queue *queue)
{
	size_t n = 0;

	for (size_t i = 0; i < queue->n; i++)
		n += queue->cell[i].cause == FT_VERIFY_UNEXPLAINED;
	return n;
}

/* The cells of a column. */
struct tally {
	const struct fshare_queue_cell *first; /* NULL: there are none */
	size_t rows, n[FT_VERIFY_CAUSES];
};

static void
count(const struct fshare_queue *queue, struct tally tally[])
{
	for (size_t i = 0; i < queue->n; i++) {
		struct tally *column = &tally[queue->cell[i].column];

		if (!column->rows++)
			column->first = &queue->cell[i];
		column->n[queue->cell[i].cause]++;
	}
}

static void
print_columns(const struct fshare_queue *queue, struct ft_str *text)
{
	struct tally tally[FSHARE_QUEUE_COLUMNS] = { { .rows = 0 } };

	count(queue, tally);
	ft_str_addf(text, "\n%-18s %6s %6s %8s %6s %6s %6s %12s\n", "Column",
	    "Jobs", "Equal", "Rounded", "Rule", "Pass", "Hidden",
	    "Unexplained");
	for (size_t i = 0; i < FSHARE_QUEUE_COLUMNS; i++) {
		const size_t *n = tally[i].n;

		if (tally[i].first)
			ft_str_addf(text,
			    "%-6s %-11s %6zu %6zu %8zu %6zu %6zu %6zu %12zu\n",
			    tally[i].first->of, tally[i].first->title,
			    tally[i].rows, n[FT_VERIFY_EQUAL],
			    n[FT_VERIFY_ROUNDED], n[FT_VERIFY_RULE],
			    n[FT_VERIFY_PASS], n[FT_VERIFY_HIDDEN],
			    n[FT_VERIFY_UNEXPLAINED]);
	}
}

/* Append "sprio TRES" or "sprio". */
static void
add_left(struct ft_str *text, const struct fshare_queue_left *left)
{
	ft_str_addf(text, "%s%s%s", left->of, left->title ? " " : "",
	    left->title ? left->title : "");
}

static void
print_left(const struct fshare_queue *queue, struct ft_str *text)
{
	for (size_t i = 0; i < queue->n_left; i++) {
		const struct fshare_queue_left *left = &queue->left[i];

		add_left(text, left);
		if (left->n)
			ft_str_addf(text, " of %zu more job%s", left->n,
			    left->n == 1 ? "" : "s");
		ft_str_addf(text, " not compared: %s\n", left->why);
	}
}

void
fshare_queue_print(
    const struct fshare_queue *queue, size_t most, struct ft_str *text)
{
	size_t more = 0;

	if (queue->n)
		print_columns(queue, text);
	print_left(queue, text);
	for (size_t i = 0; i < queue->n; i++) {
		const struct fshare_queue_cell *cell = &queue->cell[i];

		if (cell->cause == FT_VERIFY_EQUAL)
			continue;
		if (!most) {
			more++;
			continue;
		}
		most--;
		ft_str_addf(text,
		    "%s %s of job %s: there %s, here %s: %s%s%s\n", cell->of,
		    cell->title, cell->job,
		    *cell->site ? cell->site : "nothing",
		    *cell->here ? cell->here : "nothing",
		    ft_verify_causes[cell->cause], *cell->detail ? ", " : "",
		    cell->detail);
	}
	if (more)
		ft_str_addf(text, "and %zu more (--json lists them)\n", more);
	if (queue->later.len)
		ft_str_addf(text,
		    "\nReasons that one run of the schedulers would "
		    "change:\n%s",
		    ft_str_text(&queue->later));
}

void
fshare_queue_document_column(struct ft_doc *doc, const char *name, size_t rows,
    const size_t n[FT_VERIFY_CAUSES])
{
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "column", name);
	ft_doc_u64(doc, "rows", rows);
	for (int i = 0; i < FT_VERIFY_CAUSES; i++)
		ft_doc_u64(doc, ft_verify_causes[i], n[i]);
	ft_doc_end(doc);
}

void
fshare_queue_document_columns(
    const struct fshare_queue *queue, struct ft_doc *doc)
{
	struct tally tally[FSHARE_QUEUE_COLUMNS] = { { .rows = 0 } };

	count(queue, tally);
	for (size_t i = 0; i < FSHARE_QUEUE_COLUMNS; i++) {
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

		if (!tally[i].first)
			continue;
		ft_str_addf(
		    &name, "%s %s", tally[i].first->of, tally[i].first->title);
		fshare_queue_document_column(
		    doc, ft_str_text(&name), tally[i].rows, tally[i].n);
	}
}

void
fshare_queue_document_left(const struct fshare_queue *queue, struct ft_doc *doc)
{
	for (size_t i = 0; i < queue->n_left; i++) {
		const struct fshare_queue_left *left = &queue->left[i];
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

		add_left(&name, left);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "column", ft_str_text(&name));
		if (left->n)
			ft_doc_u64(doc, "rows", left->n);
		else
			ft_doc_null(doc, "rows");
		ft_doc_text(doc, "why", left->why);
		ft_doc_end(doc);
	}
}

void
fshare_queue_document(const struct fshare_queue *queue, struct ft_doc *doc)
{
	for (size_t i = 0; i < queue->n; i++) {
		const struct fshare_queue_cell *cell = &queue->cell[i];
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

		if (cell->cause == FT_VERIFY_EQUAL)
			continue;
		ft_doc_begin(doc, NULL);
		ft_str_addf(&name, "job %s", cell->job);
		ft_doc_text(doc, "row", ft_str_text(&name));
		ft_str_clear(&name);
		ft_str_addf(&name, "%s %s", cell->of, cell->title);
		ft_doc_text(doc, "column", ft_str_text(&name));
		ft_doc_text(doc, "site", cell->site);
		ft_doc_text(doc, "here", cell->here);
		ft_doc_text(doc, "cause", ft_verify_causes[cell->cause]);
		ft_doc_text(doc, "detail", cell->detail);
		ft_doc_end(doc);
	}
}
