/* history.c - curves are read when their page is opened. */
#include "fview/history.h"

#include "fview/internal.h"

void
fview_history_free(struct fview_history *history)
{
	if (!history)
		return;
	ft_free(history->at);
	ft_free(history->known);
	ft_free(history->cut);
	ft_free(history);
}

bool
fview_wants_history(const struct fview *view)
{
	return view->page == FVIEW_PAGE_HISTORY && !view->data->history;
}

const struct fview_data *
fview_stored(const struct fview *view)
{
	return view->data;
}

void
fview_set_history(struct fview *view, struct fview_history *history)
{
	fview_history_free(view->data->history);
	view->data->history = history;
}

void
fview_forgo_history(struct fview *view)
{
	view->page = FVIEW_PAGE_TREE;
}
