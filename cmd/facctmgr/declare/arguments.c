/* arguments.c - the words of diff, plan and apply, and the files they name. */
#include <dirent.h>
#include <sys/stat.h>

#include "facctmgr/declare/private.h"
#include "facctmgr/parse/keyword.h"
#include "files/infile.h"
#include "io/slurm/flatfile.h"
#include "io/text/jsonfile.h"

/* ---- words ------------------------------------------------------------------ */

static const char *const verbs[] = { "diff", "plan", "apply" };

#define TO(member) .to = offsetof(struct facctmgr_declare_args, member)
const struct facctmgr_keyword facctmgr_plan_keywords[] = {
	{ "file", 1, FACCTMGR_KEY_TEXTS, FACCTMGR_KEY_BARE | FACCTMGR_KEY_FULL,
	    TO(files), .complete = FT_COMPLETE_FILE },
	{ "cluster", 1, FACCTMGR_KEY_NAME, FACCTMGR_KEY_FULL,
	    TO(target.options.cluster), .complete = FT_COMPLETE_CLUSTER },
	{ "scope", 1, FACCTMGR_KEY_NAME, FACCTMGR_KEY_FULL,
	    TO(target.options.scope), .complete = FT_COMPLETE_ACCOUNT },
	{ "exact", 0, FACCTMGR_KEY_FLAG, 0, TO(target.options.exact) },
	{ "prune", 0, FACCTMGR_KEY_FLAG, 0, TO(target.options.prune) },
	{ "output", 1, FACCTMGR_KEY_TEXT, FACCTMGR_KEY_FULL, TO(target.output),
	    .complete = FT_COMPLETE_FILE },
	{ "detailedexitcode", 0, FACCTMGR_KEY_FLAG, 0, TO(target.detailed) },
	FACCTMGR_TARGET_LIMITS(offsetof(struct facctmgr_declare_args, target)),
	{ 0 },
};

static bool
check_words(struct facctmgr *acct, enum facctmgr_declare_verb verb,
    const struct facctmgr_declare_args *words)
{
	const struct facctmgr_target *target = &words->target;

	if (words->files.n == 0)
		facctmgr_error(acct, "no file to %s",
		    verb == FACCTMGR_DIFF ? "compare with" : verbs[verb]);
	else if (target->output && verb != FACCTMGR_PLAN)
		facctmgr_error(
		    acct, "only plan saves a plan, not %s", verbs[verb]);
	else if (target->detailed && verb != FACCTMGR_PLAN)
		facctmgr_error(acct, "--detailed-exitcode is for plan, not %s",
		    verbs[verb]);
	else
		return true;
	return false;
}

/* ---- files ------------------------------------------------------------------ */

/* Only the flat files of a folder, and not its README. */
static int
is_fragment(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return entry->d_name[0] != '.' && len > 4 &&
	       strcmp(entry->d_name + len - 4, ".cfg") == 0;
}

/* Bytewise, whatever the locale. */
static int
by_name(const void *a, const void *b)
{
	const struct dirent *const *left = a, *const *right = b;

	return strcmp((*left)->d_name, (*right)->d_name);
}

static bool
list_folder(struct facctmgr *acct, struct facctmgr_declare_args *words,
    const char *path)
{
	struct dirent **entry;
	int n = scandir(path, &entry, is_fragment, NULL);
	struct ft_str name = { 0 };

	if (n < 0) {
		facctmgr_error(
		    acct, "cannot read '%s': %s", path, strerror(errno));
		return false;
	}
	if (n > 0)
		qsort(entry, (size_t)n, sizeof *entry, by_name);
	for (int i = 0; i < n; i++) {
		ft_str_clear(&name);
		ft_str_addf(&name, "%s%s%s", path,
		    path[strlen(path) - 1] == '/' ? "" : "/", entry[i]->d_name);
		ft_args_add(&words->files,
		    ft_arena_strdup(&acct->arena, ft_str_text(&name)));
		free(entry[i]);
	}
	free(entry);
	ft_str_free(&name);
	if (n == 0)
		facctmgr_error(acct, "no file *.cfg in '%s'", path);
	return n > 0;
}

