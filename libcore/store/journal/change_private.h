/*
 * change_private.h - reporting what one entry of the journal changed.
 */
#ifndef FT_STORE_JOURNAL_CHANGE_PRIVATE_H
#define FT_STORE_JOURNAL_CHANGE_PRIVATE_H

#include "store/journal/journal_internal.h"

/* Reports the changes of entry ID; a failure, in view.status, ends it. */
struct ft_change_walk {
	struct ft_journal_view view;
	uint32_t id;
	struct ft_arena scratch; /* of one row */
	ft_change_fn *fn;
	void *ctx;
	struct ft_change change; /* the one being filled in */
};

/* A row before and after the entry. */
struct ft_both {
	struct ft_image before, after;
};

/* Report that FIELD of the subject changed. */
void ft_change_report(struct ft_change_walk *walk, const char *field,
    const char *before, const char *after);

/* change_field.c: report the fields of a row that changed; the subject is set. */
void ft_change_fields(struct ft_change_walk *walk, enum ft_log what,
    const struct ft_both *images);
/* Returns whether both are NULL or equal. */
bool ft_change_same(const char *a, const char *b);

/* change_list.c: report how LIST changed; the subject is set.  BEFORE: its image,
 * NULL: it was empty. */
void ft_change_items(struct ft_change_walk *walk, const struct ft_thing *list,
    const char *before);

#endif
