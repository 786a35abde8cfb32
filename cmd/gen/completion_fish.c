/* completion_fish.c - the region FISH: a line for each option. */
#include "gen/completion_int.h"

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
fish_wish(struct ft_str *str, const struct wish *wish, const char *exclusive)
{
	switch (wish->action) {
	case ACTION_NONE:
		ft_str_addf(str, " %s", exclusive);
		break;
	case ACTION_FILE:
		ft_str_add(str, " -F");
		break;
	case ACTION_CHOICE:
		ft_str_addf(str, " %s -a '%s'", wish->files ? "-F" : exclusive,
		    ft_str_text(&wish->words));
		break;
	case ACTION_SET:
		ft_str_addf(str, " %s -a '(__fairtree_set %s)'", exclusive,
		    ft_str_text(&wish->words));
		break;
	case ACTION_NAME:
	case ACTION_LIST:
		ft_str_addf(
		    str, " %s -a '(__fairtree_ask %s)'", exclusive, wish->kind);
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
	struct wish wish;

	fish_start(str, subject);
	if (row->letter)
		ft_str_addf(str, " -s %c", row->letter);
	if (row->name)
		ft_str_addf(str, " -l %s", row->name);
	if (row->arg) {
		wish_init(&wish, subject, row->complete, row->arg);
		fish_wish(str, &wish, optional ? "-f" : "-f -r");
		if (!optional && (wish.action == ACTION_FILE || wish.files))
			ft_str_add(str, " -r");
		wish_free(&wish);
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
	struct wish wish;

	wish_operand(&wish, subject, &verbs);
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
		fish_wish(str, &wish, "-f");
		ft_str_add_char(str, '\n');
	}
	completion_each_option(str, subject, fish_option);
	wish_free(&wish);
}

void
completion_fish(struct ft_str *str)
{
	completion_each_subject(str, fish_subject);
}
