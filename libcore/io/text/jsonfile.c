#include "io/text/jsonfile.h"

#include <jansson.h>

bool
ft_jsonfile_is(const char *text, size_t size)
{
	while (size && strchr(" \t\r\n", *text)) {
		text++;
		size--;
	}
	return size && *text == '{';
}

/* One line, whatever was wrong. */
static enum ft_status
no_json(const char *file, const json_error_t *why, struct ft_error *err)
{
	char text[JSON_ERROR_TEXT_LENGTH];
	size_t n = 0;

	for (const char *at = why->text; *at && n + 1 < sizeof text; at++)
		text[n++] = *at < ' ' && *at >= 0 ? ' ' : *at;
	text[n] = '\0';
	return ft_fail(err, FT_EPARSE, "%s:%d:%d: %s", file,
	    why->line > 0 ? why->line : 1, why->column > 0 ? why->column : 1,
	    text);
}

enum ft_status
ft_jsonfile_parse(
    const struct ft_input *input, json_t **root, struct ft_error *err)
{
	json_error_t why;

	*root =
	    json_loadb(input->text, input->size, JSON_REJECT_DUPLICATES, &why);
	if (!*root && json_error_code(&why) == json_error_out_of_memory)
		ft_mem_exhausted(0);
	if (!*root)
		return no_json(input->file, &why, err);
	if (json_is_object(*root))
		return FT_OK;
	json_decref(*root);
	*root = NULL;
	return ft_fail(
	    err, FT_EPARSE, "%s:1:1: not an object of JSON", input->file);
}

bool
ft_jsonfile_has(const json_t *object, const char *key, const char *word)
{
	const json_t *list = json_object_get(object, key);

	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *text = json_string_value(json_array_get(list, i));

		if (text && !strcmp(text, word))
			return true;
	}
	return false;
}
