/*
 * completion_int.h - what the writers of the shells' completions share.
 */
#ifndef FT_CMD_GEN_COMPLETION_INT_H
#define FT_CMD_GEN_COMPLETION_INT_H

#include "gen/gen.h"

/* A command, or a verb of one. */
struct subject {
	const struct ft_cmd *cmd;  /* whose words these are */
	const struct ft_cmd *root; /* the command itself */
	bool is_verb;
};

typedef void subject_fn(struct ft_str *str, const struct subject *subject);
typedef void option_fn(struct ft_str *str, const struct subject *subject,
    const struct ft_option *row);

/* Call FN for each command, and behind it for each of its verbs. */
void completion_each_subject(struct ft_str *str, subject_fn *fn);
/* Call FN for each option that is shown, standard ones included. */
void completion_each_option(
    struct ft_str *str, const struct subject *subject, option_fn *fn);

/* What may stand somewhere. */
enum action {
	ACTION_NONE, /* anything, nothing is known of it */
	ACTION_FILE,
	ACTION_CHOICE, /* one of these words */
	ACTION_SET,    /* a comma list of these words */
	ACTION_NAME,   /* a name, asked for */
	ACTION_LIST,   /* a comma list of names, asked for */
	ACTION_WORDS   /* the command is asked */
};

struct wish {
	enum action action;
	const char *kind;    /* of names */
	struct ft_str words; /* blanks between them */
	bool files;          /* or a file */
};

/* What KIND asks for; arg: the name of the argument, NULL of an operand.
 * wish_free it. */
void wish_init(struct wish *wish, const struct subject *subject,
    enum ft_complete kind, const char *arg);
void wish_free(struct wish *wish);
/* What operands are; verbs: if not empty, the first is one of these words. */
void wish_operand(
    struct wish *wish, const struct subject *subject, struct ft_str *verbs);

/* Append the words one of which is the first operand. */
void completion_add_verbs(struct ft_str *words, const struct ft_cmd *cmd);
/* Append the names of all commands. */
void completion_add_commands(struct ft_str *str);

/* The regions BASH, ZSH, FISH. */
void completion_bash(struct ft_str *str);
void completion_zsh(struct ft_str *str);
void completion_fish(struct ft_str *str);

#endif
