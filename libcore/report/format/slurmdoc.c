/*
 * slurmdoc.c - JSON and YAML as Slurm lays them out: every value on a line of
 * its own, slashes escaped in JSON, every value tagged in YAML; and what the
 * data parsers of its releases have in common.
 */

#include "base/text/utf8.h"
#include "report/format/internal.h"

#define DEPTH_MAX  24
#define YAML_WIDTH 80 /* of libyaml's lines */

struct slurmdoc {
	struct ft_doc doc;
	bool yaml;
	unsigned depth;
	bool list[DEPTH_MAX];
	bool filled[DEPTH_MAX];
};

/* ---- JSON ------------------------------------------------------------------- */

static void
json_string(struct ft_str *str, const char *text)
{
	static const char plain[] = "\"\\/\b\f\n\r\t";
	static const char letter[] = "\"\\/bfnrt";

	ft_str_add_char(str, '"');
	for (; *text; text++) {
		const char *found = strchr(plain, *text);

		if (found)
			ft_str_addf(str, "\\%c", letter[found - plain]);
		else if ((unsigned char)*text < ' ')
			ft_str_addf(str, "\\u%04x", (unsigned char)*text);
		else
			ft_str_add_char(str, *text);
	}
	ft_str_add_char(str, '"');
}

static void
new_line(struct slurmdoc *doc, unsigned indent)
{
	ft_str_add_char(&doc->doc.out->text, '\n');
	ft_str_add_fill(&doc->doc.out->text, ' ', (size_t)2 * indent);
}

static void
json_lead(struct slurmdoc *doc, const char *key)
{
	struct ft_str *str = &doc->doc.out->text;

	if (doc->depth == 0)
		return;
	if (doc->filled[doc->depth])
		ft_str_add_char(str, ',');
	doc->filled[doc->depth] = true;
	new_line(doc, doc->depth);
	if (!doc->list[doc->depth]) {
		json_string(str, key);
		ft_str_add(str, ": ");
	}
}

/* ---- YAML ------------------------------------------------------------------- */

/* Returns whether libyaml writes TEXT without quotes. */
static bool
is_plain(const char *text)
{
	size_t len = strlen(text);

	if (len == 0)
		return true;
	if (strchr(",[]{}#&*!|>'\"%@` ", *text) || text[len - 1] == ' ' ||
	    text[len - 1] == ':')
		return false;
	if ((strchr("-?:", *text) && (len == 1 || text[1] == ' ')) ||
	    strncmp(text, "---", 3) == 0 || strncmp(text, "...", 3) == 0)
		return false;
	return !strstr(text, ": ") && !strstr(text, " #") &&
	       strcspn(text, "\n\t") == len;
}

/* The characters on the last line of STR. */
static size_t
last_column(const struct ft_str *str)
{
	size_t n = 0;

	for (size_t i = str->len; i > 0 && str->data[i - 1] != '\n'; i--)
		n += (str->data[i - 1] & 0xc0) != 0x80;
	return n;
}

/* Beyond 80 characters libyaml goes on to the next line at a blank between
 * words; INDENT: of that line. */
static void
yaml_string(struct ft_str *str, const char *text, unsigned indent)
{
	bool plain = is_plain(text);
	size_t column = last_column(str) + !plain;
	bool after_blank = true;

	if (!plain)
		ft_str_add_char(str, '\'');
	for (; *text; text++) {
		char c = *text == '\n' ? ' ' : *text;

		if (c == ' ' && !after_blank && column > YAML_WIDTH &&
		    text[1] && text[1] != ' ') {
			ft_str_add_char(str, '\n');
			ft_str_add_fill(str, ' ', indent);
			column = indent;
			after_blank = true;
			continue;
		}
		if (c == '\'' && !plain)
			ft_str_add_char(str, c);
		ft_str_add_char(str, c);
		column += (c & 0xc0) != 0x80;
		after_blank = c == ' ';
	}
	if (!plain)
		ft_str_add_char(str, '\'');
}

/*
 * Elements of a list stand as far to the left as its key; members of a map one
 * step further in than what it is a value of.
 */
static unsigned
yaml_indent(const struct slurmdoc *doc)
{
	unsigned indent = 0;

	for (unsigned i = 2; i <= doc->depth; i++)
		indent += !doc->list[i];
	return indent;
}

static void
yaml_lead(struct slurmdoc *doc, const char *key)
{
	struct ft_str *str = &doc->doc.out->text;

	if (doc->depth == 0)
		return;
	ft_str_add_char(str, '\n');
	doc->filled[doc->depth] = true;
	ft_str_add_fill(str, ' ', (size_t)2 * yaml_indent(doc));
	if (doc->list[doc->depth]) {
		ft_str_add(str, "- ");
	} else {
		ft_str_add(str, "!!str ");
		yaml_string(str, key, 0);
		ft_str_add(str, ": ");
	}
}

