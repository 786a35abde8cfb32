/* Decay as the settings define it: half-life, resets, eras. */
#include "model/conf/conf.h"

enum ft_reset_period
ft_conf_reset_period(const struct ft_conf *conf)
{
	return (enum ft_reset_period)ft_conf_number(
	    conf, FT_CONF_PRIORITY_USAGE_RESET_PERIOD);
}

struct ft_decay
ft_conf_decay(const struct ft_conf *conf)
{
	return (struct ft_decay){
		.kind = ft_conf_number(conf, FT_CONF_FAIRTREE_DECAY)
			    ? FT_DECAY_EXACT
			    : FT_DECAY_SLURM,
		.half_life =
		    ft_conf_number(conf, FT_CONF_PRIORITY_DECAY_HALF_LIFE),
	};
}

struct ft_era
ft_conf_era(const struct ft_conf *conf)
{
	return (struct ft_era){
		.decay = ft_conf_decay(conf),
		.period = ft_conf_number(conf, FT_CONF_PRIORITY_CALC_PERIOD),
		.kept = "",
	};
}

struct ft_era *
ft_conf_eras(
    const struct ft_conf *conf, uint32_t cluster, int64_t decayed, size_t *n)
{
	struct ft_era *era = ft_calloc(conf->n_era + 1, sizeof *era);

	*n = 0;
	for (size_t i = 0; i < conf->n_era; i++)
		if (conf->era[i].cluster == cluster)
			era[(*n)++] = conf->era[i];
	era[*n] = ft_conf_era(conf);
	era[*n].cluster = cluster;
	era[(*n)++].ends = decayed;
	return era;
}
