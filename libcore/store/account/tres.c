/* tres.c - add the TRES of the site, which AccountingStorageTRES names. */

#include "store/internal.h"

#define FIRST_OF_SITE                                                          \
	1001 /* as in Slurm: smaller ids are those of its own TRES */

/* Add "gres/gpu" if it is missing; a word without "/" is a TRES of Slurm itself. */
static enum ft_status
add_one(struct ft_store *store, struct ft_word word, int64_t now,
    struct ft_error *err)
{
	struct ft_word after;
	char *type FT_CLEANUP(ft_free_at) = NULL,
		   *name FT_CLEANUP(ft_free_at) = NULL;
	enum ft_status status;
	int64_t last = 0, found = 0;

	if (!ft_word_split(&word, '/', &after) || !word.len || !after.len)
		return FT_OK;
	type = ft_strndup(word.at, word.len);
	name = ft_strndup(after.at, after.len);
	status = ft_store_int(store, &found, FT_STMT_HAS_TRES,
	    FT_ARGS(FT_ARG("type", type), FT_ARG("name", name)), err);
	if (!status && !found)
		status =
		    ft_store_int(store, &last, FT_STMT_LAST_TRES, NULL, err);
	if (!status && !found) {
		store->live_changed = true;
		status = ft_store_run(store, FT_STMT_ADD_TRES,
		    FT_ARGS(FT_ARG("id", (last < FIRST_OF_SITE ? FIRST_OF_SITE
							       : last + 1)),
			FT_ARG("type", type), FT_ARG("name", name),
			FT_ARG("now", now)),
		    err);
	}
	return status;
}

enum ft_status
ft_store_add_tres(
    struct ft_store *store, const char *list, int64_t now, struct ft_error *err)
{
	struct ft_word word;

	assert(store->depth);
	while (ft_word_next(&list, ",", &word))
		FT_TRY(add_one(store, word, now, err));
	return FT_OK;
}
