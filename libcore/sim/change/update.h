/*
 * update.h - scontrol update job: its keys, and what each does.
 *
 * Source: scontrol(1), SPECIFICATIONS FOR UPDATE COMMAND; the sentences are
 * printed by `fcontrol update job --help` and stand in man/fcontrol.1.
 */
#ifndef FT_SIM_CHANGE_UPDATE_H
#define FT_SIM_CHANGE_UPDATE_H

#include "sim/world/world.h"

/* Keys of scontrol update job; the table ends with name NULL. */
enum ft_update_flag {
	FT_UPDATE_OURS = 1,   /* scontrol does not know it */
	FT_UPDATE_BARE = 2,   /* stands without a value too */
	FT_UPDATE_SLURM = 8,  /* only scontrol knows it */
	FT_UPDATE_SIGNED = 4, /* Key+=VALUE, Key-=VALUE */
	FT_UPDATE_SUPER = 16  /* for administrators, whoever has the job */
};
struct ft_update_key {
	const char *name;
	size_t least; /* letters it may be cut to */
	unsigned flags;
	const char *sentence;
};
extern const struct ft_update_key ft_update_keys[];
/* Returns the key that WORD (any case, maybe cut) means, NULL. */
const struct ft_update_key *ft_update_find(const char *word, size_t len);
/* Returns whether ASKER may use KEY at all. */
bool ft_update_may(
    const struct ft_asker *asker, const struct ft_update_key *key);
/* One KEY=VALUE of scontrol update. */
struct ft_update_wish {
	const struct ft_asker *asker;
	struct ft_job *job;
	const char *key, *value; /* "" of a bare key */
};
/*
 * FT_ENOENT: no such key; FT_EINVAL: a bad value (err has what scontrol says);
 * else *refusal.  A refusal FT_REFUSE_PRIORITY_RESET has changed something.
 */
enum ft_status ft_world_update(struct ft_world *world,
    const struct ft_update_wish *wish, enum ft_refusal *refusal,
    struct ft_error *err);

#endif
