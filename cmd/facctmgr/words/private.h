/*
 * private.h - shared by grammar*.c only: one word being read.
 */
#ifndef FT_CMD_FACCTMGR_WORDS_PRIVATE_H
#define FT_CMD_FACCTMGR_WORDS_PRIVATE_H

#include "facctmgr/words/words.h"

/* One word being read. */
struct facctmgr_reading {
	struct facctmgr *acct;
	const struct facctmgr_grammar *grammar;
	struct facctmgr_request *request;
	const char *word; /* as it was given */
	size_t len;       /* of the name */
	char op;          /* '=', '+', '-'; 0 a bare word */
	char *value;      /* cleaned, case kept */
	bool setting;     /* behind `set` */
};

/* Say that no word is called so. */
void facctmgr_unknown(struct facctmgr_reading *reading);
/* Take the value of a word of the entity's own, of a setting that has a row. */
void facctmgr_read_value(
    struct facctmgr_reading *reading, const struct facctmgr_word *row);
void facctmgr_read_option(
    struct facctmgr_reading *reading, const struct ft_attr *attr);

#endif
