/*
 * private.h - one word being read (request.c), and its value (value.c).
 */
#ifndef FT_CMD_FACCTMGR_PARSE_PRIVATE_H
#define FT_CMD_FACCTMGR_PARSE_PRIVATE_H

#include "facctmgr/parse/parse.h"

/* One word being read. */
struct facctmgr_reading {
	struct facctmgr *acct;
	const struct facctmgr_grammar *grammar;
	struct facctmgr_request *request;
	const char *word; /* as it was given */
	size_t len;       /* of the name */
	char op;          /* '=', '+', '-'; 0: a bare word */
	const char *raw;  /* what follows the =, as it was given */
	char *value;      /* cleaned, case kept */
	char *list;       /* as a list of names, case kept */
	bool setting;     /* after `set` */
};

/* Complain that no word has this name. */
void facctmgr_unknown(struct facctmgr_reading *reading);
/* Read the value of a word of the entity, or of a setting of entity.def. */
void facctmgr_read_value(
    struct facctmgr_reading *reading, const struct facctmgr_word *row);
void facctmgr_read_option(
    struct facctmgr_reading *reading, const struct ft_attr *attr);

#endif
