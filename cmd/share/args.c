#include <ctype.h>
#include <pwd.h>
#include <string.h>
#include <strings.h>
#include <sys/types.h>

#include "base/hostlist.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/vec.h"
#include "share/share.h"

enum share_key {
	KEY_ACCOUNTS = 1,
	KEY_ALL,
	KEY_HELP_FORMAT,
	KEY_NO_HEADER,
	KEY_LONG,
	KEY_CLUSTERS,
	KEY_PARTITIONS,
	KEY_FORMAT,
	KEY_PARSABLE,
	KEY_PARSABLE2,
	KEY_USERS,
	KEY_USERS_ONLY,
	KEY_VERBOSE,
	KEY_JSON,
	KEY_YAML,
	KEY_CSV,
	KEY_PROMETHEUS,
	KEY_SORT,
	KEY_TOP,
	KEY_DEPTH,
	KEY_TREE,
	KEY_TRACE,
	KEY_DIFF
};

const struct ft_option share_options[] = {
	{ 'A', "accounts", "LIST", KEY_ACCOUNTS, 0, FT_COMPLETE_ACCOUNT,
	    "show only these accounts and their users" },
	{ 'a', "all", NULL, KEY_ALL, 0, FT_COMPLETE_NONE,
	    "show all users instead of only yourself" },
	{ 'e', "helpformat", NULL, KEY_HELP_FORMAT, 0, FT_COMPLETE_NONE,
	    "list the fields that --format knows" },
	{ 'h', NULL, NULL, KEY_NO_HEADER, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "the same as --noheader" },
	{ 'l', "long", NULL, KEY_LONG, 0, FT_COMPLETE_NONE,
	    "show more columns" },
	{ 'M', "clusters", "LIST", KEY_CLUSTERS, 0, FT_COMPLETE_CLUSTER,
	    "show these clusters, one after the other" },
	{ 0, "cluster", "LIST", KEY_CLUSTERS, FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, "the same as --clusters" },
	{ 'm', "partition", NULL, KEY_PARTITIONS, 0, FT_COMPLETE_NONE,
	    "add the column Partition" },
	{ 'n', "noheader", NULL, KEY_NO_HEADER, 0, FT_COMPLETE_NONE,
	    "print no header" },
	{ 'o', "format", "FIELDS", KEY_FORMAT, 0, FT_COMPLETE_FIELD,
	    "print these fields, name[%[-]width] each, parted by commas" },
	{ 'p', "parsable", NULL, KEY_PARSABLE, 0, FT_COMPLETE_NONE,
	    "part the columns by |, with one at the end of the line" },
	{ 'P', "parsable2", NULL, KEY_PARSABLE2, 0, FT_COMPLETE_NONE,
	    "part the columns by |, without one at the end of the line" },
	{ 'u', "users", "LIST", KEY_USERS, 0, FT_COMPLETE_USER,
	    "show these users, by name or number; -1 for all" },
	{ 'U', "Users", NULL, KEY_USERS_ONLY, 0, FT_COMPLETE_NONE,
	    "show users only, no accounts" },
	{ 'v', "verbose", NULL, KEY_VERBOSE, 0, FT_COMPLETE_NONE,
	    "tell on standard error which users and accounts are asked for" },
	{ 0, "json", NULL, KEY_JSON, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print JSON with everything that is known of each row" },
	{ 0, "yaml", NULL, KEY_YAML, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print the same as YAML" },
	{ 0, "csv", NULL, KEY_CSV, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print the columns as comma-separated values" },
	{ 0, "prometheus", NULL, KEY_PROMETHEUS, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print samples for Prometheus, of all users if none are named" },
	{ 0, "sort", "FIELD", KEY_SORT, FT_OPT_OURS, FT_COMPLETE_FIELD,
	    "sort the rows by this field; - in front of it: from the top "
	    "down" },
	{ 0, "top", "N", KEY_TOP, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print the first N rows only" },
	{ 0, "depth", "N", KEY_DEPTH, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print rows down to this depth only; the root is 0, its users "
	    "and accounts 1" },
	{ 0, "tree", NULL, KEY_TREE, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "draw the tree with lines" },
	{ 0, "trace", "json", KEY_TRACE, FT_OPT_OURS | FT_OPT_OPTIONAL_ARG,
	    FT_COMPLETE_CHOICE,
	    "print the walk through the tree step by step, as slurmctld logs "
	    "it or as JSON lines" },
	FT_SESSION_SHARE_OPTIONS("", ""),
	FT_COLOR_OPTION,
	FT_WHATIF_OPTIONS("show"),
	{ 0, "diff", NULL, KEY_DIFF, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show who moves by --what-if and --what-if-conf, the furthest "
	    "first" },
	FT_SESSION_NOW_OPTION,
	FT_SESSION_OPTIONS,
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

/* ---- lists ---------------------------------------------------------------- */

void
share_words_free(struct share_words *words)
{
	for (size_t i = 0; i < words->n; i++)
		ft_free(words->item[i]);
	ft_free(words->item);
	ft_map_clear(&words->seen);
	*words = (struct share_words){ 0 };
}

static char *
lower_copy(const char *word)
{
	char *copy = ft_strdup(word);

	for (char *c = copy; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	return copy;
}

bool
share_words_have(const struct share_words *words, const char *word)
{
	char *key = lower_copy(word);
	bool there = ft_map_get(&words->seen, key, NULL);

	ft_free(key);
	return there;
}

/* Returns whether WORD is new. */
static bool
note_word(struct share_words *words, const char *word)
{
	char *key = lower_copy(word);
	bool new = ft_map_put(&words->seen, key, 1);

	ft_free(key);
	return new;
}

void
share_words_add(struct share_words *words, const char *word)
{
	if (!note_word(words, word))
		return;
	words->item = ft_vec_grow(
	    words->item, &words->cap, words->n + 1, sizeof *words->item);
	words->item[words->n++] = ft_strdup(word);
}

static enum ft_status
add_word(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	char *word = ft_strndup(name, len);

	(void)err;
	share_words_add(ctx, word);
	ft_free(word);
	return FT_OK;
}

static void
lower(char *text)
{
	for (; *text; text++)
		*text = (char)tolower((unsigned char)*text);
}

/* How Slurm reads the lists of an option. */
enum list_rule {
	LIST_LOWER = 1,   /* in lower case */
	LIST_LITERAL = 2, /* brackets mean nothing */
	LIST_EMPTY = 4    /* an empty list holds one empty word */
};

/* Add the words of TEXT between commas. */
static void
add_literal(struct share_words *words, const char *text)
{
	size_t len;

	for (; *text; text += len + (text[len] == ',')) {
		len = strcspn(text, ",");
		if (len > 0)
			(void)add_word(words, text, len, NULL);
	}
}

/* As Slurm reads it; none: the empty word. */
static void
add_slurm(struct share_words *words, const struct ft_context *context,
    const char *text)
{
	size_t before = words->n;

	ft_slurmlist_each(context, text, add_word, words);
	if (words->n == before)
		share_words_add(words, "");
}

/*
 * Add the words of a comma list: quotes around it are taken off, brackets
 * expanded, words that are there already dropped.  rules: enum list_rule.
 */
static enum ft_status
add_words(const struct ft_context *context, struct share_words *words,
    const char *text, unsigned rules, struct ft_error *err)
{
	size_t len = strlen(text);
	enum ft_status status = FT_OK;
	char *copy;

	if (*text == '"' || *text == '\'')
		copy = ft_strndup(
		    text + 1, len - 1 - (len > 1 && text[len - 1] == *text));
	else
		copy = ft_strdup(text);
	for (char *at = copy; *at; at++) {
		if (*at == '"' || *at == '\'')
			*at = '`';
	}
	if (rules & LIST_LOWER)
		lower(copy);
	if (rules & LIST_LITERAL)
		add_literal(words, copy);
	else if (context->slurm)
		add_slurm(words, context, copy);
	else if (rules & LIST_EMPTY && !*copy)
		share_words_add(words, "");
	else
		status = ft_hostlist_each(copy, add_word, words, err);
	ft_free(copy);
	return status;
}

/* Numbers in the list of users become the names of this machine. */
static enum ft_status
name_numbers(struct share_words *users, const struct ft_context *context,
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

static enum ft_status
set_users(struct share_args *args, const char *arg, struct ft_error *err)
{
	enum ft_status status;

	if (strcmp(arg, "-1") == 0) {
		args->all_users = true;
		share_words_free(&args->users);
		return FT_OK;
	}
	args->all_users = false;
	/* unlike all its other lists, sshare takes this one as it is */
	status = add_words(args->context, &args->users, arg,
	    args->context->slurm ? LIST_LITERAL : 0, err);
	return status == FT_OK ? name_numbers(&args->users, args->context, err)
			       : status;
}

/* ---- options -------------------------------------------------------------- */

/* The names of fields, four in a line. */
static void
help_format(const struct ft_context *context)
{
	size_t n = 0;

	for (const struct ft_field *row = share_fields; row->name; row++) {
		if (row->flags & FT_FIELD_OURS && context->slurm)
			continue;
		if (n > 0)
			fputc(n % 4 ? ' ' : '\n', context->out);
		fprintf(context->out, "%-17s", row->name);
		n++;
	}
	fputc('\n', context->out);
}

static enum ft_status
set_trace(struct share_args *args, const char *arg, struct ft_error *err)
{
	size_t json = 0;
	enum ft_status status = FT_OK;

	if (arg)
		status = ft_opt_choice("trace", "text|json", arg, &json, err);
	args->trace = true;
	args->trace_json = json;
	return status;
}

/* Options of sshare. */
static enum ft_status
set_slurm(
    struct share_args *args, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case KEY_ACCOUNTS:
		return add_words(args->context, &args->accounts, arg,
		    LIST_LOWER | LIST_EMPTY, err);
	case KEY_ALL:
		args->all_users = true;
		share_words_free(&args->users);
		break;
	case KEY_HELP_FORMAT:
		help_format(args->context);
		return FT_OPT_STOP;
	case KEY_NO_HEADER:
		args->no_header = true;
		break;
	case KEY_LONG:
		args->long_list = true;
		break;
	case KEY_CLUSTERS:
		args->clusters_text = arg;
		return add_words(
		    args->context, &args->clusters, arg, LIST_EMPTY, err);
	case KEY_PARTITIONS:
		args->partitions = true;
		break;
	case KEY_FORMAT:
		if (args->fields_given)
			ft_str_add_char(&args->fields, ',');
		ft_str_add(&args->fields, arg);
		args->fields_given = true;
		break;
	case KEY_PARSABLE:
		args->format = FT_FORMAT_PARSABLE;
		break;
	case KEY_PARSABLE2:
		args->format = FT_FORMAT_PARSABLE2;
		break;
	case KEY_USERS:
		return set_users(args, arg, err);
	case KEY_USERS_ONLY:
		args->users_only = true;
		break;
	case KEY_VERBOSE:
		args->verbose = true;
		break;
	default:
		return FT_ENOENT;
	}
	return FT_OK;
}

/* Options of our own. */
static enum ft_status
set_ours(
    struct share_args *args, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case KEY_JSON:
		args->format = FT_FORMAT_JSON;
		break;
	case KEY_YAML:
		args->format = FT_FORMAT_YAML;
		break;
	case KEY_CSV:
		args->format = FT_FORMAT_CSV;
		break;
	case KEY_PROMETHEUS:
		args->prometheus = true;
		break;
	case KEY_SORT:
		args->sort = arg;
		break;
	case KEY_TOP:
		return ft_opt_number(
		    "top", arg, 1, UINT64_MAX, &args->top, err);
	case KEY_DEPTH:
		return ft_opt_number(
		    "depth", arg, 0, UINT64_MAX, &args->depth, err);
	case KEY_TREE:
		args->tree = true;
		break;
	case KEY_TRACE:
		return set_trace(args, arg, err);
	case FT_COLOR_KEY:
		return ft_color_set(&args->color, arg, err);
	case KEY_DIFF:
		args->diff = true;
		break;
	default:
		if (ft_whatif_option(&args->what_if, key, arg))
			break;
		return ft_session_option(&args->session, key, arg, err);
	}
	return FT_OK;
}

void
share_args_version(const void *ctx)
{
	const struct share_args *args = ctx;

	if (args->context->slurm && args->verbose)
		fputs(
		    "slurm_api_version: 2490368, 38.0.0\n", args->context->out);
}

enum ft_status
share_args_set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	enum ft_status status = set_slurm(ctx, key, arg, err);

	return status == FT_ENOENT && !*err->text ? set_ours(ctx, key, arg, err)
						  : status;
}

void
share_args_init(struct share_args *args, struct ft_context *context)
{
	*args = (struct share_args){ .context = context, .depth = UINT64_MAX };
	ft_session_init(&args->session);
}

void
share_args_free(struct share_args *args)
{
	share_words_free(&args->users);
	share_words_free(&args->accounts);
	share_words_free(&args->clusters);
	ft_whatif_free(&args->what_if);
	ft_str_free(&args->fields);
	ft_session_close(&args->session);
}
