/*
 * jsonfile.h - a text that is JSON, for the readers of documents.
 */
#ifndef FT_IO_TEXT_JSONFILE_H
#define FT_IO_TEXT_JSONFILE_H

#include "base/cursor.h"

struct json_t; /* jansson.h */

/* Returns whether TEXT begins like an object of JSON. */
bool ft_jsonfile_is(const char *text, size_t size);
/*
 * Set *root to the document, to be released with json_decref().  FT_EPARSE
 * "file:line:column: ...": it is not JSON, or not an object.
 */
enum ft_status ft_jsonfile_parse(
    const struct ft_input *input, struct json_t **root, struct ft_error *err);
/* Returns whether the array KEY of OBJECT has the text WORD. */
bool ft_jsonfile_has(
    const struct json_t *object, const char *key, const char *word);

#endif