/* Replace folders by the files in them. */
static bool
expand(struct facctmgr *acct, struct facctmgr_declare_args *words)
{
	struct ft_args named = words->files;
	bool good = true;

	words->files = (struct ft_args){ 0 };
	for (size_t i = 0; i < named.n && good; i++) {
		struct stat about;

		if (stat(named.item[i], &about) == 0 && S_ISDIR(about.st_mode))
			good = list_folder(acct, words, named.item[i]);
		else
			ft_args_add(&words->files, named.item[i]);
	}
	ft_args_free(&named);
	return good;
}

static enum ft_status
parse_target(struct facctmgr_declare_args *words, const char *file,
    const char *text, size_t size, struct ft_error *err)
{
	words->flat.file = file;
	return ft_flatfile_parse(&words->flat, text, size, err);
}

/* A saved plan: its target, with its options. */
static enum ft_status
parse_plan(struct facctmgr_declare_args *words, const char *file,
    const char *text, size_t size, struct ft_error *err)
{
	struct ft_planfile *plan = &words->plan;
	struct facctmgr_target *target = &words->target;

	FT_TRY(ft_planfile_parse(plan, file, text, size, err));
	words->saved = true;
	target->source = plan->source;
	target->options.cluster = plan->cluster;
	target->options.prune = plan->options.prune;
	target->options.exact = plan->options.exact;
	target->options.scope = plan->options.scope;
	target->options.skip_blocked |= plan->options.skip_blocked;
	target->allow_large |= plan->options.allow_large;
	if (target->max_deletes == 0)
		target->max_deletes = plan->options.max_deletes;
	if (target->max_losers == 0)
		target->max_losers = plan->options.max_losers;
	return parse_target(
	    words, plan->source, plan->desired, strlen(plan->desired), err);
}

static bool
read_file(struct facctmgr *acct, enum facctmgr_declare_verb verb,
    struct facctmgr_declare_args *words, const char *file)
{
	bool input = strcmp(file, "-") == 0;
	const char *name = input ? "stdin" : file;
	struct ft_error err;
	struct ft_str text = { 0 };
	enum ft_status status;

	if (input && acct->reading) {
		facctmgr_error(acct, "standard input supplies the commands and "
				     "cannot be a file as well");
		return false;
	}
	status = ft_infile_read(FT_BOUND_DUMP, file, &text, &err);
	if (status == FT_OK && words->files.n == 1 &&
	    ft_jsonfile_is(ft_str_text(&text), text.len)) {
		if (verb == FACCTMGR_APPLY)
			status = parse_plan(
			    words, name, ft_str_text(&text), text.len, &err);
		else
			status = ft_fail(&err, FT_EINVAL,
			    "%s is a saved plan, which only apply takes", name);
	} else if (status == FT_OK) {
		status = parse_target(
		    words, name, ft_str_text(&text), text.len, &err);
	}
	ft_str_free(&text);
	if (status != FT_OK)
		ft_cmd_fail(acct->context, &err);
	return status == FT_OK;
}

static bool
check_saved(struct facctmgr *acct, const struct facctmgr_declare_args *words,
    const struct facctmgr_target *given)
{
	if (!words->saved ||
	    (!given->options.prune && !given->options.exact &&
		!given->options.scope && !given->options.cluster))
		return true;
	facctmgr_error(acct,
	    "a saved plan has its own prune, exact, scope and cluster: "
	    "leave them out");
	return false;
}

bool
facctmgr_read_declare_args(struct facctmgr *acct,
    enum facctmgr_declare_verb verb, int argc, char **argv,
    struct facctmgr_declare_args *words)
{
	struct facctmgr_target given;

	*words = (struct facctmgr_declare_args){ 0 };
	ft_flat_init(&words->flat, "");
	ft_planfile_init(&words->plan);
	if (!facctmgr_read_keywords(
		acct, facctmgr_plan_keywords, words, argc, argv) ||
	    !check_words(acct, verb, words))
		return false;
	words->target.source = words->files.item[0];
	words->target.flat = &words->flat;
	given = words->target;
	if (!expand(acct, words))
		return false;
	for (size_t i = 0; i < words->files.n; i++)
		if (!read_file(acct, verb, words, words->files.item[i]))
			return false;
	return check_saved(acct, words, &given);
}

void
facctmgr_declare_args_free(struct facctmgr_declare_args *words)
{
	ft_args_free(&words->files);
	ft_flat_free(&words->flat);
	ft_planfile_free(&words->plan);
}
