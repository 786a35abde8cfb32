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

static void
print_columns(const struct fshare_queue *queue, struct ft_str *text)
{
	size_t n[FSHARE_QUEUE_COLUMNS][FT_VERIFY_CAUSES] = { { 0 } },
	       rows[FSHARE_QUEUE_COLUMNS] = { 0 };
	const struct fshare_queue_cell *first[FSHARE_QUEUE_COLUMNS] = { NULL };

	for (size_t i = 0; i < queue->n; i++) {
		if (!rows[queue->cell[i].column]++)
			first[queue->cell[i].column] = &queue->cell[i];
		n[queue->cell[i].column][queue->cell[i].cause]++;
	}
	ft_str_addf(text, "\n%-18s %6s %6s %8s %6s %6s %6s %12s\n", "Column",
	    "Jobs", "Equal", "Rounded", "Rule", "Pass", "Hidden",
	    "Unexplained");
	for (size_t i = 0; i < FSHARE_QUEUE_COLUMNS; i++)
		if (first[i])
			ft_str_addf(text,
			    "%-6s %-11s %6zu %6zu %8zu %6zu %6zu %6zu %12zu\n",
			    first[i]->of, first[i]->title, rows[i],
			    n[i][FT_VERIFY_EQUAL], n[i][FT_VERIFY_ROUNDED],
			    n[i][FT_VERIFY_RULE], n[i][FT_VERIFY_PASS],
			    n[i][FT_VERIFY_HIDDEN],
			    n[i][FT_VERIFY_UNEXPLAINED]);
}

void
fshare_queue_print(
    const struct fshare_queue *queue, size_t most, struct ft_str *text)
{
	size_t more = 0;

	if (!queue->n)
		return;
	print_columns(queue, text);
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
