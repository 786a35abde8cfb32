/*
 * keys.h - names of keys, and what they ask for (key.def, command.def).
 *
 * A key is named by its character, or Space Left Right Up Down PgUp PgDn Home
 * End Backspace Enter Esc Tab F1..F12, with S- for Shift (arrows) and C- for
 * Ctrl (letters).
 */
#ifndef FT_CMD_FVIEW_KEYS_KEYS_H
#define FT_CMD_FVIEW_KEYS_KEYS_H

#include "base/base.h"

enum view_request {
#define VIEW_REQUEST(id, keys, group, action, argument, sentence)              \
	VIEW_REQUEST_##id,
#include "fview/keys/key.def"
#undef VIEW_REQUEST
	VIEW_REQUEST_COUNT
};

struct view_request_info {
	const char *keys;     /* names, separated by blanks */
	const char *group;    /* rows of one group follow each other */
	const char *sentence; /* what it does */
};
extern const struct view_request_info view_requests[VIEW_REQUEST_COUNT];

enum view_command_id {
#define VIEW_COMMAND(id, words, syntax, action, argument, sentence)            \
	VIEW_COMMAND_##id,
#include "fview/keys/command.def"
#undef VIEW_COMMAND
	VIEW_COMMAND_COUNT
};

struct view_command_info {
	const char *words;
	const char *syntax;
	const char *sentence;
};
extern const struct view_command_info view_commands[VIEW_COMMAND_COUNT];

#define VIEW_KEY_NONE 0

/* Returns the key the first LEN bytes of NAME are the name of, or NONE. */
uint32_t view_key_parse(const char *name, size_t len);
/* Write the name of KEY into BUF (at least 16 bytes); returns buf. */
char *view_key_name(uint32_t key, char *buf, size_t size);
/* Returns what KEY asks for, VIEW_REQUEST_COUNT when it is bound to nothing. */
enum view_request view_key_request(uint32_t key);
/* Fill *key with the N-th key of REQUEST, from 0; returns NONE at the end. */
uint32_t view_request_key(enum view_request request, size_t n);

#endif
