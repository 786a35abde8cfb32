/*
 * conf.h - settings: slurm.conf names, types, defaults (rows of conf.def).
 *
 * A struct ft_conf starts with the defaults; io/slurmconf puts values in.
 * Unknown parameters are remembered, not refused; a known one with a bad
 * value is an error.  Parameters of our own start with FairTree.
 * Source: slurm.conf(5).
 */
#ifndef FT_MODEL_CONF_CONF_H
#define FT_MODEL_CONF_CONF_H

#include "model/release/release.h"
#include "model/tree/tree.h"
#include "model/tree/usage.h"

enum ft_conf_key {
#define FT_CONF(id, name, type, value, low, high, sentence) FT_CONF_##id,
#include "model/conf/conf.def"
#undef FT_CONF
	FT_CONF_KEYS
};

enum ft_conf_type {
	FT_CONF_TEXT,     /* as it is */
	FT_CONF_LOWER,    /* lower-cased */
	FT_CONF_BOOL,     /* yes up true 1 / no down false 0 */
	FT_CONF_U32,      /* low..high; UNLIMITED, INFINITE give high */
	FT_CONF_MINUTES,  /* a duration, kept in seconds, full minutes */
	FT_CONF_DURATION, /* a duration, kept in seconds as it is */
	FT_CONF_SECONDS,  /* plain seconds */
	FT_CONF_CHOICE,   /* one word of the sentence; number: its index */
	FT_CONF_WORDS,    /* comma list of such words; number: a bit for each */
	FT_CONF_WEIGHTS,  /* comma list NAME=NUMBER, kept as text */
	FT_CONF_RELEASE, /* of Slurm, kept as its name; number: enum ft_release */
	FT_CONF_LIST     /* comma list, kept as text */
};

struct ft_conf_info {
	const char *name;
	enum ft_conf_type type;
	const char *value;    /* default, as it would be written */
	int64_t low, high;    /* numbers; ignored for texts */
	const char *sentence; /* what it does; for FT_CONF_CHOICE it starts
	                         with "one of a|b|c: ", for FT_CONF_WORDS with
	                         "any of a|b|c: " */
};
extern const struct ft_conf_info ft_conf_infos[FT_CONF_KEYS];

/*
 * The settings that a store keeps apart from the text of slurm.conf, so that
 * they win over files; ends with FT_CONF_KEYS.
 */
extern const enum ft_conf_key ft_conf_kept[];

/* Where a value comes from, for `--origin`. */
struct ft_conf_value {
	const char *text;   /* as written */
	int64_t number;     /* U32, BOOL, seconds (-1 none), index of CHOICE,
	                         bits of WORDS; 0 for texts */
	const char *origin; /* "file:line", "built in", "store" */
	bool set;           /* false: the default */
};

/* A line that is not a scalar parameter (nodes, partitions) or is unknown. */
struct ft_conf_line {
	const char *key;    /* "NodeName", "PartitionName", "Foo" */
	const char *text;   /* the whole logical line; unknown: Key=Value */
	const char *origin; /* "file:line" */
	bool known;         /* false: ignored */
};

struct ft_conf {
	struct ft_arena arena;
	struct ft_conf_value value[FT_CONF_KEYS];
	struct ft_conf_line *line;
	size_t n_line, cap_line;
	/*
	 * The eras of decay before these settings: by cluster, oldest first, in
	 * the arena.  None: these settings apply to all of the past.
	 */
	const struct ft_era *era;
	size_t n_era;
};

void ft_conf_init(struct ft_conf *conf);
void ft_conf_free(struct ft_conf *conf);
/* Remember a line (strings copied) in conf->line. */
void ft_conf_add_line(struct ft_conf *conf, const char *key, const char *text,
    const char *origin, bool known);

/* Returns the key of that name (any case), FT_CONF_KEYS if unknown. */
enum ft_conf_key ft_conf_find(const char *name);
/* Set a value from text; FT_EINVAL (no place in the message) if it is bad. */
enum ft_status ft_conf_set(struct ft_conf *conf, enum ft_conf_key key,
    const char *text, const char *origin, struct ft_error *err);
