/* shell.c - fcontrol without a verb: run one line of the input after the other. */
#include "fcontrol/fcontrol.h"
#include "files/pager.h"
#include "shell/plain.h"

static int
run_line(void *ctx, int argc, char **argv)
{
	return argc ? fcontrol_run_verb(ctx, argc, argv) : 0;
}

int
fcontrol_shell(struct fcontrol *control)
{
	ft_pager_stop();
	return ft_plain_run(&(struct ft_plain){
	    control->context, run_line, control, &control->leave });
}
