/*
 * change_private.h - one entry of the journal being told.
 */
#ifndef FT_STORE_JOURNAL_CHANGE_PRIVATE_H
#define FT_STORE_JOURNAL_CHANGE_PRIVATE_H

#include "store/journal/journal_internal.h"

/* What fails ends it: view.status. */
struct ft_change_walk {
	struct ft_journal_view view;
	uint32_t id;
	struct ft_arena scratch; /* of one row */
	ft_change_fn *fn;
	void *ctx;
	struct ft_change change; /* of what is being told */
};

/* A row before and after the entry. */
struct ft_images {
	struct ft_image before, after;
};

/* Hand a change of a field to the caller. */
void ft_change_report(struct ft_change_walk *walk, const char *field,
    const char *before, const char *after);

/* journal/change_field.c: tell which fields of a row are others.  The subject is
 * set. */
void ft_change_fields(struct ft_change_walk *walk, enum ft_log what,
    const struct ft_images *images);
/* Whether both are NULL, or the same. */
bool ft_change_same(const char *a, const char *b);

/* journal/change_list.c: tell what became of LIST.  The subject is set; BEFORE is
 * its image, or NULL. */
void ft_change_items(struct ft_change_walk *walk, const struct ft_thing *list,
    const char *before);

#endif