/* The value of a switch and of a number (decimal, 0x..., 0...; UNLIMITED and
 * INFINITE: HIGH), as every line of slurm.conf has them. */
bool ft_conf_parse_bool(const char *text, int64_t *number);
bool ft_conf_parse_integer(const char *text, int64_t high, int64_t *number);
/* Returns the index of TEXT among the choices of KEY, -1 if it is none. */
int ft_conf_choice(enum ft_conf_key key, const char *text);
/* Rules over several parameters (half-life 0 needs a reset period, ...). */
enum ft_status ft_conf_check(const struct ft_conf *conf, struct ft_error *err);
/* The same of rule I alone, 0..FT_CONF_RULES - 1. */
#define FT_CONF_RULES 5
enum ft_status ft_conf_check_rule(
    const struct ft_conf *conf, size_t i, struct ft_error *err);

const char *ft_conf_text(const struct ft_conf *conf, enum ft_conf_key key);
int64_t ft_conf_number(const struct ft_conf *conf, enum ft_conf_key key);
bool ft_conf_bool(const struct ft_conf *conf, enum ft_conf_key key);
/* Append the TRES of AccountingStorageTRES, and what counts beside them, each after
 * a comma unless STR is empty. */
void ft_conf_add_tres(struct ft_str *str, const struct ft_conf *conf);
/* Returns whether the comma list KEY holds WORD (any case). */
bool ft_conf_has(
    const struct ft_conf *conf, enum ft_conf_key key, const char *word);

/* Returns the release of Slurm that is mirrored: FairTreeSlurm. */
enum ft_release ft_conf_release(const struct ft_conf *conf);
/* Returns how its database sorts: FairTreeCollation. */
enum ft_siblings ft_conf_collation(const struct ft_conf *conf);

/* PriorityFlags, found as substrings like Slurm does (slurm-conf section 2). */
enum ft_priority_flag {
	FT_PRIO_ACCRUE_ALWAYS = 1 << 0,
	FT_PRIO_CALCULATE_RUNNING = 1 << 1,
	FT_PRIO_DEPTH_OBLIVIOUS = 1 << 2,
	FT_PRIO_NO_FAIR_TREE = 1 << 3,
	FT_PRIO_INCR_ONLY = 1 << 4,
	FT_PRIO_MAX_TRES = 1 << 5,
	FT_PRIO_NO_NORMAL_ASSOC = 1 << 6,
	FT_PRIO_NO_NORMAL_PART = 1 << 7,
	FT_PRIO_NO_NORMAL_QOS = 1 << 8,
	FT_PRIO_NO_NORMAL_TRES = 1 << 9,
	FT_PRIO_SMALL_RELATIVE = 1 << 10,
	FT_PRIO_LEVEL_BASED = 1 << 11,  /* ours: FairTreeLevelBased */
	FT_PRIO_MAX_TRES_GRES = 1 << 12 /* then not FT_PRIO_MAX_TRES */
};
uint32_t ft_conf_priority_flags(const struct ft_conf *conf);
/* PriorityUsageResetPeriod: its choices in their order. */
enum ft_reset_period {
	FT_RESET_NONE,
	FT_RESET_NOW, /* once, at the first pass after settings are read */
	FT_RESET_DAILY,
	FT_RESET_WEEKLY,
	FT_RESET_MONTHLY,
	FT_RESET_QUARTERLY,
	FT_RESET_YEARLY
};
enum ft_reset_period ft_conf_reset_period(const struct ft_conf *conf);
/* Returns the name of flag I, 0..; NULL: there is none. */
const char *ft_priority_flag_name(size_t i);
/* Half-life and kind of decay. */
struct ft_decay ft_conf_decay(const struct ft_conf *conf);
/* The era of decay that these settings define, without cluster and end. */
struct ft_era ft_conf_era(const struct ft_conf *conf);
/*
 * The eras of CLUSTER, the last one being that of these settings, whose passes
 * are at DECAYED + k * period.  Returns [*n], *n > 0; the caller's (ft_free), strings are CONF's.
 */
struct ft_era *ft_conf_eras(
    const struct ft_conf *conf, uint32_t cluster, int64_t decayed, size_t *n);

#endif
