/*
 * attr.h - the settings of accounting's entities, by row (entity.def).
 *
 * A record is the struct of its entity (struct ft_qos, ...); an attribute is a
 * member of it.  Code that stores, compares, lists or sets attributes iterates
 * over the rows and names no attribute.  Rows of limits and lists have no
 * member: their values are in separate tables (struct ft_limit, ft_qosref).
 */
#ifndef FT_MODEL_ACCOUNT_ATTR_H
#define FT_MODEL_ACCOUNT_ATTR_H

#include "model/account/entity.h"
#include "model/account/limits.h"
#include "model/account/keyword.h"
#include "model/release/release.h"

enum ft_attr_type {
	/* with a member */
	FT_ATTR_TEXT,     /* const char *, NULL or "": none */
	FT_ATTR_NAME,     /* the same; commands make it lower case */
	FT_ATTR_COUNT,    /* uint32_t */
	FT_ATTR_SECONDS,  /* int64_t; a plain number means seconds */
	FT_ATTR_DURATION, /* int64_t seconds; a plain number means minutes */
	FT_ATTR_REAL,     /* double */
	FT_ATTR_FLAGS,    /* uint32_t: bit i is word i of its table */
	FT_ATTR_WORD,     /* uint32_t: index of a word of its table */
	FT_ATTR_SHARES,   /* uint32_t, FT_SHARES_PARENT */
	FT_ATTR_QOS,      /* uint32_t: id of a QOS, 0 none */
	FT_ATTR_FLAG,     /* bool */
	/* without */
	FT_ATTR_LIMIT,
	FT_ATTR_QOS_LIST,
	FT_ATTR_PARENT
};

/* Places of members among the rows of their entity. */
#define PLACE(entity, member, ...) FT_##entity##_##member,
#define ATTR                       PLACE
enum ft_assoc_member {
#define ASSOC_ROWS
#include "model/account/entity.def"
};
#define ATTR PLACE
enum ft_qos_member {
#define QOS_ROWS
#include "model/account/entity.def"
};
#define ATTR PLACE
enum ft_cluster_member {
#define CLUSTER_ROWS
#include "model/account/entity.def"
};
#define ATTR PLACE
enum ft_account_member {
#define ACCOUNT_ROWS
#include "model/account/entity.def"
};
#define ATTR PLACE
enum ft_user_member {
#define USER_ROWS
#include "model/account/entity.def"
};
#define ATTR PLACE
enum ft_resource_member {
#define RESOURCE_ROWS
#include "model/account/entity.def"
};
#undef PLACE

/* One row; entity.def says what the members are. */
struct ft_attr {
	enum ft_entity entity;
	enum ft_attr_type type;
	size_t offset; /* of the member */
	const char *column;
	enum ft_limit_kind limit; /* of LIMIT */
	const char *tres;         /* of it: this one alone; NULL: all */
	bool also;                /* another name only */
	const char *name, *other, *label, *header, *set_label, *history_name,
	    *loaded, *none, *dbd, *clear;
	const struct ft_keywords *words;
	double unset;
	bool zero_idle, txn_if_set;
	enum ft_release since, until;
	unsigned char letters, set_order, width, txn_order, dumped, schema;
};

/* Words of users (enum ft_admin_level) and resources. */
extern const struct ft_keywords ft_admin_level_words, ft_resource_flag_words;

/* A value of an attribute: text, number or real, by its type; the rest is "", 0.
 * For a QOS: its id and its name. */
struct ft_attr_value {
	const char *text;
	int64_t number;
	double real;
};

/* The rows of ENTITY, *n of them, in order; those with members first. */
const struct ft_attr *ft_attrs(enum ft_entity entity, size_t *n);
/* The rows with members that commands can set: all that two states can differ in. */
const struct ft_attr *ft_members(enum ft_entity entity, size_t *n);
/* Returns the first row of ENTITY that WORD abbreviates; NULL if there is none. */
const struct ft_attr *ft_attr_find(enum ft_entity entity, struct ft_word word);
/* Returns the row of ENTITY that has HEADER above its column in lists, else that
 * HEADER abbreviates; NULL if there is none. */
const struct ft_attr *ft_attr_headed(enum ft_entity entity, const char *header);
/* Returns the row of ENTITY that sacctmgr says, dumps in PLACE (from 1 on); NULL:
 * there are no more. */
const struct ft_attr *ft_attr_set_order(enum ft_entity entity, unsigned place);
const struct ft_attr *ft_attr_dumped(enum ft_entity entity, unsigned place);
/* Set ROW to the rows of ENTITY that slurmdbd notes, in its order; returns how many
 * there are. */
#define FT_ATTRS_NOTED 64
size_t ft_attrs_noted(
    enum ft_entity entity, const struct ft_attr *row[FT_ATTRS_NOTED]);
/* Returns the row of ENTITY at that place. */
const struct ft_attr *ft_attr_row(enum ft_entity entity, size_t place);
/* Returns its index among the rows of its entity. */
size_t ft_attr_place(const struct ft_attr *attr);
/* Returns the row of ENTITY whose member is in COLUMN; NULL if none is. */
const struct ft_attr *ft_attr_in(enum ft_entity entity, const char *column);
/* Returns its name in complaints. */
const char *ft_attr_label(const struct ft_attr *attr);

struct ft_attr_value ft_attr_get(
    const struct ft_attr *attr, const void *record);
/* A text is borrowed. */
void ft_attr_set(
    const struct ft_attr *attr, void *record, struct ft_attr_value value);
/* Returns its default, the value until it is set. */
struct ft_attr_value ft_attr_unset(const struct ft_attr *attr);
bool ft_attr_same(struct ft_attr_value left, struct ft_attr_value right);
/* Returns whether it is shown as empty: no text, flag or QOS, below zero. */
bool ft_attr_is_none(const struct ft_attr *attr, struct ft_attr_value value);
/* Returns whether both records of ENTITY have the same members. */
bool ft_members_same(
    enum ft_entity entity, const void *left, const void *right);
/* Set every member of RECORD that has a row to its default. */
void ft_members_clear(enum ft_entity entity, void *record);

/* Append VALUE for people: durations as "00:05:00"; nothing if it is none. */
void ft_attr_text(
    struct ft_str *str, const struct ft_attr *attr, struct ft_attr_value value);
/* The same in full precision, as `set NAME=VALUE` accepts it. */
void ft_attr_setting(
    struct ft_str *str, const struct ft_attr *attr, struct ft_attr_value value);

#endif
