#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "queue/queue.h"

/*
 * squeue sorts by one key after the other, the last one first, and keeps the
 * order of equals.  Before all that it sorts by start, the latest first.  Jobs
 * without a start come last and are turned round each time.
 */
#define SORT_DEFAULT "P,t,-p"
#define SORT_START   "S"
#define SORT_STEPS   "i"

struct key {
	int64_t number;
	const char *text; /* NULL: the number counts */
	size_t place;     /* before */
	struct queue_row row;
	bool down, last; /* last: behind all others, turned round */
};

static int
compare(const void *a_key, const void *b_key)
{
	const struct key *a = a_key, *b = b_key;
	int order;

	if (a->last != b->last)
		return a->last ? 1 : -1;
	if (a->last)
		return a->place < b->place ? 1 : -1;
	order = a->text ? strcmp(a->text, b->text)
			: (a->number > b->number) - (a->number < b->number);
	if (order != 0)
		return a->down ? -order : order;
	return (a->place > b->place) - (a->place < b->place);
}

static void
sort_by(struct queue_view *view, int field, bool down)
{
	struct key *key = ft_calloc(view->n + 1, sizeof *key);
	struct ft_str text = { 0 };

	for (size_t i = 0; i < view->n; i++) {
		key[i].row = view->row[i];
		key[i].place = i;
		key[i].down = down;
		if (!queue_number(view, &view->row[i], field, &key[i].number)) {
			ft_str_clear(&text);
			queue_cell(view, &view->row[i], field, &text);
			key[i].text =
			    ft_arena_strdup(&view->arena, ft_str_text(&text));
		}
		key[i].last = field == QUEUE_START && key[i].number == 0;
	}
	if (view->n > 1)
		qsort(key, view->n, sizeof *key, compare);
	for (size_t i = 0; i < view->n; i++)
		view->row[i] = key[i].row;
	ft_str_free(&text);
	ft_free(key);
}

#define WORD(id, word, header, type, flags, key, fn, member, none, sentence)
#define CODE(                                                                  \
    letter, id, word, header, type, flags, key, fn, member, none, sentence)    \
	{ letter, QUEUE_##id },
static const struct {
	char letter;
	int field;
} letters[] = {
#include "queue/field.def"
};

/* Letters squeue does not sort by leave the order as it is. */
static void
sort_by_letter(struct queue_view *view, char letter, bool down)
{
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
		if (letters[i].letter == letter && letter != 'z')
			sort_by(view, letters[i].field, down);
	}
}

static int
by_place(const void *a_row, const void *b_row)
{
	const struct queue_row *a = a_row, *b = b_row;

	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

void
queue_sort_places(struct queue_view *view)
{
	if (view->n > 1)
		qsort(view->row, view->n, sizeof *view->row, by_place);
}

void
queue_sort(struct queue_view *view)
{
	const struct queue_args *args = view->args;
	const char *sort = args->sort;
	size_t end;

	if (!sort)
		sort = args->steps   ? SORT_STEPS
		       : args->start ? SORT_START
				     : SORT_DEFAULT;
	queue_sort_places(view);
	sort_by(view, QUEUE_START, true);
	for (end = strlen(sort); end > 0; end--) {
		char sign = end > 1 ? sort[end - 2] : ',';

		if (sort[end - 1] == ',' || sort[end - 1] == '-' ||
		    sort[end - 1] == '+')
			continue;
		sort_by_letter(view, sort[end - 1], sign == '-');
	}
}
