/*
 * fcontrol.h - what the files of fcontrol share.
 *
 * A verb is a row of verb.def, an entity of `show` one of show.def, a thing
 * `update` can change one of update.def.  Each verb opens the store itself:
 * fcontrol_read or control_begin; the dispatcher closes it behind the verb.
 */
#ifndef FT_CMD_FCONTROL_FCONTROL_H
#define FT_CMD_FCONTROL_FCONTROL_H

#include "cli/cmd.h"
#include "common/session.h"
#include "common/world.h"
#include "report/format/format.h"

struct fcontrol {
	struct ft_context *context;
	/* options */
	bool all, detail, one_line, quiet, verbose;
	bool origin; /* show config: where each value comes from */
	enum ft_format_kind format; /* TABLE: as Slurm */
	bool prometheus;            /* show nodes: samples */
	const char *cluster;        /* -M */
	const char *user;           /* -u: act as, by number or name; NULL */
	/* of the verb at work */
	const char *verb; /* its name in verb.def */
	struct ft_session session;
	struct ft_world world; /* once loaded */
	bool loaded;
	bool usage; /* wish of a verb: load what was used, too */
	struct ft_asker asker;
	bool leave; /* interactive: the last line was read */
	bool seen;  /* a store was there: it is not made again */
};

/* Words behind the verb.  Returns the exit status. */
typedef int fcontrol_verb_fn(struct fcontrol *control, int argc, char **argv);

/* rows of verb.def, show.def, update.def */
fcontrol_verb_fn fcontrol_show, fcontrol_update, fcontrol_do_jobs, fcontrol_top,
    fcontrol_wait_job, fcontrol_list_pids;
fcontrol_verb_fn fcontrol_show_job;
fcontrol_verb_fn fcontrol_update_job;

/* ---- fcontrol.c --------------------------------------------------------- */

/* A verb, what `show` knows, what `update` changes; tables end without a name. */
struct fcontrol_name {
	const char *name;
	size_t least; /* letters it may be cut to */
	fcontrol_verb_fn *run;
	const char *call;     /* of show.def; NULL elsewhere */
	const char *sentence; /* NULL: another name, not listed */
};
extern const struct fcontrol_name fcontrol_verbs[], fcontrol_entities[],
    fcontrol_changes[];

/* Do what ARGV says, which starts with the verb. */
int fcontrol_obey(struct fcontrol *control, int argc, char **argv);

/* ---- doubt.c -------------------------------------------------------------- */

/* Under our own name: say which name of KIND was probably meant by NAME. */
void fcontrol_doubt(
    struct fcontrol *control, enum ft_complete kind, const char *name);
/* "; did you mean 'show'?" of NAMES for WORD in ERR's text; "" as Slurm, or if
 * none is near.  Returns that text. */
const char *fcontrol_near(const struct fcontrol *control,
    const struct fcontrol_name *names, const char *word, struct ft_error *err);

/* ---- complete.c --------------------------------------------------------- */

/* Offer what argv[argc - 1], which is being typed, may become. */
struct ft_completer;
void fcontrol_complete(
    const struct ft_completer *to, int argc, char *const *argv);

/* ---- shell.c ------------------------------------------------------------ */

/* Obey line after line of the input; returns 1 if one of them failed. */
int fcontrol_shell(struct fcontrol *control);

/* ---- control.c ---------------------------------------------------------- */

/* Open the store and load the world, to be read. */
enum ft_status fcontrol_read(struct fcontrol *control, struct ft_error *err);
/* The same; returns whether that worked, else says why not. */
bool fcontrol_load(struct fcontrol *control);
/*
 * The same in a write transaction, which fcontrol_commit ends; without that,
 * nothing is changed.  A store that is absent is made.  denied: what is said,
 * "DENIED: Invalid user id", to a user who lacks RIGHT; NULL: session.may says
 * whether he does, and fcontrol_commit fails.
 */
bool fcontrol_start(
    struct fcontrol *control, enum ft_right right, const char *denied);
/* The same for what needs a job that is there: no store is made. */
enum ft_status fcontrol_change(struct fcontrol *control, struct ft_error *err);
enum ft_status fcontrol_commit(struct fcontrol *control, struct ft_error *err);
/* Close what the verb opened. */
void fcontrol_close(struct fcontrol *control);
/* Say what went wrong, as a message of the program; returns 1. */
int fcontrol_fail(struct fcontrol *control, const struct ft_error *err);
/* Whether all of KIND is hidden from the acting user; said then, as CALL
 * (slurm_load_node) of Slurm fails. */
bool fcontrol_hidden(
    struct fcontrol *control, enum ft_sight_kind kind, const char *call);
/* Whether the acting user may see JOB, and may hear that there is one: scontrol
 * says of a job that is hidden that it is another's. */
bool fcontrol_sees_job(
    const struct fcontrol *control, const struct ft_job *job);
bool fcontrol_may_hear_of(
    const struct fcontrol *control, const struct ft_job *job);
/* Returns the job of that number if he may hear of it, NULL. */
struct ft_job *fcontrol_find_job(
    const struct fcontrol *control, uint32_t number);

/* Returns whether WORD (of LEN bytes) is NAME, any case, cut to LEAST letters
 * at most. */
bool fcontrol_is(const char *word, size_t len, const char *name, size_t least);

/* Returns whether records are wanted as columns: CSV, parsable (record.c). */
bool fcontrol_has_columns(const struct fcontrol *control);

#endif
