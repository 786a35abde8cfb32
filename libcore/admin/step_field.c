/* What differs, setting by setting, in the words of sacctmgr. */
#include "admin/step_int.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timefmt.h"
#include "base/vec.h"

/* ---- making fields ---- */

static const char *
copy(struct ft_step_diff *diff, const char *text)
{
	return text ? ft_arena_strdup(&diff->steps->arena, text) : NULL;
}

struct ft_step_field *
ft_step_add_field(struct ft_step_diff *diff, const char *name, const char *old,
    const char *new, const char *set)
{
	char *lower = ft_arena_strdup(&diff->steps->arena, name);
	struct ft_step_field *field;

	for (char *at = lower; *at; at++)
		*at = (char)tolower((unsigned char)*at);
	diff->field = ft_vec_grow(diff->field, &diff->cap_field,
	    diff->n_field + 1, sizeof *diff->field);
	field = &diff->field[diff->n_field++];
	*field = (struct ft_step_field){ .name = lower,
		.old = copy(diff, old),
		.new = copy(diff, new),
		.set = copy(diff, set) };
	return field;
}

/* "" counts as not set. */
static const char *
some(const char *text)
{
	return text && *text ? text : NULL;
}

void
ft_step_texts_clear(struct ft_step_texts *texts)
{
	ft_str_clear(&texts->base);
	ft_str_clear(&texts->old);
	ft_str_clear(&texts->new);
}

void
ft_step_texts_free(struct ft_step_texts *texts)
{
	ft_str_free(&texts->base);
	ft_str_free(&texts->old);
	ft_str_free(&texts->new);
}

struct ft_step_field *
ft_step_add_texts(struct ft_step_diff *diff, const struct ft_step_texts *texts,
    const char *name, const char *set, const char *clear)
{
	const char *base = ft_str_text(&texts->base);
	const char *old = ft_str_text(&texts->old);
	const char *new = ft_str_text(&texts->new);
	bool differs = strcmp(base, new) != 0;

	if (!differs && (!texts->was || !strcmp(old, new)))
		return NULL;
	return ft_step_add_field(diff, name, texts->was ? some(old) : NULL,
	    some(new),
	    !differs ? NULL
	    : *new   ? set
		     : clear);
}

/* ---- settings of associations ---- */

struct ft_step_settings
ft_step_settings(const struct ft_admin_index *index, uint32_t i)
{
	const struct ft_book *book = index->book;

	return (struct ft_step_settings){
		.book = book,
		.assoc = &book->assoc[i],
		.limit = book->assoc_limit + index->limit[i],
		.n_limit = index->limit[i + 1] - index->limit[i],
		.qos = book->assoc_qos + index->qos[i],
		.n_qos = index->qos[i + 1] - index->qos[i],
	};
}

struct ft_step_settings
ft_step_new_settings(const struct ft_book *book)
{
	static const struct ft_assoc fresh = {
		.partition = "", .shares = 1, .comment = ""
	};

	return (struct ft_step_settings){ .book = book, .assoc = &fresh };
}

static bool
same_limits(const struct ft_limit *left, size_t n_left,
    const struct ft_limit *right, size_t n_right)
{
	bool same = n_left == n_right;

	for (size_t i = 0; same && i < n_left; i++)
		same = left[i].kind == right[i].kind &&
		       left[i].tres == right[i].tres &&
		       left[i].value == right[i].value;
	return same;
}

static bool
same_refs(
    const struct ft_step_settings *left, const struct ft_step_settings *right)
{
	bool same = left->n_qos == right->n_qos;

	for (size_t i = 0; same && i < left->n_qos; i++)
		same = left->qos[i].op == right->qos[i].op &&
		       left->qos[i].qos == right->qos[i].qos;
	return same;
}

/* Quickly: the same bytes.  Ids of QOS mean the same mostly. */
static bool
same_settings(
    const struct ft_step_settings *left, const struct ft_step_settings *right)
{
	return ft_members_same(FT_ENTITY_ASSOC, left->assoc, right->assoc) &&
	       same_limits(
		   left->limit, left->n_limit, right->limit, right->n_limit) &&
	       same_refs(left, right);
}

/* ---- limits ---- */

/* Those of one kind in a list sorted by kind. */
struct slice {
	const struct ft_limit *item;
	size_t n;
};

static struct slice
slice_of(const struct ft_limit *limit, size_t n, uint16_t kind)
{
	struct slice slice = { limit, 0 };

	while (n && slice.item->kind != kind)
		slice.item++, n--;
	while (slice.n < n && slice.item[slice.n].kind == kind)
		slice.n++;
	return slice;
}

static void
amounts_text(
    struct ft_str *str, const struct ft_book *book, const struct slice *slice)
{
	const struct ft_tres_table table = { book->tres, book->n_tres };
	struct ft_tres_amount *amount = ft_calloc(slice->n + 1, sizeof *amount);

