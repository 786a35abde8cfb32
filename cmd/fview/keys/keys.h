/*
 * keys.h - the names of keys, and their requests (key.def, command.def).
 *
 * A key is named by its character, or Space Left Right Up Down PgUp PgDn Home
 * End Backspace Enter Esc Tab F1..F12, with S- for Shift (arrows) and C- for
 * Ctrl (letters).
 */
#ifndef FT_CMD_FVIEW_KEYS_KEYS_H
#define FT_CMD_FVIEW_KEYS_KEYS_H

#include "base/base.h"

enum fview_request {
#define FVIEW_REQUEST(id, keys, group, action, argument, sentence)             \
	FVIEW_REQUEST_##id,
#include "fview/keys/key.def"
#undef FVIEW_REQUEST
	FVIEW_REQUEST_COUNT
};

struct fview_request_info {
	const char *keys;     /* names, separated by blanks */
	const char *group;    /* rows of one group are consecutive */
	const char *sentence; /* what it does */
};
extern const struct fview_request_info fview_requests[FVIEW_REQUEST_COUNT];

enum fview_command_id {
#define FVIEW_COMMAND(id, words, syntax, action, argument, sentence)           \
	FVIEW_COMMAND_##id,
#include "fview/keys/command.def"
#undef FVIEW_COMMAND
	FVIEW_COMMAND_COUNT
};

struct fview_command_info {
	const char *words;
	const char *syntax;
	const char *sentence;
};
extern const struct fview_command_info fview_commands[FVIEW_COMMAND_COUNT];

#define FVIEW_KEY_NONE 0

/* Returns the key named by the first LEN bytes of NAME, or NONE. */
uint32_t fview_key_parse(const char *name, size_t len);
/* Write the name of KEY into BUF (at least 16 bytes); returns buf. */
char *fview_key_name(uint32_t key, char *buf, size_t size);
/* Returns the request of KEY; FVIEW_REQUEST_COUNT if it is not bound. */
enum fview_request fview_key_request(uint32_t key);
/* Fill *key with the N-th key of REQUEST, from 0; returns NONE at the end. */
uint32_t fview_request_key(enum fview_request request, size_t n);

#endif
