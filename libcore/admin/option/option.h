/*
 * option.h - the settings of associations and QOS: one table of their names,
 * the sets they fill, and the text of a set.
 *
 * The table serves commands, flat files and the importer: GrpTRES=cpu=4 means
 * the same everywhere.  Source: sacctmgr(1), SPECIFICATIONS.
 */
#ifndef FT_ADMIN_OPTION_OPTION_H
#define FT_ADMIN_OPTION_OPTION_H

#include "model/account/attr.h"
#include "model/account/tres.h"

/* What values are checked against; all borrowed. */
struct ft_admin_lookup {
	struct ft_tres_table tres;
	const struct ft_qos *qos; /* by id, deleted ones left out */
	size_t n_qos;
	bool lenient;            /* parse and complain as sacctmgr does */
	enum ft_release release; /* whose words and rules count */
};
/* Returns the QOS of that name (any case) or id; NULL if there is none. */
const struct ft_qos *ft_admin_find_qos(
    const struct ft_admin_lookup *lookup, const char *name);
const struct ft_qos *ft_admin_get_qos(
    const struct ft_admin_lookup *lookup, uint32_t id);

/* Returns whether a number that sacctmgr reads may go on with END: junk. */
bool ft_admin_number_ends(enum ft_release release, const char *end);
/* Read a number as Slurm does: what follows the digits may be ignored, and an
 * empty text is 0. */
bool ft_admin_slurm_number(
    enum ft_release release, const char *value, int64_t *number);
/* FT_EINVAL, in sacctmgr's words: VALUE is no number, or none with a fraction. */
enum ft_status ft_admin_fail_number(enum ft_release release, bool real,
    const char *name, const char *value, struct ft_error *err);

/*
 * A limit to set or, with clear, to remove; idle: Slurm prints it and does
 * nothing.
 */
struct ft_admin_limit {
	uint16_t kind;
	bool clear, idle;
	char change; /* '+', '-': by the value, not to it */
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

/* The effect of a value given for a setting. */
enum ft_given {
	FT_GIVEN_BAD,
	FT_GIVEN_SET,
	FT_GIVEN_CLEAR,
	FT_GIVEN_IDLE, /* printed, but too large to have an effect */
	FT_GIVEN_NONE  /* not even printed */
};

/* Settings of a record; only what was given is changed. */
struct ft_admin_set {
	enum ft_entity entity;
	struct ft_arena arena;
	size_t given;   /* settings there are */
	uint64_t has;   /* bit i: row i of entity.def is given */
	uint64_t clear; /* bit i: row i is given and gets its default */
	uint64_t idle;  /* bit i: row i is given and printed, without effect */
	union ft_entity_record to; /* the members given */
	char op;                   /* of flags: '=', '+', '-' */
	/* settings without a member; NULL: not given */
	const char *parent;
	const char *default_account, *new_name; /* of users */
	const struct ft_resource_share *share;  /* of a resource: its percent */
	struct ft_admin_limit *limit;
	size_t n_limit, cap_limit;
	struct ft_admin_qoslist list;
};
void ft_admin_set_init(struct ft_admin_set *set, enum ft_entity entity);
void ft_admin_set_free(struct ft_admin_set *set);
/* Returns whether none of the given settings has an effect. */
bool ft_admin_set_is_idle(const struct ft_admin_set *set);
/* Returns whether the member in row AT is given; is given and cleared. */
bool ft_admin_set_has(const struct ft_admin_set *set, size_t at);
bool ft_admin_set_clears(const struct ft_admin_set *set, size_t at);
/* Returns the value that the member gets. */
struct ft_attr_value ft_admin_set_value(
    const struct ft_admin_set *set, const struct ft_attr *attr);
/* Set the member to VALUE; texts are borrowed. */
void ft_admin_set_put(struct ft_admin_set *set, const struct ft_attr *attr,
    struct ft_attr_value value, enum ft_given given);
/* The same by its place; a text that is NULL is not given. */
void ft_admin_set_text(struct ft_admin_set *set, size_t at, const char *text);
/* Every text among the members that is not NULL is given. */
void ft_admin_set_texts(struct ft_admin_set *set);
void ft_admin_set_number(struct ft_admin_set *set, size_t at, uint32_t number);

/* What follows a name: op '=', '+' or '-', and the value. */
struct ft_admin_words {
	char op;
	const char *value;
};

/*
 * Put what is GIVEN for ATTR into SET.  Values are copied.
 * FT_EINVAL: a bad value ("invalid value for GrpJobs (abc)"); FT_ENOENT: an
 * unknown QOS or TRES; FT_EPARSE: a bad duration, unit, mode or flag.  With a
 * lenient lookup the text is sacctmgr's.  On failure nothing is set.
 */
enum ft_status ft_admin_set_option(struct ft_admin_set *set,
    const struct ft_attr *attr, const struct ft_admin_lookup *lookup,
    struct ft_admin_words given, struct ft_error *err);

/* Called for each setting in the order and words of sacctmgr's messages. */
typedef void ft_admin_describe_fn(
    void *ctx, const char *label, int width, const char *value);
void ft_admin_set_describe(const struct ft_admin_set *set,
    const struct ft_admin_lookup *lookup, ft_admin_describe_fn *fn, void *ctx);

/* Append the list as text: "a,b", "+a,-b". */
void ft_admin_add_qoslist(struct ft_str *str,
    const struct ft_admin_lookup *lookup, const struct ft_admin_qoslist *list);

#endif
