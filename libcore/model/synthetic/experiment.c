#include "model/synthetic/experiment.h"

const struct ft_experiment_info ft_experiment_numbers[] = {
#define FT_EXPERIMENT_NUMBER(id, name, unit, low, high, sentence)              \
	{ name, sentence, unit, low, high },
#include "model/synthetic/experiment.def"
};

const struct ft_experiment_info ft_experiment_words[] = {
#define FT_EXPERIMENT_WORD(id, name, sentence)                                 \
	{ name, sentence, FT_DIST_COUNT, 0, 0 },
#include "model/synthetic/experiment.def"
};

void
ft_experiment_init(struct ft_experiment *experiment)
{
	*experiment = (struct ft_experiment){ .file = "", .seed = 1 };
}

void
ft_experiment_free(struct ft_experiment *experiment)
{
	for (size_t i = 0; i < experiment->n_flow; i++) {
		struct ft_experiment_flow *flow = &experiment->flow[i];

		for (size_t k = 0; k < flow->n_step; k++)
			ft_free(flow->step[k].after);
		ft_free(flow->step);
	}
	ft_free(experiment->flow);
	ft_arena_clear(&experiment->arena);
	ft_experiment_init(experiment);
}
