/*
 * keyword.h - words of verbs without an entity: NAME=VALUE, flags, bare values.
 *
 * A verb has a table of keywords and a struct that they fill in.
 */
#ifndef FT_CMD_FACCTMGR_PARSE_KEYWORD_H
#define FT_CMD_FACCTMGR_PARSE_KEYWORD_H

#include "facctmgr/facctmgr.h"

struct facctmgr_keyword {
	const char *name;  /* NULL ends a table */
	unsigned char min; /* letters needed; 0: all of them, in lower case */
	enum {
		FACCTMGR_KEY_FLAG,  /* bool */
		FACCTMGR_KEY_TEXT,  /* const char * */
		FACCTMGR_KEY_NAME,  /* the same, in lower case */
		FACCTMGR_KEY_TEXTS, /* struct ft_args: one for each value */
		FACCTMGR_KEY_COUNT  /* uint32_t, at least 1 */
	} is;
	enum {
		FACCTMGR_KEY_BARE = 1,  /* a word without = is its value */
		FACCTMGR_KEY_ONCE = 2,  /* a second one is refused */
		FACCTMGR_KEY_FULL = 4,  /* an empty value is refused */
		FACCTMGR_KEY_PAIR = 8,  /* its value may be the next word */
		FACCTMGR_KEY_QUIET = 16 /* not offered by completion */
	} flags;
	size_t to;                 /* offset of its member */
	const char *what;          /* its name in complaints; NULL: the same */
	const char *again;         /* sacctmgr's message about a second one */
	enum ft_complete complete; /* what its values are */
};

/*
 * Read the words into the members of TO that KEYS name.  Returns false after
 * complaining about a bad one.  Texts live as long as the command.
 */
bool facctmgr_read_keywords(struct facctmgr *acct,
    const struct facctmgr_keyword *keys, void *to, int argc, char **argv);
/* Read TEXT, a number of at least 1; returns false with a complaint. */
bool facctmgr_read_count(struct facctmgr *acct, const char *name,
    const char *text, uint32_t *number);
/* Returns the row of KEYS that WORD abbreviates, or NULL. */
const struct facctmgr_keyword *facctmgr_find_keyword(
    const struct facctmgr_keyword *keys, struct ft_word word);

/* The keywords of the verbs, which completion offers too. */
extern const struct facctmgr_keyword facctmgr_audit_keywords[],
    facctmgr_check_keywords[], facctmgr_dump_keywords[],
    facctmgr_load_keywords[], facctmgr_log_keywords[], facctmgr_plan_keywords[],
    facctmgr_save_keywords[], facctmgr_solve_keywords[],
    facctmgr_sync_keywords[], facctmgr_undo_keywords[];

#endif
