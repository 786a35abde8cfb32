/*
 * document.h - the records of a list in the shape of Slurm's data parsers:
 * sacctmgr --json, --yaml.
 */
#ifndef FT_CMD_FACCTMGR_LIST_DOCUMENT_H
#define FT_CMD_FACCTMGR_LIST_DOCUMENT_H

#include "facctmgr/list/list.h"

/* What an object of the document has; the columns read struct facctmgr_row. */
struct facctmgr_document {
	const char *rows; /* key of the list */
	const struct ft_column *member;
	size_t n;
};

/* Begin it; returns false if there is none: the exit status is in
 * list->request. */
bool facctmgr_document_open(struct facctmgr_list *list);
void facctmgr_document_row(
    struct facctmgr_list *list, const struct facctmgr_row *row);
/* End it, if it is open. */
void facctmgr_document_close(struct facctmgr_list *list);

#endif
