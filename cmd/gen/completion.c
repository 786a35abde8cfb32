/*
 * completion.c - what the shells complete without a call: options, verbs, words
 * to choose from; and which names they have to ask the command for.
 */

#include "common/complete.h"
#include "common/lesson.h"
#include "gen/completion_private.h"
#include "model/job/job.h"

void
completion_each_subject(struct ft_str *str, subject_fn *fn)
{
	for (const struct ft_cmd *const *cmd = gen_cmds; *cmd; cmd++) {
		struct subject subject = { *cmd, *cmd, false };

		fn(str, &subject);
		for (const struct ft_cmd *const *verb = (*cmd)->verbs;
		     verb && *verb; verb++) {
			struct subject inner = { *verb, *cmd, true };

			fn(str, &inner);
		}
	}
}

void
completion_each_option(
    struct ft_str *str, const struct subject *subject, option_fn *fn)
{
	const struct ft_option *row;

	for (row = subject->cmd->options; row->letter || row->name; row++)
		if (gen_is_shown(row) && !(row->flags & FT_OPT_SLURM))
			fn(str, subject, row);
	for (row = ft_opt_standard; row->letter || row->name; row++)
		if (gen_is_shown(row))
			fn(str, subject, row);
}

/* ---- values -------------------------------------------------------------- */

static void
add_word(struct ft_str *words, const char *word, size_t len)
{
	if (words->len)
		ft_str_add_char(words, ' ');
	ft_str_add_n(words, word, len);
}

/* "a|b" as "a b". */
static void
add_choices(struct ft_str *words, const char *choices)
{
	size_t len;

	for (; *choices; choices += len + (choices[len] == '|')) {
		len = strcspn(choices, "|");
		add_word(words, choices, len);
	}
}

static void
add_fields(struct ft_str *words, const struct subject *subject)
{
	const struct ft_column *row = subject->cmd->fields;

	if (!row)
		row = subject->root->fields;
	for (; row && row->name; row++)
		add_word(words, row->name, strlen(row->name));
}

static void
add_states(struct ft_str *words)
{
	for (int i = 0; i < FT_JOB_STATES; i++) {
		const char *name = ft_job_state_name((enum ft_job_state)i);

		add_word(words, name, strlen(name));
	}
}

static void
add_lessons(struct ft_str *words)
{
	for (const struct ft_lesson_text *row = ft_lesson_texts; row->name;
	     row++) {
		const char *name = ft_lesson_short_name(row);

		add_word(words, name, strlen(name));
	}
}

void
value_init(struct value *value, const struct subject *subject,
    enum ft_complete kind, const char *arg)
{
	bool list =
	    !arg || strcmp(arg, "LIST") == 0 || arg[strlen(arg) - 1] == 'S';

	*value = (struct value){ .kind = ft_complete_kind_name(kind) };
	if (*value->kind) {
		value->action = list ? ACTION_LIST : ACTION_NAME;
	} else if (kind == FT_COMPLETE_FILE) {
		value->action = ACTION_FILE;
	} else if (kind == FT_COMPLETE_CHOICE && arg) {
		value->action = ACTION_CHOICE;
		add_choices(&value->words, arg);
	} else if (kind == FT_COMPLETE_FIELD) {
		value->action = list ? ACTION_SET : ACTION_CHOICE;
		add_fields(&value->words, subject);
	} else if (kind == FT_COMPLETE_STATE) {
		value->action = list ? ACTION_SET : ACTION_CHOICE;
		add_states(&value->words);
	} else if (kind == FT_COMPLETE_LESSON) {
		value->action = ACTION_CHOICE;
		value->files = true;
		add_lessons(&value->words);
	}
}

void
value_free(struct value *value)
{
	ft_str_free(&value->words);
}

void
completion_add_verbs(struct ft_str *words, const struct ft_cmd *cmd)
{
	const struct ft_operand *row = cmd->operands;

	for (const struct ft_cmd *const *verb = cmd->verbs; verb && *verb;
	     verb++)
		add_word(words, (*verb)->name, strlen((*verb)->name));
	for (; row && row->syntax; row++)
		if (islower((unsigned char)*row->syntax))
			add_word(words, row->syntax, strcspn(row->syntax, " "));
}

void
value_of_operand(
    struct value *value, const struct subject *subject, struct ft_str *verbs)
{
	const struct ft_cmd *cmd = subject->cmd;
	const struct ft_operand *row = cmd->operands;

	*value = (struct value){ .kind = "" };
	if (cmd->complete) {
		value->action = ACTION_WORDS;
		return;
	}
	completion_add_verbs(verbs, cmd);
	while (row && row->syntax && row->complete == FT_COMPLETE_NONE)
		row++;
	if (!row || !row->syntax)
		return;
	value_init(value, subject, row->complete, NULL);
	if (value->action == ACTION_LIST && !strchr(row->syntax, ','))
		value->action = ACTION_NAME;
}

void
completion_add_commands(struct ft_str *str)
{
	for (const struct ft_cmd *const *cmd = gen_cmds; *cmd; cmd++)
		ft_str_addf(str, " %s", (*cmd)->name);
}
