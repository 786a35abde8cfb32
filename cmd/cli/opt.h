/*
 * opt.h - option tables: parsed with getopt_long, printed by --help.
 *
 * A row says how its argument is read and into which member of the command's
 * settings it goes, so most options need no code.
 */
#ifndef FT_CMD_CLI_OPT_H
#define FT_CMD_CLI_OPT_H

#include "cli/cmd.h"
#include "cli/arglist.h"

struct ft_option;

/* One option on the command line or in the environment. */
struct ft_opt_use {
	struct ft_context *context;
	void *settings;
	const struct ft_option *row;
	const char *arg; /* its argument; NULL: none */
	struct ft_error *err;
	bool variable; /* it comes from the environment */
};

/*
 * Reads an option of kind FT_OPT_CALL.  Returns FT_OK; FT_OPT_STOP; or a failure
 * with a message in use->err, which ends the parse.
 */
typedef enum ft_status ft_opt_fn(const struct ft_opt_use *use);

/* The option did everything, like --helpformat: exit with status 0. */
#define FT_OPT_STOP ((enum ft_status)1)

/* How the argument of an option is read, and into which type. */
enum ft_opt_kind {
	FT_OPT_NOTHING, /* accepted, has no effect */
	FT_OPT_VALUE,   /* no argument: sets an integer to row->value */
	FT_OPT_BIT,     /* no argument: sets the bits of row->value in it */
	FT_OPT_COUNT,   /* no argument: adds one to it */
	FT_OPT_TEXT,    /* const char *, borrowed from the command line */
	FT_OPT_NAME,    /* the same, not empty */
	FT_OPT_BESIDE,  /* the same: a file written beside what is printed, so
	                   not "-" */
	FT_OPT_TEXTS,   /* struct ft_args: each argument */
	FT_OPT_WORDS,   /* struct ft_arglist: the elements of all comma lists */
	FT_OPT_LIST,    /* the same, of the last comma list only */
	FT_OPT_NAMES,   /* as WORDS, but read as Slurm does: cli/slurmlist.h */
	FT_OPT_LAST,    /* the same, of the last argument only */
	FT_OPT_JOIN,    /* struct ft_str: all arguments, joined with commas;
	                   row->joined stands in for a missing one */
	FT_OPT_NUMBER,  /* an integer from row->least to row->most; without an
	                   argument row->value */
	FT_OPT_REAL,    /* double, above 0 */
	FT_OPT_CHOICE,  /* an integer: index among the words of row->arg */
	FT_OPT_CALL,    /* row->call reads it */
	FT_OPT_HELP,
	FT_OPT_VERSION
};

enum ft_option_flag {
	FT_OPT_OPTIONAL_ARG = 1, /* --json[=X] */
	FT_OPT_OURS = 2,         /* unknown when called by the Slurm name */
	FT_OPT_SLURM = 4,        /* only when called by the Slurm name */
	FT_OPT_HIDDEN = 8,       /* not in help, man page, completion */
	FT_OPT_LINES = 16 /* its argument may contain TABs and line ends */
};

/*
 * One option; a row with neither letter nor name ends the table.  The FT_INTO
 * macros below say how it is read.
 */
struct ft_option {
	char letter;          /* 0: none */
	const char *name;     /* long name; NULL: none */
	const char *arg;      /* name of its argument; NULL: none; "a|b": the
	                         words of a choice */
	const char *sentence; /* what it does, one sentence */
	unsigned flags;       /* enum ft_option_flag */
	enum ft_complete complete;
	const char *variable; /* environment variable, read before the command
	                         line; NULL: none */
	enum ft_opt_kind kind;
	ft_opt_fn *call;
	size_t at, size; /* of the member in the settings */
	size_t
	    given; /* of a bool: true if it was given, by a variable too; 0: none */
	uint64_t value;
	const char *joined;
	uint64_t least, most;
	enum ft_release since, until; /* releases of Slurm that have it; 0: no
	                                 beginning, no end */
};

/*
 * ---- where an option goes ----
 *
 * A file with a table of options defines FT_SETTINGS, the struct it fills in.
 */

#define FT_INTO_MEMBER(member)                                                 \
	.at = offsetof(FT_SETTINGS, member),                                   \
	.size = sizeof(((FT_SETTINGS *)0)->member)
/* The same; the compiler checks that the member has the type IS. */
#define FT_INTO_TYPE(member, is)                                               \
	.at = offsetof(FT_SETTINGS, member),                                   \
	.size = sizeof(*(1 ? &((FT_SETTINGS *)0)->member : (is *)0))

#define FT_INTO_VALUE(member, number)                                          \
	.kind = FT_OPT_VALUE, .value = (number), FT_INTO_MEMBER(member)
#define FT_INTO_FLAG(member)                                                   \
	.kind = FT_OPT_VALUE, .value = 1, FT_INTO_TYPE(member, bool)
#define FT_INTO_BIT(member, bits)                                              \
	.kind = FT_OPT_BIT, .value = (bits), FT_INTO_TYPE(member, unsigned)
