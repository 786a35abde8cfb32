/* line.c - one command line, run inside another program. */
#include "facctmgr/line.h"

#include "facctmgr/command.h"
#include "facctmgr/store/store.h"
#include "facctmgr/verb.h"

/* ---- words ------------------------------------------------------------------- */

struct words {
	char *text; /* all of them, each ends with a zero byte */
	char **item;
	size_t n, cap;
};

/*
 * Copy the word at AT to *TO, without its quotes and backslashes, as a shell
 * reads it.  Returns where it ends, NULL if a quote is not closed.
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

/* Returns false if a quote is not closed. */
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

/* Print a complaint of the command as one of CONTEXT's program. */
static void
print_complaint(const struct ft_context *context, const char *text)
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
	struct facctmgr_capture capture;
	struct facctmgr acct = { .context = &quiet,
		.session = *session,
		.open = true,
		.writable = true,
		.immediate = true,
		.what_if = true,
		.quiet = true };
	int status;

	facctmgr_capture_start(&quiet, &capture);
	status = facctmgr_run_command(&acct, (int)words->n, words->item);
	facctmgr_rollback(&acct);
	facctmgr_capture_end(&quiet, &capture);
	if (capture.err_text)
		print_complaint(context, capture.err_text);
	/* sacctmgr does not call it an error that nothing was modified */
	if (status != 0 && capture.err_text && !*capture.err_text)
		ft_cmd_error(context, "nothing to modify by '%s'", line);
	free(capture.out_text);
	free(capture.err_text);
	return status;
}

int
facctmgr_apply_line(const struct ft_context *context,
    const struct ft_session *session, const char *line)
{
	const struct facctmgr_verb *verb;
	struct words words = { 0 };
	int status;

	if (!split_line(line, &words))
		status = ft_cmd_error(
		    context, "a quote is not closed in '%s'", line);
	else if (words.n == 0)
		status = ft_cmd_error(context, "no command in '%s'", line);
	else if ((verb = facctmgr_find_verb(words.item[0])) && !verb->writes)
		status = ft_cmd_error(
		    context, "'%s' changes nothing: '%s'", words.item[0], line);
	else
		status = run_words(context, session, line, &words);
	ft_free(words.item);
	ft_free(words.text);
	return status;
}
