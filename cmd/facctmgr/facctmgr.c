/*
 * facctmgr.c - facctmgr, sacctmgr: options and operands.  Source: sacctmgr(1).
 */

#include "facctmgr/command.h"
#include "facctmgr/complete.h"
#include "facctmgr/list/list.h"
#include "facctmgr/shell/shell.h"
#include "facctmgr/store/store.h"
#include "facctmgr/verb.h"
#include "files/pager.h"

#define FT_SETTINGS struct facctmgr

static const struct ft_operand operands[] = {
	{ "add ENTITY SPEC...",
	    "add accounts, users, QOS, clusters or "
	    "coordinators",
	    FT_COMPLETE_NONE },
	{ "list ENTITY [SPEC...]", "list records; show does the same",
	    FT_COMPLETE_NONE },
	{ "modify ENTITY [where] SPEC... set SPEC...",
	    "change settings of the selected records", FT_COMPLETE_NONE },
	{ "delete ENTITY [where] SPEC...", "delete the selected records",
	    FT_COMPLETE_NONE },
	{ "dump CLUSTER [file=FILE]", "write a cluster as a flat file",
	    FT_COMPLETE_CLUSTER },
	{ "load [file=]FILE [clean] [cluster=NAME]",
	    "add and change records as given in a flat file",
	    FT_COMPLETE_FILE },
	{ "save [file=]FILE",
	    "write the store as one clean file, to keep or to mail",
	    FT_COMPLETE_FILE },
	{ "check [--repair FILE]",
	    "report everything that is wrong with the store; save what is "
	    "intact as a new one",
	    FT_COMPLETE_NONE },
	{ "log [ID] [actor=NAME] [since=TIME] [last=N] [patch]",
	    "show the journal of changes, the latest first", FT_COMPLETE_NONE },
	{ "undo [ID...] [last=N]",
	    "undo changes, unless later ones depend on them",
	    FT_COMPLETE_NONE },
	{ "redo [ID...] [last=N]", "redo changes that were undone",
	    FT_COMPLETE_NONE },
	{ "solve user NAME@ACCOUNT place N",
	    "find the shares that bring a user to a place", FT_COMPLETE_NONE },
	{ "audit [setting=KEY=VALUE] [billing=WEIGHTS]",
	    "show who would move under other releases, ties and settings, and "
	    "what an hour costs",
	    FT_COMPLETE_NONE },
	{ "diff FILE...", "show how the store differs from a flat file",
	    FT_COMPLETE_FILE },
	{ "plan FILE... [-o PLAN]",
	    "show the steps that make the store match the file, and who would "
	    "move",
	    FT_COMPLETE_FILE },
	{ "apply FILE...|PLAN",
	    "make the store match the file, or apply a saved plan",
	    FT_COMPLETE_FILE },
	{ "begin", "in the shell: everything up to commit is one change",
	    FT_COMPLETE_NONE },
	{ "commit", "commit what is pending, all of it or nothing",
	    FT_COMPLETE_NONE },
	{ "rollback", "discard what is pending", FT_COMPLETE_NONE },
	{ "pending", "show what is pending, and the resulting changes",
	    FT_COMPLETE_NONE },
	{ "history", "show the lines typed so far", FT_COMPLETE_NONE },
	{ "help [VERB] [ENTITY]", "explain a verb, an entity, or everything",
	    FT_COMPLETE_NONE },
	{ "sync MAP [group=FILE] [passwd=FILE] [csv=FILE] [apply]",
	    "put users into accounts by their UNIX groups; without apply, "
	    "only show how",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "facctmgr list assoc tree", "the association tree" },
	{ "facctmgr add user ann account=physics fairshare=10",
	    "add a user to an account" },
	{ "facctmgr modify account physics set grptres=cpu=64",
	    "limit an account" },
	{ "facctmgr dump cluster file=-", "the cluster as a flat file" },
	{ "facctmgr log --last 3 --patch",
	    "the last three changes, with the values before and after" },
	{ "facctmgr undo", "undo the last change" },
	{ "facctmgr --print-commands load tree.cfg",
	    "the sacctmgr commands that make a real cluster match the file" },
	{ "facctmgr plan --prune tree.cfg",
	    "the steps that make the cluster match tree.cfg" },
	{ "facctmgr -i sync lab.map --apply",
	    "accounts and users from the groups of this system" },
	{ "facctmgr solve user ann@physics place 1",
	    "the shares that would put ann first" },
	{ "facctmgr audit setting=PriorityDecayHalfLife=30-0",
	    "who would move after an upgrade, or under other settings" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------------ */

/* Options that can also be given as words of a command: --skip-blocked,
 * skipblocked. */
static enum ft_status
add_word(const struct ft_opt_use *use)
{
	struct facctmgr *acct = use->settings;
	struct ft_str word = { 0 };

	for (const char *at = use->row->name; *at; at++)
		if (*at != '-')
			ft_str_add_char(&word, *at);
	if (use->arg)
		ft_str_addf(&word, "=%s", use->arg);
	*ft_vec_add(acct->word, acct->n_word, acct->cap_word) =
	    ft_str_take(&word);
	return FT_OK;
}

static const struct ft_option options[] = {
	{ 'h', NULL, NULL, "print this help and exit", FT_OPT_HIDDEN,
	    .kind = FT_OPT_HELP },
	{ 'i', "immediate", NULL, "answer every question with yes",
	    FT_INTO_FLAG(immediate) },
	{ 'n', "noheader", NULL, "print no header", FT_INTO_FLAG(no_header) },
	{ 'o', "oneliner", NULL, "has no effect", FT_OPT_HIDDEN | FT_OPT_SLURM,
	    FT_INTO_NOTHING },
	{ 'p', "parsable", NULL,
	    "separate columns with |, including a trailing one",
	    FT_INTO_VALUE(format, FT_FORMAT_PARSABLE) },
	{ 'P', "parsable2", NULL,
	    "separate columns with |, without a trailing one",
	    FT_INTO_VALUE(format, FT_FORMAT_PARSABLE2) },
	{ 'Q', "quiet", NULL, "omit notes, such as the number of the change",
	    FT_INTO_FLAG(quiet) },
	{ 'r', "readonly", NULL, "refuse commands that change the store",
	    FT_INTO_FLAG(read_only) },
	{ 's', "associations", NULL,
	    "list associations with users and accounts, as withassoc does",
	    FT_INTO_FLAG(with_assoc) },
	{ 0, "dry-run", NULL, "do everything except change the store",
	    FT_OPT_OURS, FT_INTO_FLAG(dry_run) },
	{ 0, "print-commands", NULL,
	    "change nothing; print the sacctmgr lines that do the same",
	    FT_OPT_OURS, FT_INTO_FLAG(print_commands), FT_GIVEN(dry_run) },
	{ 'v', "verbose", NULL, "print more on standard error",
	    FT_INTO_COUNT(verbose) },
	{ 0, "json", NULL, "print lists as JSON", FT_OPT_OURS,
	    FT_INTO_VALUE(format, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "print lists as YAML", FT_OPT_OURS,
	    FT_INTO_VALUE(format, FT_FORMAT_YAML) },
	FT_SLURMDOC_OPTIONS(document, FT_RELEASE_23_02),
	{ 0, "csv", NULL, "print lists as comma-separated values", FT_OPT_OURS,
	    FT_INTO_VALUE(format, FT_FORMAT_CSV) },
	{ 0, "actor", "NAME", "log: only changes of this user", FT_OPT_OURS,
	    FT_COMPLETE_USER, FT_INTO_CALL(add_word) },
	{ 0, "since", "TIME", "log: only changes made at or after this time",
	    FT_OPT_OURS, FT_INTO_CALL(add_word) },
	{ 0, "last", "N", "log, undo, redo: the latest N changes", FT_OPT_OURS,
	    FT_INTO_CALL(add_word) },
	{ 0, "patch", NULL, "log: show the values before and after",
	    FT_OPT_OURS, FT_INTO_CALL(add_word) },
	{ 'o', "output", "PLAN", "plan: save the plan to this file",
	    FT_OPT_OURS, FT_COMPLETE_FILE, FT_INTO_CALL(add_word) },
	{ 0, "prune", NULL, "diff, plan, apply: delete what the file lacks",
	    FT_OPT_OURS, FT_INTO_CALL(add_word) },
	{ 0, "exact", NULL,
	    "diff, plan, apply: remove settings that the file does not name",
	    FT_OPT_OURS, FT_INTO_CALL(add_word) },
	{ 0, "scope", "ACCOUNT",
	    "diff, plan, apply: change only this account and what is below it",
	    FT_OPT_OURS, FT_COMPLETE_ACCOUNT, FT_INTO_CALL(add_word) },
	{ 0, "skip-blocked", NULL,
	    "plan, apply, sync: skip blocked steps and do the rest",
	    FT_OPT_OURS, FT_INTO_CALL(add_word) },
	{ 0, "allow-large", NULL,
	    "plan, apply, sync: ignore --max-deletes and --max-losers",
	    FT_OPT_OURS, FT_INTO_CALL(add_word) },
	{ 0, "max-deletes", "N",
	    "plan, apply, sync: refuse more than N deletions (default 40)",
	    FT_OPT_OURS, FT_INTO_CALL(add_word) },
	{ 0, "max-losers", "PERCENT",
	    "plan, apply, sync: refuse if more than PERCENT of users drop by a "
	    "tenth of the ranking (default 20)",
	    FT_OPT_OURS, FT_INTO_CALL(add_word) },
	{ 0, "detailed-exitcode", NULL,
	    "plan: exit status 2 if there are changes", FT_OPT_OURS,
	    FT_INTO_CALL(add_word) },
	{ 0, "apply", NULL,
	    "sync: apply the changes instead of only showing them", FT_OPT_OURS,
	    FT_INTO_CALL(add_word) },
	{ 0, "repair", "FILE", "check: save what is intact as this new store",
	    FT_OPT_OURS, FT_COMPLETE_FILE, FT_INTO_CALL(add_word) },
	{ 0, "algorithm", "fairtree|classic|levelbased",
	    "solve: use this algorithm instead of the one in PriorityFlags",
	    FT_OPT_OURS, FT_COMPLETE_CHOICE, FT_INTO_CALL(add_word) },
	{ 0, "ties", "documented|slurm|slurm-22.05|slurm-23.11",
	    "solve: rank tied accounts by this rule instead of FairTreeTies",
	    FT_OPT_OURS, FT_COMPLETE_CHOICE, FT_INTO_CALL(add_word) },
	{ 0, "now", "TIME",
	    "audit, solve: compute for this time instead of the store's clock",
	    FT_OPT_OURS, FT_INTO_CALL(add_word) },
	{ 0, "db", "FILE",
	    "use this store instead of $FAIRTREE_DB or the default",
	    FT_OPT_OURS, FT_COMPLETE_FILE, FT_INTO_TEXT(db) },
	{ 0, "conf", "FILE", "read settings from this slurm.conf", FT_OPT_OURS,
	    FT_COMPLETE_FILE, FT_INTO_TEXT(conf_file) },
	{ 0 },
};

/* What sacctmgr -v logs while it connects. */
static void
log_connection(struct facctmgr *acct)
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
	bool quiet =
	    ft_release_has(acct->context->release, FT_RULE_PLUGINS_QUIET);

	for (size_t i = quiet ? 3 : 0; i < n && acct->context->slurm; i++)
		facctmgr_complain(
		    acct, "%s: %s\n", acct->context->program, line[i]);
}

/* The words of the command line, then those that were options. */
static int
run_words(struct facctmgr *acct, int argc, char **argv)
{
	const struct facctmgr_verb *verb;
	size_t n = (size_t)argc;
	char **all FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + acct->n_word + 1, sizeof *all);

	memcpy(all, argv, n * sizeof *all);
	for (size_t i = 0; i < acct->n_word; i++)
		all[n + i] = acct->word[i];
	verb = facctmgr_find_verb(all[0]);
	if (!verb || verb->writes || verb->asks)
		ft_pager_stop();
	return facctmgr_run_command(acct, argc + (int)acct->n_word, all);
}

static int
answer(void *settings, int argc, char **argv)
{
	struct facctmgr *acct = settings;
	int status;

	log_connection(acct);
	if (argc > 0 || acct->n_word) {
		status = run_words(acct, argc, argv);
	} else {
		acct->reading = true;
		ft_pager_stop();
		status = facctmgr_read_commands(acct);
	}
	/* a new store is kept even if the command added nothing; under the
	 * Slurm name such a command has failed */
	if ((status == 0 || acct->context->slurm) && acct->open)
		ft_store_keep(
		    acct->origin ? acct->origin : acct->session.store);
	facctmgr_close(acct);
	return status;
}

static void
free_words(void *settings)
{
	struct facctmgr *acct = settings;

	for (size_t i = 0; i < acct->n_word; i++)
		ft_free(acct->word[i]);
	ft_free(acct->word);
}

const struct ft_cmd ft_cmd_facctmgr = {
	.name = "facctmgr",
	.slurm_name = "sacctmgr",
	.down_call = "",
	.down_status = 1,
	.summary = "clusters, accounts, users, QOS, associations",
	.synopsis = "[options] [command ...]",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = facctmgr_fields,
	FT_CMD_SETTINGS(struct facctmgr, context),
	.pages = true,
	.go = answer,
	.free = free_words,
	.complete = facctmgr_complete,
};
