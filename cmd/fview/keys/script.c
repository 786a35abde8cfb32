#include "fview/keys/script.h"

#include "base/text/utf8.h"
#include "fview/keys/keys.h"
#include "fview/view.h"

void
fview_script_name(struct ft_str *str, uint32_t key)
{
	char name[16];

	fview_key_name(key, name, sizeof name);
	if (key > ' ' && key < FVIEW_KEY_UP)
		ft_str_add(str, name);
	else
		ft_str_addf(str, "<%s>", name);
}

/* ---- reading ---------------------------------------------------------------- */

struct reader {
	struct fview_script *script;
	const char *file; /* NULL: the command line */
	const char *start, *at;
	struct ft_error *err;
};

static enum ft_status
fail_at(const struct reader *reader, const char *at, const char *what,
    const char *word)
{
	const char *line = reader->start;
	int number = 1;

	for (const char *c = reader->start; c < at; c++) {
		if (*c == '\n') {
			number++;
			line = c + 1;
		}
	}
	return ft_fail(reader->err, FT_EPARSE, "%s:%d:%d: %s '%s'",
	    reader->file ? reader->file : "--keys", number,
	    (int)(at - line) + 1, what, word);
}

static void
add(struct fview_script *script, uint32_t key, int64_t wait)
{
	*ft_vec_add(script->stroke, script->n, script->cap) =
	    (struct fview_stroke){ key, wait };
}

static enum ft_status
read_escape(struct reader *reader)
{
	static const struct {
		char c;
		uint32_t key;
	} escapes[] = {
		{ 'n', FVIEW_KEY_ENTER },
		{ 't', FVIEW_KEY_TAB },
		{ 'e', FVIEW_KEY_ESCAPE },
		{ '\\', '\\' },
		{ '<', '<' },
	};
	char word[3] = { '\\', reader->at[1], '\0' };

	for (size_t i = 0; i < FT_COUNT(escapes); i++) {
		if (escapes[i].c == reader->at[1]) {
			add(reader->script, escapes[i].key, 0);
			reader->at += 2;
			return FT_OK;
		}
	}
	return fail_at(reader, reader->at, "unknown escape", word);
}

/* <Name>, <Wait 500> */
static enum ft_status
read_name(struct reader *reader)
{
	const char *start = reader->at, *end = strpbrk(start, ">\n");
	char name[32];
	uint32_t number, key;

	if (!end || *end == '\n' || (size_t)(end - start) > sizeof name)
		return fail_at(
		    reader, start, "no end of the name of a key", "<");
	snprintf(name, sizeof name, "%.*s", (int)(end - start - 1), start + 1);
	reader->at = end + 1;
	if (strncasecmp(name, "Wait ", 5) == 0) {
		if (!ft_num_u32(name + 5, &number) || number > 3600000)
			return fail_at(reader, start + 6,
			    "bad number of milliseconds", name + 5);
		add(reader->script, 0, number);
		return FT_OK;
	}
	key = fview_key_parse(name, strlen(name));
	if (!key)
		return fail_at(reader, start, "unknown key", name);
	add(reader->script, key, 0);
	return FT_OK;
}

static enum ft_status
read_char(struct reader *reader)
{
	const char *start = reader->at;
	uint32_t c = ft_utf8_next(&reader->at, NULL);

	if (c == '\n' || c == '\r') {
		if (!reader->file)
			add(reader->script, FVIEW_KEY_ENTER, 0);
		return FT_OK;
	}
	if (c == '\t') {
		add(reader->script, FVIEW_KEY_TAB, 0);
		return FT_OK;
	}
	if (c == FT_UTF8_BAD || c < ' ' || c == 0x7f)
		return fail_at(reader, start, "no character of UTF-8", "?");
	add(reader->script, c, 0);
	return FT_OK;
}

enum ft_status
fview_script_parse(struct fview_script *script, const char *file,
    const char *text, struct ft_error *err)
{
	struct reader reader = { script, file, text, text, err };

	while (*reader.at) {
		bool fresh = reader.at == text || reader.at[-1] == '\n';

		if (file && fresh && *reader.at == '#')
			reader.at += strcspn(reader.at, "\n");
		else if (*reader.at == '\\')
			FT_TRY(read_escape(&reader));
		else if (*reader.at == '<')
			FT_TRY(read_name(&reader));
		else
			FT_TRY(read_char(&reader));
	}
	return FT_OK;
}

void
fview_script_free(struct fview_script *script)
{
	ft_free(script->stroke);
	*script = (struct fview_script){ 0 };
}
