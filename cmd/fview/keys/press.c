/* press.c - a key that is pressed: typed text, an edit, or a request. */

#include "fview/internal.h"

/* Terminals send some keys as control characters. */
static uint32_t
usual_key(uint32_t key)
{
	static const struct {
		uint32_t sent, key;
	} usual[] = {
		{ 8, FVIEW_KEY_BACKSPACE },
		{ 9, FVIEW_KEY_TAB },
		{ 10, FVIEW_KEY_ENTER },
		{ 13, FVIEW_KEY_ENTER },
		{ 27, FVIEW_KEY_ESCAPE },
		{ 127, FVIEW_KEY_BACKSPACE },
	};

	for (size_t i = 0; i < FT_COUNT(usual); i++)
		if (usual[i].sent == key)
			return usual[i].key;
	return key;
}

static void
press(struct fview *view, uint32_t key)
{
	enum fview_request request = fview_key_request(key);

	if (request != FVIEW_REQUEST_COUNT)
		fview_do(view, request);
}

enum fview_app_action
fview_press(struct fview *view, uint32_t key, int rows, int cols)
{
	key = usual_key(key);
	view->app_action = FVIEW_APP_NONE;
	view->rows = rows;
	view->cols = cols;
	ft_str_clear(&view->message);
	ft_str_clear(&view->argument);
	view->key = key;
	if (view->ask != FVIEW_ASK_NOTHING)
		fview_type(view, key);
	else if (view->side != FVIEW_SIDE_EDIT ||
		 view->page != FVIEW_PAGE_TREE || !fview_edit_key(view, key))
		press(view, key);
	return view->app_action;
}
