/*
 * script.h - keys written down: how tests and recordings press them.
 *
 * Characters are pressed as they stand, one after the other; white space
 * counts.  \n is Enter, \t Tab, \e Escape, \\ a backslash, \< a smaller sign.
 * Names (keys.h) stand in <>: <Space> <Right> <F1> <C-l> ..., and <Wait 500> lets 500
 * milliseconds pass.  In a file (@FILE) ends of lines mean nothing, and what
 * follows a # at the start of a line is a comment.
 */
#ifndef FT_CMD_FVIEW_KEYS_SCRIPT_H
#define FT_CMD_FVIEW_KEYS_SCRIPT_H

#include "base/base.h"

struct fview_stroke {
	uint32_t key; /* 0: only wait */
	int64_t wait; /* milliseconds that pass instead */
};

struct fview_script {
	struct fview_stroke *stroke;
	size_t n, cap;
};

void fview_script_init(struct fview_script *script);
void fview_script_free(struct fview_script *script);

/*
 * Append the keys of TEXT; file: name for messages, and then ends of lines
 * mean nothing; NULL: TEXT is of the command line.
 * FT_EPARSE: an unknown name or escape; "file:line:column:" in front.
 */
enum ft_status fview_script_parse(struct fview_script *script, const char *file,
    const char *text, struct ft_error *err);

/* Append how KEY is written: "l", "<Space>", "<F1>". */
void fview_script_name(struct ft_str *str, uint32_t key);

#endif