	for (size_t i = 0; i < slice->n; i++)
		amount[i] = (struct ft_tres_amount){ .id = slice->item[i].tres,
			.value = slice->item[i].value };
	ft_tres_format(
	    str, &table, amount, slice->n, FT_TRES_BY_NAME | FT_TRES_UNITS);
	ft_free(amount);
}

static void
limit_text(struct ft_str *str, const struct ft_book *book,
    const struct slice *slice, enum ft_limit_type type)
{
	char buf[32];

	if (slice->n == 0)
		return;
	if (type == FT_LIMIT_TRES)
		amounts_text(str, book, slice);
	else if (type == FT_LIMIT_MINUTES)
		ft_str_add(str, ft_time_format_duration(buf, sizeof buf,
				    (int64_t)slice->item->value * 60));
	else
		ft_str_addf(str, "%" PRIu64, slice->item->value);
}

static const struct ft_limit *
find_tres(const struct slice *slice, uint32_t tres)
{
	for (size_t i = 0; i < slice->n; i++)
		if (slice->item[i].tres == tres)
			return &slice->item[i];
	return NULL;
}

static void
add_amount(struct ft_str *str, const struct ft_tres_table *table, uint32_t tres,
    const struct ft_limit *limit)
{
	const struct ft_tres *what = ft_tres_get(table, tres);

	if (what == NULL)
		return;
	if (str->len)
		ft_str_add_char(str, ',');
	ft_tres_add_name(str, what);
	if (limit)
		ft_str_addf(str, "=%" PRIu64, limit->value);
	else
		ft_str_add(str, "=-1");
}

/* Only what changes; what goes is -1. */
static void
tres_command(struct ft_str *str, const struct ft_book *book,
    const struct slice *base, const struct slice *new)
{
	const struct ft_tres_table table = { book->tres, book->n_tres };

	for (size_t i = 0; i < new->n; i++) {
		const struct ft_limit *was = find_tres(base, new->item[i].tres);

		if (was == NULL || was->value != new->item[i].value)
			add_amount(
			    str, &table, new->item[i].tres, &new->item[i]);
	}
	for (size_t i = 0; i < base->n; i++)
		if (find_tres(new, base->item[i].tres) == NULL)
			add_amount(str, &table, base->item[i].tres, NULL);
}

/* Two of its own names sacctmgr 22.05 shows and dumps, but does not set. */
static const char *
set_name(uint16_t kind)
{
	switch (kind) {
	case FT_LIMIT_MAX_TRES_RUN_MINS_PA:
		return "MaxTRESRunMinsPA";
	case FT_LIMIT_MAX_TRES_RUN_MINS_PU:
		return "MaxTRESRunMinsPU";
	default:
		return ft_limit_infos[kind].name;
	}
}

static void
add_limit(struct ft_step_diff *diff, struct ft_step_texts *texts, uint16_t kind,
    const struct ft_step_owner *base, const struct ft_step_owner *old,
    const struct ft_step_owner *new)
{
	const struct ft_limit_info *info = &ft_limit_infos[kind];
	const struct slice from = slice_of(base->limit, base->n, kind);
	const struct slice to = slice_of(new->limit, new->n, kind);
	struct ft_str set;

	ft_step_texts_clear(texts);
	limit_text(&texts->base, base->book, &from, info->type);
	limit_text(&texts->new, new->book, &to, info->type);
	if (old) {
		const struct slice was = slice_of(old->limit, old->n, kind);

		limit_text(&texts->old, old->book, &was, info->type);
	}
	ft_str_init(&set);
	if (info->type == FT_LIMIT_TRES)
		tres_command(&set, new->book, &from, &to);
	else
		ft_str_add(&set, to.n ? ft_str_text(&texts->new) : "-1");
	ft_step_add_texts(
	    diff, texts, set_name(kind), ft_str_text(&set), ft_str_text(&set));
	ft_str_free(&set);
}

void
ft_step_add_limits(struct ft_step_diff *diff, struct ft_step_texts *texts,
    const struct ft_step_owner *base, const struct ft_step_owner *old,
    const struct ft_step_owner *new)
{
	if (base->n + new->n + (old ? old->n : 0) == 0)
		return;
	for (int kind = 0; kind < FT_LIMIT_KINDS; kind++)
		add_limit(diff, texts, (uint16_t)kind, base, old, new);
}

/* ---- QOS lists ---- */

static int
by_qos_name(const void *a, const void *b)
{
	const char *left = *(const char *const *)a;
	const char *right = *(const char *const *)b;

	return strcmp(left + 1, right + 1);
}

static bool
is_going(const struct ft_step_diff *diff, const struct ft_book *book,
    const struct ft_qos *qos)
{
	return qos->deleted ||
	       (book == diff->before &&
		   diff->qos.after[qos - book->qos] == FT_INDEX_NONE);
}

/* The elements that stay, a sign before each name; frees them itself. */
struct elements {
	char **item;
	size_t n;
};

