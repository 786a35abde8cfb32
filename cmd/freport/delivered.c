/* delivered.c - the rows of what accounts were promised and got: delivery.c has it. */

#include "freport/freport.h"

static void
fill(struct freport_row *row, const struct ft_delivery_sum *sum, uint64_t scale)
{
	struct freport_promise *promise = &row->promise;
	double by = (double)scale;

	promise->promised = (double)sum->promised / by;
	promise->delivered = (double)sum->delivered / by;
	promise->over = (double)sum->over / by;
	promise->gap = (double)sum->gap / by;
	for (int i = 0; i < FT_DELIVERY_CAUSES; i++)
		promise->cause[i] = (double)sum->cause[i] / by;
	row->has_promise = true;
}

static bool
cluster_had(const struct freport_data *data, size_t tres)
{
	for (size_t i = 0; i < data->rollup.n_capacity; i++)
		if (data->capacity[i].tres[tres])
			return true;
	return false;
}

/* A row for each TRES that the cluster had, unless it is all zeroes. */
static void
add_rows(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data,
    uint32_t node)
{
	for (size_t c = 0; c < data->n_chosen; c++) {
		uint64_t scale;
		const struct ft_delivery_sum *sum =
		    freport_delivery_of(data, node, c, &scale);
		struct freport_row *row;

		if (!cluster_had(data, data->chosen[c]) ||
		    (!sum->promised && !sum->delivered))
			continue;
		row = freport_add_row(rows, report, data);
		row->account = freport_account(rows, request, data, node,
		    request->given[FREPORT_WORD_TREE]);
		row->tres = freport_tres(rows, data, data->chosen[c]);
		fill(row, sum, scale);
	}
}

void
freport_delivered(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data)
{
	for (uint32_t i = 0; i < data->n_node; i++)
		if (!data->node[i].user && freport_asks(request, data, i))
			add_rows(rows, report, request, data, i);
}
