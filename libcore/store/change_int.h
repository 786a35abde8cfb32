/*
 * change_int.h - one entry of the journal being told.
 */
#ifndef FT_STORE_CHANGE_INT_H
#define FT_STORE_CHANGE_INT_H

#include "store/journal_int.h"

struct ft_telling {
	struct ft_store *store;
	struct ft_log_words words;
	uint32_t id;
	struct ft_arena scratch; /* of one row */
	ft_change_fn *fn;
	void *ctx;
	struct ft_change change; /* of what is being told */
};

/* Hand a change of a field to the caller. */
enum ft_status ft_change_tell(struct ft_telling *telling, const char *field,
    const char *before, const char *after, struct ft_error *err);
/* Append the name of the row whose id is VALUE, nothing for NULL. */
enum ft_status ft_change_name(struct ft_telling *telling, enum ft_log what,
    const char *value, struct ft_str *str, struct ft_error *err);

/* Returns the text of STR as a string of the row; STR is empty afterwards. */
const char *ft_change_keep(struct ft_telling *telling, struct ft_str *str);

/* store_change_field.c: tell which fields of a row are others.  The subject is
 * set. */
enum ft_status ft_change_fields(struct ft_telling *telling, enum ft_log what,
    const struct ft_image *before, const struct ft_image *after,
    struct ft_error *err);
/* Whether both are NULL, or the same. */
bool ft_change_same(const char *a, const char *b);

/* store_change_list.c: tell what became of a list of OWNER.  The subject is
 * set; BEFORE is its image, or NULL. */
enum ft_status ft_change_items(struct ft_telling *telling, enum ft_log what,
    uint32_t owner, const char *before, struct ft_error *err);

#endif
