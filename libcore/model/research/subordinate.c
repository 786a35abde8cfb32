#include "model/research/subordinate.h"

/* By enum ft_subordinate_action. */
static const char *const actions[] = { "sr", "lr" };

/* A value being parsed. */
struct reader {
	struct ft_arena *arena;
	const char *text;     /* all of it */
	const char *at, *end; /* the rest of this list */
	struct ft_error *err;
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void
skip(struct reader *reader)
{
	while (reader->at < reader->end && is_blank(*reader->at))
		reader->at++;
}

/* Step over C if it is next. */
static bool
take(struct reader *reader, char c)
{
	bool is_next = reader->at < reader->end && *reader->at == c;

	reader->at += is_next;
	return is_next;
}

static enum ft_status
fail_at(const struct reader *reader, const char *place, const char *what)
{
	return ft_fail(reader->err, FT_EINVAL, "column %zu: %s",
	    (size_t)(place - reader->text) + 1, what);
}

static enum ft_status
fail(const struct reader *reader, const char *what)
{
	return fail_at(reader, reader->at, what);
}

/* C must be next, and is stepped over. */
static enum ft_status
expect(struct reader *reader, char c)
{
	if (take(reader, c))
		return FT_OK;
	return ft_fail(reader->err, FT_EINVAL, "column %zu: '%c' expected",
	    (size_t)(reader->at - reader->text) + 1, c);
}

/* The word here: up to what separates words. */
static struct ft_word
word(const struct reader *reader)
{
	struct ft_word word = ft_word_until(reader->at, " \t,=:()[]");
	size_t left = (size_t)(reader->end - reader->at);

	if (word.len > left)
		word.len = left;
	return word;
}

static enum ft_status
read_number(struct reader *reader, uint32_t least, uint32_t *number)
{
	struct ft_word digits = word(reader);
	char text[16];

	if (!ft_word_copy(digits, text, sizeof text) ||
	    !ft_num_u32(text, number) || *number < least)
		return fail(reader, least ? "a whole number from 1 on expected"
					  : "a sequence number expected");
	reader->at += digits.len;
	return FT_OK;
}

static bool
starts_with_slots(const char *text, size_t len)
{
	return len >= 5 && strncasecmp(text, "slots", 5) == 0;
}

bool
ft_subordinate_misread(const char *queue)
{
	return starts_with_slots(queue, strlen(queue));
}

/* ---- one list ------------------------------------------------------------------ */

/* Step over the name of a queue; *item: its place in LIST, new if not known. */
static enum ft_status
read_name(struct reader *reader, struct ft_subordinate_list *list,
    struct ft_subordinate **item, bool *known)
{
	struct ft_word name = word(reader);

