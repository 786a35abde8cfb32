#include "admin/option/own.h"

struct ft_own
ft_own_qos(const struct ft_book *book, const struct ft_qos *qos)
{
	struct ft_own own = { .book = book,
		.entity = FT_ENTITY_QOS,
		.id = qos->id,
		.record = qos };

	own.limit = ft_book_limits(
	    book->qos_limit, book->n_qos_limit, qos->id, &own.n_limit);
	own.ref = ft_book_qosrefs(
	    book->qos_preempt, book->n_qos_preempt, qos->id, &own.n_ref);
	return own;
}

struct ft_own
ft_own_find_assoc(const struct ft_book *book, const struct ft_assoc *assoc)
{
	struct ft_own own = { .book = book,
		.entity = FT_ENTITY_ASSOC,
		.id = assoc->id,
		.record = assoc };

	own.limit = ft_book_limits(
	    book->assoc_limit, book->n_assoc_limit, assoc->id, &own.n_limit);
	own.ref = ft_book_qosrefs(
	    book->assoc_qos, book->n_assoc_qos, assoc->id, &own.n_ref);
	return own;
}

struct ft_own
ft_own_assoc(const struct ft_admin_index *index, uint32_t i)
{
	const struct ft_book *book = index->book;

	return (struct ft_own){ .book = book,
		.entity = FT_ENTITY_ASSOC,
		.id = book->assoc[i].id,
		.record = &book->assoc[i],
		.limit = book->assoc_limit + index->limit[i],
		.n_limit = index->limit[i + 1] - index->limit[i],
		.ref = book->assoc_qos + index->qos[i],
		.n_ref = index->qos[i + 1] - index->qos[i] };
}

struct ft_own
ft_own_new_assoc(const struct ft_book *book)
{
	static const struct ft_assoc fresh = {
		.partition = "", .shares = 1, .comment = ""
	};

	return (struct ft_own){
		.book = book, .entity = FT_ENTITY_ASSOC, .record = &fresh
	};
}

bool
ft_own_same(const struct ft_own *left, const struct ft_own *right)
{
	bool same = left->n_limit == right->n_limit &&
		    left->n_ref == right->n_ref &&
		    ft_members_same(left->entity, left->record, right->record);

	for (size_t i = 0; same && i < left->n_limit; i++)
		same = left->limit[i].kind == right->limit[i].kind &&
		       left->limit[i].tres == right->limit[i].tres &&
		       left->limit[i].value == right->limit[i].value;
	for (size_t i = 0; same && i < left->n_ref; i++)
		same = left->ref[i].op == right->ref[i].op &&
		       left->ref[i].qos == right->ref[i].qos;
	return same;
}

const struct ft_limit *
ft_own_limit(const struct ft_own *own, enum ft_limit_kind kind, uint32_t tres)
{
	for (size_t i = 0; i < own->n_limit; i++)
		if (own->limit[i].kind == kind && own->limit[i].tres == tres)
			return &own->limit[i];
	return NULL;
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
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) = NULL;

	if (n == 0)
		return;
	if (ft_limit_infos[kind].type != FT_LIMIT_TRES) {
		ft_str_addf(str, "%" PRIu64, own->limit[first].value);
		return;
	}
	amount = ft_calloc(n, sizeof *amount);
	for (size_t i = 0; i < n; i++)
		amount[i] =
		    (struct ft_tres_amount){ .id = own->limit[first + i].tres,
			    .value = own->limit[first + i].value };
	ft_tres_format(str, tres, amount, n, FT_TRES_BY_NAME | FT_TRES_UNITS);
}
