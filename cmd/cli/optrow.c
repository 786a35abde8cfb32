/* optrow.c - which options a command knows under the name it was called by. */

#include "cli/opt.h"
#include "files/pager.h"

static enum ft_status
stop_pager(const struct ft_opt_use *use)
{
	(void)use;
	ft_pager_stop();
	return FT_OK;
}

const struct ft_option ft_opt_standard[] = {
	{ 0, "help", NULL, "print this help and exit", .kind = FT_OPT_HELP },
	{ 'h', NULL, NULL, "print this help and exit",
	    FT_OPT_HIDDEN | FT_OPT_OURS, .kind = FT_OPT_HELP },
	{ 0, "usage", NULL, "print the help and exit", FT_OPT_HIDDEN,
	    .kind = FT_OPT_HELP },
	{ 0, "no-pager", NULL, "do not use a pager, however long the output",
	    FT_OPT_OURS, FT_INTO_CALL(stop_pager) },
	{ 'V', "version", NULL, "print the version and exit",
	    .kind = FT_OPT_VERSION },
	{ 0 },
};

bool
ft_opt_known(const struct ft_context *context, const struct ft_option *row)
{
	return !(row->flags & (context->slurm ? FT_OPT_OURS : FT_OPT_SLURM)) &&
	       ft_release_within(context->release, row->since, row->until);
}
