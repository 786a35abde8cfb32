#include <yaml.h>

#include "base/text/utf8.h"
#include "report/format/internal.h"

#define DEPTH_MAX 16

struct yaml {
	struct ft_doc doc;
	yaml_emitter_t emitter;
	unsigned depth;
	bool list[DEPTH_MAX];
};

static int
write_out(void *ctx, unsigned char *text, size_t len)
{
	struct ft_out *out = ctx;

	ft_str_add_n(&out->text, (const char *)text, len);
	return 1;
}

/* Only a lack of memory can make libyaml fail here. */
static void
emit(struct yaml *yaml, yaml_event_t *event, int made)
{
	if (!made || !yaml_emitter_emit(&yaml->emitter, event))
		ft_free(ft_alloc(SIZE_MAX));
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

static void
scalar(struct yaml *yaml, const char *text, bool plain, bool quoted)
{
	struct ft_str copy FT_CLEANUP(ft_str_free) = { 0 };
	yaml_event_t event;
	int made;

	ft_utf8_add(&copy, text);
	made = yaml_scalar_event_initialize(&event, NULL, NULL,
	    (const yaml_char_t *)ft_str_text(&copy), (int)copy.len, plain,
	    quoted,
	    plain ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE);
	emit(yaml, &event, made);
}

static void
lead(struct yaml *yaml, const char *key)
{
	if (yaml->depth > 0 && !yaml->list[yaml->depth])
		scalar(yaml, key, true, true);
}

static void
begin(struct ft_doc *doc, const char *key, bool list)
{
	struct yaml *yaml = (struct yaml *)doc;
	yaml_event_t event;
	int made;

	lead(yaml, key);
	if (list)
		made = yaml_sequence_start_event_initialize(
		    &event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE);
	else
		made = yaml_mapping_start_event_initialize(
		    &event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE);
	emit(yaml, &event, made);
	yaml->depth++;
	assert(yaml->depth < DEPTH_MAX);
	yaml->list[yaml->depth] = list;
}

static void
end(struct ft_doc *doc)
{
	struct yaml *yaml = (struct yaml *)doc;
	yaml_event_t event;
	int made;

	if (yaml->list[yaml->depth])
		made = yaml_sequence_end_event_initialize(&event);
	else
		made = yaml_mapping_end_event_initialize(&event);
	emit(yaml, &event, made);
	yaml->depth--;
}

static void
text(struct ft_doc *doc, const char *key, const char *value)
{
	struct yaml *yaml = (struct yaml *)doc;

	lead(yaml, key);
	scalar(yaml, value, *value && is_plain(value), true);
}

static void
word(struct ft_doc *doc, const char *key, const char *value)
{
	struct yaml *yaml = (struct yaml *)doc;

	lead(yaml, key);
	scalar(yaml, value, true, false);
}

static void
yaml_close(struct ft_doc *doc)
{
	struct yaml *yaml FT_CLEANUP(ft_free_at) = (struct yaml *)doc;
	yaml_event_t event;

	emit(yaml, &event, yaml_document_end_event_initialize(&event, 1));
	emit(yaml, &event, yaml_stream_end_event_initialize(&event));
	yaml_emitter_delete(&yaml->emitter);
}

static const struct ft_doc_ops yaml_ops = { begin, end, text, word,
	yaml_close };

struct ft_doc *
ft_yaml_open(struct ft_out *out)
{
	struct yaml *yaml = ft_calloc(1, sizeof *yaml);
	yaml_event_t event;

	yaml->doc.ops = &yaml_ops;
	yaml->doc.out = out;
	if (!yaml_emitter_initialize(&yaml->emitter))
		ft_free(ft_alloc(SIZE_MAX));
	yaml_emitter_set_output(&yaml->emitter, write_out, out);
	yaml_emitter_set_unicode(&yaml->emitter, 1);
	yaml_emitter_set_width(&yaml->emitter, -1);
	emit(yaml, &event,
	    yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
	emit(yaml, &event,
	    yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 0));
	return &yaml->doc;
}