/* Write the tag of a word, and the word as YAML spells it. */
static void
yaml_word(struct ft_str *str, const char *value)
{
	if (strcmp(value, "null") == 0)
		ft_str_add(str, "!!null null");
	else if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
		ft_str_addf(str, "!!bool %s", value);
	else if (strcspn(value, ".eI") < strlen(value))
		ft_str_addf(str, "!!float %f", strtod(value, NULL));
	else
		ft_str_addf(str, "!!int %s", value);
}

/* ---- both ------------------------------------------------------------------- */

static void
lead(struct slurmdoc *doc, const char *key)
{
	if (doc->yaml)
		yaml_lead(doc, key);
	else
		json_lead(doc, key);
}

static void
begin(struct ft_doc *base, const char *key, bool list)
{
	struct slurmdoc *doc = (struct slurmdoc *)base;
	struct ft_str *str = &base->out->text;

	lead(doc, key);
	if (doc->yaml)
		ft_str_add(str, list ? "!!seq" : "!!map");
	else
		ft_str_add_char(str, list ? '[' : '{');
	doc->depth++;
	assert(doc->depth < DEPTH_MAX);
	doc->list[doc->depth] = list;
	doc->filled[doc->depth] = false;
}

static void
end(struct ft_doc *base)
{
	struct slurmdoc *doc = (struct slurmdoc *)base;
	struct ft_str *str = &base->out->text;
	bool list = doc->list[doc->depth], filled = doc->filled[doc->depth];

	doc->depth--;
	if (doc->yaml) {
		if (!filled)
			ft_str_add(str, list ? " []" : " {}");
		if (doc->depth == 0)
			ft_str_add(str, base->parsed ? "\n...\n\n" : "\n...\n");
		return;
	}
	if (filled || !base->parsed)
		new_line(doc, doc->depth);
	ft_str_add_char(str, list ? ']' : '}');
	if (doc->depth == 0 && base->parsed)
		ft_str_add_char(str, '\n');
}

static void
text(struct ft_doc *base, const char *key, const char *value)
{
	struct slurmdoc *doc = (struct slurmdoc *)base;
	struct ft_str clean FT_CLEANUP(ft_str_free) = { 0 };

	lead(doc, key);
	ft_utf8_add(&clean, value);
	if (!doc->yaml) {
		json_string(&base->out->text, ft_str_text(&clean));
	} else {
		ft_str_add(&base->out->text, *value ? "!!str " : "!!str");
		yaml_string(&base->out->text, ft_str_text(&clean),
		    2 * yaml_indent(doc) + 2);
	}
}

static void
word(struct ft_doc *base, const char *key, const char *value)
{
	struct slurmdoc *doc = (struct slurmdoc *)base;

	lead(doc, key);
	if (doc->yaml)
		yaml_word(&base->out->text, value);
	else
		ft_str_add(&base->out->text, value);
}

static void
close_doc(struct ft_doc *base)
{
	ft_str_free(&base->warnings);
	ft_free(base);
}

static const struct ft_doc_ops ops = { begin, end, text, word, close_doc };

struct ft_doc *
ft_doc_open_slurm(
    struct ft_out *out, enum ft_format_kind format, struct ft_doc_shape shape)
{
	struct slurmdoc *doc = ft_calloc(1, sizeof *doc);

	doc->doc.slurm = true;
	doc->doc.shape = shape;
	doc->doc.parsed = ft_release_has(shape.release, FT_RULE_DATA_PARSER);
	doc->doc.ops = &ops;
	doc->doc.out = out;
	doc->yaml = format == FT_FORMAT_YAML;
	doc->doc.blank_is_null = doc->yaml && !doc->doc.parsed;
	if (doc->yaml)
		ft_str_add(&out->text, "%YAML 1.1\n--- ");
	return &doc->doc;
}

void
ft_doc_slurm_head(struct ft_doc *doc, const char *type, const char *name)
{
	ft_doc_begin(doc, NULL);
	ft_doc_begin(doc, "meta");
	ft_doc_begin(doc, "plugin");
	ft_doc_text(doc, "type", type);
	ft_doc_text(doc, "name", name);
	ft_doc_end(doc);
	ft_doc_begin(doc, "Slurm");
	ft_doc_begin(doc, "version");
	ft_doc_u64(doc, "major", 22);
	ft_doc_u64(doc, "micro", 8);
	ft_doc_u64(doc, "minor", 5);
	ft_doc_end(doc);
	ft_doc_text(doc, "release", "22.05.8");
	ft_doc_end(doc);
	ft_doc_end(doc);
}

