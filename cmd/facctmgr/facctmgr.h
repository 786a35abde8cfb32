/*
 * facctmgr.h - one run of facctmgr: its options, its state, what it prints.
 *
 * command.c runs a command; its first comment follows one from the command line
 * down to a row of the store and back.  Rooms, from the top:
 *   shell/    the dialogue, and begin .. commit
 *   declare/  diff, plan, apply, sync: make the store match a file
 *   flat/     dump, load: flat files as sacctmgr reads and writes them
 *   journal/  log, undo, redo
 *   audit/    who moves under other releases and settings
 *   entity/   what each kind of record is called, its words, its list
 *   change/   add, modify, delete, and what they print
 *   list/     the tables of list
 *   parse/    words to requests
 *   store/    opening, transactions, commits; check, save
 */
#ifndef FT_CMD_FACCTMGR_FACCTMGR_H
#define FT_CMD_FACCTMGR_FACCTMGR_H

#include "admin/admin.h"
#include "admin/index/index.h"
#include "cli/opt.h"
#include "common/session.h"
#include "common/slurmdoc.h"
#include "report/format/format.h"

/*
 * A command that asks before it deletes runs twice: first on a copy of the
 * store, so that nothing is locked while the user thinks; after a yes, on the
 * store, and only if it prints the same again.
 */
enum facctmgr_pass {
	FACCTMGR_ONLY_PASS,
	FACCTMGR_REHEARSAL, /* on a copy; asks */
	FACCTMGR_CONFIRMED  /* on the store, after a yes */
};

/* What such a command prints, kept to compare both passes. */
struct facctmgr_rehearsal {
	FILE *real;     /* where it is printed in the end */
	char *text;     /* output of this pass so far; grows */
	size_t n;       /* its length in bytes */
	size_t printed; /* how much of it is printed already */
	char *asked;    /* output up to the question */
	bool yes;
};

struct facctmgr {
	struct ft_context *context;
	struct ft_session session;

	/* options */
	const char *db, *conf_file;
	char **word; /* options that can also be words of a command */
	size_t n_word, cap_word;
	bool immediate, no_header, quiet, read_only, with_assoc;
	bool dry_run;        /* do everything but commit */
	bool print_commands; /* print sacctmgr lines instead; a dry run too */
	unsigned verbose;
	enum ft_format_kind format;
	struct ft_slurmdoc document; /* --json of sacctmgr */
	bool color;

	/* the command at work */
	int argc;
	char **argv;
	const char *verb;      /* its name */
	bool creates;          /* it creates a missing store */
	unsigned visibility;   /* it needs to see all of: FT_VISIBILITY_BIT */
	struct ft_arena arena; /* freed after the command */
	bool denied;           /* the last refusal was about a missing right */
	enum facctmgr_pass pass;
	struct facctmgr_rehearsal *rehearsal; /* NULL: it runs once */

	/* the session, and the transaction (store/session.c) */
	bool open, writable;
	bool existed;    /* the store was there: do not create it again */
	bool unanswered; /* under the Slurm name: no store, reported already */
	bool what_if;    /* on a copy, for another program */
	struct ft_store *origin; /* what session.store is a copy of; NULL */
	struct ft_registry *registry; /* NULL: no transaction */
	struct ft_admin *admin;       /* with the registry */
	FILE *commands; /* collects sacctmgr lines; NULL: not printed */
	struct ft_acctdb *before; /* the store before the change */

	/* state of the dialogue (shell/) */
	bool reading;  /* from context->in */
	bool terminal; /* commands are typed at a terminal */
	bool ended;    /* left by exit or quit */
	bool no_input; /* a question met the end of the input */
	const struct ft_history *history; /* typed lines; NULL: none */
	struct facctmgr_block *block;     /* begin .. commit; NULL: not open */
	const struct facctmgr_verb *block_verb; /* begin, commit, ...: the
	                                           shell runs it; NULL */
	bool changed; /* the command changed the store */
	bool replay;  /* the commands of a block run again, to be committed */
	struct facctmgr_typed {
		unsigned char byte[1024];
		size_t at, n;
	} typed; /* input after an answer that sacctmgr has read already */
};

/* ---- message.c -------------------------------------------------------------- */

/* Print on standard output, or standard error, without any prefix. */
void facctmgr_print(struct facctmgr *acct, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Whether sacctmgr prints what it logs. */
bool facctmgr_logs(const struct facctmgr *acct);
void facctmgr_complain(struct facctmgr *acct, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Print "sacctmgr: error: ..." on standard error. */
void facctmgr_error(struct facctmgr *acct, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Complain by the Slurm name with SLURM as it is, else with OURS as
 * facctmgr_error does.  Both take the same arguments.  Returns 1.
 */
int facctmgr_fail(struct facctmgr *acct, const char *slurm, const char *ours,
    ...) __attribute__((format(printf, 2, 4), format(printf, 3, 4)));

/*
 * Keep what is printed until facctmgr_capture_end.  The texts are the caller's
 * then, for free(); NULL if there was no memory.
 */
struct facctmgr_capture {
	FILE *out, *err; /* the streams to restore */
	char *out_text, *err_text;
	size_t n_out, n_err;
};
void facctmgr_capture_start(
    struct ft_context *context, struct facctmgr_capture *capture);
void facctmgr_capture_end(
    struct ft_context *context, struct facctmgr_capture *capture);

/* A table of typed columns, in the requested format. */
struct facctmgr_table {
	struct ft_out out;
	struct ft_table *rows; /* NULL: not open */
};
/* options: only schema and rows; the rest follows from the options of the run. */
void facctmgr_table_open(struct facctmgr_table *table, struct facctmgr *acct,
    struct ft_table_options options, const struct ft_column *column, size_t n);
void facctmgr_table_close(struct facctmgr_table *table);

/* ---- question.c -------------------------------------------------------------- */

/*
 * Ask QUESTION, "(N/y)"; returns the answer, true at once with -i.  A whole line
 * is the answer (by the Slurm name, one key).  An empty line and the end of the
 * input mean no; after anything else than y or n the question is repeated.
 */
bool facctmgr_ask(struct facctmgr *acct, const char *question);

/* ---- top-level verbs ------------------------------------------------------- */

typedef int facctmgr_verb_fn(struct facctmgr *acct, int argc, char **argv);
/* help.c, solve.c, slurmdbd.c; audit/audit.c */
facctmgr_verb_fn facctmgr_audit, facctmgr_help, facctmgr_history,
    facctmgr_solve, facctmgr_clear, facctmgr_archive, facctmgr_rollup,
    facctmgr_ping;

/* ---- programs.c -------------------------------------------------------------- */

/* All programs, which the shell can start; ends with NULL. */
extern const struct ft_cmd *const facctmgr_programs[];

#endif
