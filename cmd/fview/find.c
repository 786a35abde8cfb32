/* find.c - nodes by name. */

#include "cli/spelling.h"
#include "fview/internal.h"

bool
fview_holds(const char *name, const struct ft_str *word)
{
	for (; name && *name; name++) {
		if (strncasecmp(name, word->data, word->len) == 0)
			return true;
	}
	return false;
}

bool
fview_matches(const struct fview *view, uint32_t node)
{
	return fview_holds(fview_name(fview_shown(view), node), &view->pattern);
}

uint32_t
fview_find_name(const struct fview *view, const char *name)
{
	const struct fview_data *data = fview_shown(view);
	const char *at = strrchr(name, '@');
	size_t len = at ? (size_t)(at - name) : strlen(name);
	uint32_t found = FT_NODE_NONE;

	for (uint32_t i = 0; i < data->tree->n; i++) {
		bool user = ft_tree_is_user(data->tree, i);
		const char *own = fview_name(data, i), *account;

		if (strlen(own) != len || strncasecmp(own, name, len) != 0)
			continue;
		if (at) {
			account =
			    user ? ft_tree_account(data->tree, &data->names, i)
				 : NULL;
			if (!account || strcasecmp(account, at + 1) != 0)
				continue;
		}
		/* users are meant rather than accounts of the same name; of
		 * several associations the one with the best place, as fwhy
		 * does */
		if (found == FT_NODE_NONE ||
		    (user &&
			(!ft_tree_is_user(data->tree, found) ||
			    data->film->place[i] < data->film->place[found])))
			found = i;
	}
	return found;
}

const char *
fview_near_name(const struct fview *view, const char *name)
{
	const struct fview_data *data = fview_shown(view);
	struct ft_spelling near = { .word = name };

	for (uint32_t i = 0; i < data->tree->n; i++)
		ft_spelling_offer(&near, fview_name(data, i));
	return near.best;
}
