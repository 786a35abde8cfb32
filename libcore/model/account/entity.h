/*
 * entity.h - the records of accounting: clusters, accounts, users,
 * associations, QOS, TRES, coordinators, limits.
 *
 * Plain data.  Strings are borrowed from whoever filled the record: an arena,
 * an acctdb, or the caller of a change.  Ids are the store's, > 0; 0 is none.
 * Limits, QOS lists and preempt lists are sparse: a missing entry is not set,
 * and associations inherit it.  Source: sacctmgr(1).
 */
#ifndef FT_MODEL_ACCOUNT_ENTITY_H
#define FT_MODEL_ACCOUNT_ENTITY_H

#include "base/base.h"

enum ft_entity {
	FT_ENTITY_CLUSTER,
	FT_ENTITY_ACCOUNT,
	FT_ENTITY_USER,
	FT_ENTITY_ASSOC,
	FT_ENTITY_QOS,
	FT_ENTITY_COORD,
	FT_ENTITY_TRES,
	FT_ENTITY_WCKEY,
	FT_ENTITY_RESOURCE,
	FT_ENTITY_COUNT
};

enum ft_admin_level {
	FT_ADMIN_NOTSET,
	FT_ADMIN_NONE,
	FT_ADMIN_OPERATOR,
	FT_ADMIN_ADMINISTRATOR
};

/* Fairshare=parent, as slurmdbd keeps it. */
#define FT_SHARES_PARENT ((uint32_t)INT32_MAX)

/* The C type of each type of setting in entity.def. */
#define FT_C_TEXT     const char *
#define FT_C_NAME     const char *
#define FT_C_COUNT    uint32_t
#define FT_C_SECONDS  int64_t
#define FT_C_DURATION int64_t
#define FT_C_REAL     double
#define FT_C_FLAGS    uint32_t
#define FT_C_WORD     uint32_t
#define FT_C_SHARES   uint32_t
#define FT_C_QOS      uint32_t
#define FT_C_FLAG     bool

#define MEMBER(entity, member, type, ...) FT_C_##type member;

/* The settings of each are its rows of entity.def. */
struct ft_cluster {
	uint32_t id;
	const char *name;
#define ATTR MEMBER
#define CLUSTER_ROWS
#include "model/account/entity.def"
	bool deleted;
	bool removed; /* deleted, and Slurm forgets it */
};

struct ft_account {
	uint32_t id;
	const char *name;
#define ATTR MEMBER
#define ACCOUNT_ROWS
#include "model/account/entity.def"
	int64_t created; /* store time */
	bool deleted;
	bool removed; /* deleted, and Slurm forgets it */
};

struct ft_user {
	uint32_t id;
	const char *name;
#define ATTR MEMBER
#define USER_ROWS
#include "model/account/entity.def"
	int64_t created;
	bool deleted;
	bool removed; /* deleted, and Slurm forgets it */
};

struct ft_assoc {
	uint32_t id;
	uint32_t number; /* its id within the cluster, as Slurm shows it */
	uint32_t cluster;
	uint32_t account;
	uint32_t user;         /* 0: the account itself */
	const char *partition; /* "" any */
	uint32_t parent;       /* association; 0: root */
	int32_t position;      /* among its siblings */
#define ATTR MEMBER
#define ASSOC_ROWS
#include "model/account/entity.def"
	int64_t created;
	bool deleted;
	bool removed; /* deleted, and Slurm forgets it */
};

struct ft_qos {
	uint32_t id;
	const char *name;
#define ATTR MEMBER
#define QOS_ROWS
#include "model/account/entity.def"
	bool deleted;
	bool removed; /* deleted, and Slurm forgets it */
};

struct ft_tres {
	uint32_t id;
	const char *type, *name; /* "gres" "gpu"; name "" for cpu, mem, ... */
};

struct ft_coord {
	uint32_t account, user;
};

/* A job that waits or runs, for those who want to delete what it uses. */
struct ft_active_job {
	uint32_t number, state; /* enum ft_job_state */
	uint32_t assoc, qos;    /* ids; qos: 0 none */
};

/* A name under which a user's jobs are counted. */
struct ft_wckey {
	uint32_t id;
	uint32_t cluster, user;
	const char *name;
	bool deleted;
	bool removed; /* deleted, and Slurm forgets it */
};

/* Something outside the clusters that can be counted, such as licences. */
struct ft_resource {
	uint32_t id;
	const char *name, *server;
#define ATTR MEMBER
#define RESOURCE_ROWS
#include "model/account/entity.def"
	bool deleted;
};

#undef MEMBER

/* Any record; all except associations begin with the members of `named`. */
union ft_entity_record {
	struct {
		uint32_t id;
		const char *name;
	} named;
	struct ft_cluster cluster;
	struct ft_account account;
	struct ft_user user;
	struct ft_assoc assoc;
	struct ft_qos qos;
	struct ft_resource resource;
};

/* What a cluster may have of a resource. */
struct ft_resource_share {
	uint32_t resource, cluster;
	uint32_t allowed; /* percent, or units with flag Absolute */
};

/*
 * What slurmdbd would have logged about a change.  action: its number.  subject
 * and info: columns Where and Info (see admin/txn/txn.h).
 */
struct ft_transaction {
	uint32_t id;
	uint32_t journal; /* entry of the journal; 0: creation of the store */
	int64_t at;       /* store time */
	uint32_t action;
	const char *actor;   /* acting user */
	const char *cluster; /* name; "" what all clusters share */
	const char *subject, *info;
};

/*
 * One limit of an association or a QOS.  kind: row of limits.def; tres: id for
 * TRES limits, else 0.  Counts as they are, times in minutes, memory in MiB.
 */
struct ft_limit {
	uint32_t owner; /* association or QOS id */
	uint16_t kind;
	uint32_t tres;
	uint64_t value;
};

/* One element of a QOS list (owner: association) or preempt list (QOS). */
struct ft_qosref {
	uint32_t owner;
	char op; /* '=' part of the list, '+' or '-' relative */
	uint32_t qos;
};

#endif
