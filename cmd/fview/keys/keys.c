#include "fview/keys/keys.h"

#include "base/text/utf8.h"
#include "fview/view.h"

const struct view_request_info view_requests[VIEW_REQUEST_COUNT] = {
#define VIEW_REQUEST(id, keys, group, action, argument, sentence)              \
	[VIEW_REQUEST_##id] = { keys, group, sentence },
#include "fview/keys/key.def"
#undef VIEW_REQUEST
};

const struct view_command_info view_commands[VIEW_COMMAND_COUNT] = {
#define VIEW_COMMAND(id, words, syntax, action, argument, sentence)            \
	[VIEW_COMMAND_##id] = { words, syntax, sentence },
#include "fview/keys/command.def"
#undef VIEW_COMMAND
};

static const struct {
	const char *name;
	uint32_t key;
} names[] = {
	{ "Space", ' ' },
	{ "Left", VIEW_KEY_LEFT },
	{ "Right", VIEW_KEY_RIGHT },
	{ "Up", VIEW_KEY_UP },
	{ "Down", VIEW_KEY_DOWN },
	{ "S-Left", VIEW_KEY_SHIFT_LEFT },
	{ "S-Right", VIEW_KEY_SHIFT_RIGHT },
	{ "PgUp", VIEW_KEY_PAGE_UP },
	{ "PgDn", VIEW_KEY_PAGE_DOWN },
	{ "Home", VIEW_KEY_HOME },
	{ "End", VIEW_KEY_END },
	{ "Backspace", VIEW_KEY_BACKSPACE },
	{ "Enter", VIEW_KEY_ENTER },
	{ "Esc", VIEW_KEY_ESCAPE },
	{ "Tab", VIEW_KEY_TAB },
};

/* A character of UTF-8 that takes all of NAME, else NONE. */
static uint32_t
one_char(const char *name, size_t len)
{
	const char *at = name;
	uint32_t c = ft_utf8_next(&at, NULL);

	if ((size_t)(at - name) != len || c == FT_UTF8_BAD || c <= ' ' ||
	    (c >= 0x7f && c < 0xa0))
		return VIEW_KEY_NONE;
	return c;
}

uint32_t
view_key_parse(const char *name, size_t len)
{
	unsigned number = 0;

	if (len == 0)
		return VIEW_KEY_NONE;
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		if (strlen(names[i].name) == len &&
		    memcmp(names[i].name, name, len) == 0)
			return names[i].key;
	}
	if (len == 3 && name[0] == 'C' && name[1] == '-')
		return name[2] >= 'a' && name[2] <= 'z'
			   ? (uint32_t)(name[2] - 'a' + 1)
			   : VIEW_KEY_NONE;
	if (name[0] == 'F' && (len == 2 || len == 3)) {
		for (size_t i = 1; i < len; i++) {
			if (name[i] < '0' || name[i] > '9')
				return VIEW_KEY_NONE;
			number = number * 10 + (unsigned)(name[i] - '0');
		}
		return number >= 1 && number <= 12 && name[1] != '0'
			   ? VIEW_KEY_F1 + number - 1
			   : VIEW_KEY_NONE;
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
view_key_name(uint32_t key, char *buf, size_t size)
{
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		if (names[i].key == key) {
			snprintf(buf, size, "%s", names[i].name);
			return buf;
		}
	}
	if (key >= VIEW_KEY_F1 && key <= VIEW_KEY_F12)
		snprintf(buf, size, "F%u", (unsigned)(key - VIEW_KEY_F1 + 1));
	else if (key >= 1 && key <= 26)
		snprintf(buf, size, "C-%c", (char)('a' + key - 1));
	else
		put_utf8(key, buf);
	return buf;
}

uint32_t
view_request_key(enum view_request request, size_t n)
{
	const char *at = view_requests[request].keys;
	size_t len;

	for (;; n--, at += len + strspn(at + len, " ")) {
		len = strcspn(at, " ");
		if (len == 0)
			return VIEW_KEY_NONE;
		if (n == 0)
			return view_key_parse(at, len);
	}
}

enum view_request
view_key_request(uint32_t key)
{
	for (int i = 0; i < VIEW_REQUEST_COUNT; i++) {
		enum view_request request = (enum view_request)i;
		uint32_t bound;

		for (size_t n = 0; (bound = view_request_key(request, n)); n++)
			if (bound == key)
				return request;
	}
	return VIEW_REQUEST_COUNT;
}
