/* renew.c - the store has changed: new data replaces what is shown. */

#include "fview/internal.h"

void
fview_replace(struct fview *view, struct fview_data *data)
{
	struct fview_data *old = view->data, *what = view->what;
	const struct fview_data *shown = fview_shown(view);
	const struct fview_job *job = fview_queue_selected(view);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	view->data = data;
	view->what = NULL;
	fview_forget(view);
	fview_queue_keep(view, job);
	fview_carry_over(view, shown);
	fview_set_moved(view, old);
	ft_str_addf(&str, "the store has changed: %s", view->moves.data);
	fview_edits_prune(view, old);
	if (view->n_edit > 0)
		fview_edit_run(view);
	fview_notify(view, false, "%s", str.data);
	fview_data_free(what);
	fview_data_free(old);
}

void
fview_renew(struct fview *view, struct fview_data *data)
{
	if (!view->held) {
		fview_replace(view, data);
		return;
	}
	fview_data_free(view->waiting);
	view->waiting = data;
}

bool
fview_is_behind(const struct fview *view)
{
	return view->held && view->waiting;
}