/* ---- numbers ------------------------------------------------------------------ */

/* json-c prints 17 digits and, if that leaves neither point nor exponent, .0. */
void
ft_doc_slurm_real(struct ft_doc *doc, const char *key, double number)
{
	char digits[32], text[40];

	if (isinf(number)) {
		doc->ops->word(doc, key, "Infinity");
		return;
	}
	snprintf(digits, sizeof digits, "%.17g", number);
	snprintf(text, sizeof text, "%s%s", digits,
	    strpbrk(digits, ".en") ? "" : ".0");
	doc->ops->word(doc, key, text);
}

static void
put_optional(struct ft_doc *doc, const char *key,
    const struct ft_doc_optional *value, bool set)
{
	if (value->real)
		ft_doc_slurm_real(doc, key, set ? value->number : 0);
	else
		ft_doc_u64(doc, key, set ? value->count : 0);
}

static void
put_complex(
    struct ft_doc *doc, const char *key, const struct ft_doc_optional *value)
{
	if (value->infinite)
		ft_doc_text(doc, key, "Infinity");
	else if (!value->set)
		ft_doc_null(doc, key);
	else
		put_optional(doc, key, value, true);
}

void
ft_doc_slurm_optional(
    struct ft_doc *doc, const char *key, const struct ft_doc_optional *value)
{
	bool set = value->set && !value->infinite;

	if (doc->shape.complex) {
		put_complex(doc, key, value);
		return;
	}
	ft_doc_begin(doc, key);
	ft_doc_bool(doc, "set", set);
	ft_doc_bool(doc, "infinite", value->infinite);
	put_optional(doc, "number", value, set);
	ft_doc_end(doc);
}

const struct ft_doc_shape *
ft_doc_shape_of(const struct ft_doc *doc)
{
	return &doc->shape;
}

/* ---- the end ------------------------------------------------------------------ */

void
ft_doc_warn(struct ft_doc *doc, const char *description)
{
	ft_str_addf(&doc->warnings, "%s\n", description);
}

/* "26.05.5": major 26, minor 05, micro 5 */
static void
put_version(struct ft_doc *doc, const char *version, const char *cluster)
{
	static const char *const key[] = { "major", "micro", "minor" };
	static const size_t part[] = { 0, 6, 3 };
	char number[8];

	ft_doc_begin(doc, "slurm");
	ft_doc_begin(doc, "version");
	for (size_t i = 0; i < 3; i++) {
		snprintf(number, sizeof number, "%.*s",
		    (int)strcspn(version + part[i], "."), version + part[i]);
		ft_doc_text(doc, key[i], number);
	}
	ft_doc_end(doc);
	ft_doc_text(doc, "release", version);
	ft_doc_text(doc, "cluster", cluster);
	ft_doc_end(doc);
}

static void
put_meta(struct ft_doc *doc, const struct ft_doc_meta *meta)
{
	struct ft_str parser FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&parser, "data_parser/%s", meta->parser);
	ft_doc_begin(doc, "meta");
	ft_doc_begin(doc, "plugin");
	ft_doc_text(doc, "type", "");
	ft_doc_text(doc, "name", "");
	ft_doc_text(doc, "data_parser", parser.data);
	ft_doc_text(doc, "accounting_storage", "accounting_storage/slurmdbd");
	ft_doc_end(doc);
	ft_doc_begin(doc, "client");
	ft_doc_text(doc, "source", meta->source);
	ft_doc_text(doc, "user", meta->user);
	ft_doc_text(doc, "group", meta->group);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "command");
	for (size_t i = 0; i < meta->n_word; i++)
		ft_doc_text(doc, NULL, meta->word[i]);
	ft_doc_end(doc);
	put_version(
	    doc, ft_releases[doc->shape.release].version, meta->cluster);
	ft_doc_end(doc);
}

void
ft_doc_slurm_tail(struct ft_doc *doc, const struct ft_doc_meta *meta)
{
	const char *line = ft_str_text(&doc->warnings);
	struct ft_word warning;
	char text[120];

	put_meta(doc, meta);
	ft_doc_begin_list(doc, "errors");
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "warnings");
	while (ft_word_next(&line, "\n", &warning)) {
		snprintf(
		    text, sizeof text, "%.*s", (int)warning.len, warning.at);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "description", text);
		ft_doc_text(doc, "source", "");
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
}
