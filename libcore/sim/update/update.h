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
	FT_UPDATE_SLURM = 8,  /* accepted for scontrol's sake, has no effect */
	FT_UPDATE_SIGNED = 4, /* Key+=VALUE, Key-=VALUE */
	FT_UPDATE_SUPER = 16  /* administrators only, not the job's owner */
};
struct ft_update_key {
	const char *name;
	size_t least; /* letters that an abbreviation needs */
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
/* One KEY=VALUE of scontrol update. */
struct ft_update_request {
	const struct ft_asker *asker;
	struct ft_job *job;
	const char *key, *value; /* value "" of a bare key */
};
/*
 * FT_ENOENT: no such key; FT_EINVAL: a bad value (err has scontrol's message);
 * else FT_OK and *refusal.  With FT_REFUSE_PRIORITY_RESET something was changed.
 */
enum ft_status ft_world_update(struct ft_world *world,
    const struct ft_update_request *request, enum ft_refusal *refusal,
    struct ft_error *err);
/*
 * Returns whether JOB, which waits, requests more CPUs than each of its partitions
 * has after an update, and sets its reason then.  Slurm keeps the update, but says
 * that it fails, as does each later one: tests/oracle/cases/x32-update-checks.
 */
bool ft_update_is_too_large(struct ft_world *world, struct ft_job *job);

#endif
