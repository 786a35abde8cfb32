#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/vec.h"
#include "queue/queue.h"

/* What 22.05 prints without -o and -O. */
#define FORMAT_DEFAULT "%.18i %.9P %.8j %.8u %.2t %.10M %.6D %R"
#define FORMAT_LONG    "%.18i %.9P %.8j %.8u %.8T %.10M %.9l %.6D %R"
#define FORMAT_START   "%.18i %.9P %.8j %.8u %.2t %.19S %.6D %20Y %R"
#define FORMAT_STEPS   "%.15i %.8j %.9P %.8u %.9M %N"

#define WORD_WIDTH 20 /* of a column of -O that does not say */

#define WORD(id, word, header, type, flags, key, fn, member, none, sentence)
#define CODE(                                                                  \
    letter, id, word, header, type, flags, key, fn, member, none, sentence)    \
	{ letter, QUEUE_##id, header },
static const struct ft_code codes[] = {
#include "queue/field.def"
	{ 0, 0, NULL },
};

/* Steps have fewer, and call some differently. */
static const struct ft_code step_codes[] = {
	{ 'A', QUEUE_TASKS, "TASKS" },
	{ 'b', QUEUE_TRES_PER_NODE, "TRES_PER_JOB" },
	{ 'i', QUEUE_ID, "STEPID" },
	{ 'j', QUEUE_NAME, "NAME" },
	{ 'l', QUEUE_TIME_LIMIT, "TIME_LIMIT" },
	{ 'M', QUEUE_TIME_USED, "TIME" },
	{ 'N', QUEUE_NODE_LIST, "NODELIST" },
	{ 'P', QUEUE_PARTITION, "PARTITION" },
	{ 'S', QUEUE_START, "START_TIME" },
	{ 'u', QUEUE_USER, "USER" },
	{ 'U', QUEUE_USER_ID, "UID" },
	{ 0, 0, NULL },
};

/* The columns of -O are the same codes, which have words here. */
#define CODE(                                                                  \
    letter, id, word, header, type, flags, key, fn, member, none, sentence)    \
	{ 1, QUEUE_##id, header },
#define WORD(id, word, header, type, flags, key, fn, member, none, sentence)   \
	{ 1, QUEUE_##id, header },
static const struct ft_code words[QUEUE_FIELDS] = {
#include "queue/field.def"
};

bool
queue_step_has(int field)
{
	for (const struct ft_code *code = step_codes; code->letter; code++) {
		if (code->id == field)
			return true;
	}
	return false;
}

static bool
unknown(void *ctx, const char *spec)
{
	const struct queue_args *args = ctx;

	ft_cmd_error(args->context, "Invalid job%s format specification: %s",
	    args->steps ? " step" : "", spec);
	return true;
}

/* "%all": each letter there is, small ones first. */
static void
add_all(const struct ft_code *table, struct ft_str *format)
{
	static const char letters[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

	for (const char *at = letters; *at; at++) {
		for (const struct ft_code *code = table; code->letter; code++) {
			if (code->letter == *at)
				ft_str_addf(format, "%s%%%c",
				    format->len > 0 ? "|" : "", *at);
		}
	}
}

/* ---- -O ---------------------------------------------------------------------- */

static const struct ft_code *
find_word(const char *word, size_t len)
{
	if (len == 4 && strncasecmp(word, "tres", 4) == 0)
		return &words[QUEUE_TRES_ALLOC];
	for (int i = 0; i < QUEUE_FIELDS; i++) {
		const char *name = queue_fields[i].name;

		/* squeue has no word for this one */
		if (i != QUEUE_EXC_NODES && strlen(name) == len &&
		    strncasecmp(name, word, len) == 0)
			return &words[i];
	}
	return NULL;
}

/* "word[:[.][width][suffix]]", LEN bytes. */
static void
add_word(struct ft_code_list *list, const struct queue_args *args,
    const char *text, size_t len)
{
	const char *colon = memchr(text, ':', len), *end = text + len;
	size_t word = colon ? (size_t)(colon - text) : len;
	struct ft_code_item item = { .width = colon ? 0 : WORD_WIDTH };
	char *name = ft_arena_strndup(&list->arena, text, word);

	item.code = find_word(text, word);
	if (!item.code) {
		ft_cmd_error(args->context,
		    "Invalid job%s format specification: %s",
		    args->steps ? " step" : "", name);
		return;
	}
	text = colon ? colon + 1 : end;
	item.right = text < end && *text == '.';
	text += item.right;
	for (; text < end && isdigit((unsigned char)*text); text++) {
		if (item.width < 100000)
			item.width = item.width * 10 + (*text - '0');
	}
	item.text = ft_arena_strndup(&list->arena, text, (size_t)(end - text));
	list->item = ft_vec_grow(
	    list->item, &list->cap, list->n + 1, sizeof *list->item);
	list->item[list->n++] = item;
}

static void
choose_words(struct ft_code_list *list, const struct queue_args *args)
{
	const char *at = args->long_format;
	size_t len;

	for (; *at; at += len + (at[len] == ',')) {
		len = strcspn(at, ",");
		if (len > 0)
			add_word(list, args, at, len);
	}
}

/* ---- either -------------------------------------------------------------------- */

void
queue_format_choose(const struct queue_args *args, struct ft_code_list *list)
{
	const struct ft_code *table = args->steps ? step_codes : codes;
	const char *format = args->format;
	struct ft_str all = { 0 };
	void *ctx = (void *)(uintptr_t)args;

	if (args->long_format && !format) {
		choose_words(list, args);
		return;
	}
	if (!format)
		format = args->steps       ? FORMAT_STEPS
			 : args->long_list ? FORMAT_LONG
			 : args->start     ? FORMAT_START
					   : FORMAT_DEFAULT;
	if (strcmp(format, "%all") == 0) {
		add_all(table, &all);
		format = ft_str_text(&all);
	}
	ft_code_choose(list, table, format, unknown, ctx);
	ft_str_free(&all);
}
