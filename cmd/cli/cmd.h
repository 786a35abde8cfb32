/*
 * cmd.h - what a command is, the context it runs in, and its messages.
 *
 * The option parser, --help, the man pages, the completions and the shell of
 * facctmgr all read the same tables: nothing a user sees is written twice.
 * main/run.h runs a command.
 */
#ifndef FT_CMD_CLI_CMD_H
#define FT_CMD_CLI_CMD_H

#include "base/base.h"
#include "model/release/release.h"

/* What the argument of an option, or an operand, can be: for completion. */
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
	FT_COMPLETE_CHOICE   /* one of the words of row->arg: "a|b" */
};

/* What a command needs in the store to show anything. */
enum ft_cmd_shows { FT_CMD_SHOWS_ANY, FT_CMD_SHOWS_USERS, FT_CMD_SHOWS_JOBS };
/* Whether a store has it. */
struct ft_cmd_stock {
	bool known; /* a store was opened */
	bool users, jobs;
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
	bool options_first; /* options end at the first operand */
	/*
	 * Verbs, each with its own name, summary, synopsis, options, examples
	 * and go(); ends with NULL; NULL: none.
	 */
	const struct ft_cmd *const *verbs;
	/*
	 * What the Slurm command does when its daemon does not answer: the
	 * beginning of its message ("": it asks slurmdbd) and its exit status.
	 */
	const char *down_call;
	int down_status;
	bool terse_misuse; /* by the Slurm name a bad option gets one line,
	                      without a pointer to --help */
	/* Prints further lines of --version; NULL: none. */
	void (*print_version)(const void *settings);
	enum ft_cmd_shows shows; /* if the store has none, a line says what to
	                            do next (common/suggest.h) */
	bool pages; /* long output may go through a pager (files/pager.h): it
	               neither asks anything nor goes on until it is stopped */
	bool draws; /* its standard output moves the cursor, so the command
	               masks texts itself */
	/*
	 * The settings of one call: SIZE bytes, all zero except a pointer to the
	 * context at CONTEXT and an initialised session at SESSION (0: none).
	 * init() sets other defaults, then the options fill them in, then go()
	 * gets them with the operands and returns the exit status; free()
	 * releases what the options do not own.  A command with verbs has none
	 * of these; init and free may be NULL.
	 */
	size_t size, context, session;
	void (*init)(void *settings);
	int (*go)(void *settings, int argc, char **argv);
	void (*free)(void *settings);
	/* Called for each option before it is read; may be NULL. */
	void (*met)(const struct ft_opt_use *use);
	/*
	 * Offers candidates for the last operand, which is being typed; NULL:
	 * the rows of operands say what it can be.
	 */
	void (*complete)(
	    const struct ft_completer *to, int argc, char *const *argv);
};

/* Members of struct ft_cmd: the settings are a struct TYPE, whose MEMBER points
 * to the context. */
#define FT_CMD_SETTINGS(type, member)                                          \
	.size = sizeof(type),                                                  \
	.context = offsetof(type, member) + _Generic(((type *)0)->member,      \
						struct ft_context * : 0,       \
						const struct ft_context * : 0)

/*
 * How a command was called, and its streams.  Code in cmd/ reads the
 * environment only through ft_cmd_variable.
 */
struct ft_context {
	const struct ft_cmd *cmd;
	const struct ft_cmd *const *programs; /* all, in the shell of facctmgr;
	                                         NULL: only this one is here */
	const char *program;      /* last part of argv[0]: "sshare" */
	const char *verb;         /* NULL: the command has no verbs */
	bool slurm;               /* called by its Slurm name */
	enum ft_release release;  /* the one it mirrors; FT_RELEASE_ANY: called
	                             by its own name, it knows what any has */
	FILE *in, *out, *err;     /* out, err: files/stream.h */
	struct ft_store **opened; /* the store, opened to learn the release;
	                             *opened NULL: it was not, or a session
	                             took it over; may be NULL */
	struct ft_cmd_stock *stock; /* filled at opening; NULL: nobody asks, for
	                               no person sees the answer */
	bool
	    away; /* the daemon that it asks does not answer (main/trouble.h) */
	int misuse_status; /* exit status of a bad option under the Slurm name;
	                      0 stands in for 1 */
	int64_t lag; /* seconds by which the accounting is behind; 0: none */
	struct ft_store *pending; /* the copy of the store that an open block
	                             of facctmgr changes; NULL: none */
	int argc;                 /* the whole command line, options first */
	char **argv;
	char **typed; /* its words in the order in which they were typed */
};

/* Returns the value of an environment variable; NULL: it is unset or empty. */
const char *ft_cmd_variable(const char *name);
/* The same; to Slurm's commands an empty one is set, too. */
const char *ft_cmd_variable_as(
    const struct ft_context *context, const char *name);
/*
 * Take the locale's characters from the environment, as libraries of the terminal
 * need them; returns whether they are in UTF-8.  Most commands never ask, and so
 * do not read the files of the locale.
 */
bool ft_cmd_shows_utf8(void);

/* End the process with a message of NAME when memory is exhausted. */
void ft_cmd_watch_memory(const char *name);
/* Call BACK, which restores the terminal, before such an end; NULL: nothing. */
void ft_cmd_guard(void (*back)(void));
/* Restore the present settings of the terminal FD before such an end. */
void ft_cmd_guard_terminal(int fd);
/* Replace the handler OLD of each signal that ends a process and has it. */
void ft_cmd_replace_handler(void (*old)(int), void (*new)(int));

/*
 * Returns a stream into memory; after ft_cmd_collected has closed it, *text has
 * its *n bytes and is the caller's to free().
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
 * The same, but an error in an input file (FT_EPARSE) is printed without the
 * program's name: editors parse "FILE:LINE:COLUMN: ...".
 */
int ft_cmd_fail_file(
    const struct ft_context *context, const struct ft_error *err);
/* As ft_cmd_error, followed by a pointer to --help; returns 1. */
int ft_cmd_misuse(const struct ft_context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
