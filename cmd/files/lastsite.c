#include "files/lastsite.h"

#include <stdlib.h>

#include "base/text/text.h"

static bool
is_named(const char *path)
{
	return path && *path == '/' &&
	       !ft_text_unsafe(path, strlen(path), FT_TEXT_WORD);
}

/* The setting of the cluster: "INSTANT PATH". */
static void
add_key(const char *cluster, struct ft_str *key)
{
	ft_str_addf(key, "LastSite.%s", cluster);
}

enum ft_status
ft_lastsite_put(struct ft_store *store, const char *cluster, const char *path,
    int64_t instant, struct ft_error *err)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 };
	char *real = realpath(path, NULL);

	add_key(cluster, &key);
	if (is_named(real))
		ft_str_addf(&value, "%" PRId64 " %s", instant, real);
	free(real);
	return ft_store_put_setting(store, ft_str_text(&key),
	    value.len ? ft_str_text(&value) : NULL, err);
}

enum ft_status
ft_lastsite_get(struct ft_store *store, const char *cluster, char **path,
    int64_t *instant, struct ft_error *err)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	char *value FT_CLEANUP(ft_free_at) = NULL;
	enum ft_status status;
	char *blank;

	add_key(cluster, &key);
	status = ft_store_read_setting(store, ft_str_text(&key), &value, err);
	if (status != FT_OK && status != FT_ENOENT)
		return status;
	blank = value ? strchr(value, ' ') : NULL;
	if (blank)
		*blank = '\0';
	/* whoever made the store may have written anything */
	if (!blank || !ft_num_i64(value, instant) || !is_named(blank + 1))
		return ft_fail(err, FT_ENOENT,
		    "no site was imported into this store: name its folder "
		    "(fshare verify DIR)");
	*path = ft_strdup(blank + 1);
	return FT_OK;
}
