#define _GNU_SOURCE /* environ */
#include "cli/sanitize.h"

#include <unistd.h>

#include "base/text/text.h"
#include "cli/opt.h"

/* What was masked in files; a process runs one command. */
static struct {
	bool slurm; /* called by a Slurm name */
	size_t n, files;
	char *path; /* the first */
} masks;

static char *
masked(const char *text, enum ft_text_rule rule)
{
	struct ft_str str = { 0 };

	ft_str_add(&str, "");
	ft_text_mask(&str, text, strlen(text), rule);
	return ft_str_take(&str);
}

/* ---- words ------------------------------------------------------------------ */

/* Whether WORD is the name of an option with FT_OPT_LINES, and END. */
static bool
takes_lines(const struct ft_cmd *cmd, const char *word, char end)
{
	const struct ft_option *row = cmd->options;

	if (strncmp(word, "--", 2) != 0)
		return false;
	for (; row->letter || row->name; row++) {
		size_t len;

		if (!row->name || !(row->flags & FT_OPT_LINES))
			continue;
		len = strlen(row->name);
		if (strncmp(word + 2, row->name, len) == 0 &&
		    word[2 + len] == end)
			return true;
	}
	return false;
}

/* Whether WORD, or the text after its =, names an existing file. */
static bool
is_file(const char *word)
{
	const char *value = strchr(word, '=');

	return access(word, F_OK) == 0 ||
	       (value && value[1] && access(value + 1, F_OK) == 0);
}

/* KIND: "word" or "variable", for the message. */
static bool
is_safe(const struct ft_context *context, const char *kind, const char *word,
    bool lines)
{
	enum ft_text_rule rule = lines ? FT_TEXT_LINES : FT_TEXT_WORD;
	struct ft_error err = { 0 };
	struct ft_str what FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status;

	if (!ft_text_unsafe(word, strlen(word), rule) ||
	    (!ft_text_unsafe(word, strlen(word), FT_TEXT_BYTES) &&
		!strpbrk(word, "\n\t\r") && is_file(word)))
		return true;
	ft_str_addf(&what, "bad %s '", kind);
	ft_text_mask(&what, word, strlen(word), FT_TEXT_WORD);
	ft_str_add_char(&what, '\'');
	status = ft_text_check(ft_str_text(&what), word, rule, &err);
	ft_cmd_error(context, "%s", err.text);
	return status == FT_OK;
}

bool
ft_sanitize_words(const struct ft_context *context, int argc, char **argv)
{
	for (int i = 0; i < argc && !context->slurm; i++)
		if (!is_safe(context, "word", argv[i], false))
			return false;
	return true;
}

/* Slurm has no such variables, so they are checked under its names, too. */
static bool
are_variables_safe(const struct ft_context *context)
{
	for (char **at = environ; *at; at++)
		if (strncmp(*at, "FAIRTREE_", 9) == 0 &&
		    !is_safe(context, "variable", *at, false))
			return false;
	return true;
}

bool
ft_sanitize_command(struct ft_context *context)
{
	char **argv = context->argv;

	masks.slurm = context->slurm;
	/* masked words live as long as the process, like the others */
	if (context->argc > 0 &&
	    ft_text_unsafe(argv[0], strlen(argv[0]), FT_TEXT_BYTES))
		argv[0] = masked(argv[0], FT_TEXT_BYTES);
	if (!are_variables_safe(context))
		return false;
	for (int i = 1; i < context->argc; i++) {
		bool lines = takes_lines(context->cmd, argv[i], '=') ||
			     takes_lines(context->cmd, argv[i - 1], '\0');

		if (!context->slurm &&
		    !is_safe(context, "word", argv[i], lines))
			return false;
		if (context->slurm &&
		    ft_text_unsafe(argv[i], strlen(argv[i]), FT_TEXT_BYTES))
			argv[i] = masked(argv[i], FT_TEXT_BYTES);
	}
	return true;
}

void
ft_sanitize_line(struct ft_str *line)
{
	char *safe FT_CLEANUP(ft_free_at) = NULL;

	if (!masks.slurm ||
	    !ft_text_unsafe(ft_str_text(line), line->len, FT_TEXT_BYTES))
		return;
	safe = masked(ft_str_text(line), FT_TEXT_BYTES);
	ft_str_clear(line);
	ft_str_add(line, safe);
}

char *
ft_sanitize_name(const char *name)
{
	return masked(name, masks.slurm ? FT_TEXT_BYTES : FT_TEXT_WORD);
}

/* ---- files ------------------------------------------------------------------ */

void
ft_sanitize_file(const char *path, struct ft_str *text)
{
	struct ft_str safe = { 0 };
	size_t n;

	if (masks.slurm || !ft_text_unsafe(text->data, text->len, FT_TEXT_FILE))
		return;
	n = ft_text_mask(&safe, text->data, text->len, FT_TEXT_FILE);
	ft_str_free(text);
	*text = safe;
	if (!path)
		return;
	masks.n += n;
	if (!masks.files++)
		masks.path = ft_strdup(path);
}

void
ft_sanitize_forget(const char *message)
{
	size_t len = masks.path ? strlen(masks.path) : 0;

	if (len && !strncmp(message, masks.path, len) && message[len] == ':')
		masks.n = 0;
}

void
ft_sanitize_report(const struct ft_context *context)
{
	if (masks.n)
		ft_cmd_warning(context,
		    "%s%s: replaced %zu unsafe character%s (a control, or not "
		    "UTF-8) with text such as \\xE9",
		    masks.path, masks.files > 1 ? " and others" : "", masks.n,
		    masks.n == 1 ? "" : "s");
	ft_free(masks.path);
	masks.path = NULL;
	masks.n = masks.files = 0;
}
