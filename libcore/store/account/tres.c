/* tres.c - add the TRES of the site, which AccountingStorageTRES names. */

#include "store/internal.h"

#define FIRST_OF_SITE                                                          \
	1001 /* as in Slurm: smaller ids are those of its own TRES */

/* Add "gres/gpu" if it is missing; a word without "/" is a TRES of Slurm itself. */
static enum ft_status
add_one(struct ft_store *store, const char *word, size_t len, int64_t now,
    struct ft_error *err)
{
	const char *slash = memchr(word, '/', len);
	char *type FT_CLEANUP(ft_free_at) = NULL,
		   *name FT_CLEANUP(ft_free_at) = NULL;
	enum ft_status status;
	int64_t last = 0, found = 0;

	if (!slash || slash == word || slash + 1 == word + len)
		return FT_OK;
	type = ft_strndup(word, (size_t)(slash - word));
	name = ft_strndup(slash + 1, len - (size_t)(slash + 1 - word));
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
	enum ft_status status = FT_OK;

	assert(store->depth);
	while (*list && !status) {
		size_t len = strcspn(list, ",");

		status = add_one(store, list, len, now, err);
		list += len + (list[len] == ',');
	}
	return status;
}
