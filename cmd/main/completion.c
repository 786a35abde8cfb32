#include "main/completion.h"

#include "cli/opt.h"
#include "common/complete.h"
#include "common/session.h"

#define ASKED "--complete="

/* The line that is being typed. */
struct line {
	const struct ft_cmd *cmd;
	char **operand;
	int n_operand;
	const char *cluster; /* of -M */
	struct ft_session *session;
};

bool
ft_complete_is_asked(int argc, char *const *argv)
{
	return argc > 1 && strncmp(argv[1], ASKED, strlen(ASKED)) == 0;
}

/* ---- the options of the line ---------------------------------------------- */

/* Returns the row of WORD: "--name", "--name=value" or "-x". */
static const struct ft_option *
find_in(const struct ft_option *row, const char *word)
{
	size_t len = strcspn(word, "=");

	for (; row->letter || row->name; row++) {
		if (word[1] != '-' && row->letter == word[1])
			return row;
		if (word[1] == '-' && row->name &&
		    strlen(row->name) + 2 == len &&
		    strncmp(row->name, word + 2, len - 2) == 0)
			return row;
	}
	return NULL;
}

static const struct ft_option *
find_option(const struct ft_cmd *cmd, const char *word)
{
	const struct ft_option *row = find_in(cmd->options, word);

	for (const struct ft_cmd *const *verb = cmd->verbs;
	     verb && *verb && !row; verb++)
		row = find_in((*verb)->options, word);
	return row;
}

/* Note the options that choose the store and the cluster. */
static void
set(struct line *line, const struct ft_option *row, const char *arg)
{
	if (row->name && strcmp(row->name, "db") == 0)
		line->session->db = *arg ? arg : NULL;
	else if (row->name && strcmp(row->name, "conf") == 0)
		line->session->conf_file = arg;
	else if (row->complete == FT_COMPLETE_CLUSTER && !strchr(arg, ','))
		line->cluster = arg;
}

/* Returns whether the argument is the next word. */
static bool
read_option(struct line *line, const char *word, const char *next)
{
	const struct ft_option *row = find_option(line->cmd, word);
	const char *value = strchr(word, '=');

	/* -nPu: the last of several letters may have an argument */
	while (row && !row->arg && word[1] != '-' && word[2]) {
		const char rest[] = { '-', word[2], '\0' };

		row = find_option(line->cmd, rest);
		word++;
	}
	if (!row || !row->arg)
		return false;
	if (word[1] != '-')
		value = word[2] ? word + 1 : NULL;
	if (value)
		set(line, row, value + 1);
	else if (next && !(row->flags & FT_OPT_OPTIONAL_ARG))
		set(line, row, next);
	return !value && !(row->flags & FT_OPT_OPTIONAL_ARG);
}

/* Split the words into options and operands; the typed one is the last. */
static void
read_line(struct line *line, int argc, char **argv)
{
	static char none[] = "";
	bool options = true;

	line->operand = ft_calloc((size_t)argc + 1, sizeof *line->operand);
	for (int i = 3; i < argc; i++) {
		char *word = argv[i];

		if (options && strcmp(word, "--") == 0)
			options = false;
		else if (options && *word == '-' && word[1])
			i += read_option(
			    line, word, i + 1 < argc ? argv[i + 1] : NULL);
		else
			line->operand[line->n_operand++] = word;
	}
	line->operand[line->n_operand++] = argc > 2 ? argv[2] : none;
}

/* ---- the answer ----------------------------------------------------------- */

static void
print_word(void *ctx, const char *word, const char *text)
{
	FILE *out = ctx;

	/* the answer has a line for each: such a name cannot be completed */
	if (strpbrk(word, "\n\t"))
		return;
	fputs(word, out);
	if (*text)
		fprintf(out, "\t%s", text);
	fputc('\n', out);
}

static void
answer(const struct ft_completer *to, const struct line *line, const char *kind,
    const char *typed)
{
	if (strcmp(kind, "words") == 0 && line->cmd->complete)
		line->cmd->complete(to, line->n_operand, line->operand);
	for (int i = 0; i < FT_COMPLETE_CHOICE; i++) {
		const char *name = ft_complete_kind_name((enum ft_complete)i);

		if (*name && strcmp(name, kind) == 0)
			ft_complete_list(to, (enum ft_complete)i, "", typed);
	}
}

int
ft_complete_answer(struct ft_context *context, int argc, char **argv)
{
	struct ft_session session;
	struct line line = { .cmd = context->cmd, .session = &session };
	struct ft_completer to = { &session, print_word, context->out };
	struct ft_error err = { 0 };

	ft_session_init(&session);
	read_line(&line, argc, argv);
	if (ft_session_open(&session, context, FT_SESSION_GLANCE, &err) ==
		FT_OK &&
	    line.cluster)
		(void)ft_session_enter(&session, line.cluster, &err);
	answer(&to, &line, argv[1] + strlen(ASKED), argc > 2 ? argv[2] : "");
	ft_session_close(&session);
	ft_free(line.operand);
	return 0;
}
