#include "fview/load/lesson.h"

#include "common/lesson.h"
#include "fview/film.h"
#include "load/load.h"

void
fview_played_init(struct fview_played *played)
{
	*played = (struct fview_played){ 0 };
	ft_lesson_init(&played->source);
}

void
fview_played_free(struct fview_played *played)
{
	ft_lesson_free(&played->source);
	ft_free(played->note);
}

/* The film shows the level fairshares of a level in another order. */
static size_t
moment_of(const struct ft_lesson_note *note, const struct fview_film *film)
{
	if (note->at == FT_LESSON_NOWHERE || note->kind != FT_EVENT_LEVEL_FS ||
	    note->node == FT_NODE_NONE)
		return note->at;
	return (size_t)film->step[note->node].level + 1;
}

void
fview_played_place(struct fview_played *played, const struct fview_film *film)
{
	const struct ft_lesson *source = &played->source;
	struct fview_note *note;
	size_t n = 0;

	ft_free(played->note);
	note = played->note = ft_calloc(source->n_note + 1, sizeof *note);
	for (size_t i = 0; i < source->n_note; i++) {
		size_t at = moment_of(&source->note[i], film), k = n;

		if (at == FT_LESSON_NOWHERE)
			continue;
		for (; k > 0 && note[k - 1].at > at; k--)
			note[k] = note[k - 1];
		note[k] = (struct fview_note){ at, source->note[i].text };
		n++;
	}
	played->lesson =
	    (struct fview_lesson){ source->title, played->note, n };
}

void
fview_data_take(struct fview_data *data, struct ft_load *load)
{
	data->tree = load->tree;
	data->usage = load->usage;
	data->params = load->input.params;
	data->algo = load->algo;
	load->tree = NULL;
	load->usage = NULL;
}

static enum ft_status
load(struct fview_played *played, const struct ft_session *options,
    struct fview_data *data, struct ft_error *err)
{
	struct ft_lesson *source = &played->source;
	struct ft_event_sink sink = ft_lesson_sink(source);
	struct ft_load load FT_CLEANUP(ft_load_free) = { 0 };

	FT_TRY(ft_load_lesson(&load, source,
	    &(struct ft_load_rules){ options->algorithm, options->ties, &sink },
	    err));
	fview_data_take(data, &load);
	return FT_OK;
}

enum ft_status
fview_played_read(struct fview_played *played, const char *name,
    const struct ft_session *options, struct fview_data *data,
    struct ft_error *err)
{
	struct ft_lesson *source = &played->source;
	enum ft_status status;

	FT_TRY(ft_lesson_open(source, name, err));
	FT_TRY(load(played, options, data, err));
	status = ft_lesson_place(source, err);
	if (status != FT_OK && !options->algorithm && !options->ties)
		return status;
	data->names = source->names;
	data->cluster = source->cluster;
	source->names = (struct ft_names_set){ 0 };
	return FT_OK;
}
