/* args.c - options of fshare, and the lists of names that they take. */

#include <pwd.h>
#include <sys/types.h>

#include "base/text/hostlist.h"
#include "fshare/fshare.h"

#define FT_SETTINGS struct fshare_args

/* ---- lists ---------------------------------------------------------------- */

void
fshare_words_free(struct fshare_words *words)
{
	for (size_t i = 0; i < words->n; i++)
		ft_free(words->item[i]);
	ft_free(words->item);
	ft_map_clear(&words->seen);
	*words = (struct fshare_words){ 0 };
}

static char *
lower_copy(const char *word)
{
	char *copy = ft_strdup(word);

	ft_word_lower(copy);
	return copy;
}

bool
fshare_words_have(const struct fshare_words *words, const char *word)
{
	char *key FT_CLEANUP(ft_free_at) = lower_copy(word);
	bool there = ft_map_get(&words->seen, key, NULL);

	return there;
}

/* Returns whether WORD is new. */
static bool
note_word(struct fshare_words *words, const char *word)
{
	char *key FT_CLEANUP(ft_free_at) = lower_copy(word);
	bool new = ft_map_put(&words->seen, key, 1);

	return new;
}

void
fshare_words_add(struct fshare_words *words, const char *word)
{
	if (!note_word(words, word))
		return;
	*ft_vec_add(words->item, words->n, words->cap) = ft_strdup(word);
}

/* Add a name; one that is there already moves to the end. */
static enum ft_status
add_word(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct fshare_words *words = ctx;
	char *word = ft_strndup(name, len);
	size_t i = 0;

	(void)err;
	if (note_word(words, word)) {
		*ft_vec_add(words->item, words->n, words->cap) = word;
		return FT_OK;
	}
	while (strcasecmp(words->item[i], word) != 0)
		i++;
	ft_free(words->item[i]);
	memmove(&words->item[i], &words->item[i + 1],
	    (words->n - i - 1) * sizeof *words->item);
	words->item[words->n - 1] = word;
	return FT_OK;
}

/* How Slurm reads the lists of an option. */
enum list_rule {
	LIST_LOWER = 1,   /* in lower case */
	LIST_LITERAL = 2, /* brackets mean nothing */
	LIST_EMPTY = 4    /* an empty list has one empty name */
};

/* Add the elements of the comma list TEXT. */
static void
add_literal(struct fshare_words *words, const char *text)
{
	struct ft_word word;

	while (ft_word_next(&text, ",", &word))
		if (word.len > 0) {
			char *copy = ft_strndup(word.at, word.len);

			fshare_words_add(words, copy);
			ft_free(copy);
		}
}

/* The same as Slurm reads it; an empty list becomes an empty name. */
static void
add_slurm(struct fshare_words *words, const struct ft_context *context,
    const char *text)
{
	ft_slurmlist_each(context, text, add_word, words);
	if (words->n == 0)
		fshare_words_add(words, "");
}

/*
 * Add the elements of a comma list, without quotes around it, with brackets
 * expanded, each once.  rules: enum list_rule.
 */
static enum ft_status
add_words(const struct ft_context *context, struct fshare_words *words,
    const char *text, unsigned rules, struct ft_error *err)
{
	const char quote[] = { *text, '\0' };
	char *copy FT_CLEANUP(ft_free_at) = NULL;

	if (*text == '"' || *text == '\'')
		copy = ft_strndup(text + 1, strcspn(text + 1, quote));
	else
		copy = ft_strdup(text);
	for (char *at = copy; *at; at++) {
		if (*at == '"' || *at == '\'')
			*at = '`';
	}
	if (rules & LIST_LOWER)
		ft_word_lower(copy);
	if (rules & LIST_LITERAL)
		add_literal(words, copy);
	else if (context->slurm)
		add_slurm(words, context, copy);
	else if (rules & LIST_EMPTY && !*copy)
		fshare_words_add(words, "");
	else
		FT_TRY(ft_hostlist_each(copy, add_word, words, err));
	return FT_OK;
}

/* Numbers in the list of users become the names of this machine. */
static enum ft_status
name_numbers(struct fshare_words *users, const struct ft_context *context,
    struct ft_error *err)
{
	for (size_t i = 0; i < users->n; i++) {
		const struct passwd *entry;
		uint32_t number;

		if (!ft_num_u32(users->item[i], &number))
			continue;
		entry = getpwuid((uid_t)number);
		if (!entry && context->slurm) {
			/* the one message without the program's name */
			fprintf(context->err, "Invalid user id: %s\n",
			    users->item[i]);
			return FT_ENOENT;
		}
		if (!entry)
			return ft_fail(err, FT_ENOENT,
			    "no user has the number %s", users->item[i]);
		ft_free(users->item[i]);
		users->item[i] = ft_strdup(entry->pw_name);
	}
	ft_map_clear(&users->seen);
	for (size_t i = 0; i < users->n; i++)
		(void)note_word(users, users->item[i]);
	return FT_OK;
}

