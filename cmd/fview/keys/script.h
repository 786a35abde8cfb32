/*
 * script.h - scripts of keys, which tests and recordings press.
 *
 * Each character is pressed as it is, one after the other; white space
 * counts.  \n is Enter, \t Tab, \e Escape, \\ a backslash, \< a less-than sign.
 * Names (keys.h) are written in <>: <Space> <Right> <F1> <C-l> ..., and <Wait 500> waits 500
 * milliseconds.  In a file (@FILE) line ends are ignored, and a line that starts
 * with # is a comment.
 */
#ifndef FT_CMD_FVIEW_KEYS_SCRIPT_H
#define FT_CMD_FVIEW_KEYS_SCRIPT_H

#include "base/base.h"

struct fview_stroke {
	uint32_t key; /* 0: only wait */
	int64_t wait; /* milliseconds to wait instead */
};

struct fview_script {
	struct fview_stroke *stroke;
	size_t n, cap;
};

void fview_script_free(struct fview_script *script);

/*
 * Append the keys of TEXT.  file: its name for messages, and line ends are
 * ignored; NULL: TEXT comes from the command line.
 * FT_EPARSE: an unknown name or escape; the message starts with
 * "file:line:column:".
 */
enum ft_status fview_script_parse(struct fview_script *script, const char *file,
    const char *text, struct ft_error *err);

/* Append the notation of KEY: "l", "<Space>", "<F1>". */
void fview_script_name(struct ft_str *str, uint32_t key);

#endif
