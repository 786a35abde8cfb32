/*
 * tres.h - lists of trackable resources as text: "cpu=4,mem=8G,gres/gpu=2".
 *
 * Values are counts; memory is in MiB.  Source: sacctmgr(1), TRES.
 */
#ifndef FT_MODEL_ACCOUNT_TRES_H
#define FT_MODEL_ACCOUNT_TRES_H

#include "model/account/entity.h"

/* What exists, sorted by id; borrowed. */
struct ft_tres_table {
	const struct ft_tres *item;
	size_t n;
};

/* One element of a list.  clear: "-1", take this limit away. */
struct ft_tres_amount {
	uint32_t id;
	bool clear;
	char change; /* '+' or '-': by so much; 0: to it */
	uint64_t value;
};

/* Those that every store has under these ids; vectors of TRES begin with them. */
enum { FT_TRES_BUILTIN = 8 };
extern const struct ft_tres ft_tres_builtin[FT_TRES_BUILTIN];

/* Returns TRES by id, or by type and name ("" for cpu, ...); NULL if none. */
const struct ft_tres *ft_tres_get(
    const struct ft_tres_table *table, uint32_t id);
const struct ft_tres *ft_tres_find(
    const struct ft_tres_table *table, const char *type, const char *name);
/* The same for a word "type" or "type/name" of LEN bytes, any case. */
const struct ft_tres *ft_tres_find_word(
    const struct ft_tres_table *table, struct ft_word word);

/* Returns whether it is counted in MiB, not in ones: memory, burst buffers. */
bool ft_tres_is_memory(const struct ft_tres *tres);
/* Append "type" or "type/name". */
void ft_tres_add_name(struct ft_str *str, const struct ft_tres *tres);

typedef enum ft_status ft_tres_fn(
    void *ctx, const struct ft_tres_amount *amount, struct ft_error *err);
/*
 * Call FN for each element of TEXT, in order.  Memory may have two decimals, as in
 * lists: "2.50G".
 * FT_ENOENT: unknown TRES (text "no TRES known by type NAME", or "no TRES id
 * found for WORD" where the value is missing); FT_EPARSE: bad unit ("invalid
 * unit type 'X'"); FT_EINVAL: a number out of range; or what FN returned.
 */
enum ft_status ft_tres_parse(const struct ft_tres_table *table,
    const char *text, ft_tres_fn *fn, void *ctx, struct ft_error *err);

enum ft_tres_format_flag {
	FT_TRES_BY_NAME = 1, /* sorted by name, else as given */
	FT_TRES_UNITS = 2,   /* memory as 2G, 1.50G, else plain MiB */
	FT_TRES_NONE = 4     /* cleared elements as name=NONE, else left out */
};
/* Append the list; elements of unknown ids are left out. */
void ft_tres_format(struct ft_str *str, const struct ft_tres_table *table,
    const struct ft_tres_amount *amount, size_t n, unsigned flags);

#endif
