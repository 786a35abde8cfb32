#include "fview/load/loader_history.h"

#include "load/past.h"

/* Instants of small trees, and of the largest; in between, so many that each
 * takes its part of the work. */
#define MOST  160
#define LEAST 24
#define WORK  2000000 /* nodes of all instants */

_Static_assert(FVIEW_HALVES == FT_HALVES, "all half-lives");

static size_t
instants_of(const struct ft_tree *tree)
{
	size_t n = WORK / tree->n;

	return n > MOST ? MOST : n < LEAST ? LEAST : n;
}

/* Note what is known of the nodes at instant I. */
static void
keep(struct fview_history *history, size_t i, const struct ft_load *load,
    const struct ft_tree *tree)
{
	uint32_t *node FT_CLEANUP(ft_free_at) = ft_tree_match(load->tree, tree);
	struct fview_known *known = &history->known[i * history->nodes];

	for (uint32_t k = 0; k < load->tree->n; k++) {
		struct ft_share_values values;

		if (node[k] == FT_NODE_NONE)
			continue;
		ft_share_values_of(&load->input, &load->share, k, &values);
		known[node[k]] =
		    (struct fview_known){ .usage = (float)load->raw[k],
			    .effective = (float)values.effective_usage,
			    .factor = values.has_factor ? (float)values.factor
							: NAN };
	}
}

static void
keep_cuts(struct fview_history *history, const struct ft_instants *instants,
    const struct ft_tree *tree)
{
	const struct ft_usage_breaks *breaks = &instants->breaks;
	uint32_t *owner FT_CLEANUP(ft_free_at) =
	    ft_instants_owners(instants, tree);

	history->cut = ft_calloc(breaks->n + 1, sizeof *history->cut);
	for (size_t i = 0; i < breaks->n; i++)
		if (!breaks->item[i].assoc || owner[i] != FT_NODE_NONE)
			history->cut[history->n_cut++] =
			    (struct fview_cut){ breaks->item[i].at, owner[i] };
}

/* Make room for INSTANTS, and take what is known of them without usage. */
static struct fview_history *
begin(const struct ft_instants *instants, const struct ft_tree *tree)
{
	struct fview_history *history = ft_calloc(1, sizeof *history);
	size_t n = instants->n * tree->n;

	history->from = instants->span.from;
	history->until = instants->span.until;
	history->n = instants->n;
	history->nodes = tree->n;
	history->at = ft_calloc(instants->n + 1, sizeof *history->at);
	memcpy(history->at, instants->at, instants->n * sizeof *history->at);
	history->known = ft_calloc(n + 1, sizeof *history->known);
	for (size_t i = 0; i < n; i++)
		history->known[i] = (struct fview_known){ NAN, NAN, NAN };
	history->n_half = instants->n_half;
	memcpy(history->half, instants->half, sizeof history->half);
	keep_cuts(history, instants, tree);
	return history;
}

static enum ft_status
read_all(struct fview_history *history, struct ft_load_past *past,
    const struct ft_tree *tree, struct ft_error *err)
{
	for (size_t i = history->n; i > 0 && i--;) {
		FT_TRY(ft_load_past_go(past, history->at[i], err));
		keep(history, i, &past->load, tree);
	}
	return FT_OK;
}

/* A state that is held may be earlier than the session. */
static struct ft_load_source
source_of(const struct ft_session *session, const struct fview_data *data)
{
	struct ft_load_source source = ft_session_source(session);

	source.now = data->now;
	return source;
}

static enum ft_status
read_past(const struct ft_session *session, struct fview_history *history,
    const struct fview_data *data, struct ft_error *err)
{
	const struct ft_load_source source = source_of(session, data);
	const struct ft_load_past_rules rules = {
		.load = { .algorithm = session->algorithm,
		    .ties = session->ties },
		.fixed = session->conf_named,
		.release = ft_cmd_variable("FAIRTREE_SLURM"),
		.at = history->at,
		.n = history->n,
	};
	struct ft_load_past past;
	enum ft_status status = ft_load_past_open(&past, &source, &rules, err);

	if (status == FT_OK)
		status = read_all(history, &past, data->tree, err);
	ft_load_past_free(&past);
	return status;
}

enum ft_status
fview_history_read(struct ft_session *session, const struct fview_data *data,
    struct fview_history **history, struct ft_error *err)
{
	const struct ft_load_source source = source_of(session, data);
	struct ft_instants instants FT_CLEANUP(ft_instants_free) = { 0 };
	struct fview_history *made;
	enum ft_status status;

	FT_TRY(ft_instants_choose(&instants, &source,
	    &(struct ft_instants_request){ .most = instants_of(data->tree) },
	    err));
	made = begin(&instants, data->tree);
	status = read_past(session, made, data, err);
	if (status == FT_OK)
		*history = made;
	else
		fview_history_free(made);
	return status;
}
