#include "fview/keys/keys.h"

#include "base/text/utf8.h"
#include "fview/view.h"

const struct fview_request_info fview_requests[FVIEW_REQUEST_COUNT] = {
#define FVIEW_REQUEST(id, keys, group, action, argument, sentence)             \
	[FVIEW_REQUEST_##id] = { keys, group, sentence },
#include "fview/keys/key.def"
#undef FVIEW_REQUEST
};

const struct fview_command_info fview_commands[FVIEW_COMMAND_COUNT] = {
#define FVIEW_COMMAND(id, words, syntax, action, argument, sentence)           \
	[FVIEW_COMMAND_##id] = { words, syntax, sentence },
#include "fview/keys/command.def"
#undef FVIEW_COMMAND
};

static const struct {
	const char *name;
	uint32_t key;
} names[] = {
	{ "Space", ' ' },
	{ "Left", FVIEW_KEY_LEFT },
	{ "Right", FVIEW_KEY_RIGHT },
	{ "Up", FVIEW_KEY_UP },
	{ "Down", FVIEW_KEY_DOWN },
	{ "S-Left", FVIEW_KEY_SHIFT_LEFT },
	{ "S-Right", FVIEW_KEY_SHIFT_RIGHT },
	{ "PgUp", FVIEW_KEY_PAGE_UP },
	{ "PgDn", FVIEW_KEY_PAGE_DOWN },
	{ "Home", FVIEW_KEY_HOME },
	{ "End", FVIEW_KEY_END },
	{ "Backspace", FVIEW_KEY_BACKSPACE },
	{ "Enter", FVIEW_KEY_ENTER },
	{ "Esc", FVIEW_KEY_ESCAPE },
	{ "Tab", FVIEW_KEY_TAB },
};

/* The UTF-8 character that is all of NAME, else NONE. */
static uint32_t
one_char(const char *name, size_t len)
{
	const char *at = name;
	uint32_t c = ft_utf8_next(&at, NULL);

	if ((size_t)(at - name) != len || c == FT_UTF8_BAD || c <= ' ' ||
	    (c >= 0x7f && c < 0xa0))
		return FVIEW_KEY_NONE;
	return c;
}

uint32_t
fview_key_parse(const char *name, size_t len)
{
	unsigned number = 0;

	if (len == 0)
		return FVIEW_KEY_NONE;
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		if (strlen(names[i].name) == len &&
		    memcmp(names[i].name, name, len) == 0)
			return names[i].key;
	}
	if (len == 3 && name[0] == 'C' && name[1] == '-')
		return name[2] >= 'a' && name[2] <= 'z'
			   ? (uint32_t)(name[2] - 'a' + 1)
			   : FVIEW_KEY_NONE;
	if (name[0] == 'F' && (len == 2 || len == 3)) {
		for (size_t i = 1; i < len; i++) {
			if (name[i] < '0' || name[i] > '9')
				return FVIEW_KEY_NONE;
			number = number * 10 + (unsigned)(name[i] - '0');
		}
		return number >= 1 && number <= 12 && name[1] != '0'
			   ? FVIEW_KEY_F1 + number - 1
			   : FVIEW_KEY_NONE;
	}
	return one_char(name, len);
}

static void
put_utf8(uint32_t c, char *buf)
{
	size_t n = 0;

	if (c < 0x80) {
		buf[n++] = (char)c;
	} else if (c < 0x800) {
		buf[n++] = (char)(0xc0 | c >> 6);
		buf[n++] = (char)(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		buf[n++] = (char)(0xe0 | c >> 12);
		buf[n++] = (char)(0x80 | (c >> 6 & 0x3f));
		buf[n++] = (char)(0x80 | (c & 0x3f));
	} else {
		buf[n++] = (char)(0xf0 | c >> 18);
		buf[n++] = (char)(0x80 | (c >> 12 & 0x3f));
		buf[n++] = (char)(0x80 | (c >> 6 & 0x3f));
		buf[n++] = (char)(0x80 | (c & 0x3f));
	}
	buf[n] = '\0';
}

char *
fview_key_name(uint32_t key, char *buf, size_t size)
{
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		if (names[i].key == key) {
			snprintf(buf, size, "%s", names[i].name);
			return buf;
		}
	}
	if (key >= FVIEW_KEY_F1 && key <= FVIEW_KEY_F12)
		snprintf(buf, size, "F%u", (unsigned)(key - FVIEW_KEY_F1 + 1));
	else if (key >= 1 && key <= 26)
		snprintf(buf, size, "C-%c", (char)('a' + key - 1));
	else
		put_utf8(key, buf);
	return buf;
}

uint32_t
fview_request_key(enum fview_request request, size_t n)
{
	const char *at = fview_requests[request].keys;
	size_t len;

	for (;; n--, at += len + strspn(at + len, " ")) {
		len = strcspn(at, " ");
		if (len == 0)
			return FVIEW_KEY_NONE;
		if (n == 0)
			return fview_key_parse(at, len);
	}
}

enum fview_request
fview_key_request(uint32_t key)
{
	for (int i = 0; i < FVIEW_REQUEST_COUNT; i++) {
		enum fview_request request = (enum fview_request)i;
		uint32_t bound;

		for (size_t n = 0; (bound = fview_request_key(request, n)); n++)
			if (bound == key)
				return request;
	}
	return FVIEW_REQUEST_COUNT;
}