static struct elements
elements_of(const struct ft_step_diff *diff, const struct ft_book *book,
    const struct ft_qosref *ref, size_t n)
{
	struct elements elements = { ft_calloc(n + 1, sizeof(char *)), 0 };

	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *qos = ft_book_qos(book, ref[i].qos);
		struct ft_str one = { 0 };

		if (qos == NULL || is_going(diff, book, qos))
			continue;
		ft_str_addf(&one, "%c%s", ref[i].op, qos->name);
		elements.item[elements.n++] = ft_str_take(&one);
	}
	if (elements.n > 1)
		qsort(elements.item, elements.n, sizeof *elements.item,
		    by_qos_name);
	return elements;
}

static void
elements_free(struct elements *elements)
{
	for (size_t i = 0; i < elements->n; i++)
		ft_free(elements->item[i]);
	ft_free(elements->item);
}

static void
add_element(struct ft_str *str, const char *element)
{
	if (str->len)
		ft_str_add_char(str, ',');
	ft_str_add(str, element + (*element == '='));
}

void
ft_step_qos_text(const struct ft_step_diff *diff, const struct ft_book *book,
    const struct ft_qosref *ref, size_t n, struct ft_str *str)
{
	struct elements elements = elements_of(diff, book, ref, n);

	for (size_t i = 0; i < elements.n; i++)
		add_element(str, elements.item[i]);
	elements_free(&elements);
}

static const char *
find_element(const struct elements *elements, const char *name)
{
	for (size_t i = 0; i < elements->n; i++)
		if (!strcmp(elements->item[i] + 1, name))
			return elements->item[i];
	return NULL;
}

/*
 * A list with signs changes the one that is there: only what differs is named,
 * unless something has to go.  Returns whether the list is to be emptied
 * before.
 */
static bool
signed_command(
    const struct elements *base, const struct elements *new, struct ft_str *set)
{
	bool empty = base->n && *base->item[0] == '=';

	for (size_t i = 0; i < base->n; i++)
		empty = empty || !find_element(new, base->item[i] + 1);
	for (size_t i = 0; i < new->n; i++) {
		const char *was =
		    empty ? NULL : find_element(base, new->item[i] + 1);

		if (was == NULL || *was != *new->item[i])
			add_element(set, new->item[i]);
	}
	return empty;
}

static void
add_qos_list(struct ft_step_diff *diff, struct ft_step_texts *texts,
    const struct ft_step_settings *base, const struct ft_step_settings *old,
    const struct ft_step_settings *new)
{
	struct elements from, to;
	struct ft_step_field *field;
	struct ft_str set;
	bool empty = false;

	ft_step_texts_clear(texts);
	ft_step_qos_text(
	    diff, base->book, base->qos, base->n_qos, &texts->base);
	ft_step_qos_text(diff, new->book, new->qos, new->n_qos, &texts->new);
	if (old)
		ft_step_qos_text(
		    diff, old->book, old->qos, old->n_qos, &texts->old);
	from = elements_of(diff, base->book, base->qos, base->n_qos);
	to = elements_of(diff, new->book, new->qos, new->n_qos);
	ft_str_init(&set);
	if (to.n && *to.item[0] != '=')
		empty = signed_command(&from, &to, &set);
	else
		ft_str_add(&set, ft_str_text(&texts->new));
	field =
	    ft_step_add_texts(diff, texts, "qoslevel", ft_str_text(&set), "");
	if (field && empty && field->set)
		field->first = "";
	ft_str_free(&set);
	elements_free(&from);
	elements_free(&to);
}

void
ft_step_assoc_fields(struct ft_step_diff *diff,
    const struct ft_step_settings *base, const struct ft_step_settings *old,
    const struct ft_step_settings *new)
{
	struct ft_step_texts texts = { .was = old != NULL };
	const struct ft_step_owner from = { base->book, base->limit,
		base->n_limit };
	const struct ft_step_owner to = { new->book, new->limit, new->n_limit };
	const struct ft_step_sides sides = {
		.base = { base->book, base->assoc },
		.old = { old ? old->book : NULL, old ? old->assoc : NULL },
		.new = { new->book, new->assoc },
	};
	struct ft_step_owner was = { 0 };
	size_t n;
	const struct ft_attr *attr = ft_members(FT_ENTITY_ASSOC, &n);

	if (same_settings(base, new) && (!old || same_settings(old, new)))
		return;
	if (old)
		was = (struct ft_step_owner){ old->book, old->limit,
			old->n_limit };
	for (size_t at = 0; at < n; at++)
		if (attr[at].type != FT_ATTR_QOS)
			ft_step_add_member(diff, &texts, &attr[at], &sides);
	ft_step_add_limits(diff, &texts, &from, old ? &was : NULL, &to);
	add_qos_list(diff, &texts, base, old, new);
	/* it has to be in the list */
	ft_step_add_member(diff, &texts, &attr[FT_ASSOC_default_qos], &sides);
	ft_step_texts_free(&texts);
}
