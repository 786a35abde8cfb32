/* json.c - rows and documents as JSON. */

#include <jansson.h>

#include "base/text/utf8.h"
#include "report/format/internal.h"

#define DEPTH_MAX 16

/*
 * The frame is written here as it comes, so that a million rows need no
 * memory; strings are jansson's.
 */
struct json {
	struct ft_doc doc;
	unsigned depth;
	bool lines;           /* each document on one line */
	unsigned inline_from; /* deeper than this: on one line; 0 not yet */
	bool list[DEPTH_MAX];
	bool filled[DEPTH_MAX];
};

/* Returns whether TEXT needs no escapes; most strings are plain names. */
static bool
add_simple(struct ft_str *str, const char *text)
{
	size_t len = 0;
	char *to;

	while (text[len] >= ' ' && text[len] < 0x7f && text[len] != '"' &&
	       text[len] != '\\')
		len++;
	if (text[len] != '\0')
		return false;
	to = ft_str_reserve(str, len + 2);
	to[0] = '"';
	memcpy(to + 1, text, len);
	to[len + 1] = '"';
	to[len + 2] = '\0';
	str->len += len + 2;
	return true;
}

static void
add_string(struct ft_str *str, const char *text)
{
	json_t *string;
	char *dump;

	if (add_simple(str, text))
		return;
	string = json_string(text);
	if (!string) {
		struct ft_str clean FT_CLEANUP(ft_str_free) = { 0 };

		ft_utf8_add(&clean, text);
		string = json_string(ft_str_text(&clean));
	}
	dump = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;
	if (!dump)
		ft_free(ft_alloc(SIZE_MAX)); /* memory is exhausted */
	else
		ft_str_add(str, dump);
	free(dump);
	json_decref(string);
}

static void
new_line(struct json *json)
{
	ft_str_add_char(&json->doc.out->text, '\n');
	ft_str_add_fill(&json->doc.out->text, ' ', 2 * json->depth);
}

/* Write the comma, line end, indentation and key before a value. */
static void
lead(struct json *json, const char *key)
{
	struct ft_str *str = &json->doc.out->text;
	size_t len;
	char *to;

	if (json->depth == 0)
		return;
	if (json->filled[json->depth])
		ft_str_add_char(str, ',');
	if (!json->inline_from && !json->lines)
		new_line(json);
	else if (json->filled[json->depth])
		ft_str_add_char(str, ' ');
	json->filled[json->depth] = true;
	if (json->list[json->depth])
		return;
	len = strlen(key);
	to = ft_str_reserve(str, len + 4);
	*to = '"';
	memcpy(to + 1, key, len);
	memcpy(to + 1 + len, "\": ", sizeof "\": ");
	str->len += len + 4;
}

static void
begin(struct ft_doc *doc, const char *key, bool list)
{
	struct json *json = (struct json *)doc;

	lead(json, key);
	ft_str_add_char(&doc->out->text, list ? '[' : '{');
	/* An element of a list starts a new line and takes just that line. */
	if (!json->inline_from && json->depth > 0 && json->list[json->depth])
		json->inline_from = json->depth;
	json->depth++;
	assert(json->depth < DEPTH_MAX);
	json->list[json->depth] = list;
	json->filled[json->depth] = false;
}

static void
end(struct ft_doc *doc)
{
	struct json *json = (struct json *)doc;
	bool list = json->list[json->depth];
	bool filled = json->filled[json->depth];

	json->depth--;
	if (filled && !json->inline_from && !json->lines)
		new_line(json);
	ft_str_add_char(&doc->out->text, list ? ']' : '}');
	if (json->depth == json->inline_from)
		json->inline_from = 0;
	if (json->depth == 0)
		ft_str_add_char(&doc->out->text, '\n');
}

static void
text(struct ft_doc *doc, const char *key, const char *value)
{
	lead((struct json *)doc, key);
	add_string(&doc->out->text, value);
}

static void
word(struct ft_doc *doc, const char *key, const char *value)
{
	lead((struct json *)doc, key);
	ft_str_add(&doc->out->text, value);
}

static void
json_close(struct ft_doc *doc)
{
	ft_free(doc);
}

static const struct ft_doc_ops json_ops = { begin, end, text, word,
	json_close };

struct ft_doc *
ft_json_open(struct ft_out *out, bool lines)
{
	struct json *json = ft_calloc(1, sizeof *json);

	json->doc.ops = &json_ops;
	json->doc.out = out;
	json->lines = lines;
	return &json->doc;
}
