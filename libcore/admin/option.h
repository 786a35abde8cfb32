/*
 * option.h - the settings of associations and QOS: one table of their names,
 * the sets they fill, and how a set is told.
 *
 * The table serves commands, flat files and the importer: GrpTRES=cpu=4 means
 * the same everywhere.  Source: sacctmgr(1), SPECIFICATIONS.
 */
#ifndef FT_ADMIN_OPTION_H
#define FT_ADMIN_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/str.h"
#include "model/entity.h"
#include "model/limits.h"
#include "model/tres.h"

/* What values are checked against; all borrowed. */
struct ft_admin_lookup {
	struct ft_tres_table tres;
	const struct ft_qos *qos; /* by id, deleted ones left out */
	size_t n_qos;
	bool lenient; /* numbers may have junk behind them, as
	                             Slurm's may */
};
/* Returns the QOS of that name (any case) or id; NULL if there is none. */
const struct ft_qos *ft_admin_find_qos(
    const struct ft_admin_lookup *lookup, const char *name);
const struct ft_qos *ft_admin_get_qos(
    const struct ft_admin_lookup *lookup, uint32_t id);

/*
 * A limit to set or, with clear, to take away; idle: Slurm tells it and does
 * nothing.
 */
struct ft_admin_limit {
	uint16_t kind;
	bool clear, idle;
	uint32_t tres;
	uint64_t value;
};

/* A QOS list to give ('=') or to change ('+', '-'). */
struct ft_admin_qosref {
	char op;
	uint32_t qos;
};
struct ft_admin_qoslist {
	struct ft_admin_qosref *item;
	size_t n, cap;
	bool given;
};

/* Settings of associations; only what was given is changed. */
struct ft_admin_set {
	struct ft_arena arena;
	size_t given; /* settings there are */
	bool shares_given, shares_clear, shares_parent, shares_idle;
	uint32_t shares;
	const char *parent; /* NULL: not given */
	const char *comment;
	const char *default_qos; /* "" clears */
	uint32_t default_qos_id;
	struct ft_admin_limit *limit;
	size_t n_limit, cap_limit;
	struct ft_admin_qoslist qos;
};
/* Returns whether nothing of what was given has an effect. */
bool ft_admin_set_is_idle(const struct ft_admin_set *set);
void ft_admin_set_init(struct ft_admin_set *set);
void ft_admin_set_free(struct ft_admin_set *set);

/* Settings of a QOS. */
struct ft_admin_qos_set {
	struct ft_arena arena;
	size_t given;
	const char *description; /* NULL: not given */
	char flags_op;           /* 0, '=', '+', '-'; */
	bool flags_clear;
	uint32_t flags;
	bool grace_given, grace_clear;
	int64_t grace; /* seconds */
	bool mode_given;
	uint32_t mode;
	bool exempt_given, exempt_clear;
	int64_t exempt; /* seconds */
	bool priority_given, priority_clear;
	uint32_t priority;
	bool factor_given, factor_clear;
	double factor;
	bool threshold_given, threshold_clear;
	double threshold;
	bool limit_factor_given, limit_factor_clear;
	double limit_factor;
	struct ft_admin_limit *limit;
	size_t n_limit, cap_limit;
	struct ft_admin_qoslist preempt;
};
void ft_admin_qos_set_init(struct ft_admin_qos_set *set);
void ft_admin_qos_set_free(struct ft_admin_qos_set *set);

enum ft_admin_type {
	FT_TYPE_COUNT,
	FT_TYPE_TRES,
	FT_TYPE_TRES_OLD, /* GrpCPUs=4: one TRES of a TRES limit */
	FT_TYPE_MINUTES,
	FT_TYPE_SECONDS,
	FT_TYPE_REAL,
	FT_TYPE_SHARES,
	FT_TYPE_TEXT, /* kept as it is */
	FT_TYPE_NAME, /* lower-cased */
	FT_TYPE_QOS,  /* one name */
	FT_TYPE_QOS_LIST,
	FT_TYPE_QOS_FLAGS,
	FT_TYPE_PREEMPT_MODE
};

/* Fields of sets that are not limits. */
enum ft_admin_field {
	FT_SET_LIMIT,
	FT_SET_SHARES,
	FT_SET_PARENT,
	FT_SET_COMMENT,
	FT_SET_DEFAULT_QOS,
	FT_SET_QOS_LIST,
	FT_SET_DESCRIPTION,
	FT_SET_FLAGS,
	FT_SET_GRACE,
	FT_SET_PREEMPT,
	FT_SET_PREEMPT_MODE,
	FT_SET_EXEMPT,
	FT_SET_PRIORITY,
	FT_SET_FACTOR,
	FT_SET_THRESHOLD,
	FT_SET_LIMIT_FACTOR
};

/* One name of a setting.  A table ends with a NULL name. */
struct ft_admin_option {
	const char *name;
	unsigned char min; /* letters needed */
	enum ft_admin_type type;
	enum ft_admin_field field;
	enum ft_limit_kind kind; /* of FT_SET_LIMIT */
	const char *tres;        /* of FT_TYPE_TRES_OLD */
	const char *label;       /* in messages */
	bool newer;              /* sacctmgr 22.05 has not got it */
};
extern const struct ft_admin_option ft_admin_assoc_options[];
extern const struct ft_admin_option ft_admin_qos_options[];

/* Returns whether the LEN bytes of WORD abbreviate NAME with MIN letters. */
bool ft_admin_word(
    const char *word, size_t len, const char *name, unsigned min);
/* Returns the first row of TABLE that WORD abbreviates, NULL if none does. */
const struct ft_admin_option *ft_admin_option_find(
    const struct ft_admin_option *table, const char *word, size_t len);

/*
 * Put VALUE (op '=', '+' or '-') into SET.  Values are copied.
 * FT_EINVAL: a bad value, text as sacctmgr words it ("Invalid value for
 * GrpJobs (abc)"); FT_ENOENT: an unknown QOS or TRES; FT_EPARSE: a bad
 * duration, unit, mode or flag.  On failure nothing is set.
 */
enum ft_status ft_admin_set_option(struct ft_admin_set *set,
    const struct ft_admin_option *option, const struct ft_admin_lookup *lookup,
    char op, const char *value, struct ft_error *err);
enum ft_status ft_admin_qos_set_option(struct ft_admin_qos_set *set,
    const struct ft_admin_option *option, const struct ft_admin_lookup *lookup,
    char op, const char *value, struct ft_error *err);

/* Called for each setting in the order and words of sacctmgr's messages. */
typedef void ft_admin_tell_fn(
    void *ctx, const char *label, int width, const char *value);
void ft_admin_set_tell(const struct ft_admin_set *set,
    const struct ft_admin_lookup *lookup, ft_admin_tell_fn *fn, void *ctx);
void ft_admin_qos_set_tell(const struct ft_admin_qos_set *set,
    const struct ft_admin_lookup *lookup, ft_admin_tell_fn *fn, void *ctx);

/* Append the list as text: "a,b", "+a,-b". */
void ft_admin_add_qoslist(struct ft_str *str,
    const struct ft_admin_lookup *lookup, const struct ft_admin_qoslist *list);

#endif
