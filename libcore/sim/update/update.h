/*
 * update.h - scontrol update job: its keys, and what each does.
 *
 * Source: scontrol(1), SPECIFICATIONS FOR UPDATE COMMAND.  `fcontrol update job
 * --help` and man/fcontrol.1 print the sentences of update.def.
 */
#ifndef FT_SIM_UPDATE_UPDATE_H
#define FT_SIM_UPDATE_UPDATE_H

#include "sim/world/world.h"

enum ft_update_flag {
	FT_UPDATE_OURS = 1,   /* scontrol does not have it */
	FT_UPDATE_BARE = 2,   /* may have no value */
	FT_UPDATE_ALONE = 4,  /* has no value */
	FT_UPDATE_SIGNED = 8, /* Key+=VALUE, Key-=VALUE */
	FT_UPDATE_SLURM = 16, /* accepted for scontrol's sake, has no effect */
	FT_UPDATE_24_11 = 32, /* scontrol has it from that release on */
	FT_UPDATE_SUPER = 64, /* administrators only, not the job's owner */
	FT_UPDATE_ASKED = 128 /* if it is refused, nothing else is changed */
};
struct ft_update_key {
	const char *name;
	size_t least; /* letters that an abbreviation needs */
	unsigned turn;
	unsigned flags;
	const char *sentence;
};
/* The keys of scontrol update job; the last row has name NULL. */
extern const struct ft_update_key ft_update_keys[];
/* Returns the key for WORD (any case, may be abbreviated), NULL if unknown. */
const struct ft_update_key *ft_update_find(struct ft_word word);
/* Returns whether ASKER may use KEY at all. */
bool ft_update_may(
    const struct ft_asker *asker, const struct ft_update_key *key);
/* FT_EINVAL: VALUE makes no sense for KEY; err has scontrol's message. */
enum ft_status ft_update_read(
    const struct ft_update_key *key, const char *value, struct ft_error *err);
/* One KEY=VALUE of scontrol update. */
struct ft_update_change {
	const struct ft_update_key *key;
	char *value; /* "" of a bare key, "+5" of TimeLimit+=5 */
};
/* Those of a command, and for which job. */
struct ft_update_list {
	const struct ft_asker *asker;
	struct ft_job *job;
	const struct ft_update_change *change; /* by turn, each at most once */
	size_t n;
	size_t done; /* ft_world_update_all: how many were made */
};
/*
 * Change the job.  FT_EINVAL: a bad value (err has scontrol's message); else FT_OK
 * and *refusal, of change number LIST->done, or of the size that results: Slurm
 * keeps that, but says that it fails, as does each later update:
 * tests/oracle/cases/x32-update-checks.
 */
enum ft_status ft_world_update_all(struct ft_world *world,
    struct ft_update_list *list, enum ft_refusal *refusal,
    struct ft_error *err);
/* One KEY=VALUE of scontrol update, for whoever makes only one. */
struct ft_update_request {
	const struct ft_asker *asker;
	struct ft_job *job;
	const char *key, *value; /* value "" of a bare key */
};
/* The same for one; FT_ENOENT: no such key. */
enum ft_status ft_world_update(struct ft_world *world,
    const struct ft_update_request *request, enum ft_refusal *refusal,
    struct ft_error *err);

#endif
