/* The result of each order, as a document. */
#include "fauction/queue/contest.h"
#include "report/format/doc.h"

#define SCHEMA "fairtree.auction-queue/1"

static void
doc_order(
    const struct contest *contest, enum contest_order order, struct ft_doc *doc)
{
	const struct contest_score *score = &contest->score[order];
	double part = contest_part(contest, order);

	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "order", contest_orders[order]);
	ft_doc_real(doc, "winners", score->winners);
	ft_doc_real(doc, "units", score->units);
	ft_doc_real(doc, "idle", contest->auction.nodes - score->units);
	ft_doc_real(doc, "value", score->value);
	ft_doc_real(doc, "of_best", part);
	ft_doc_real(doc, "ratio", 1 / part);
	ft_doc_real(doc, "cost", 1 - part);
	ft_doc_real(
	    doc, "reachable", contest_reach(contest, score->unfairness));
	ft_doc_real(doc, "fairshare", score->fairshare);
	ft_doc_real(doc, "unfairness", score->unfairness);
	if (score->fair.worst < contest->n_group) {
		ft_doc_begin(doc, "worst_served");
		ft_doc_text(
		    doc, "name", contest->group[score->fair.worst].name);
		ft_doc_real(doc, "delivered", score->fair.delivered);
		ft_doc_real(doc, "promised", score->fair.promised);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
doc_front(const struct contest *contest, struct ft_doc *doc)
{
	ft_doc_begin(doc, "front");
	ft_doc_bool(doc, "exact", contest->front.exact);
	ft_doc_begin_list(doc, "points");
	for (size_t i = 0; i < contest->front.n; i++) {
		const struct contest_point *point = &contest->front.point[i];

		ft_doc_begin(doc, NULL);
		ft_doc_real(doc, "unfairness", point->unfairness);
		ft_doc_real(doc, "value", point->value);
		ft_doc_real(doc, "units", point->units);
		ft_doc_real(doc, "bound", point->bound);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
}

static void
doc_price(const struct contest *contest, bool normalised, struct ft_doc *doc)
{
	const struct ft_fairprice *price = &contest->price[normalised];

	ft_doc_begin(
	    doc, normalised ? "price_normalised" : "price_of_fairness");
	ft_doc_real(doc, "system", price->system);
	ft_doc_real(
	    doc, "max_min", ft_fairprice_of(price->system, price->max_min));
	ft_doc_real(doc, "proportional",
	    ft_fairprice_of(price->system, price->proportional));
	ft_doc_end(doc);
}

static void
doc_group(const struct contest *contest, size_t k, struct ft_doc *doc)
{
	const struct contest_group *group = &contest->group[k];

	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "name", group->name);
	ft_doc_u64(doc, "jobs", group->jobs);
	ft_doc_real(doc, "wants", group->wants);
	ft_doc_real(doc, "promised", group->promised);
	ft_doc_begin(doc, "won");
	for (size_t i = 0; i < CONTEST_ORDERS; i++)
		ft_doc_real(doc, contest_orders[i], contest->score[i].won[k]);
	ft_doc_end(doc);
	ft_doc_end(doc);
}

static void
doc_job(const struct contest *contest, size_t i, struct ft_doc *doc)
{
	const struct contest_job *job = &contest->job[i];
	struct ft_str id FT_CLEANUP(ft_str_free) = { 0 };

	contest_add_id(&id, job);
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "job", ft_str_text(&id));
	ft_doc_text(doc, "user", job->standing->job->user);
	ft_doc_text(doc, "account", job->standing->job->account);
	ft_doc_u64(doc, "units", job->units);
	ft_doc_i64(doc, "minutes", job->minutes);
	ft_doc_i64(doc, "value", job->value);
	ft_doc_u64(doc, "priority", job->standing->points);
	ft_doc_begin(doc, "wins");
	for (size_t k = 0; k < CONTEST_ORDERS; k++)
		ft_doc_real(
		    doc, contest_orders[k], contest->score[k].chosen[i]);
	ft_doc_end(doc);
	ft_doc_end(doc);
}

void
contest_document(const struct contest *contest, struct ft_out *out)
{
	struct ft_doc *doc =
	    ft_doc_open_ours(out, contest->show.format, SCHEMA);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_text(
	    doc, "unit", contest->unit == CONTEST_CPUS ? "cpus" : "nodes");
	ft_doc_text(doc, "value", contest_worth(contest));
	ft_doc_u64(doc, "capacity", contest->auction.nodes);
	ft_doc_u64(doc, "wanted", contest->wanted);
	ft_doc_u64(doc, "without_limit", contest->endless);
	ft_doc_u64(doc, "too_wide", contest->too_wide);
	ft_doc_u64(doc, "seed", contest->seed);
	ft_doc_u64(doc, "draws", contest->draws);
	ft_doc_begin_list(doc, "orders");
	for (size_t i = 0; i < CONTEST_ORDERS && contest->n; i++)
		doc_order(contest, (enum contest_order)i, doc);
	ft_doc_end(doc);
	doc_front(contest, doc);
	doc_price(contest, false, doc);
	doc_price(contest, true, doc);
	ft_doc_begin_list(doc, contest->by_user ? "users" : "accounts");
	for (size_t k = 0; k < contest->n_group; k++)
		doc_group(contest, k, doc);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "jobs");
	for (size_t i = 0; i < contest->n; i++) {
		doc_job(contest, i, doc);
		ft_out_step(out);
	}
	ft_doc_end(doc);
	contest_say(contest, &text);
	ft_doc_text(doc, "sentence", ft_str_text(&text));
	ft_doc_close(doc);
}
