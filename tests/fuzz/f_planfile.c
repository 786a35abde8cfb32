/* Saved plans: what was read can be written and is then read the same. */
#include "fuzz/fuzz.h"
#include "io/site/planfile.h"
#include "io/text/jsonfile.h"

static bool
same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static void
must_equal(const struct ft_planfile *a, const struct ft_planfile *b)
{
	must(same(a->source, b->source), "the same source");
	must(same(a->cluster, b->cluster), "the same cluster");
	must(a->base.change == b->base.change && a->base.time == b->base.time &&
		 same(a->base.actor, b->base.actor) &&
		 same(a->base.command, b->base.command),
	    "the same base");
	must(same(a->options.scope, b->options.scope) &&
		 a->options.prune == b->options.prune &&
		 a->options.exact == b->options.exact &&
		 a->options.skip_blocked == b->options.skip_blocked &&
		 a->options.allow_large == b->options.allow_large &&
		 a->options.max_deletes == b->options.max_deletes &&
		 a->options.max_losers == b->options.max_losers,
	    "the same options");
	must(same(a->desired, b->desired), "the same wish");
	must(a->n_step == b->n_step, "as many steps");
	for (size_t i = 0; i < a->n_step; i++) {
		const struct ft_planfile_step *x = &a->step[i];
		const struct ft_planfile_step *y = &b->step[i];

		must(same(x->op, y->op) && same(x->entity, y->entity) &&
			 same(x->path, y->path) && same(x->line, y->line),
		    "the same step");
		must(x->n_field == y->n_field, "as many fields");
		for (size_t k = 0; k < x->n_field; k++)
			must(same(x->field[k].name, y->field[k].name) &&
				 same(x->field[k].old, y->field[k].old) &&
				 same(x->field[k].new, y->field[k].new),
			    "the same field");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_planfile plan, again;
	struct ft_error err = { 0 };
	struct ft_str str = { 0 };

	ft_planfile_init(&plan);
	if (ft_planfile_parse(&plan, "fuzz", (const char *)data, size, &err) !=
	    FT_OK) {
		must_have_place(err.text);
		ft_planfile_free(&plan);
		return 0;
	}
	must(ft_jsonfile_is((const char *)data, size), "known as a plan");
	must(ft_planfile_write(&plan, &str, &err) == FT_OK,
	    "what was read can be written");
	ft_planfile_init(&again);
	must(ft_planfile_parse(&again, "again", str.data, str.len, &err) ==
		 FT_OK,
	    "what was written can be read");
	must_equal(&plan, &again);
	ft_planfile_free(&plan);
	ft_planfile_free(&again);
	ft_str_free(&str);
	return 0;
}
