/* resv.c - the report of reservations: all of each that met the period. */

#include "freport/freport.h"

static bool
is_chosen(
    const struct freport *report, const struct freport_data *data, size_t tres)
{
	for (size_t i = 0; i < data->n_chosen; i++)
		if (data->chosen[i] == tres)
			return true;
	return !report->tres_given;
}

/* A row for each TRES that it had. */
static void
add_rows(struct freport_rows *rows, const struct freport *report,
    const struct freport_data *data, uint32_t at)
{
	const struct freport_resv *resv = &data->resv[at];
	const struct ft_rollup_resv *past = &data->past[at];

	for (size_t t = 0; t < data->tres.n; t++) {
		struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
		struct freport_row *row;
		double idle;

		if (!resv->tres[t] || !is_chosen(report, data, t))
			continue;
		row = freport_add_row(rows, report, data);
		row->resv = resv->id;
		row->name = ft_arena_strdup(&rows->arena, resv->name);
		row->nodes = ft_arena_strdup(&rows->arena, resv->nodes);
		ft_str_addf(&text, ",%s,", resv->assocs);
		row->assocs = *resv->assocs ? ft_arena_strdup(&rows->arena,
						  ft_str_text(&text))
					    : "";
		ft_str_clear(&text);
		ft_tres_add_name(&text, &data->tres.item[t]);
		row->tres = ft_arena_strdup(&rows->arena, ft_str_text(&text));
		row->flags = resv->flags;
		row->start = past->from;
		row->end = past->to;
		row->count = (double)resv->tres[t];
		row->base = row->count * (double)(past->to - past->from);
		row->use.allocated = ft_rollup_resv_used(&data->rollup, at, t);
		idle = row->base - row->use.allocated;
		row->use.idle = idle > 0 ? idle : 0;
		row->has_use = row->has_count = true;
	}
}

struct place {
	int64_t from;
	uint32_t at; /* index */
};

static int
compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

static bool
is_asked(const struct freport_request *request, const struct freport_data *data,
    uint32_t at)
{
	const struct ft_arglist *names = &request->list[FREPORT_WORD_NAMES];

	return data->past[at].from < request->until &&
	       data->past[at].to > request->from &&
	       ft_arglist_admits_host(
		   &request->list[FREPORT_WORD_NODES], data->resv[at].nodes) &&
	       ft_arglist_admits(names, data->resv[at].name);
}

void
freport_resvs(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data)
{
	struct place *place FT_CLEANUP(ft_free_at) =
	    ft_calloc(data->n_resv + 1, sizeof *place);
	size_t n = 0;

	for (uint32_t i = 0; i < data->n_resv; i++)
		if (is_asked(request, data, i))
			place[n++] = (struct place){ data->past[i].from, i };
	qsort(place, n, sizeof *place, compare_places);
	for (size_t i = 0; i < n; i++)
		add_rows(rows, report, data, place[i].at);
}
