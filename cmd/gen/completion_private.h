/*
 * completion_private.h - what bash's, zsh's and fish's completions have in common.
 */
#ifndef FT_CMD_GEN_COMPLETION_PRIVATE_H
#define FT_CMD_GEN_COMPLETION_PRIVATE_H

#include "gen/gen.h"

struct subject {
	const struct ft_cmd *cmd;  /* whose words these are */
	const struct ft_cmd *root; /* the command itself */
	bool is_verb;
};

typedef void subject_fn(struct ft_str *str, const struct subject *subject);
typedef void option_fn(struct ft_str *str, const struct subject *subject,
    const struct ft_option *row);

/* Call FN for each command, each followed by its verbs. */
void completion_each_subject(struct ft_str *str, subject_fn *fn);
/* Call FN for each option that is shown, standard ones included. */
void completion_each_option(
    struct ft_str *str, const struct subject *subject, option_fn *fn);

/* How the value of an option or operand is completed. */
enum action {
	ACTION_NONE, /* not at all */
	ACTION_FILE,
	ACTION_CHOICE, /* one of the words */
	ACTION_SET,    /* a comma list of the words */
	ACTION_NAME,   /* a name; the command is asked for names of this kind */
	ACTION_LIST,   /* a comma list of such names */
	ACTION_WORDS   /* the command is asked for anything */
};

struct value {
	enum action action;
	const char *kind;    /* of names */
	struct ft_str words; /* blanks between them */
	bool files;          /* or a file */
};

/* Set VALUE to what KIND asks for; arg: the name of the argument, NULL of an
 * operand.  Release it with value_free. */
void value_init(struct value *value, const struct subject *subject,
    enum ft_complete kind, const char *arg);
void value_free(struct value *value);
/* Set VALUE to what operands are, and VERBS to the words for the first one. */
void value_of_operand(
    struct value *value, const struct subject *subject, struct ft_str *verbs);

/* Append the words one of which is the first operand. */
void completion_add_verbs(struct ft_str *words, const struct ft_cmd *cmd);
/* Append the names of all commands. */
void completion_add_commands(struct ft_str *str);

/* The regions BASH, ZSH, FISH. */
void completion_bash(struct ft_str *str);
void completion_zsh(struct ft_str *str);
void completion_fish(struct ft_str *str);

#endif
