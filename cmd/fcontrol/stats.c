/* stats.c - fcontrol stats: the counters of the controller, as fdiag shows them. */
#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"
#include "fdiag/fdiag.h"

static int
reset(struct fcontrol *control)
{
	struct ft_error err = { 0 };

	if (!fcontrol_start(control, FT_RIGHT_COUNTERS, NULL))
		return 1;
	ft_tally_reset(&control->world.tally, control->world.now);
	if (fcontrol_commit(control, &err) != FT_OK)
		return fcontrol_fail(control, &err);
	return 0;
}

int
fcontrol_stats(struct fcontrol *control, int argc, char **argv)
{
	const struct fdiag_form form = { control->format, control->prometheus };
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(control->context->out);

	if (argc > 0 && strcmp(argv[0], "reset") != 0)
		return ft_cmd_misuse(
		    control->context, "stats: want reset, not '%s'", argv[0]);
	if (argc > 0)
		return reset(control);
	if (fcontrol_has_columns(control))
		return ft_cmd_error(control->context,
		    "stats is text, JSON, YAML or samples: it is no table");
	if (!fcontrol_load(control))
		return 1;
	fdiag_print(&control->world, &form, &out);
	return 0;
}
