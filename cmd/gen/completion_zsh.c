/* completion_zsh.c - the region ZSH: _arguments of each command and verb. */
#include "gen/completion_private.h"

/* A description between brackets and single quotes. */
static void
zsh_text(struct ft_str *str, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			ft_str_add(str, "'\\''");
		else if (*text == '[' || *text == ']' || *text == '\\')
			ft_str_addf(str, "\\%c", *text);
		else
			ft_str_add_char(str, *text);
	}
}

static void
zsh_value(struct ft_str *str, const struct value *value)
{
	switch (value->action) {
	case ACTION_NONE:
		break;
	case ACTION_FILE:
		ft_str_add(str, "_files");
		break;
	case ACTION_CHOICE:
		if (value->files)
			ft_str_addf(str, " _fairtree_or_file %s",
			    ft_str_text(&value->words));
		else
			ft_str_addf(str, "(%s)", ft_str_text(&value->words));
		break;
	case ACTION_SET:
		ft_str_addf(
		    str, "_values -s , word %s", ft_str_text(&value->words));
		break;
	case ACTION_NAME:
	case ACTION_LIST:
		ft_str_addf(str, " _fairtree_ask %s", value->kind);
		break;
	case ACTION_WORDS:
		ft_str_add(str, " _fairtree_ask words");
		break;
	}
}

static void
zsh_option(struct ft_str *str, const struct subject *subject,
    const struct ft_option *row)
{
	bool optional = row->flags & FT_OPT_OPTIONAL_ARG;
	const char *suffix = !row->arg ? "" : optional ? "=-" : "=";
	struct value value;

	ft_str_add(str, "\t\t");
	if (row->letter && row->name)
		ft_str_addf(str, "'(-%c --%s)'{-%c%s,--%s%s}", row->letter,
		    row->name, row->letter, row->arg ? "+" : "", row->name,
		    suffix);
	else if (row->name)
		ft_str_addf(str, "--%s%s", row->name, suffix);
	else
		ft_str_addf(str, "-%c%s", row->letter, row->arg ? "+" : "");
	ft_str_add(str, "'[");
	zsh_text(str, row->sentence);
	ft_str_add(str, "]");
	if (row->arg) {
		value_init(&value, subject, row->complete, row->arg);
		ft_str_addf(str, "%s:%s:", optional ? ":" : "",
		    value.action == ACTION_CHOICE ? "word" : row->arg);
		zsh_value(str, &value);
		value_free(&value);
	}
	ft_str_add(str, "' \\\n");
}

/* Each verb with what it does. */
static void
zsh_verbs(struct ft_str *str, const struct ft_cmd *cmd)
{
	ft_str_add(str, "\t\t'1:command:((");
	for (const struct ft_cmd *const *verb = cmd->verbs; *verb; verb++) {
		ft_str_addf(str, "%s%s\\:\"", verb == cmd->verbs ? "" : " ",
		    (*verb)->name);
		zsh_text(str, (*verb)->summary);
		ft_str_add_char(str, '"');
	}
	ft_str_add(str, "))' '*::word:->verb' && return\n"
			"\t[[ $state == verb ]] || return 1\n"
			"\tcase $words[1] in\n");
}

static void
zsh_arguments(struct ft_str *str, const struct subject *subject)
{
	struct ft_str verbs FT_CLEANUP(ft_str_free) = { 0 };
	struct value value;

	value_of_operand(&value, subject, &verbs);
	ft_str_addf(
	    str, "\t_arguments -s -S%s \\\n", subject->cmd->verbs ? " -C" : "");
	completion_each_option(str, subject, zsh_option);
	if (subject->cmd->verbs) {
		zsh_verbs(str, subject->cmd);
	} else {
		if (verbs.len)
			ft_str_addf(
			    str, "\t\t'1:command:(%s)' \\\n", verbs.data);
		ft_str_add(str, "\t\t'*:word:");
		zsh_value(str, &value);
		ft_str_add(str, "'\n");
	}
	value_free(&value);
}

void
completion_zsh(struct ft_str *str)
{
	ft_str_add(str, "case $service in\n");
	for (const struct ft_cmd *const *cmd = gen_cmds; *cmd; cmd++) {
		struct subject subject = { *cmd, *cmd, false };

		ft_str_addf(str, "%s)\n", (*cmd)->name);
		zsh_arguments(str, &subject);
		for (const struct ft_cmd *const *verb = (*cmd)->verbs;
		     verb && *verb; verb++) {
			struct subject inner = { *verb, *cmd, true };

			ft_str_addf(str, "\t%s)\n", (*verb)->name);
			zsh_arguments(str, &inner);
			ft_str_add(str, "\t\t;;\n");
		}
		if ((*cmd)->verbs)
			ft_str_add(str, "\tesac\n");
		ft_str_add(str, "\t;;\n");
	}
	ft_str_add(str, "esac\n");
}
