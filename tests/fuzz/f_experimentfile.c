/* Experiments: what is read can be carried out. */
#include "fuzz/fuzz.h"
#include "io/synthetic/experimentfile.h"

static void
check_step(const struct ft_experiment_flow *flow, size_t index)
{
	const struct ft_experiment_step *step = &flow->step[index];

	must(*step->name && step->count, "a name and a count");
	must(step->who.account && (!step->who.n || !*step->who.account),
	    "users or an account");
	for (size_t i = 0; i < step->n_after; i++)
		must(step->after[i].step < index, "waits for what is above");
	for (size_t i = 0; i < FT_EXPERIMENT_WORDS; i++)
		must(step->word[i] != NULL, "words");
	for (size_t i = 0; i < FT_EXPERIMENT_NUMBERS; i++)
		must(!step->number[i] || (step->number[i]->low >=
						 ft_experiment_numbers[i].low &&
					     step->number[i]->high <=
						 ft_experiment_numbers[i].high),
		    "numbers within their bounds");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_experiment experiment;
	struct ft_error err = { 0 };

	ft_experiment_init(&experiment);
	if (ft_experiment_parse(
		&experiment, "fuzz", (const char *)data, size, &err) != FT_OK) {
		must_have_place(err.text);
		ft_experiment_free(&experiment);
		return 0;
	}
	must(experiment.n_flow > 0, "something to do");
	for (size_t i = 0; i < experiment.n_flow; i++) {
		const struct ft_experiment_flow *flow = &experiment.flow[i];

		must(flow->n_step > 0, "steps");
		must(flow->count || experiment.duration, "an end");
		must(!flow->who.n || flow->who.part[flow->who.n - 1] == 1000000,
		    "parts of users add up");
		for (size_t k = 0; k < flow->n_step; k++)
			check_step(flow, k);
	}
	ft_experiment_free(&experiment);
	return 0;
}
