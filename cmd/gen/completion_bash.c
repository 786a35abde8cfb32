/* completion_bash.c - the region BASH: functions that are one case each. */
#include "gen/completion_private.h"

static const char *const action_names[] = {
	[ACTION_NONE] = "none",
	[ACTION_FILE] = "file",
	[ACTION_CHOICE] = "choice",
	[ACTION_SET] = "set",
	[ACTION_NAME] = "name",
	[ACTION_LIST] = "list",
	[ACTION_WORDS] = "words",
};

/* "fsim replay" */
static void
add_subject(struct ft_str *str, const struct subject *subject)
{
	ft_str_add(str, subject->root->name);
	if (subject->is_verb)
		ft_str_addf(str, " %s", subject->cmd->name);
}

/* "list users" */
static void
add_value(struct ft_str *str, const struct value *value)
{
	ft_str_add(str, action_names[value->action]);
	if (*value->kind)
		ft_str_addf(str, " %s", value->kind);
	if (value->words.len)
		ft_str_addf(str, " %s", value->words.data);
}

static void
bash_name(struct ft_str *str, const struct subject *subject,
    const struct ft_option *row)
{
	(void)subject;
	if (row->letter)
		ft_str_addf(str, " -%c", row->letter);
	if (row->name)
		ft_str_addf(str, " --%s", row->name);
}

static void
bash_options(struct ft_str *str, const struct subject *subject)
{
	ft_str_add(str, "\t\"");
	add_subject(str, subject);
	ft_str_add(str, "\") printf '%s ' --");
	completion_each_option(str, subject, bash_name);
	ft_str_add(str, " ;;\n");
}

/* One that has a choice of arguments ends there: it may be left out. */
static void
bash_argument(struct ft_str *str, const struct subject *subject,
    const struct ft_option *row)
{
	bool optional = row->flags & FT_OPT_OPTIONAL_ARG;
	struct value value;

	if (!row->arg)
		return;
	ft_str_add(str, "\t\"");
	add_subject(str, subject);
	if (row->letter && !optional)
		ft_str_addf(str, " -%c\"", row->letter);
	if (row->letter && !optional && row->name) {
		ft_str_add(str, " | \"");
		add_subject(str, subject);
	}
	if (row->name)
		ft_str_addf(str, " --%s%s\"", row->name, optional ? "=" : "");
	ft_str_add(str, ") echo ");
	value_init(&value, subject, row->complete, row->arg);
	add_value(str, &value);
	value_free(&value);
	ft_str_add(str, " ;;\n");
}

static void
bash_arguments(struct ft_str *str, const struct subject *subject)
{
	completion_each_option(str, subject, bash_argument);
}

static void
bash_operand(struct ft_str *str, const struct subject *subject)
{
	struct ft_str verbs FT_CLEANUP(ft_str_free) = { 0 };
	struct value value;

	value_of_operand(&value, subject, &verbs);
	if (verbs.len) {
		ft_str_add(str, "\t\"");
		add_subject(str, subject);
		ft_str_addf(str, " 1\") echo choice %s ;;\n", verbs.data);
	}
	if (value.action != ACTION_NONE) {
		ft_str_add(str, "\t\"");
		add_subject(str, subject);
		ft_str_add(str, " \"*) echo ");
		add_value(str, &value);
		ft_str_add(str, " ;;\n");
	}
	value_free(&value);
}

void
completion_bash(struct ft_str *str)
{
	ft_str_add(str, "# The options of a command and verb.\n"
			"_fairtree_options() {\n\tcase $1 in\n");
	completion_each_subject(str, bash_options);
	ft_str_add(str, "\tesac\n}\n\n# What stands behind an option.\n"
			"_fairtree_argument() {\n\tcase $1 in\n");
	completion_each_subject(str, bash_arguments);
	ft_str_add(str, "\tesac\n}\n\n# What the n-th operand is.\n"
			"_fairtree_operand() {\n\tcase $1 in\n");
	completion_each_subject(str, bash_operand);
	ft_str_add(str, "\tesac\n}\n\n# The verbs that have options.\n"
			"_fairtree_verbs() {\n\tcase $1 in\n");
	for (const struct ft_cmd *const *cmd = gen_cmds; *cmd; cmd++) {
		struct ft_str verbs FT_CLEANUP(ft_str_free) = { 0 };

		if ((*cmd)->verbs) {
			completion_add_verbs(&verbs, *cmd);
			ft_str_addf(str, "\t%s) echo %s ;;\n", (*cmd)->name,
			    ft_str_text(&verbs));
		}
	}
	ft_str_add(str, "\tesac\n}\n\ncomplete -F _fairtree");
	completion_add_commands(str);
	ft_str_add_char(str, '\n');
}
