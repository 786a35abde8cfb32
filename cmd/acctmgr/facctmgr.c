/*
 * facctmgr, sacctmgr: clusters, accounts, users, QOS, associations.
 * Source: sacctmgr(1).
 */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/complete.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"

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
	KEY_CSV,
	KEY_DRY_RUN,
	KEY_PRINT_COMMANDS,
	KEY_ACTOR,
	KEY_SINCE,
	KEY_LAST,
	KEY_PATCH,
	KEY_OUTPUT,
	KEY_PRUNE,
	KEY_EXACT,
	KEY_SCOPE,
	KEY_SKIP_BLOCKED,
	KEY_ALLOW_LARGE,
	KEY_MAX_DELETES,
	KEY_MAX_LOSERS,
	KEY_DETAILED,
	KEY_APPLY,
	KEY_REPAIR
};

static const struct ft_option options[] = {
	{ 'h', NULL, NULL, FT_OPT_KEY_HELP, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "print this help and exit" },
	{ 'i', "immediate", NULL, KEY_IMMEDIATE, 0, FT_COMPLETE_NONE,
	    "answer every question with yes" },
	{ 'n', "noheader", NULL, KEY_NO_HEADER, 0, FT_COMPLETE_NONE,
	    "print no header" },
	{ 'o', "oneliner", NULL, KEY_ONELINER, FT_OPT_HIDDEN | FT_OPT_SLURM,
	    FT_COMPLETE_NONE, "has no effect" },
	{ 'p', "parsable", NULL, KEY_PARSABLE, 0, FT_COMPLETE_NONE,
	    "part the columns by |, with one at the end of the line" },
	{ 'P', "parsable2", NULL, KEY_PARSABLE2, 0, FT_COMPLETE_NONE,
	    "part the columns by |, without one at the end of the line" },
	{ 'Q', "quiet", NULL, KEY_QUIET, 0, FT_COMPLETE_NONE,
	    "leave out notes, such as the number of the change" },
	{ 'r', "readonly", NULL, KEY_READ_ONLY, 0, FT_COMPLETE_NONE,
	    "refuse commands that change something" },
	{ 's', "associations", NULL, KEY_ASSOCIATIONS, 0, FT_COMPLETE_NONE,
	    "list associations with users and accounts, as withassoc does" },
	{ 0, "dry-run", NULL, KEY_DRY_RUN, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "do everything but change the store" },
	{ 0, "print-commands", NULL, KEY_PRINT_COMMANDS, FT_OPT_OURS,
	    FT_COMPLETE_NONE,
	    "change nothing, print the sacctmgr lines that do the same" },
	{ 'v', "verbose", NULL, KEY_VERBOSE, 0, FT_COMPLETE_NONE,
	    "tell more on standard error" },
	{ 0, "json", NULL, KEY_JSON, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print lists as JSON" },
	{ 0, "yaml", NULL, KEY_YAML, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print lists as YAML" },
	{ 0, "csv", NULL, KEY_CSV, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print lists as comma-separated values" },
	{ 0, "actor", "NAME", KEY_ACTOR, FT_OPT_OURS, FT_COMPLETE_USER,
	    "log: only changes of this user" },
	{ 0, "since", "TIME", KEY_SINCE, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "log: only changes made at or after this time" },
	{ 0, "last", "N", KEY_LAST, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "log, undo, redo: the latest so many changes" },
	{ 0, "patch", NULL, KEY_PATCH, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "log: show the values before and after" },
	{ 'o', "output", "PLAN", KEY_OUTPUT, FT_OPT_OURS, FT_COMPLETE_FILE,
	    "plan: save the plan to this file" },
	{ 0, "prune", NULL, KEY_PRUNE, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "diff, plan, apply: delete what the file lacks" },
	{ 0, "exact", NULL, KEY_EXACT, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "diff, plan, apply: take away settings that the file does not "
	    "name" },
	{ 0, "scope", "ACCOUNT", KEY_SCOPE, FT_OPT_OURS, FT_COMPLETE_ACCOUNT,
	    "diff, plan, apply: touch this account and what is below it, "
	    "nothing else" },
	{ 0, "skip-blocked", NULL, KEY_SKIP_BLOCKED, FT_OPT_OURS,
	    FT_COMPLETE_NONE,
	    "plan, apply, sync: leave what is blocked and do the rest" },
	{ 0, "allow-large", NULL, KEY_ALLOW_LARGE, FT_OPT_OURS,
	    FT_COMPLETE_NONE, "plan, apply, sync: do it however much it is" },
	{ 0, "max-deletes", "N", KEY_MAX_DELETES, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "plan, apply, sync: more deletes are refused (40)" },
	{ 0, "max-losers", "PERCENT", KEY_MAX_LOSERS, FT_OPT_OURS,
	    FT_COMPLETE_NONE,
	    "plan, apply, sync: more users who lose a tenth of the places are "
	    "refused (20)" },
	{ 0, "detailed-exitcode", NULL, KEY_DETAILED, FT_OPT_OURS,
	    FT_COMPLETE_NONE, "plan: exit status 2 if there are changes" },
	{ 0, "apply", NULL, KEY_APPLY, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "sync: do it, and not only show it" },
	{ 0, "repair", "FILE", KEY_REPAIR, FT_OPT_OURS, FT_COMPLETE_FILE,
	    "check: save what is whole as this new store" },
	FT_SESSION_SHARE_OPTIONS("solve: ", ""),
	{ 0, "now", "TIME", FT_SESSION_NOW, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "solve: at this time instead of the store's clock" },
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
	{ "save [file=]FILE",
	    "write the store as one clean file, to be kept or mailed",
	    FT_COMPLETE_FILE },
	{ "check [--repair FILE]",
	    "report all that is wrong with the store; save what is whole as "
	    "a new one",
	    FT_COMPLETE_NONE },
	{ "log [ID] [actor=NAME] [since=TIME] [last=N] [patch]",
	    "show the changes that were made, the latest first",
	    FT_COMPLETE_NONE },
	{ "undo [ID...] [last=N]",
	    "take changes back, unless others were made on top of them",
	    FT_COMPLETE_NONE },
	{ "redo [ID...] [last=N]", "bring back what was undone",
	    FT_COMPLETE_NONE },
	{ "solve user NAME@ACCOUNT rank N",
	    "tell which shares bring a user to a place", FT_COMPLETE_NONE },
	{ "diff FILE...", "show how the store differs from a flat file",
	    FT_COMPLETE_FILE },
	{ "plan FILE... [-o PLAN]",
	    "show what would make it as the file says, and who would move",
	    FT_COMPLETE_FILE },
	{ "apply FILE...|PLAN", "make it as the file says, or do a saved plan",
	    FT_COMPLETE_FILE },
	{ "begin", "in the shell: what follows, up to commit, is one change",
	    FT_COMPLETE_NONE },
	{ "commit", "do what is pending, all of it or nothing",
	    FT_COMPLETE_NONE },
	{ "rollback", "forget what is pending", FT_COMPLETE_NONE },
	{ "pending", "show what is pending, and what it comes to",
	    FT_COMPLETE_NONE },
	{ "history", "show the lines that were typed", FT_COMPLETE_NONE },
	{ "help [VERB] [ENTITY]", "tell about a verb, an entity, or all",
	    FT_COMPLETE_NONE },
	{ "sync MAP [group=FILE] [passwd=FILE] [csv=FILE] [apply]",
	    "show what would put users into accounts by their UNIX groups",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "facctmgr list assoc tree", "the association tree" },
	{ "facctmgr add user ann account=physics fairshare=10",
	    "put a user into an account" },
	{ "facctmgr modify account physics set grptres=cpu=64",
	    "limit an account" },
	{ "facctmgr dump cluster file=-", "the cluster as a flat file" },
	{ "facctmgr log --last 3 --patch",
	    "the last three changes, with the values before and after" },
	{ "facctmgr undo", "take back the last change" },
	{ "facctmgr --print-commands load tree.cfg",
	    "the sacctmgr lines that bring a real cluster to what the file "
	    "says" },
	{ "facctmgr plan --prune tree.cfg",
	    "what would make the cluster as tree.cfg says" },
	{ "facctmgr -i sync lab.map --apply",
	    "accounts and users from the groups of this system" },
	{ "facctmgr solve user ann@physics rank 1",
	    "what would put ann first" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------------ */

/* What a word of a command says as well: last=N. */
static void
add_word(struct acct *acct, const char *name, const char *value)
{
	struct ft_str word;

	ft_str_init(&word);
	ft_str_add(&word, name);
	if (value)
		ft_str_addf(&word, "=%s", value);
	acct->word = ft_vec_grow(
	    acct->word, &acct->cap_word, acct->n_word + 1, sizeof *acct->word);
	acct->word[acct->n_word++] = ft_str_take(&word);
}

/* Options that are words of commands as well. */
static bool
set_word(struct acct *acct, int key, const char *arg)
{
	static const struct {
		int key;
		const char *word;
	} words[] = {
		{ KEY_ACTOR, "actor" },
		{ KEY_SINCE, "since" },
		{ KEY_LAST, "last" },
		{ KEY_PATCH, "patch" },
		{ KEY_OUTPUT, "output" },
		{ KEY_PRUNE, "prune" },
		{ KEY_EXACT, "exact" },
		{ KEY_SCOPE, "scope" },
		{ KEY_SKIP_BLOCKED, "skipblocked" },
		{ KEY_ALLOW_LARGE, "allowlarge" },
		{ KEY_MAX_DELETES, "maxdeletes" },
		{ KEY_MAX_LOSERS, "maxlosers" },
		{ KEY_DETAILED, "detailedexitcode" },
		{ KEY_APPLY, "apply" },
		{ KEY_REPAIR, "repair" },
		{ FT_SESSION_ALGORITHM, "algorithm" },
		{ FT_SESSION_TIES, "ties" },
		{ FT_SESSION_NOW, "now" },
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i].key == key) {
			add_word(acct, words[i].word, arg);
			return true;
		}
	return false;
}

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
	case KEY_PRINT_COMMANDS:
		acct->print_commands = true;
		acct->dry_run = true;
		break;
	case KEY_DRY_RUN:
		acct->dry_run = true;
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
		if (!set_word(acct, key, arg))
			return ft_fail(err, FT_ENOENT, "unknown option");
		break;
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

/* The words of the command line, then those that were options. */
static int
run_words(struct acct *acct, int argc, char **argv)
{
	size_t n = (size_t)argc;
	char **all = ft_calloc(n + acct->n_word + 1, sizeof *all);
	int status;

	memcpy(all, argv, n * sizeof *all);
	for (size_t i = 0; i < acct->n_word; i++)
		all[n + i] = acct->word[i];
	status = acct_run_command(acct, argc + (int)acct->n_word, all);
	ft_free(all);
	return status;
}

static void
free_words(struct acct *acct)
{
	for (size_t i = 0; i < acct->n_word; i++)
		ft_free(acct->word[i]);
	ft_free(acct->word);
}

static int
answer(void *ctx, int argc, char **argv)
{
	struct acct *acct = ctx;
	int status;

	log_connection(acct);
	if (argc > 0 || acct->n_word) {
		status = run_words(acct, argc, argv);
	} else {
		acct->reading = true;
		status = acct_read_commands(acct);
	}
	/* what is there already needs no commit; sacctmgr calls it a failure */
	if ((status == 0 || acct->context->slurm) && acct->open)
		ft_store_keep(
		    acct->origin ? acct->origin : acct->session.store);
	acct_close(acct);
	return status;
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct acct acct = { .context = context };
	int status = ft_opt_run(context, argc, argv, set, answer, &acct);

	free_words(&acct);
	return status;
}

const struct ft_cmd ft_cmd_facctmgr = {
	.name = "facctmgr",
	.slurm_name = "sacctmgr",
	.unanswered = "",
	.unanswered_status = 1,
	.summary = "clusters, accounts, users, QOS, associations",
	.synopsis = "[options] [command ...]",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = acct_fields,
	.run = run,
	.complete = acct_complete,
};