	if (!name.len)
		return fail(reader, "a queue expected");
	reader->at += name.len;
	*known = true;
	for (size_t i = 0; i < list->n; i++) {
		*item = &list->item[i];
		if (ft_word_equals(name, (*item)->queue))
			return FT_OK;
	}
	*known = false;
	*item = &list->item[list->n++];
	**item = (struct ft_subordinate){
		.queue = ft_arena_strndup(reader->arena, name.at, name.len)
	};
	return FT_OK;
}

/* qname[=n] */
static enum ft_status
read_queue(struct reader *reader, struct ft_subordinate_list *list)
{
	struct ft_word name = word(reader);
	const char *after = name.at + name.len;
	struct ft_subordinate *item;
	uint32_t threshold = 0;
	bool known;

	if (ft_word_is(name, "slots") && after < reader->end &&
	    (*after == '=' || *after == ':'))
		return fail(reader, "either slots=N(...) or queues, not both");
	FT_TRY(read_name(reader, list, &item, &known));
	if (take(reader, '=') || take(reader, ':'))
		FT_TRY(read_number(reader, 1, &threshold));
	/* 0, all slots, is the highest */
	if (!known ||
	    (threshold && (!item->threshold || threshold < item->threshold)))
		item->threshold = threshold;
	return FT_OK;
}

/* qname[:seq[:action]] */
static enum ft_status
read_task_queue(struct reader *reader, struct ft_subordinate_list *list)
{
	struct ft_subordinate *item = NULL, next = { 0 };
	int action;
	bool known = false;

	FT_TRY(read_name(reader, list, &item, &known));
	if (take(reader, ':')) {
		FT_TRY(read_number(reader, 0, &next.seq));
		if (take(reader, ':')) {
			action = ft_row_find(FT_ROWS(actions), word(reader));
			if (action < 0)
				return fail(reader, "sr or lr expected");
			next.action = (enum ft_subordinate_action)action;
			reader->at += word(reader).len;
		}
	}
	assert(item); /* read_name found or made it */
	if (!known || next.seq > item->seq)
		item->seq = next.seq;
	item->action = next.action;
	return FT_OK;
}

typedef enum ft_status read_item(
    struct reader *reader, struct ft_subordinate_list *list);

/* Items up to END, separated by a comma, blanks or both. */
static enum ft_status
read_items(struct reader *reader, struct ft_subordinate_list *list,
    read_item *read, char end)
{
	size_t most = 1;

	for (const char *at = reader->at; at < reader->end; at++)
		most += *at == ',' || is_blank(*at);
	list->item = ft_arena_calloc(reader->arena, most, sizeof *list->item);
	skip(reader);
	for (;;) {
		const char *before;

		FT_TRY(read(reader, list));
		before = reader->at;
		skip(reader);
		if (end ? take(reader, end) : reader->at == reader->end)
			return FT_OK;
		if (take(reader, ','))
			skip(reader);
		else if (reader->at == before)
			return fail(reader,
			    end ? "',' or ')' expected" : "',' expected");
	}
}

/* slots=N(...) */
static enum ft_status
read_slots(struct reader *reader, struct ft_subordinate_list *list)
{
	if (word(reader).len != 5)
		return fail(reader,
		    "a queue whose name starts with 'slots' is read as a "
		    "limit of slots if it is the first");
	reader->at += 5;
	skip(reader);
	FT_TRY(expect(reader, '='));
	skip(reader);
	list->kind = FT_SUBORDINATE_SLOT;
	FT_TRY(read_number(reader, 1, &list->slots));
	skip(reader);
	if (!take(reader, '('))
		return fail(reader, "'(' and queues expected");
	FT_TRY(read_items(reader, list, read_task_queue, ')'));
	skip(reader);
	if (reader->at < reader->end)
		return fail(reader, "either slots=N(...) or queues, not both");
	return FT_OK;
}

static enum ft_status
read_list(struct reader *reader, struct ft_subordinate_list *list)
{
	size_t len;

	while (reader->end > reader->at && is_blank(reader->end[-1]))
		reader->end--;
	skip(reader);
	len = (size_t)(reader->end - reader->at);
	if (len == 0)
		return fail(reader, "a list or NONE expected");
	if (len == 4 && strncasecmp(reader->at, "NONE", 4) == 0) {
		reader->at += len;
		return FT_OK;
	}
	/* as Grid Engine tells them apart; a colon is printed as = */
	if (starts_with_slots(reader->at, len) &&
	    (memchr(reader->at, '=', len) || memchr(reader->at, ':', len)))
		return read_slots(reader, list);
	list->kind = FT_SUBORDINATE_QUEUE;
	return read_items(reader, list, read_queue, '\0');
}

/* ---- all lists ------------------------------------------------------------------- */

static bool
has_host(const struct ft_subordinates *all, struct ft_word host)
{
	for (size_t i = 0; i < all->n; i++)
		if (ft_word_equals(host, all->list[i].host))
			return true;
	return false;
}

/* [host=...] from the bracket on; afterwards the reader is past it. */
static enum ft_status
read_override(struct ft_subordinates *all, struct reader *reader)
{
	const char *last = reader->end, *close;
	struct ft_subordinate_list *list;
	struct ft_word host;

	FT_TRY(expect(reader, '['));
	close = memchr(reader->at, ']', (size_t)(last - reader->at));
	if (!close) {
		reader->at--;
		return fail(reader, "no ']' for this '['");
	}
	host = word(reader);
	if (!host.len || ft_word_is(host, "@"))
		return fail(reader, "a host or @group expected");
	if (has_host(all, host))
		return fail(reader, "this host or group has a list already");
	list = &all->list[all->n++];
	*list = (struct ft_subordinate_list){
		.host = ft_arena_strndup(reader->arena, host.at, host.len)
	};
	reader->at += host.len;
	FT_TRY(expect(reader, '='));
	reader->end = close;
	FT_TRY(read_list(reader, list));
	reader->at = close + 1;
	reader->end = last;
	return FT_OK;
}

/* The list without brackets. */
static enum ft_status
read_default(struct ft_subordinates *all, struct reader *reader)
{
	const char *last = reader->end, *bracket;

	skip(reader);
	bracket = memchr(reader->at, '[', (size_t)(last - reader->at));
	all->list[all->n++] = (struct ft_subordinate_list){ .host = "" };
	if (reader->at == last)
		return FT_OK;
	if (bracket == reader->at)
		return fail(reader,
		    "a list for all other hosts, or NONE, must come first");
	if (bracket) {
		const char *comma = bracket;

		while (comma > reader->at && is_blank(comma[-1]))
			comma--;
		if (comma[-1] != ',')
			return fail_at(
			    reader, bracket, "',' expected before '['");
		reader->end = comma - 1;
	}
	FT_TRY(read_list(reader, all->list));
	reader->at = bracket ? bracket : last;
	reader->end = last;
	return FT_OK;
}

enum ft_status
ft_subordinates_parse(struct ft_subordinates *all, struct ft_arena *arena,
    const char *text, struct ft_error *err)
{
	struct reader reader = { .arena = arena,
		.text = text,
		.at = text,
		.end = text + strlen(text),
		.err = err };
	size_t n = 1;

	*all = (struct ft_subordinates){ .n = 0 };
	for (const char *at = text; *at; at++)
		n += *at == '[';
	all->list = ft_arena_calloc(arena, n, sizeof *all->list);
	FT_TRY(read_default(all, &reader));
	while (reader.at < reader.end) {
		FT_TRY(read_override(all, &reader));
		skip(&reader);
		if (reader.at == reader.end)
			break;
		FT_TRY(expect(&reader, ','));
		skip(&reader);
		if (reader.at == reader.end)
			return fail(&reader, "'[' expected");
	}
	return FT_OK;
}

/* ---- printing -------------------------------------------------------------------- */

static void
print_list(struct ft_str *str, const struct ft_subordinate_list *list)
{
	if (list->kind == FT_SUBORDINATE_NONE)
		ft_str_add(str, "NONE");
	if (list->kind == FT_SUBORDINATE_SLOT)
		ft_str_addf(str, "slots=%u(", (unsigned)list->slots);
	for (size_t i = 0; i < list->n; i++) {
		const struct ft_subordinate *item = &list->item[i];

		ft_str_addf(str, "%s%s", i ? ", " : "", item->queue);
		if (list->kind == FT_SUBORDINATE_SLOT)
			ft_str_addf(str, ":%u:%s", (unsigned)item->seq,
			    actions[item->action]);
		else if (item->threshold)
			ft_str_addf(str, "=%u", (unsigned)item->threshold);
	}
	if (list->kind == FT_SUBORDINATE_SLOT)
		ft_str_add_char(str, ')');
}

void
ft_subordinates_print(struct ft_str *str, const struct ft_subordinates *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct ft_subordinate_list *list = &all->list[i];

		if (*list->host)
			ft_str_addf(str, ",[%s=", list->host);
		print_list(str, list);
		if (*list->host)
			ft_str_add_char(str, ']');
	}
}

bool
ft_subordinate_list_same(
    const struct ft_subordinate_list *a, const struct ft_subordinate_list *b)
{
	if (a->kind != b->kind || a->slots != b->slots || a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->item[i].queue, b->item[i].queue) != 0 ||
		    a->item[i].threshold != b->item[i].threshold ||
		    a->item[i].seq != b->item[i].seq ||
		    a->item[i].action != b->item[i].action)
			return false;
	return true;
}