/* Every -o adds to the fields. */
static enum ft_status
set_fields(const struct ft_opt_use *use)
{
	struct fshare_args *args = use->settings;

	args->fields_given = true;
	FT_TRY(add_words(args->context, &args->field_words, use->arg,
	    args->context->slurm ? 0 : LIST_LITERAL, use->err));
	ft_str_clear(&args->fields);
	/* a name that was blank is one still */
	for (size_t i = 0; i < args->field_words.n; i++) {
		const char *name = args->field_words.item[i];

		ft_str_addf(&args->fields, "%s%s", i ? "," : "",
		    *name || args->field_words.n == 1 ? name : " ");
	}
	return FT_OK;
}

/* As sshare reads its lists. */
static enum ft_status
set_accounts(const struct ft_opt_use *use)
{
	struct fshare_args *args = use->settings;

	return add_words(args->context, &args->accounts, use->arg,
	    LIST_LOWER | LIST_EMPTY, use->err);
}

static enum ft_status
set_clusters(const struct ft_opt_use *use)
{
	struct fshare_args *args = use->settings;

	args->clusters_text = use->arg;
	fshare_words_free(&args->clusters);
	return add_words(args->context, &args->clusters, use->arg,
	    args->context->slurm ? LIST_LOWER : LIST_EMPTY, use->err);
}

static enum ft_status
set_all(const struct ft_opt_use *use)
{
	struct fshare_args *args = use->settings;

	args->all_users = true;
	fshare_words_free(&args->users);
	return FT_OK;
}

static enum ft_status
set_users(const struct ft_opt_use *use)
{
	struct fshare_args *args = use->settings;

	if (strcmp(use->arg, "-1") == 0)
		return set_all(use);
	args->all_users = false;
	/* unlike all its other lists, sshare takes this one as it is */
	FT_TRY(add_words(args->context, &args->users, use->arg,
	    args->context->slurm ? LIST_LITERAL : 0, use->err));
	return name_numbers(&args->users, args->context, use->err);
}

/* ---- options -------------------------------------------------------------- */

static enum ft_status
set_trace(const struct ft_opt_use *use)
{
	struct fshare_args *args = use->settings;

	args->trace = true;
	return ft_opt_trace(use, &args->trace_json);
}

static enum ft_status
set_history(const struct ft_opt_use *use)
{
	struct fshare_args *args = use->settings;

	args->history = true;
	args->period = use->arg;
	return FT_OK;
}

/* sshare's getopt knows it, sshare does not (case m12-option-messages). */
static enum ft_status
refuse(const struct ft_opt_use *use)
{
	fprintf(
	    use->context->err, "getopt error, returned %c\n", use->row->letter);
	return FT_EINVAL;
}

void
fshare_args_version(const void *settings)
{
	const struct fshare_args *args = settings;

	if (args->context->slurm && args->verbose)
		fputs(
		    "slurm_api_version: 2490368, 38.0.0\n", args->context->out);
}

