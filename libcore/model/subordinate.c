#include "model/subordinate.h"

#include <string.h>
#include <strings.h>

#include "base/num.h"

/* A value under way. */
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

static bool
is_at(const struct reader *reader, char c)
{
	return reader->at < reader->end && *reader->at == c;
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

/* Returns the length of the word here: up to what parts words. */
static size_t
word(const struct reader *reader)
{
	const char *at = reader->at;

	while (at < reader->end && !strchr(" \t,=:()[]", *at))
		at++;
	return (size_t)(at - reader->at);
}

static enum ft_status
read_number(struct reader *reader, uint32_t least, uint32_t *number)
{
	size_t len = word(reader);
	char digits[16];

	if (len > 0 && len < sizeof digits) {
		memcpy(digits, reader->at, len);
		digits[len] = '\0';
		if (ft_num_u32(digits, number) && *number >= least) {
			reader->at += len;
			return FT_OK;
		}
	}
	return fail(reader, least ? "a whole number from 1 on expected"
				  : "a sequence number expected");
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

/* The place in LIST of the queue named here, a new one or that it has. */
static struct ft_subordinate *
enter(struct reader *reader, struct ft_subordinate_list *list, size_t len,
    bool *known)
{
	struct ft_subordinate *item;

	for (size_t i = 0; i < list->n; i++) {
		item = &list->item[i];
		*known = strncmp(item->queue, reader->at, len) == 0 &&
			 !item->queue[len];
		if (*known)
			return item;
	}
	*known = false;
	item = &list->item[list->n++];
	*item = (struct ft_subordinate){ .queue = ft_arena_strndup(
					     reader->arena, reader->at, len) };
	return item;
}

/* qname[=n] */
static enum ft_status
read_queue(struct reader *reader, struct ft_subordinate_list *list)
{
	size_t len = word(reader);
	struct ft_subordinate *item;
	uint32_t threshold = 0;
	enum ft_status status = FT_OK;
	bool known;

	if (!len)
		return fail(reader, "a queue expected");
	if (starts_with_slots(reader->at, len) && len == 5 &&
	    reader->at + len < reader->end &&
	    (reader->at[len] == '=' || reader->at[len] == ':'))
		return fail(reader, "either slots=N(...) or queues, not both");
	item = enter(reader, list, len, &known);
	reader->at += len;
	if (is_at(reader, '=') || is_at(reader, ':')) {
		reader->at++;
		status = read_number(reader, 1, &threshold);
	}
	/* 0, all slots, is the highest */
	if (!known ||
	    (threshold && (!item->threshold || threshold < item->threshold)))
		item->threshold = threshold;
	return status;
}

/* qname[:seq[:action]] */
static enum ft_status
read_task_queue(struct reader *reader, struct ft_subordinate_list *list)
{
	size_t len = word(reader);
	struct ft_subordinate *item, next = { 0 };
	enum ft_status status = FT_OK;
	bool known;

	if (!len)
		return fail(reader, "a queue expected");
	item = enter(reader, list, len, &known);
	reader->at += len;
	if (is_at(reader, ':')) {
		reader->at++;
		status = read_number(reader, 0, &next.seq);
	}
	if (status == FT_OK && is_at(reader, ':')) {
		reader->at++;
		len = word(reader);
		if (len != 2 || (strncasecmp(reader->at, "sr", 2) != 0 &&
				    strncasecmp(reader->at, "lr", 2) != 0))
			return fail(reader, "sr or lr expected");
		if (*reader->at == 'l' || *reader->at == 'L')
			next.action = FT_SUBORDINATE_LR;
		reader->at += len;
	}
	if (!known || next.seq > item->seq)
		item->seq = next.seq;
	item->action = next.action;
	return status;
}

typedef enum ft_status read_item(
    struct reader *reader, struct ft_subordinate_list *list);

/* Items up to END, parted by a comma, blanks or both. */
static enum ft_status
read_items(struct reader *reader, struct ft_subordinate_list *list,
    read_item *read, char end)
{
	enum ft_status status = FT_OK;
	size_t most = 1;

	for (const char *at = reader->at; at < reader->end; at++)
		most += *at == ',' || is_blank(*at);
	list->item = ft_arena_calloc(reader->arena, most, sizeof *list->item);
	skip(reader);
	while (status == FT_OK) {
		const char *before;

		status = read(reader, list);
		if (status != FT_OK)
			break;
		before = reader->at;
		skip(reader);
		if (end ? is_at(reader, end) : reader->at == reader->end)
			break;
		if (is_at(reader, ',')) {
			reader->at++;
			skip(reader);
		} else if (reader->at == before) {
			status = fail(reader,
			    end ? "',' or ')' expected" : "',' expected");
		}
	}
	return status;
}

/* slots=N(...) */
static enum ft_status
read_slots(struct reader *reader, struct ft_subordinate_list *list)
{
	const char *from = reader->at;
	enum ft_status status;

	if (word(reader) != 5)
		return fail_at(reader, from,
		    "a queue whose name starts with 'slots' is read as a "
		    "limit of slots if it is the first");
	reader->at += 5;
	skip(reader);
	if (!is_at(reader, '='))
		return fail(reader, "'=' expected");
	reader->at++;
	skip(reader);
	list->kind = FT_SUBORDINATE_SLOT;
	status = read_number(reader, 1, &list->slots);
	skip(reader);
	if (status == FT_OK && !is_at(reader, '('))
		status = fail(reader, "'(' and queues expected");
	if (status != FT_OK)
		return status;
	reader->at++;
	status = read_items(reader, list, read_task_queue, ')');
	if (status != FT_OK)
		return status;
	reader->at++;
	skip(reader);
	if (reader->at < reader->end)
		status =
		    fail(reader, "either slots=N(...) or queues, not both");
	return status;
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

static struct ft_subordinate_list *
find_host(const struct ft_subordinates *all, const char *host, size_t len)
{
	for (size_t i = 0; i < all->n; i++)
		if (strncmp(all->list[i].host, host, len) == 0 &&
		    !all->list[i].host[len])
			return &all->list[i];
	return NULL;
}

/* [host=...] from the bracket on; the reader stands behind it afterwards. */
static enum ft_status
read_override(struct ft_subordinates *all, struct reader *reader)
{
	const char *last = reader->end, *close;
	struct ft_subordinate_list *list;
	enum ft_status status;
	size_t len;

	if (!is_at(reader, '['))
		return fail(reader, "'[' expected");
	close = memchr(reader->at, ']', (size_t)(last - reader->at));
	if (!close)
		return fail(reader, "no ']' for this '['");
	reader->at++;
	len = word(reader);
	if (!len || (len == 1 && *reader->at == '@'))
		return fail(reader, "a host or @group expected");
	if (find_host(all, reader->at, len))
		return fail(reader, "this host or group has a list already");
	list = &all->list[all->n++];
	*list = (struct ft_subordinate_list){
		.host = ft_arena_strndup(reader->arena, reader->at, len)
	};
	reader->at += len;
	if (!is_at(reader, '='))
		return fail(reader, "'=' expected");
	reader->at++;
	reader->end = close;
	status = read_list(reader, list);
	reader->at = close + 1;
	reader->end = last;
	return status;
}

/* The list without brackets. */
static enum ft_status
read_default(struct ft_subordinates *all, struct reader *reader)
{
	const char *last = reader->end, *bracket;
	enum ft_status status;

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
	status = read_list(reader, all->list);
	reader->at = bracket ? bracket : last;
	reader->end = last;
	return status;
}

enum ft_status
ft_subordinates_parse(
    struct ft_subordinates *all, const char *text, struct ft_error *err)
{
	struct reader reader = { .arena = &all->arena,
		.text = text,
		.at = text,
		.end = text + strlen(text),
		.err = err };
	enum ft_status status;
	size_t n = 1;

	*all = (struct ft_subordinates){ .n = 0 };
	ft_arena_init(&all->arena);
	for (const char *at = text; *at; at++)
		n += *at == '[';
	all->list = ft_arena_calloc(&all->arena, n, sizeof *all->list);
	status = read_default(all, &reader);
	while (status == FT_OK && reader.at < reader.end) {
		status = read_override(all, &reader);
		skip(&reader);
		if (status != FT_OK || reader.at == reader.end)
			break;
		if (!is_at(&reader, ','))
			return fail(&reader, "',' expected");
		reader.at++;
		skip(&reader);
		if (reader.at == reader.end)
			return fail(&reader, "'[' expected");
	}
	return status;
}

void
ft_subordinates_free(struct ft_subordinates *all)
{
	ft_arena_clear(&all->arena);
	*all = (struct ft_subordinates){ .n = 0 };
}

/* ---- printing -------------------------------------------------------------------- */

static void
print_list(struct ft_str *str, const struct ft_subordinate_list *list)
{
	static const char *const actions[] = { "sr", "lr" };

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
