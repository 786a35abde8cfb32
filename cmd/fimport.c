/*
 * fimport: bring in what a real cluster has: its settings, its tree, its
 * usage.  There is no command like it in Slurm.
 */
#include <stdio.h>
#include <string.h>

#include "common/opt.h"
#include "import/import.h"

enum import_key { KEY_CLUSTER = 1, KEY_AT };

static const struct ft_option options[] = {
	{ 'M', "cluster", "NAME", KEY_CLUSTER, 0, FT_COMPLETE_CLUSTER,
	    "with dump: load into this cluster, whichever the file names" },
	{ 0, "at", "TIME", KEY_AT, 0, FT_COMPLETE_NONE,
	    "with usage: it is that of this time, to which the store's clock "
	    "is set" },
	FT_SESSION_OPTIONS,
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

static const struct ft_operand operands[] = {
	{ "conf FILE",
	    "check a slurm.conf with all files it includes, and keep a copy in "
	    "the store",
	    FT_COMPLETE_FILE },
	{ "dump FILE",
	    "load the accounts, users and limits of a file that sacctmgr dump "
	    "wrote",
	    FT_COMPLETE_FILE },
	{ "sshare FILE",
	    "make the tree, shares and usage of a table that sshare -a -l -P "
	    "printed, in place of the cluster's own",
	    FT_COMPLETE_FILE },
	{ "usage FILE",
	    "set the usage of associations from lines: account, user (- for "
	    "the account itself, user@partition), raw usage, and maybe TRES",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fimport conf /etc/slurm/slurm.conf", "settings of a real cluster" },
	{ "sshare -a -l -P | fimport sshare -",
	    "everybody's shares and usage, from where they are now" },
	{ "fimport dump cluster.cfg", "what sacctmgr dump wrote" },
	{ "fimport usage usage.txt", "usage, six decimals kept" },
	{ NULL, NULL },
};

static const struct {
	const char *name;
	import_fn *run;
} verbs[] = {
	{ "conf", import_conf },
	{ "dump", import_dump },
	{ "sshare", import_sshare },
	{ "usage", import_usage },
};

void
import_count(struct import *import, size_t n, const char *word)
{
	ft_str_addf(&import->answer, "%zu %s%s", n, word, n == 1 ? "" : "s");
}

void
import_add_lower(struct ft_str *str, const char *name)
{
	for (; *name; name++)
		ft_str_add_char(str, *name >= 'A' && *name <= 'Z'
					 ? (char)(*name - 'A' + 'a')
					 : *name);
}

enum ft_status
import_end(struct import *import, enum ft_status status, struct ft_error *err)
{
	if (status == FT_OK)
		return ft_store_commit(import->session.store, NULL, err);
	ft_store_rollback(import->session.store);
	return status;
}

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct import *import = ctx;

	if (key == KEY_AT) {
		import->at = arg;
		return FT_OK;
	}
	if (key != KEY_CLUSTER)
		return ft_session_option(&import->session, key, arg, err);
	if (!*arg)
		return ft_fail(err, FT_EINVAL, "empty --cluster");
	import->cluster = arg;
	return FT_OK;
}

static int
import_file(void *ctx, int argc, char **argv)
{
	struct import *import = ctx;
	const struct ft_context *context = import->context;
	struct ft_error err = { 0 };
	enum ft_status status;
	size_t i;

	(void)argc;
	if (!argv[0])
		return ft_cmd_misuse(
		    context, "say what to import: conf, dump, sshare, usage");
	for (i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (!strcmp(argv[0], verbs[i].name))
			break;
	if (i == sizeof verbs / sizeof *verbs)
		return ft_cmd_misuse(
		    context, "not something to import: '%s'", argv[0]);
	if (!argv[1])
		return ft_cmd_misuse(context, "no file after '%s'", argv[0]);
	if (argv[2])
		return ft_cmd_misuse(
		    context, "one file at a time, not also '%s'", argv[2]);
	if (import->cluster && verbs[i].run != import_dump)
		return ft_cmd_misuse(
		    context, "--cluster is for dump, not for '%s'", argv[0]);
	if (import->at && verbs[i].run != import_usage)
		return ft_cmd_misuse(
		    context, "--at is for usage, not for '%s'", argv[0]);
	import->file = argv[1];
	status = ft_session_read_file(import->file, &import->text, &err);
	if (status == FT_OK)
		status = verbs[i].run(import, &err);
	if (status != FT_OK)
		return ft_cmd_fail_file(context, &err);
	fputs(ft_str_text(&import->answer), import->context->out);
	return 0;
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct import import = { .context = context };
	int status;

	ft_session_init(&import.session);
	status = ft_opt_run(context, argc, argv, set, import_file, &import);
	ft_session_close(&import.session);
	ft_str_free(&import.text);
	ft_str_free(&import.answer);
	return status;
}

const struct ft_cmd ft_cmd_fimport = {
	.name = "fimport",
	.slurm_name = "",
	.summary = "bring in settings, accounts, shares and usage of a cluster",
	.synopsis = "[options] conf|dump|sshare|usage FILE",
	.options = options,
	.operands = operands,
	.examples = examples,
	.run = run,
};
