#include "facctmgr/shell/line.h"

#include "facctmgr/facctmgr.h"

/* ---- words ------------------------------------------------------------------- */

struct words {
	char *text; /* one after the other, each ends with a zero byte */
	char **item;
	size_t n, cap;
};

/*
 * One word, from AT on, to *TO; quotes and backslashes are taken off as a
 * shell does.  Returns where it ends, NULL: inside quotes.
 */
static const char *
take_word(const char *at, char **to)
{
	char quote = 0;

	for (; *at && (quote || !strchr(" \t\n", *at)); at++) {
		if (quote ? *at == quote : *at == '"' || *at == '\'') {
			quote = quote ? 0 : *at;
			continue;
		}
		if (*at == '\\' && at[1] &&
		    (!quote || (quote == '"' && strchr("\\\"", at[1]))))
			at++;
		*(*to)++ = *at;
	}
	*(*to)++ = '\0';
	return quote ? NULL : at;
}

/* Returns false if a quote stays open. */
static bool
split_line(const char *line, struct words *words)
{
	char *to = words->text = ft_alloc(strlen(line) + 2);

	for (;;) {
		char *word = to;

		line += strspn(line, " \t\n");
		if (!*line)
			return true;
		line = take_word(line, &to);
		if (!line)
			return false;
		*ft_vec_add(words->item, words->n, words->cap) = word;
	}
}

/* ---- running ----------------------------------------------------------------- */

/* What was complained of, under the program's name. */
static void
pass_on(const struct ft_context *context, const char *text)
{
	size_t len = strlen(context->program);

	text += strspn(text, " \n");
	if (!*text)
		return;
	if (strncmp(text, context->program, len) != 0 || text[len] != ':')
		fprintf(context->err, "%s: error: ", context->program);
	fputs(text, context->err);
}

static int
run_words(const struct ft_context *context, const struct ft_session *session,
    const char *line, struct words *words)
{
	struct ft_context quiet = *context;
	struct facctmgr_hush hush;
	struct facctmgr acct = { .context = &quiet,
		.session = *session,
		.open = true,
		.writable = true,
		.immediate = true,
		.what_if = true,
		.quiet = true };
	int status;

	facctmgr_hush(&quiet, &hush);
	status = facctmgr_run_command(&acct, (int)words->n, words->item);
	facctmgr_rollback(&acct);
	facctmgr_unhush(&quiet, &hush);
	if (hush.complaint)
		pass_on(context, hush.complaint);
	/* sacctmgr takes it for an answer that nothing is there to modify */
	if (status != 0 && hush.complaint && !*hush.complaint)
		ft_cmd_error(context, "nothing to modify by '%s'", line);
	free(hush.said);
	free(hush.complaint);
	return status;
}

int
facctmgr_apply_line(const struct ft_context *context,
    const struct ft_session *session, const char *line)
{
	struct words words = { 0 };
	int status;

	if (!split_line(line, &words))
		status =
		    ft_cmd_error(context, "a quote stays open in '%s'", line);
	else if (words.n == 0)
		status = ft_cmd_error(context, "no command in '%s'", line);
	else if (facctmgr_only_shows(words.item[0]))
		status = ft_cmd_error(
		    context, "'%s' changes nothing: '%s'", words.item[0], line);
	else
		status = run_words(context, session, line, &words);
	ft_free(words.item);
	ft_free(words.text);
	return status;
}
