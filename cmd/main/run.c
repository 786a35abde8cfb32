/* run.c - one call of a command, or of the verb that its command line names. */
#include "main/run.h"

#include "cli/opt.h"
#include "cli/spelling.h"
#include "common/session.h"
#include "common/suggest.h"
#include "files/pager.h"

/* ---- settings and options --------------------------------------------------- */

static int
go_on(struct ft_context *context, void *settings, int argc, char **argv)
{
	const struct ft_cmd *cmd = context->cmd;
	int status;

	if (!cmd->pages)
		ft_pager_stop();
	status = cmd->go(settings, argc, argv);
	ft_suggest_print_next(context, cmd->shows);
	return status;
}

/* Fill in the settings of context->cmd and call its go(). */
static int
run_command(struct ft_context *context, int argc, char **argv)
{
	const struct ft_cmd *cmd = context->cmd;
	void *settings FT_CLEANUP(ft_free_at) = ft_calloc(1, cmd->size);
	struct ft_context **of = (void *)((char *)settings + cmd->context);
	void *session = (char *)settings + cmd->session;
	enum ft_opt_result result;
	int operand, status = 0;

	*of = context;
	if (cmd->session)
		ft_session_init(session);
	if (cmd->init)
		cmd->init(settings);
	result = ft_opt_read_variables(context, settings);
	if (result == FT_OPT_GO)
		result = ft_opt_parse(context, argc, argv, settings, &operand);
	if (result == FT_OPT_GO)
		status =
		    go_on(context, settings, argc - operand, argv + operand);
	else if (result == FT_OPT_BAD)
		status = context->slurm && context->misuse_status
			     ? context->misuse_status
			     : 1;
	if (cmd->free)
		cmd->free(settings);
	ft_opt_free_lists(cmd->options, settings);
	if (cmd->session)
		ft_session_close(session);
	return status;
}

/* ---- verbs ------------------------------------------------------------------ */

static const struct ft_cmd *
find_verb(const struct ft_cmd *cmd, const char *word)
{
	const struct ft_cmd *const *verb = cmd->verbs;

	while (*verb && strcmp((*verb)->name, word) != 0)
		verb++;
	return *verb;
}

static void
list_verbs(struct ft_str *str, const struct ft_cmd *cmd)
{
	for (const struct ft_cmd *const *verb = cmd->verbs; *verb; verb++)
		ft_str_addf(
		    str, "%s%s", verb == cmd->verbs ? "" : ", ", (*verb)->name);
}

static int
no_verb(const struct ft_context *context, const char *word)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_spelling spelling = { .word = word };

	for (const struct ft_cmd *const *verb = context->cmd->verbs; *verb;
	     verb++)
		ft_spelling_offer(&spelling, (*verb)->name);
	list_verbs(&list, context->cmd);
	if (!*word)
		ft_cmd_misuse(context, "no verb: %s", ft_str_text(&list));
	else if (spelling.best)
		ft_cmd_misuse(context, "unknown verb '%s'; did you mean '%s'?",
		    word, spelling.best);
	else
		ft_cmd_misuse(context, "unknown verb '%s' (%s)", word,
		    ft_str_text(&list));
	return 1;
}

/*
 * The verb's own command line: the program, which getopt names in its messages,
 * the options before the verb and everything after it.
 */
static int
run_verb(struct ft_context *context, int argc, char **argv)
{
	int before = context->argc - argc; /* words before the verb */
	char **line = ft_calloc((size_t)context->argc + 1, sizeof *line);
	int status;

	for (int i = 0; i < before; i++)
		line[i] = context->argv[i];
	for (int i = 1; i < argc; i++)
		line[before + i - 1] = argv[i];
	status = run_command(context, before + argc - 1, line);
	ft_free(line);
	return status;
}

/* "help", "help VERB" */
static int
help(const struct ft_context *context, const char *word)
{
	struct ft_context inner = *context;

	if (!word) {
		ft_opt_help(context, context->out);
		return 0;
	}
	inner.cmd = find_verb(context->cmd, word);
	if (!inner.cmd)
		return no_verb(context, word);
	inner.verb = inner.cmd->name;
	ft_opt_help(&inner, context->out);
	return 0;
}

static int
go(struct ft_context *context, int argc, char **argv)
{
	struct ft_context inner = *context;

	if (argc == 0)
		return no_verb(context, "");
	if (strcmp(argv[0], "help") == 0)
		return help(context, argc > 1 ? argv[1] : NULL);
	inner.cmd = find_verb(context->cmd, argv[0]);
	if (!inner.cmd)
		return no_verb(context, argv[0]);
	inner.verb = inner.cmd->name;
	return run_verb(&inner, argc, argv);
}

int
ft_cmd_run(struct ft_context *context, int argc, char **argv)
{
	int operand;

	if (!context->cmd->verbs)
		return run_command(context, argc, argv);
	switch (ft_opt_parse(context, argc, argv, NULL, &operand)) {
	case FT_OPT_DONE:
		return 0;
	case FT_OPT_BAD:
		return 1;
	case FT_OPT_GO:
		break;
	}
	return go(context, argc - operand, argv + operand);
}
