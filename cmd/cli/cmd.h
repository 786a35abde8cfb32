/*
 * cmd.h - a command: what it is called, what it takes, what it does.
 *
 * The tables here are read by the option parser, --help, the man pages, the
 * completions and (later) the shell.  Nothing user-visible is written twice.
 */
#ifndef FT_CMD_CLI_CMD_H
#define FT_CMD_CLI_CMD_H

#include "base/base.h"

/* What may come after an option or as an operand, for completion. */
enum ft_complete {
	FT_COMPLETE_NONE,
	FT_COMPLETE_FILE,
	FT_COMPLETE_ACCOUNT,
	FT_COMPLETE_USER,
	FT_COMPLETE_CLUSTER,
	FT_COMPLETE_QOS,
	FT_COMPLETE_PARTITION,
	FT_COMPLETE_NODE,
	FT_COMPLETE_JOB,
	FT_COMPLETE_RESERVATION,
	FT_COMPLETE_WCKEY,
	FT_COMPLETE_TRES,
	FT_COMPLETE_RESOURCE,
	FT_COMPLETE_SETTING, /* KEY=VALUE of slurm.conf */
	FT_COMPLETE_LESSON,  /* bundled, or a file */
	FT_COMPLETE_STATE,   /* of jobs */
	FT_COMPLETE_FIELD,   /* of the command's (or verb's) fields */
	FT_COMPLETE_CHOICE   /* words of arg_name, separated by | */
};

struct ft_example {
	const char *command; /* "fshare -l -a" */
	const char *sentence;
};

/* One row of --help's operand list and of the man page (verbs, sub-commands). */
struct ft_operand {
	const char *syntax; /* "conf FILE" */
	const char *sentence;
	enum ft_complete complete;
};

struct ft_context;
struct ft_completer; /* common/complete.h */
struct ft_column;    /* report/format/column.h */
struct ft_option;    /* cli/opt.h */
struct ft_opt_use;

struct ft_cmd {
	const char *name;                /* "fshare" */
	const char *slurm_name;          /* "sshare"; "" none */
	const char *summary;             /* one sentence, no full stop */
	const char *synopsis;            /* "[options] [command ...]" */
	const struct ft_option *options; /* ends with all zero */
	const struct ft_operand
	    *operands; /* ends with NULL syntax; may be NULL */
	const struct ft_example *examples; /* ends with NULL command */
	const struct ft_column *fields;    /* of --format; may be NULL */
	bool options_first; /* what stands behind the first operand is no
	                       option of the command */
	/*
	 * Verbs, each with name, summary, synopsis, options, examples and go()
	 * of its own; ends with NULL; NULL: none.
	 */
	const struct ft_cmd *const *verbs;
	/*
	 * What the Slurm command does when its daemon does not answer: how
	 * its message begins ("": it asks slurmdbd) and its exit status.
	 */
	const char *down_call;
	int down_status;
	/* Exit status of a bad option under the Slurm name; 0: 1. */
	int misuse_status;
	/* Adds lines to --version; NULL: there is no more to say. */
	void (*print_version)(const void *settings);
	bool draws; /* its standard output moves the terminal on purpose, and
	               it masks the texts in it by itself */
	/*
	 * What a call of the command works with: SIZE bytes, all zero but for a
	 * pointer to the context at CONTEXT and the session at SESSION (0: none).  init() puts in what else is no zero, the options
	 * fill it, go() works with it and gets the operands, free() releases
	 * what options did not fill in.  Returns the exit status.  Commands
	 * with verbs have none of these; init and free may be NULL.
	 */
	size_t size, context, session;
	void (*init)(void *settings);
	int (*go)(void *settings, int argc, char **argv);
	void (*free)(void *settings);
	/* Hears of each option of the command line before it is read; NULL. */
	void (*met)(const struct ft_opt_use *use);
	/*
	 * Offers what may stand in the place of the last operand, which is
	 * being typed; NULL: operands are what their rows say.
	 */
	void (*complete)(
	    const struct ft_completer *to, int argc, char *const *argv);
};

/* Among the members of a command: its settings, a struct whose MEMBER points to
 * the context. */
#define FT_CMD_SETTINGS(type, member)                                          \
	.size = sizeof(type),                                                  \
	.context = offsetof(type, member) + _Generic(((type *)0)->member,      \
						struct ft_context * : 0,       \
						const struct ft_context * : 0)

/*
 * How this process was called, and its streams.  cmd/ code reads the
 * environment, the clock and the user only through it.
 */
struct ft_context {
	const struct ft_cmd *cmd;
	const char *program;      /* last part of argv[0]: "sshare" */
	const char *verb;         /* of a command that has verbs, else NULL */
	bool slurm;               /* called by its Slurm name */
	FILE *in, *out, *err;     /* out, err: files/stream.h */
	struct ft_store *pending; /* the copy of the store that an open block
	                             of facctmgr works on; NULL: none */
	int argc;                 /* the whole command line */
	char **argv;
};

/* Returns the value of an environment variable, NULL when unset or empty. */
const char *ft_cmd_variable(const char *name);

/* End the process with a message of NAME when memory is exhausted. */
void ft_cmd_watch_memory(const char *name);
/* Call BACK, which restores the terminal, before such an end; NULL: nothing. */
void ft_cmd_guard(void (*back)(void));
/* Restore the present settings of the terminal FD before such an end. */
void ft_cmd_guard_terminal(int fd);

/*
 * Returns a stream that keeps what is written in *text of *n bytes, the
 * caller's (free), once ft_cmd_collected closed it.
 */
FILE *ft_cmd_collect(char **text, size_t *n);
void ft_cmd_collected(FILE *file);

/* Print "program: error: " and a formatted text on context->err; returns 1. */
int ft_cmd_error(const struct ft_context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Print "program: warning: " and a formatted text on context->err. */
void ft_cmd_warning(const struct ft_context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/*
 * Print "program: error: TEXT" (text of ERR) on context->err; returns 1, or by
 * a Slurm name the status of a daemon that does not answer.
 */
int ft_cmd_fail(const struct ft_context *context, const struct ft_error *err);
/*
 * The same; messages about an input file (FT_EPARSE) stand alone, so that
 * editors find the place.
 */
int ft_cmd_fail_file(
    const struct ft_context *context, const struct ft_error *err);
/* As ft_cmd_error, and say where there is help; returns 1. */
int ft_cmd_misuse(const struct ft_context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