const struct ft_option fshare_options[] = {
	{ 'A', "accounts", "LIST", "show only these accounts and their users",
	    .complete = FT_COMPLETE_ACCOUNT, FT_INTO_CALL(set_accounts) },
	{ 'a', "all", NULL, "show all users instead of only yourself",
	    FT_INTO_CALL(set_all) },
	{ 'e', "helpformat", NULL, "list the fields of --format",
	    FT_INTO_CALL(ft_opt_help_fields), .value = 17 },
	{ 'h', NULL, NULL, "the same as --noheader", FT_OPT_HIDDEN,
	    FT_INTO_FLAG(no_header) },
	{ 'l', "long", NULL, "show more columns", FT_INTO_FLAG(long_list) },
	{ 'M', "clusters", "LIST", "show these clusters, one after another",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_CALL(set_clusters) },
	{ 0, "cluster", "LIST", "the same as --clusters", FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, FT_INTO_CALL(set_clusters) },
	{ 'm', "partition", NULL, "add the column Partition",
	    FT_INTO_FLAG(partitions) },
	{ 'n', "noheader", NULL, "print no header", FT_INTO_FLAG(no_header) },
	{ 'o', "format", "FIELDS",
	    "print these comma-separated fields, each name[%[-]width]",
	    .complete = FT_COMPLETE_FIELD, FT_INTO_CALL(set_fields) },
	{ 'p', "parsable", NULL,
	    "separate columns with |, including a trailing one",
	    FT_INTO_VALUE(format, FT_FORMAT_PARSABLE) },
	{ 'P', "parsable2", NULL,
	    "separate columns with |, without a trailing one",
	    FT_INTO_VALUE(format, FT_FORMAT_PARSABLE2) },
	{ 'u', "users", "LIST",
	    "show these users, by name or number; -1 for all",
	    .complete = FT_COMPLETE_USER, FT_INTO_CALL(set_users) },
	{ 'U', "Users", NULL, "show only users, no accounts",
	    FT_INTO_FLAG(users_only) },
	{ 'q', NULL, NULL, "refused", FT_OPT_SLURM | FT_OPT_HIDDEN,
	    FT_INTO_CALL(refuse), .until = FT_RELEASE_26_05 },
	{ 't', NULL, "X", "refused", FT_OPT_SLURM | FT_OPT_HIDDEN,
	    FT_INTO_CALL(refuse), .until = FT_RELEASE_26_05 },
	{ 'v', "verbose", NULL,
	    "print the requested users and accounts on standard error",
	    FT_INTO_FLAG(verbose) },
	{ 0, "json", NULL, "print JSON with all fields of each row",
	    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "print the same as YAML", FT_OPT_OURS,
	    FT_INTO_VALUE(format, FT_FORMAT_YAML) },
	FT_SLURMDOC_OPTIONS(document, FT_RELEASE_23_11),
	{ 0, "csv", NULL, "print the columns as comma-separated values",
	    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_CSV) },
	{ 0, "prometheus", NULL,
	    "print samples for Prometheus, of all users unless some are named",
	    FT_OPT_OURS, FT_INTO_FLAG(prometheus) },
	{ 0, "sort", "FIELD",
	    "sort the rows by this field; a leading - reverses the order",
	    FT_OPT_OURS, FT_COMPLETE_FIELD, FT_INTO_TEXT(sort) },
	{ 0, "top", "N", "print only the first N rows", FT_OPT_OURS,
	    FT_INTO_NUMBER(top, 1, UINT64_MAX) },
	{ 0, "depth", "N",
	    "print only rows down to this depth: the root is 0, its users "
	    "and accounts are 1",
	    FT_OPT_OURS, FT_INTO_NUMBER(depth, 0, UINT64_MAX) },
	{ 0, "tree", NULL, "draw the tree with lines", FT_OPT_OURS,
	    FT_INTO_FLAG(tree) },
	{ 0, "trace", "json",
	    "print each step of the ranking, as slurmctld logs it or as JSON "
	    "lines",
	    FT_OPT_OURS | FT_OPT_OPTIONAL_ARG, FT_COMPLETE_CHOICE,
	    FT_INTO_CALL(set_trace) },
	{ 0, "history", "START..END",
	    "print the rows over time, as tree, shares and settings were then; "
	    "the times of START and END are those of --now, and either may be "
	    "left out",
	    FT_OPT_OURS | FT_OPT_OPTIONAL_ARG, FT_INTO_CALL(set_history) },
	{ 0, "every", "DURATION",
	    "with --history: the time between rows (default: about 20 rows)",
	    FT_OPT_OURS, FT_INTO_NAME(every) },
	{ 0, "svg", "FILE",
	    "with --history: draw the curves as an SVG picture, too",
	    FT_OPT_OURS, FT_COMPLETE_FILE, FT_INTO_BESIDE(svg) },
	FT_SESSION_SHARE_OPTIONS(session, ""),
	FT_COLOR_OPTIONS(color),
	FT_WHATIF_OPTIONS("show", what_if, session),
	{ 0, "diff", NULL,
	    "show who changes places under --what-if, --what-if-conf or "
	    "--what-if-slurm, largest moves first",
	    FT_OPT_OURS, FT_INTO_FLAG(diff) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

void
fshare_args_init(void *settings)
{
	struct fshare_args *args = settings;

	args->depth = UINT64_MAX;
}

void
fshare_args_free(void *settings)
{
	struct fshare_args *args = settings;

	fshare_words_free(&args->users);
	fshare_words_free(&args->accounts);
	fshare_words_free(&args->clusters);
	fshare_words_free(&args->field_words);
	ft_str_free(&args->fields);
	fshare_words_free(&args->missing_users);
	fshare_words_free(&args->missing_accounts);
}
