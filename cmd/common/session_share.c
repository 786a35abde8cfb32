#include <strings.h>

#include "base/mem.h"
#include "common/session.h"

/* PriorityFlags decide, as in Slurm; FairTreeLevelBased is ours. */
static const char *
algorithm_of(uint32_t flags)
{
	if (flags & (FT_PRIO_NO_FAIR_TREE | FT_PRIO_DEPTH_OBLIVIOUS))
		return "classic";
	if (flags & FT_PRIO_LEVEL_BASED)
		return "levelbased";
	return "fairtree";
}

const struct ft_algo *
ft_session_algorithm(
    const struct ft_session *session, const char *name, struct ft_error *err)
{
	const struct ft_algo *algo = ft_algo_find(
	    name ? name : algorithm_of(ft_conf_priority_flags(&session->conf)));

	if (!algo)
		ft_fail(err, FT_EINVAL,
		    "unknown algorithm '%s' (fairtree, classic or "
		    "levelbased)",
		    name);
	return algo;
}

static enum ft_status
set_ties(const struct ft_conf *conf, const char *ties,
    struct ft_share_params *params, struct ft_error *err)
{
	if (!ties)
		ties = ft_conf_text(conf, FT_CONF_FAIRTREE_TIES);
	if (strcasecmp(ties, "slurm") == 0)
		params->ties = FT_TIES_SLURM;
	else if (strcasecmp(ties, "documented") == 0)
		params->ties = FT_TIES_DOCUMENTED;
	else
		return ft_fail(err, FT_EINVAL,
		    "unknown rule for ties '%s' (documented or slurm)", ties);
	return FT_OK;
}

static enum ft_status
set_params(const struct ft_conf *conf, const char *ties,
    struct ft_share_params *params, struct ft_error *err)
{
	uint32_t flags = ft_conf_priority_flags(conf);

	params->dampening =
	    (uint32_t)ft_conf_number(conf, FT_CONF_FAIR_SHARE_DAMPENING_FACTOR);
	params->depth_oblivious = flags & FT_PRIO_DEPTH_OBLIVIOUS;
	params->levels =
	    (uint32_t)ft_conf_number(conf, FT_CONF_FAIRTREE_LEVELS);
	return set_ties(conf, ties, params, err);
}

enum ft_status
ft_session_share(struct ft_session *session, const char *algorithm,
    const char *ties, struct ft_event_sink *sink,
    struct ft_session_share *result, struct ft_error *err)
{
	struct ft_decay decay = ft_conf_decay(&session->conf);
	enum ft_status status;

	*result = (struct ft_session_share){ 0 };
	ft_share_init(&result->share);
	result->algo = ft_session_algorithm(session, algorithm, err);
	if (!result->algo)
		return FT_EINVAL;
	status = set_params(&session->conf, ties, &result->input.params, err);
	if (status == FT_OK)
		status = ft_store_read_tree(
		    session->store, session->cluster, &result->tree, err);
	if (status != FT_OK)
		return status;
	result->usage = ft_calloc(result->tree->n, sizeof *result->usage);
	status = ft_store_read_usage(session->store, session->cluster,
	    result->tree, &decay, session->now, result->usage, err);
	if (status != FT_OK)
		return status;
	ft_usage_roll_up(result->tree, result->usage);
	result->input.tree = result->tree;
	result->input.usage = result->usage;
	return ft_share_run(
	    result->algo, &result->input, &result->share, sink, err);
}

void
ft_session_share_free(struct ft_session_share *result)
{
	ft_share_free(&result->share);
	ft_tree_free(result->tree);
	ft_free(result->usage);
	*result = (struct ft_session_share){ 0 };
}
