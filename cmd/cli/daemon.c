#include "cli/daemon.h"

/* sacctmgr and sacct also print the name of Slurm's function. */
static void
print_database_down(
    const struct ft_context *context, const struct ft_conf *conf)
{
	ft_cmd_error(context,
	    "%s: failed to open persistent connection to host:%s:%lld: "
	    "Connection refused",
	    ft_release_has(context->release, FT_RULE_DBD_AWAY)
		? "_open_persist_conn"
		: "slurm_persist_conn_open_without_init",
	    ft_conf_text(conf, FT_CONF_ACCOUNTING_STORAGE_HOST),
	    (long long)ft_conf_number(conf, FT_CONF_ACCOUNTING_STORAGE_PORT));
	ft_cmd_error(context, "Sending PersistInit msg: Connection refused");
}

enum ft_status
ft_daemon_down(const struct ft_context *context, const struct ft_conf *conf,
    const char *call, struct ft_error *err)
{
	const char *begin = call ? call : context->cmd->down_call;

	if (*begin)
		fprintf(context->err, "%s: %s\n", begin, FT_DAEMON_DOWN);
	else if (!call)
		print_database_down(context, conf);
	err->text[0] = '\0';
	return err->status = FT_EABSENT;
}
