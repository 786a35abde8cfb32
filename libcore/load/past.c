/*
 * past.c - shares at one instant of the past after another, latest first.
 *
 * The tree and the settings come from a copy of the store that is rewound step by
 * step; usage comes from the store itself, whose marks, charges and eras have
 * their times.
 */
#include "load/past.h"

#include "store/journal/journal.h"

enum ft_status
ft_load_past_open(struct ft_load_past *past,
    const struct ft_load_source *source, const struct ft_load_past_rules *rules,
    struct ft_error *err)
{
	*past = (struct ft_load_past){
		.source = *source, .rules = *rules, .settings = source->conf
	};
	FT_TRY(ft_store_read_names(source->store, &past->names, err));
	if (rules->n > 1)
		FT_TRY(ft_load_fold_past(source, rules->at, rules->n, err));
	return ft_store_scratch(&past->copy, source->store, err);
}

void
ft_load_past_free(struct ft_load_past *past)
{
	ft_load_free(&past->load);
	ft_names_set_free(&past->names);
	ft_store_close(past->copy);
	if (past->rules.n > 1)
		ft_store_forget_past(past->source.store);
	if (past->own_conf)
		ft_conf_free(&past->conf);
	*past = (struct ft_load_past){ .copy = NULL };
}

static enum ft_status
read_settings(struct ft_load_past *past, struct ft_error *err)
{
	const char *release = past->rules.release;

	if (past->own_conf)
		ft_conf_free(&past->conf);
	ft_conf_init(&past->conf);
	past->own_conf = true;
	past->settings = &past->conf;
	FT_TRY(ft_load_conf(past->copy, true, &past->conf, err));
	return release ? ft_conf_set(&past->conf, FT_CONF_FAIRTREE_SLURM,
			     release, "release", err)
		       : FT_OK;
}

/* Additions that were undone have left no names in the source. */
static enum ft_status
read_names(struct ft_load_past *past, struct ft_error *err)
{
	struct ft_names_set names FT_CLEANUP(ft_names_set_free) = { 0 };

	FT_TRY(ft_store_read_names(past->copy, &names, err));
	ft_names_set_add(&past->names, &names);
	return FT_OK;
}

/* Read the tree of that time, and choose the algorithm. */
static enum ft_status
read_tree(struct ft_load_past *past, struct ft_error *err)
{
	struct ft_load_source source = past->source;

	source.store = past->copy;
	source.conf = past->settings;
	ft_load_free(&past->load);
	return ft_load_begin(&past->load, &source, &past->rules.load, err);
}

enum ft_status
ft_load_past_go(struct ft_load_past *past, int64_t at, struct ft_error *err)
{
	struct ft_load *load = &past->load;
	unsigned rewound;

	FT_TRY(ft_store_rewind(past->copy, at, &rewound, err));
	if (rewound & FT_REWOUND_SETTINGS && !past->rules.fixed)
		FT_TRY(read_settings(past, err));
	if (rewound & FT_REWOUND_TREE)
		FT_TRY(read_names(past, err));
	if (rewound || !load->tree)
		FT_TRY(read_tree(past, err));
	past->source.now = at;
	FT_TRY(ft_load_totals(load, &past->source, err));
	return ft_share_run(
	    load->algo, &load->input, &load->share, past->rules.load.sink, err);
}

enum ft_status
ft_load_past_limits(const struct ft_load_past *past, struct ft_limit **limit,
    size_t *n, struct ft_error *err)
{
	return ft_store_read_tres_mins(
	    past->copy, past->source.cluster, limit, n, err);
}

struct ft_load_source
ft_load_past_source(const struct ft_load_past *past, int64_t at)
{
	ft_store_lag(past->copy, at);
	return (struct ft_load_source){ .store = past->copy,
		.conf = past->settings,
		.cluster = past->source.cluster,
		.now = at };
}
