/* completion_fish.c - the region FISH: a line for each option. */
#include "gen/completion_private.h"

static void
fish_text(struct ft_str *str, const char *text)
{
	ft_str_add_char(str, '\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			ft_str_add_char(str, '\\');
		ft_str_add_char(str, *text);
	}
	ft_str_add_char(str, '\'');
}

/* The start of a line that counts for this subject. */
static void
fish_start(struct ft_str *str, const struct subject *subject)
{
	ft_str_addf(str, "complete -c %s", subject->root->name);
	if (subject->is_verb)
		ft_str_addf(
		    str, " -n '__fairtree_verb %s'", subject->cmd->name);
	else if (subject->cmd->verbs)
		ft_str_add(str, " -n __fairtree_first");
}

/* What the words are, of an option or (option false) an operand. */
static void
fish_value(struct ft_str *str, const struct value *value, const char *exclusive)
{
	switch (value->action) {
	case ACTION_NONE:
		ft_str_addf(str, " %s", exclusive);
		break;
	case ACTION_FILE:
		ft_str_add(str, " -F");
		break;
	case ACTION_CHOICE:
		ft_str_addf(str, " %s -a '%s'", value->files ? "-F" : exclusive,
		    ft_str_text(&value->words));
		break;
	case ACTION_SET:
		ft_str_addf(str, " %s -a '(__fairtree_set %s)'", exclusive,
		    ft_str_text(&value->words));
		break;
	case ACTION_NAME:
	case ACTION_LIST:
		ft_str_addf(str, " %s -a '(__fairtree_ask %s)'", exclusive,
		    value->kind);
		break;
	case ACTION_WORDS:
		ft_str_addf(str, " %s -a '(__fairtree_ask words)'", exclusive);
		break;
	}
}

static void
fish_option(struct ft_str *str, const struct subject *subject,
    const struct ft_option *row)
{
	bool optional = row->flags & FT_OPT_OPTIONAL_ARG;
	struct value value;

	fish_start(str, subject);
	if (row->letter)
		ft_str_addf(str, " -s %c", row->letter);
	if (row->name)
		ft_str_addf(str, " -l %s", row->name);
	if (row->arg) {
		value_init(&value, subject, row->complete, row->arg);
		fish_value(str, &value, optional ? "-f" : "-f -r");
		if (!optional && (value.action == ACTION_FILE || value.files))
			ft_str_add(str, " -r");
		value_free(&value);
	}
	ft_str_add(str, " -d ");
	fish_text(str, row->sentence);
	ft_str_add_char(str, '\n');
}

static void
fish_verbs(struct ft_str *str, const struct subject *subject)
{
	for (const struct ft_cmd *const *verb = subject->cmd->verbs;
	     verb && *verb; verb++) {
		fish_start(str, subject);
		ft_str_addf(str, " -f -a %s -d ", (*verb)->name);
		fish_text(str, (*verb)->summary);
		ft_str_add_char(str, '\n');
	}
}

static void
fish_subject(struct ft_str *str, const struct subject *subject)
{
	struct ft_str verbs FT_CLEANUP(ft_str_free) = { 0 };
	struct value value;

	value_of_operand(&value, subject, &verbs);
	fish_verbs(str, subject);
	if (!subject->cmd->verbs && verbs.len) {
		ft_str_addf(str,
		    "complete -c %s -n __fairtree_first -f -a '%s'\n",
		    subject->cmd->name, verbs.data);
	}
	if (!subject->cmd->verbs) {
		fish_start(str, subject);
		if (verbs.len)
			ft_str_add(str, " -n 'not __fairtree_first'");
		fish_value(str, &value, "-f");
		ft_str_add_char(str, '\n');
	}
	completion_each_option(str, subject, fish_option);
	value_free(&value);
}

void
completion_fish(struct ft_str *str)
{
	completion_each_subject(str, fish_subject);
}
