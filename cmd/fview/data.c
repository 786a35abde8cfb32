/* data.c - the tree and numbers that the viewer shows, and the film made of them. */

#include "fview/film.h"
#include "fview/history.h"
#include "fview/queue.h"

static struct ft_share_input
input_of(const struct fview_data *data)
{
	return (struct ft_share_input){
		.tree = data->tree, .usage = data->usage, .params = data->params
	};
}

enum ft_status
fview_data_record(struct fview_data *data, struct ft_error *err)
{
	struct ft_share_input input = input_of(data);
	struct ft_event_sink sink;

	fview_film_free(data->film);
	data->film = fview_film_new(data->tree);
	sink = fview_film_sink(data->film);
	FT_TRY(ft_share_run(data->algo, &input, &data->share, &sink, err));
	if (data->film->n == 0)
		fview_film_stepless(data->film, data->tree, &data->share);
	fview_film_finish(data->film, data->tree, &data->names);
	return FT_OK;
}

const struct ft_tie_rules *
fview_data_rules(const struct fview_data *data)
{
	struct ft_share_input input = input_of(data);
	struct fview_film *film = data->film;
	struct ft_error err = { 0 };

	if (film->n_account_ties && !film->ruled) {
		film->ruled = true;
		/* what could be wrong with the input would have ended the run
		 * over it that was recorded */
		(void)ft_tie_rules_run(&film->rules, &input, &data->share,
		    &data->names.account, &err);
	}
	return &film->rules;
}

void
fview_data_free(struct fview_data *data)
{
	if (!data)
		return;
	fview_film_free(data->film);
	fview_queue_free(data->queue);
	fview_history_free(data->history);
	ft_share_free(&data->share);
	ft_free(data->usage);
	ft_names_set_free(&data->names);
	ft_tree_free(data->tree);
	ft_free(data);
}
