/* yaml.c - rows and documents as YAML. */

#include <yaml.h>

#include "base/text/utf8.h"
#include "report/format/internal.h"

#define DEPTH_MAX 16

/*
 * The frame is written here as it comes, as libyaml does in its block style: lists
 * in a mapping are not indented, and "[]" or "{}" is what has nothing in it.  Texts
 * that need escapes are libyaml's, each a document of an emitter kept for them.
 */
struct yaml {
	struct ft_doc doc;
	yaml_emitter_t emitter;
	bool emits; /* the emitter is open */
	struct ft_str escaped;
	unsigned depth;
	struct level {
		bool list, filled;
		unsigned indent;
	} level[DEPTH_MAX];
};

/* ---- texts --------------------------------------------------------------- */

static int
write_out(void *ctx, unsigned char *text, size_t len)
{
	ft_str_add_n(ctx, (const char *)text, len);
	return 1;
}

/* Only a lack of memory can make libyaml fail here. */
static void
emit(struct yaml *yaml, yaml_event_t *event, int made)
{
	if (!made || !yaml_emitter_emit(&yaml->emitter, event))
		ft_free(ft_alloc(SIZE_MAX));
}

static void
start_emitter(struct yaml *yaml)
{
	yaml_event_t event;

	yaml->emits = true;
	if (!yaml_emitter_initialize(&yaml->emitter))
		ft_free(ft_alloc(SIZE_MAX));
	yaml_emitter_set_output(&yaml->emitter, write_out, &yaml->escaped);
	yaml_emitter_set_unicode(&yaml->emitter, 1);
	yaml_emitter_set_width(&yaml->emitter, -1);
	emit(yaml, &event,
	    yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
}

/* Append TEXT in quotes, by libyaml: "--- TEXT\n" is a document. */
static void
add_escaped(struct yaml *yaml, const char *text)
{
	struct ft_str copy FT_CLEANUP(ft_str_free) = { 0 };
	const char *from, *end;
	yaml_event_t event;

	if (!yaml->emits)
		start_emitter(yaml);
	ft_utf8_add(&copy, text);
	ft_str_clear(&yaml->escaped);
	emit(yaml, &event,
	    yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 0));
	emit(yaml, &event,
	    yaml_scalar_event_initialize(&event, NULL, NULL,
		(const yaml_char_t *)ft_str_text(&copy), (int)copy.len, 0, 1,
		YAML_DOUBLE_QUOTED_SCALAR_STYLE));
	emit(yaml, &event, yaml_document_end_event_initialize(&event, 1));
	from = strchr(ft_str_text(&yaml->escaped), '"');
	end = strrchr(ft_str_text(&yaml->escaped), '"');
	assert(from && end > from);
	ft_str_add_n(&yaml->doc.out->text, from, (size_t)(end + 1 - from));
}

/* Words that YAML 1.1 or 1.2 reads as something other than a string. */
static bool
is_plain(const char *text)
{
	static const char *const words[] = { "null", "true", "false", "yes",
		"no", "on", "off", "y", "n" };
	static const char safe[] = "abcdefghijklmnopqrstuvwxyz"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789_-./=,@+";

	if (!strchr("0123456789_-./=,@+", *text)) {
		if (text[strspn(text, safe)] != '\0')
			return false;
		for (size_t i = 0; i < FT_COUNT(words); i++) {
			if (strcasecmp(text, words[i]) == 0)
				return false;
		}
		return true;
	}
	return false;
}

/* Returns whether TEXT needs no escapes in quotes. */
static bool
is_simple(const char *text)
{
	while (*text >= ' ' && *text < 0x7f && *text != '"' && *text != '\\')
		text++;
	return !*text;
}

/* ---- the frame ----------------------------------------------------------- */

/* Write the line end, indentation and key, or dash, before a value. */
static void
lead(struct yaml *yaml, const char *key)
{
	struct ft_str *str = &yaml->doc.out->text;
	struct level *level = &yaml->level[yaml->depth];

	if (yaml->depth == 0)
		return;
	/* what is an element of a list begins beside its dash */
	if (!level->filled && yaml->depth > 1 && level[-1].list) {
		ft_str_add_char(str, ' ');
	} else {
		ft_str_add_char(str, '\n');
		ft_str_add_fill(str, ' ', level->indent);
	}
	level->filled = true;
	if (level->list) {
		ft_str_add_char(str, '-');
	} else {
		ft_str_add(str, key);
		ft_str_add_char(str, ':');
	}
}

static void
begin(struct ft_doc *doc, const char *key, bool list)
{
	struct yaml *yaml = (struct yaml *)doc;
	const struct level *outer = &yaml->level[yaml->depth];
	unsigned indent = yaml->depth == 0       ? 0
			  : list && !outer->list ? outer->indent
						 : outer->indent + 2;

	lead(yaml, key);
	yaml->depth++;
	assert(yaml->depth < DEPTH_MAX);
	yaml->level[yaml->depth] =
	    (struct level){ .list = list, .indent = indent };
}

static void
end(struct ft_doc *doc)
{
	struct yaml *yaml = (struct yaml *)doc;
	const struct level *level = &yaml->level[yaml->depth--];

	if (!level->filled)
		ft_str_add(&doc->out->text, level->list ? " []" : " {}");
}

static void
text(struct ft_doc *doc, const char *key, const char *value)
{
	struct yaml *yaml = (struct yaml *)doc;
	struct ft_str *str = &doc->out->text;

	lead(yaml, key);
	ft_str_add_char(str, ' ');
	if (*value && is_plain(value)) {
		ft_str_add(str, value);
	} else if (is_simple(value)) {
		ft_str_add_char(str, '"');
		ft_str_add(str, value);
		ft_str_add_char(str, '"');
	} else {
		add_escaped(yaml, value);
	}
}

static void
word(struct ft_doc *doc, const char *key, const char *value)
{
	lead((struct yaml *)doc, key);
	ft_str_add_char(&doc->out->text, ' ');
	ft_str_add(&doc->out->text, value);
}

static void
yaml_close(struct ft_doc *doc)
{
	struct yaml *yaml FT_CLEANUP(ft_free_at) = (struct yaml *)doc;

	ft_str_add_char(&doc->out->text, '\n');
	if (yaml->emits)
		yaml_emitter_delete(&yaml->emitter);
	ft_str_free(&yaml->escaped);
}

static const struct ft_doc_ops yaml_ops = { begin, end, text, word,
	yaml_close };

struct ft_doc *
ft_yaml_open(struct ft_out *out)
{
	struct yaml *yaml = ft_calloc(1, sizeof *yaml);

	yaml->doc.ops = &yaml_ops;
	yaml->doc.out = out;
	ft_str_add(&out->text, "---");
	return &yaml->doc;
}
