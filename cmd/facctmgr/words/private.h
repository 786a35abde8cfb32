/*
 * private.h - shared by grammar*.c only: one word being read.
 */
#ifndef FT_CMD_FACCTMGR_WORDS_PRIVATE_H
#define FT_CMD_FACCTMGR_WORDS_PRIVATE_H

#include "facctmgr/words/words.h"

/* One word being read. */
struct acct_reading {
	struct acct *acct;
	const struct acct_grammar *grammar;
	struct acct_request *request;
	const char *word; /* as it was given */
	size_t len;       /* of the name */
	char op;          /* '=', '+', '-'; 0 a bare word */
	char *value;      /* cleaned, case kept */
	bool setting;     /* behind `set` */
};

/* Say that no word is called so. */
void acct_unknown(struct acct_reading *reading);
/* Take the value of a word of the entity's own, of a setting that has a row. */
void acct_read_value(struct acct_reading *reading, const struct acct_word *row);
void acct_read_option(struct acct_reading *reading, const struct ft_attr *attr);

#endif
