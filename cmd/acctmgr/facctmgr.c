/*
 * facctmgr, sacctmgr: clusters, accounts, users, QOS, associations.
 * Source: sacctmgr(1).
 */
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "acctmgr/acctmgr.h"
#include "base/mem.h"

enum acct_key {
	KEY_IMMEDIATE = 1,
	KEY_NO_HEADER,
	KEY_ONELINER,
	KEY_PARSABLE,
	KEY_PARSABLE2,
	KEY_QUIET,
	KEY_READ_ONLY,
	KEY_ASSOCIATIONS,
	KEY_VERBOSE,
	KEY_JSON,
	KEY_YAML,
	KEY_CSV
};

static const struct ft_option options[] = {
	{ 'h', NULL, NULL, FT_OPT_KEY_HELP, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "print this help and exit" },
	{ 'i', "immediate", NULL, KEY_IMMEDIATE, 0, FT_COMPLETE_NONE,
	    "answer every question with yes" },
	{ 'n', "noheader", NULL, KEY_NO_HEADER, 0, FT_COMPLETE_NONE,
	    "print no header" },
	{ 'o', "oneliner", NULL, KEY_ONELINER, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "has no effect" },
	{ 'p', "parsable", NULL, KEY_PARSABLE, 0, FT_COMPLETE_NONE,
	    "part the columns by |, with one at the end of the line" },
	{ 'P', "parsable2", NULL, KEY_PARSABLE2, 0, FT_COMPLETE_NONE,
	    "part the columns by |, without one at the end of the line" },
	{ 'Q', "quiet", NULL, KEY_QUIET, 0, FT_COMPLETE_NONE,
	    "print errors only" },
	{ 'r', "readonly", NULL, KEY_READ_ONLY, 0, FT_COMPLETE_NONE,
	    "refuse commands that change something" },
	{ 's', "associations", NULL, KEY_ASSOCIATIONS, 0, FT_COMPLETE_NONE,
	    "list associations with users and accounts, as withassoc does" },
	{ 'v', "verbose", NULL, KEY_VERBOSE, 0, FT_COMPLETE_NONE,
	    "tell more on standard error" },
	{ 0, "json", NULL, KEY_JSON, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print lists as JSON" },
	{ 0, "yaml", NULL, KEY_YAML, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print lists as YAML" },
	{ 0, "csv", NULL, KEY_CSV, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print lists as comma-separated values" },
	FT_SESSION_OPTIONS,
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

static const struct ft_operand operands[] = {
	{ "add ENTITY SPEC...",
	    "make accounts, users, QOS, clusters or "
	    "coordinators",
	    FT_COMPLETE_NONE },
	{ "list ENTITY [SPEC...]", "show them; show is the same",
	    FT_COMPLETE_NONE },
	{ "modify ENTITY [where] SPEC... set SPEC...",
	    "change settings of those selected", FT_COMPLETE_NONE },
	{ "delete ENTITY [where] SPEC...", "delete those selected",
	    FT_COMPLETE_NONE },
	{ "dump CLUSTER [file=FILE]", "write a cluster as a flat file",
	    FT_COMPLETE_CLUSTER },
	{ "load [file=]FILE [clean] [cluster=NAME]",
	    "add and change what a flat file says", FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "facctmgr list assoc tree", "the association tree" },
	{ "facctmgr add user ann account=physics fairshare=10",
	    "put a user into an account" },
	{ "facctmgr modify account physics set grptres=cpu=64",
	    "limit an account" },
	{ "facctmgr dump cluster file=-", "the cluster as a flat file" },
	{ NULL, NULL },
};

/* ---- talking ----------------------------------------------------------------- */

void
acct_say(struct acct *acct, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(acct->context->out, format, args);
	va_end(args);
}

void
acct_complain(struct acct *acct, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(acct->context->err, format, args);
	va_end(args);
}

void
acct_error(struct acct *acct, const char *format, ...)
{
	va_list args;

	fprintf(acct->context->err, "%s: error: ", acct->context->program);
	va_start(args, format);
	vfprintf(acct->context->err, format, args);
	va_end(args);
	fputc('\n', acct->context->err);
}

/* ---- the store --------------------------------------------------------------- */

bool
acct_open(struct acct *acct, bool write)
{
	struct ft_error err;

	if (acct->open && (acct->writable || !write))
		return true;
	acct_close(acct);
	ft_session_init(&acct->session);
	acct->session.db = acct->db;
	acct->session.conf_file = acct->conf_file;
	if (ft_session_open(&acct->session, acct->context,
		write ? FT_SESSION_WRITE : FT_SESSION_READ, &err) != FT_OK) {
		ft_cmd_fail(acct->context, &err);
		ft_session_close(&acct->session);
		return false;
	}
	acct->open = true;
	acct->writable = write;
	return true;
}

void
acct_close(struct acct *acct)
{
	if (!acct->open)
		return;
	acct_rollback(acct);
	ft_session_close(&acct->session);
	acct->open = false;
}

bool
acct_begin(struct acct *acct)
{
	struct ft_error err;
	enum ft_status status;

	if (acct->registry)
		return true;
	if (!acct_open(acct, true))
		return false;
	status = ft_session_begin(&acct->session, &acct->registry, &err);
	if (status == FT_OK)
		status = ft_admin_new(&acct->admin, acct->registry,
		    acct->session.user, ft_session_is_root(&acct->session),
		    &err);
	if (status == FT_OK) {
		ft_admin_set_lenient(acct->admin, acct->context->slurm);
		return true;
	}
	ft_cmd_fail(acct->context, &err);
	acct_rollback(acct);
	return false;
}

void
acct_rollback(struct acct *acct)
{
	ft_admin_free(acct->admin);
	acct->admin = NULL;
	if (acct->registry)
		ft_store_rollback(acct->session.store);
	acct->registry = NULL;
}

static int
commit(struct acct *acct)
{
	struct ft_error err;
	uint32_t change = 0;

	ft_admin_free(acct->admin);
	acct->admin = NULL;
	acct->registry = NULL;
	if (ft_store_commit(acct->session.store, &change, &err) != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	if (change && !acct->context->slurm && !acct->quiet)
		acct_say(acct, " Change %u\n", (unsigned)change);
	return 0;
}

bool
acct_may_delete(struct acct *acct)
{
	const struct ft_context *context = acct->context;

	if (context->slurm || acct->immediate || isatty(fileno(context->in)))
		return true;
	ft_cmd_error(context, "nothing deleted: off a terminal that needs -i");
	return false;
}

int
acct_finish(struct acct *acct, enum acct_ask ask)
{
	const struct ft_context *context = acct->context;
	bool asks = context->slurm ||
		    (ask == ACCT_DELETE && isatty(fileno(context->in)));

	if (asks && !acct_ask(acct, "Would you like to commit changes?")) {
		acct_say(acct, " Changes Discarded\n");
		acct_rollback(acct);
		return 0;
	}
	return commit(acct);
}

/* ---- options ------------------------------------------------------------------ */

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct acct *acct = ctx;

	switch (key) {
	case FT_SESSION_DB:
		acct->db = arg;
		break;
	case FT_SESSION_CONF:
		acct->conf_file = arg;
		break;
	case KEY_IMMEDIATE:
		acct->immediate = true;
		break;
	case KEY_NO_HEADER:
		acct->no_header = true;
		break;
	case KEY_ONELINER:
		break;
	case KEY_PARSABLE:
		acct->format = FT_FORMAT_PARSABLE;
		break;
	case KEY_PARSABLE2:
		acct->format = FT_FORMAT_PARSABLE2;
		break;
	case KEY_QUIET:
		acct->quiet = true;
		break;
	case KEY_READ_ONLY:
		acct->read_only = true;
		break;
	case KEY_ASSOCIATIONS:
		acct->with_assoc = true;
		break;
	case KEY_VERBOSE:
		acct->verbose++;
		break;
	case KEY_JSON:
		acct->format = FT_FORMAT_JSON;
		break;
	case KEY_YAML:
		acct->format = FT_FORMAT_YAML;
		break;
	case KEY_CSV:
		acct->format = FT_FORMAT_CSV;
		break;
	default:
		return ft_fail(err, FT_ENOENT, "unknown option");
	}
	return FT_OK;
}

/* What sacctmgr -v logs while it connects. */
static void
log_connection(struct acct *acct)
{
	static const char *const line[] = {
		"accounting_storage/slurmdbd: init: Accounting storage "
		"SLURMDBD plugin loaded",
		"debug:  auth/munge: init: Munge authentication plugin loaded",
		"debug:  hash/k12: init: init: KangarooTwelve hash plugin "
		"loaded",
		"debug:  accounting_storage/slurmdbd: _connect_dbd_conn: Sent "
		"PersistInit msg",
	};
	size_t n = acct->verbose > 1 ? 4 : acct->verbose > 0 ? 1 : 0;

	for (size_t i = 0; i < n && acct->context->slurm; i++)
		acct_complain(
		    acct, "%s: %s\n", acct->context->program, line[i]);
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct acct acct = { .context = context };
	int at, status;

	switch (ft_opt_parse(context, argc, argv, set, &acct, &at)) {
	case FT_OPT_DONE:
		return 0;
	case FT_OPT_BAD:
		return 1;
	case FT_OPT_GO:
		break;
	}
	log_connection(&acct);
	if (at < argc)
		status = acct_command(&acct, argc - at, argv + at);
	else
		status = acct_read_commands(&acct);
	acct_close(&acct);
	return status;
}

const struct ft_cmd ft_cmd_facctmgr = {
	.name = "facctmgr",
	.slurm_name = "sacctmgr",
	.summary = "clusters, accounts, users, QOS, associations",
	.synopsis = "[options] [command ...]",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = acct_fields,
	.run = run,
};
