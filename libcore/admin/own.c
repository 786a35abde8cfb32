#include "admin/own.h"

#include <inttypes.h>

struct ft_own
ft_own_qos(const struct ft_book *book, const struct ft_qos *qos)
{
	struct ft_own own = {
		.entity = FT_ENTITY_QOS, .id = qos->id, .record = qos
	};

	own.limit = ft_book_limits(
	    book->qos_limit, book->n_qos_limit, qos->id, &own.n_limit);
	own.ref = ft_book_qosrefs(
	    book->qos_preempt, book->n_qos_preempt, qos->id, &own.n_ref);
	return own;
}

struct ft_own
ft_own_assoc(const struct ft_admin_index *index, uint32_t i)
{
	const struct ft_book *book = index->book;

	return (struct ft_own){ .entity = FT_ENTITY_ASSOC,
		.id = book->assoc[i].id,
		.record = &book->assoc[i],
		.limit = book->assoc_limit + index->limit[i],
		.n_limit = index->limit[i + 1] - index->limit[i],
		.ref = book->assoc_qos + index->qos[i],
		.n_ref = index->qos[i + 1] - index->qos[i] };
}

size_t
ft_own_limits(const struct ft_own *own, enum ft_limit_kind kind, size_t *first)
{
	size_t n = 0;

	for (*first = 0; *first < own->n_limit; ++*first)
		if (own->limit[*first].kind == kind)
			break;
	while (*first + n < own->n_limit && own->limit[*first + n].kind == kind)
		n++;
	return n;
}

void
ft_own_limit_text(struct ft_str *str, const struct ft_tres_table *tres,
    const struct ft_own *own, enum ft_limit_kind kind)
{
	size_t first, n = ft_own_limits(own, kind, &first);
	struct ft_tres_amount *amount;

	if (n && ft_limit_infos[kind].type != FT_LIMIT_TRES) {
		ft_str_addf(str, "%" PRIu64, own->limit[first].value);
		return;
	}
	amount = ft_calloc(n + 1, sizeof *amount);
	for (size_t i = 0; i < n; i++)
		amount[i] =
		    (struct ft_tres_amount){ .id = own->limit[first + i].tres,
			    .value = own->limit[first + i].value };
	ft_tres_format(str, tres, amount, n, FT_TRES_BY_NAME | FT_TRES_UNITS);
	ft_free(amount);
}
