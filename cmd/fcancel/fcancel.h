/*
 * fcancel.h - fcancel, scancel: what its files share.
 */
#ifndef FT_CMD_FCANCEL_FCANCEL_H
#define FT_CMD_FCANCEL_FCANCEL_H

#include "common/jobids.h"
#include "cli/opt.h"
#include "common/world.h"

#define FCANCEL_KILL 9 /* the signal that ends a job */
#define FCANCEL_DENIED                                                         \
	210 /* exit status: the low byte of Slurm's error number */
#define FCANCEL_NOT_HET 58 /* the same, of a component */

struct fcancel_target {
	struct ft_job *job;
	int32_t task; /* index of a waiting task; FT_TASK_NONE: the whole job */
	uint32_t number;
};

struct fcancel {
	struct ft_context *context;
	struct ft_session session;
	struct ft_world world;
	bool loaded;
	struct ft_asker asker;
	struct ft_jobids ids;
	/* options that choose jobs; NULL: any */
	const char *account, *name, *partition, *qos, *reservation, *user,
	    *nodes, *wckey;
	const char *cluster; /* the first of -M; NULL: of the settings */
	int state;           /* enum ft_job_state; -1: any */
	long signal;
	bool interactive, quiet, verbose, filtered, me, full;
	bool picked; /* by -b or -s: scancel looks at the jobs first */
	const char *sibling;
	size_t n_odd;   /* operands that no job here can have */
	uint32_t *node; /* of nodes */
	size_t n_node;
	struct fcancel_target *target;
	size_t n, cap;
	uint32_t counted; /* the array of the last one cancelled; 0 none */
	int status;
};

/* args.c */
extern const struct ft_option fcancel_options[];
/* operand.c */
/* Add the jobs that an operand names to ids; n_odd counts those that no job here
 * can be. */
void fcancel_operand(struct fcancel *cancel, const char *text);
/* Returns false after a message about an operand that names no job. */
bool fcancel_operands_are_good(const struct fcancel *cancel);
/* choose.c */
/* Whether whoever asks may end JOB. */
bool fcancel_owns(const struct fcancel *cancel, const struct ft_job *job);
/* Whether scancel looks at a list of jobs before it acts. */
bool fcancel_looks(const struct fcancel *cancel);
/* Fill target[] with the chosen jobs; reports those that do not exist.
 * FT_ENOENT: no such user. */
enum ft_status fcancel_choose(struct fcancel *cancel, struct ft_error *err);

#endif
