/*
 * fcontrol.h - what the files of fcontrol share.
 *
 * A verb is a row of verb.def, an entity of `show` a row of show.def, a thing
 * that `update` changes a row of update.def.  Each verb opens the store itself,
 * with fcontrol_read, fcontrol_start or fcontrol_change; fcontrol_run_verb
 * closes it after the verb.
 */
#ifndef FT_CMD_FCONTROL_FCONTROL_H
#define FT_CMD_FCONTROL_FCONTROL_H

#include "cli/cmd.h"
#include "common/session.h"
#include "common/slurmdoc.h"
#include "common/world.h"
#include "report/format/format.h"

struct fcontrol {
	struct ft_context *context;
	/* options */
	bool all, detail, one_line, quiet, verbose;
	bool origin; /* show config: where each value comes from */
	enum ft_format_kind format; /* TABLE: as Slurm */
	struct ft_slurmdoc asked;   /* --json of scontrol since 23.02 */
	struct ft_doc *paper;       /* of show; NULL: text */
	bool prometheus;            /* show nodes: samples */
	const char *cluster;        /* -M, or that of the verb cluster */
	char *entered;              /* by that verb */
	const char *user;           /* -u: act as, by number or name; NULL */
	/* of the verb at work */
	const char *verb; /* its name in verb.def */
	int argc;         /* its words, itself first */
	char **argv;
	const char *word; /* as it was written */
	struct ft_session session;
	struct ft_world world; /* once loaded */
	bool loaded;
	bool usage; /* set by a verb: load usage, too */
	struct ft_asker asker;
	bool leave; /* interactive: `quit` was read */
	bool seen;  /* the store existed: do not create it again */
};

/* Run a verb on the words after it.  Returns the exit status. */
typedef int fcontrol_verb_fn(struct fcontrol *control, int argc, char **argv);

/* rows of verb.def, show.def, update.def */
fcontrol_verb_fn fcontrol_show, fcontrol_update, fcontrol_do_jobs, fcontrol_top,
    fcontrol_wait_job, fcontrol_list_pids;
fcontrol_verb_fn fcontrol_show_job;
fcontrol_verb_fn fcontrol_update_job;

/* ---- verb.c ------------------------------------------------------------- */

/*
 * A verb, an entity of `show`, or the first key of `update`.  A table ends with
 * a NULL name.
 */
struct fcontrol_name {
	const char *name;
	size_t least;     /* fewest letters of an abbreviation */
	int fewest, most; /* how many words may follow */
	fcontrol_verb_fn *run;
	const char *call;     /* of show.def; NULL elsewhere */
	const char *sentence; /* NULL: an alias, not listed */
	enum ft_release since, until;
	bool pages; /* a list, which may go through a pager */
	bool ours;  /* scontrol does not know it */
};
extern const struct fcontrol_name fcontrol_verbs[], fcontrol_entities[],
    fcontrol_changes[];

/* Run the verb ARGV starts with, and close the store.  Returns the exit status. */
int fcontrol_run_verb(struct fcontrol *control, int argc, char **argv);

/* ---- suggest.c ------------------------------------------------------------ */

/*
 * Print which name of KIND in the store was probably meant by NAME (NULL: do
 * nothing).  Prints nothing under the Slurm name, or if no name is similar.
 */
void fcontrol_suggest(
    struct fcontrol *control, enum ft_complete kind, const char *name);
/*
 * Returns "; did you mean 'show'?" with the word of NAMES closest to WORD, in
 * ERR's text; "" under the Slurm name, or if none is similar.
 */
const char *fcontrol_did_you_mean(const struct fcontrol *control,
    const struct fcontrol_name *names, const char *word, struct ft_error *err);

/* ---- complete.c --------------------------------------------------------- */

/* Offer completions of argv[argc - 1], which is being typed. */
struct ft_completer;
void fcontrol_complete(
    const struct ft_completer *to, int argc, char *const *argv);

/* ---- shell.c ------------------------------------------------------------ */

/* Run each line of the input; returns 1 if one of them failed. */
int fcontrol_shell(struct fcontrol *control);

/* ---- control.c ---------------------------------------------------------- */

/* Open the store and load the world, read only. */
enum ft_status fcontrol_read(struct fcontrol *control, struct ft_error *err);
/* The same; returns false after printing why that failed. */
bool fcontrol_load(struct fcontrol *control);
/*
 * The same in a write transaction, which only fcontrol_commit keeps.  A missing
 * store is created.  denied: without RIGHT, print "DENIED: Invalid user
 * id" and return false; NULL: check session.may yourself, and fcontrol_commit
 * fails without it.
 */
bool fcontrol_start(
    struct fcontrol *control, enum ft_right right, const char *denied);
/* The same for a change of an existing job: no store is created. */
enum ft_status fcontrol_change(struct fcontrol *control, struct ft_error *err);
enum ft_status fcontrol_commit(struct fcontrol *control, struct ft_error *err);
/*
 * Look up the user of --uid and the clusters of -M, as scontrol does whatever the
 * verb is.  Returns false with *status after a complaint.
 */
bool fcontrol_meet(struct fcontrol *control, int *status);
/* Close the store and free the world, if a verb opened them. */
void fcontrol_close(struct fcontrol *control);
/* Returns whether scontrol --quiet leaves out even that nothing was found. */
bool fcontrol_is_mute(const struct fcontrol *control);
/* Print that slurmctld refused CALL because of TEXT, as Slurm does; returns 1. */
int fcontrol_failed(
    const struct fcontrol *control, const char *call, const char *text);
/* Print ERR as a message of the program; returns 1. */
int fcontrol_fail(struct fcontrol *control, const struct ft_error *err);
/*
 * Returns whether some of KIND is hidden from the acting user; complains then, by
 * the Slurm name as its CALL (slurm_load_node) fails.
 */
bool fcontrol_hidden(
    struct fcontrol *control, enum ft_visibility_kind kind, const char *call);
/*
 * Returns whether the acting user may see JOB, and whether he may learn that it
 * exists: scontrol refuses a hidden job as another user's.
 */
bool fcontrol_sees_job(
    const struct fcontrol *control, const struct ft_job *job);
bool fcontrol_may_know_of(
    const struct fcontrol *control, const struct ft_job *job);
/* Returns the job of that number, NULL if the user may not learn of it. */
struct ft_job *fcontrol_find_job(
    const struct fcontrol *control, uint32_t number);

/* Returns whether records are printed as columns: CSV, parsable (record.c). */
bool fcontrol_has_columns(const struct fcontrol *control);

#endif
