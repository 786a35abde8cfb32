/*
 * private.h - what the files of machine share: keys of a line and how
 * their values are set.
 */
#ifndef FT_MODEL_MACHINE_PRIVATE_H
#define FT_MODEL_MACHINE_PRIVATE_H

#include "model/machine/machine.h"

struct ft_node_set {
	const char *name, *feature, *nodes;
};

/* ---- machine/key.c: one key of a line ------------------------------------------- */

struct ft_key;
/* A value of a line, and the member it is for. */
struct ft_key_value {
	const struct ft_key *key;
	void *owner;
	struct ft_arena *arena;
	const char *text;
};
/* What its member is. */
enum ft_key_kind { FT_KEY_NUMBER, FT_KEY_TEXT, FT_KEY_LIST };
/* Put the value into its owner; false: a bad one. */
typedef bool ft_key_set(const struct ft_key_value *value);
struct ft_key {
	const char *name;
	ft_key_set *set;
	enum ft_key_kind kind;
	size_t field, size; /* of its member: offset in the owner, bytes */
	int64_t high; /* the largest number, also the value of UNLIMITED */
	enum ft_release since; /* scontrol update has it; 0: always */
};

#ifdef FT_CPPCHECK
#define FT_KEY_KIND(member) FT_KEY_NUMBER
#else
#define FT_KEY_KIND(member)                                                    \
	_Generic(member, const char *                                          \
	    : FT_KEY_TEXT, struct ft_name_list                                 \
	    : FT_KEY_LIST, default                                             \
	    : FT_KEY_NUMBER)
#endif
/* The row of a key of OWNER, a type, whose member it sets. */
#define FT_KEY(owner, name, set, member, high, since)                          \
	{                                                                      \
		name, set, FT_KEY_KIND(((owner *)0)->member),                  \
		    offsetof(owner, member), sizeof((owner *)0)->member, high, \
		    since                                                      \
	}

ft_key_set ft_key_set_bool, ft_key_set_u32, ft_key_set_u64, ft_key_set_minutes,
    ft_key_set_seconds, ft_key_set_text;
/* A list of names; in the first, ALL means that none is given. */
ft_key_set ft_key_set_list, ft_key_set_names;
/* The member of the owner that a value is for. */
void *ft_key_member(const struct ft_key_value *value);
/* A table of keys, which ends with name NULL, and whose members they set. */
struct ft_keys {
	const struct ft_key *table;
	void *owner;
	struct ft_arena *arena;
};
/* Set KEY.  FT_ENOENT: no such key; FT_EINVAL: a bad value. */
enum ft_status ft_keys_set(const struct ft_keys *keys, const char *key,
    const char *text, struct ft_error *err);
/*
 * Set all keys of the line TEXT; keys that are not in the table are appended to
 * *extra (NULL: ignored).  FT_EINVAL: a bad value.
 */
enum ft_status ft_keys_read(const struct ft_keys *keys, const char *text,
    const char **extra, struct ft_error *err);
/* Returns whether the owners A and B have the same in all members of TABLE. */
bool ft_keys_same(const struct ft_key *table, const void *a, const void *b);

/* Set KEY of a scratch owner; as ft_keys_set. */
enum ft_status ft_machine_try_node(struct ft_arena *arena, const char *key,
    const char *value, struct ft_error *err);
enum ft_status ft_machine_try_partition(struct ft_arena *arena, const char *key,
    const char *value, struct ft_error *err);
/* Report an error to machine->faults and return FT_OK; without faults, return
 * STATUS. */
enum ft_status ft_machine_forgive(const struct ft_machine *machine,
    enum ft_status status, const struct ft_error *err);

/* ---- machine/node.c ---------------------------------------------------------------- */

/* NodeName, NodeSet, DownNodes lines; nodes of their own if there are none. */
enum ft_status ft_machine_read_nodes(struct ft_machine *machine,
    const struct ft_conf *conf, struct ft_error *err);

/* ---- machine/partition_key.c -------------------------------------------------------- */

extern const struct ft_key ft_partition_keys[];
/* Priority=, if it was given, is both priorities. */
void ft_partition_take_priority(struct ft_partition *partition);

/* ---- machine/partition.c ------------------------------------------------------------ */

enum ft_status ft_machine_read_partitions(struct ft_machine *machine,
    const struct ft_conf *conf, struct ft_error *err);
/* ---- machine/total.c ---------------------------------------------------------------- */

/* Compute totals again after nodes changed. */
void ft_machine_sum_nodes(struct ft_machine *machine);
void ft_partition_sum(
    const struct ft_machine *machine, struct ft_partition *partition);

/* ---- machine/nodeset.c -------------------------------------------------------------- */

/* Read the NodeSet line TEXT. */
void ft_machine_read_set(struct ft_machine *machine, const char *text);
/* Set mark[] for the nodes of the NodeSet NAME; false: there is none. */
bool ft_machine_mark_set(
    const struct ft_machine *machine, const char *name, bool *mark);

/* ---- machine/queue.c ---------------------------------------------------------------- */

/* Parse subordinates_text into subordinates, which lives in ARENA; NULL if there
 * is none. */
enum ft_status ft_partition_read_subordinates(struct ft_partition *partition,
    struct ft_arena *arena, struct ft_error *err);
/* Which partitions are queues. */
void ft_machine_number_queues(struct ft_machine *machine);

/* ---- machine/gres.c ----------------------------------------------------------------- */

enum ft_status ft_machine_read_gres(struct ft_machine *machine,
    const struct ft_conf *conf, struct ft_error *err);
/* Returns whether TEXT is a list of NAME[:TYPE][:COUNT]. */
bool ft_gres_is_good(const char *text);
/* Recount the gres of all nodes. */
enum ft_status ft_machine_count_gres(
    struct ft_machine *machine, struct ft_error *err);

#endif
