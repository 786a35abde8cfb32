#include "model/research/figures.h"

void
ft_figures_free(struct ft_figures *figures)
{
	ft_map_clear(&figures->index);
	ft_map_clear(&figures->samples);
	ft_free(figures->item);
	ft_free(figures->sample);
	ft_arena_clear(&figures->arena);
	*figures = (struct ft_figures){ 0 };
}

/* Keys begin with the lengths, so that different names give different keys. */
static void
key_of(struct ft_str *key, const char *table, const char *sample,
    const char *column)
{
	ft_str_addf(key, "%zu\n%zu\n%s\n%s\n%s", strlen(table), strlen(sample),
	    table, sample, column);
}

bool
ft_figures_add(struct ft_figures *figures, const char *table,
    const char *sample, const char *column, int64_t hundredths)
{
	struct ft_arena *arena = &figures->arena;
	struct ft_str key = { 0 };
	bool fresh;

	key_of(&key, table, sample, column);
	fresh = !ft_map_get(&figures->index, ft_str_text(&key), NULL);
	if (fresh) {
		ft_map_put(&figures->index, ft_str_text(&key), figures->n);
		*ft_vec_add(figures->item, figures->n, figures->cap) =
		    (struct ft_figure){
			    .table = ft_arena_strdup(arena, table),
			    .sample = ft_arena_strdup(arena, sample),
			    .column = ft_arena_strdup(arena, column),
			    .hundredths = hundredths,
		    };
	}
	ft_str_free(&key);
	if (fresh && ft_map_put(&figures->samples, sample, 0)) {
		*ft_vec_add(figures->sample, figures->n_sample,
		    figures->cap_sample) = figures->item[figures->n - 1].sample;
	}
	return fresh;
}

bool
ft_figures_get(const struct ft_figures *figures, const char *table,
    const char *sample, const char *column, int64_t *hundredths)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t at = 0;
	bool found;

	key_of(&key, table, sample, column);
	found = ft_map_get(&figures->index, ft_str_text(&key), &at);
	if (found)
		*hundredths = figures->item[at].hundredths;
	return found;
}
