/*
 * reservation.h - an advance reservation: nodes kept for some users or accounts
 * from a start to an end time.
 *
 * Plain data.  Strings are never NULL ("" none) and belong to whoever holds the
 * reservation (a world's are interned); node and core are its own arrays.
 * Rules are sim/reserve/reserve.h's, words of `scontrol create reservation` are
 * reservation.def's.  Source: scontrol(1), RESERVATIONS.
 */
#ifndef FT_MODEL_RESERVATION_RESERVATION_H
#define FT_MODEL_RESERVATION_RESERVATION_H

#include "base/base.h"

/* Bits of flags. */
enum ft_reservation_bit {
#define FT_RESERVATION_FLAG(id, name, sentence) FT_RESERVATION_BIT_##id,
#include "model/reservation/reservation.def"
	FT_RESERVATION_BITS
};
#define FT_RESERVATION_MASK(id) (UINT64_C(1) << FT_RESERVATION_BIT_##id)
#define FT_RESERVATION_REPEATS                                                 \
	(FT_RESERVATION_MASK(HOURLY) | FT_RESERVATION_MASK(DAILY) |            \
	    FT_RESERVATION_MASK(WEEKDAY) | FT_RESERVATION_MASK(WEEKEND) |      \
	    FT_RESERVATION_MASK(WEEKLY))

#define FT_RESERVATION_FOREVER  INT64_C(4294967295) /* end: not known */
#define FT_RESERVATION_NO_WATTS (-1)

/* What it has of one node. */
struct ft_reservation_cores {
	uint32_t count, first;
};

struct ft_reservation {
	uint32_t id; /* of the store; 0 not stored yet */
	const char *name;
	int64_t start, end;  /* time, of this repetition */
	int64_t first_start; /* time, as it was given */
	int64_t duration;    /* seconds; 0: its end was given instead */
	const char *nodes;   /* host list, as chosen */
	uint32_t *node;      /* indices in the machine, ascending */
	size_t n_node;
	struct ft_reservation_cores *core; /* [n_node]; NULL whole nodes */
	uint32_t node_count, core_count;   /* asked for */
	/* comma lists; "-x" excludes x, and then all elements exclude */
	const char *users, *accounts, *groups;
	const char *members; /* users that the groups had when it was made */
	const char *allowed,
	    *qos; /* of jobs: names of partitions and QOS, sorted */
	const char *partition, *features, *licenses, *burst_buffer, *comment;
	uint64_t flags;          /* FT_RESERVATION_MASK(...) */
	int64_t max_start_delay; /* seconds; 0 none */
	int64_t purge;           /* seconds without a job; -1 none */
	int64_t idle_since;      /* time; 0 a job is in it */
	int64_t watts;           /* FT_RESERVATION_NO_WATTS: not given */
	bool dirty;
};

/* Empty: no string NULL. */
void ft_reservation_init(struct ft_reservation *reservation);
/* Free its arrays (not its strings, not itself). */
void ft_reservation_clear(struct ft_reservation *reservation);

static inline bool
ft_reservation_repeats(const struct ft_reservation *reservation)
{
	return (reservation->flags & FT_RESERVATION_REPEATS) != 0;
}
/*
 * The start of the repetition after the one at START, in local time for days and
 * weeks; START if it is not repeated.
 */
int64_t ft_reservation_after(uint64_t flags, int64_t start);
/*
 * A repetition of START about a year before UNTIL, or START itself if that is
 * later, so that nobody steps through centuries hour by hour.
 */
int64_t ft_reservation_skip(uint64_t flags, int64_t start, int64_t until);

/* The name of one flag; sentence of reservation.def. */
const char *ft_reservation_flag_name(enum ft_reservation_bit bit);
const char *ft_reservation_flag_sentence(enum ft_reservation_bit bit);
/* Append FLAGS as a comma list in the order shown. */
void ft_reservation_flags_add(struct ft_str *str, uint64_t flags);
/* The inverse, for full names; false: one is unknown. */
bool ft_reservation_flags_read(const char *text, uint64_t *flags);
/* Returns the bit that WORD of a user (any case, maybe cut) means, -1 none;
 * *clears: whether -= may take it away. */
int ft_reservation_word(struct ft_word word, bool *clears);

enum ft_reservation_key_flag {
	FT_RESERVATION_SIGNED = 1, /* Key+=VALUE, Key-=VALUE */
	FT_RESERVATION_BARE = 2    /* stands without a value */
};
enum ft_reservation_key_id {
#define FT_RESERVATION_KEY(id, name, least, flags, value, sentence)            \
	FT_RESERVATION_KEY_##id,
#include "model/reservation/reservation.def"
	FT_RESERVATION_KEYS
};
struct ft_reservation_key {
	const char *name;
	size_t least; /* letters it may be cut to */
	unsigned flags;
	const char *value, *sentence;
};
extern const struct ft_reservation_key ft_reservation_keys[];
/* Returns the key that WORD (any case, maybe cut) means, -1 none. */
int ft_reservation_key(struct ft_word word);

#endif
