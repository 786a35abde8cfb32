/* acctline.c - a context and a session for the door of what-if. */
#include "lib/acctline.h"

#include <stdio.h>

#include "facctmgr/line.h"
#include "tap/tap.h"

int
acctline_run(struct ft_store *store, const char *line, bool slurm, bool show)
{
	FILE *nothing = fopen("/dev/null", "w");
	struct ft_context context = { .program =
					  slurm ? "sacctmgr" : "facctmgr",
		.slurm = slurm,
		.release = slurm ? FT_RELEASE_22_05 : FT_RELEASE_ANY,
		.in = stdin,
		.out = nothing,
		.err = show ? stderr : nothing };
	struct ft_session session = { .store = store,
		.path = (char[]){ ":memory:" },
		.cluster = 1,
		.cluster_name = "cluster",
		.user = (char[]){ "root" },
		.root = true,
		.command = (char[]){ "test" } };
	int status;

	if (nothing == NULL)
		bail("/dev/null");
	ft_conf_init(&session.conf);
	status = facctmgr_apply_line(&context, &session, line);
	ft_conf_free(&session.conf);
	fclose(nothing);
	return status;
}