#define FT_INTO_COUNT(member)                                                  \
	.kind = FT_OPT_COUNT, FT_INTO_TYPE(member, unsigned)
#define FT_INTO_TEXT(member)                                                   \
	.kind = FT_OPT_TEXT, FT_INTO_TYPE(member, const char *)
#define FT_INTO_NAME(member)                                                   \
	.kind = FT_OPT_NAME, FT_INTO_TYPE(member, const char *)
#define FT_INTO_BESIDE(member)                                                 \
	.kind = FT_OPT_BESIDE, FT_INTO_TYPE(member, const char *)
#define FT_INTO_TEXTS(member)                                                  \
	.kind = FT_OPT_TEXTS, FT_INTO_TYPE(member, struct ft_args)
#define FT_INTO_WORDS(member)                                                  \
	.kind = FT_OPT_WORDS, FT_INTO_TYPE(member, struct ft_arglist)
#define FT_INTO_LIST(member)                                                   \
	.kind = FT_OPT_LIST, FT_INTO_TYPE(member, struct ft_arglist)
#define FT_INTO_NAMES(member)                                                  \
	.kind = FT_OPT_NAMES, FT_INTO_TYPE(member, struct ft_arglist)
#define FT_INTO_LAST(member)                                                   \
	.kind = FT_OPT_LAST, FT_INTO_TYPE(member, struct ft_arglist)
#define FT_INTO_JOIN(member)                                                   \
	.kind = FT_OPT_JOIN, FT_INTO_TYPE(member, struct ft_str)
#define FT_INTO_NUMBER(member, from, to)                                       \
	.kind = FT_OPT_NUMBER, .least = (from), .most = (to),                  \
	FT_INTO_MEMBER(member)
#define FT_INTO_REAL(member) .kind = FT_OPT_REAL, FT_INTO_TYPE(member, double)
#define FT_INTO_CHOICE(member)                                                 \
	.kind = FT_OPT_CHOICE, .complete = FT_COMPLETE_CHOICE,                 \
	FT_INTO_MEMBER(member)
#define FT_INTO_CALL(fn) .kind = FT_OPT_CALL, .call = (fn)
/* The call gets the member from ft_opt_member. */
#define FT_INTO_CALL_AT(fn, member)                                            \
	.kind = FT_OPT_CALL, .call = (fn), FT_INTO_MEMBER(member)
#define FT_INTO_NOTHING .kind = FT_OPT_NOTHING
/* In addition: set a bool if the option, or its variable, was given. */
#define FT_GIVEN(member)                                                       \
	.given = offsetof(FT_SETTINGS, member) +                               \
		 0 * sizeof(*(1 ? &((FT_SETTINGS *)0)->member : (bool *)0))

/* Returns the member of the settings that the option fills in. */
static inline void *
ft_opt_member(const struct ft_opt_use *use)
{
	return (char *)use->settings + use->row->at;
}

/*
 * For FT_INTO_CALL.  help_fields: print the names of the command's fields, four
 * in a line, each row->value wide.  help_letters: print their letters, those of
 * row->joined first.  trace: read --trace[=text|json].
 */
ft_opt_fn ft_opt_help_fields, ft_opt_help_letters;
enum ft_status ft_opt_trace(const struct ft_opt_use *use, bool *json);

/* ---- the command line ------------------------------------------------------ */

enum ft_opt_result {
	FT_OPT_GO,   /* go on; operands start at *operand */
	FT_OPT_DONE, /* after --help, --version: exit with 0 */
	FT_OPT_BAD   /* a message was printed: exit with 1 */
};

/*
 * Fill SETTINGS from ARGV by context->cmd->options; getopt_long permutes ARGV.
 * Unknown options and missing arguments get getopt's message, then 'Try "NAME
 * --help" ...'.
 */
enum ft_opt_result ft_opt_parse(struct ft_context *context, int argc,
    char **argv, void *settings, int *operand);

/* Fill SETTINGS from the environment variables that the options name. */
enum ft_opt_result ft_opt_read_variables(
    struct ft_context *context, void *settings);
/* Free the lists that the options ROW... filled in SETTINGS. */
void ft_opt_free_lists(const struct ft_option *row, void *settings);

/*
 * Read ARG as ROW says.  *choice: the index of ARG among the words of row->arg,
 * which | separates.  FT_EINVAL: the message names the option, and *choice or
 * *number is unchanged.
 */
enum ft_status ft_opt_choice(const struct ft_option *row, const char *arg,
    size_t *choice, struct ft_error *err);
enum ft_status ft_opt_number(const struct ft_option *row, const char *arg,
    uint64_t *number, struct ft_error *err);

/* Read use->arg into use->settings, as use->row says. */
ft_opt_fn ft_opt_read;

/* Returns whether the command has the option under the name it was called by,
 * ours or that of a release of Slurm. */
bool ft_opt_known(
    const struct ft_context *context, const struct ft_option *row);

/* The options of every command; ends with all zero. */
extern const struct ft_option ft_opt_standard[];

/* Print --help of the command on OUT. */
void ft_opt_help(const struct ft_context *context, FILE *out);

#endif
