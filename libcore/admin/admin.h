/*
 * admin.h - requests to change the accounting data, and Slurm's rules for
 * them: defaults, inheritance, permissions, cascades, refusals.
 *
 * The one way in for facctmgr, the shell, the importer and the viewer: a
 * request is checked and applied through a struct ft_registry (model), inside
 * a transaction that the caller commits or rolls back.  Nothing is printed
 * here: the result is a list of items in the order in which sacctmgr lists
 * them; a refusal is its kind and the items that caused it.
 * Not for: reading and listing (acctdb), SQL (store), words of a command line.
 * Source: sacctmgr(1); order and messages as Slurm 22.05 shows them.
 */
#ifndef FT_ADMIN_ADMIN_H
#define FT_ADMIN_ADMIN_H

#include "admin/option/option.h"
#include "base/map.h"
#include "model/account/entity.h"
#include "model/account/registry.h"
#include "model/release/release.h"
#include "model/tree/tree.h"
#include "model/tree/usage.h"

/* One transaction's worth of requests by one actor. */
struct ft_admin;

/*
 * registry: borrowed, as long as the admin lives.  actor: name of the acting
 * user (copied); super: it is root or SlurmUser and may do everything.
 */
enum ft_status ft_admin_new(struct ft_admin **admin,
    struct ft_registry *registry, const char *actor, bool super,
    struct ft_error *err);
void ft_admin_free(struct ft_admin *admin);
/*
 * Follow the rules of RELEASE, whose database sorts by COLLATION; without this
 * they are the oldest one's.  slurm: copy the oddities of sacctmgr, too: junk
 * after numbers is ignored, and a user who inherits from two modified accounts
 * is listed twice.
 */
void ft_admin_set_slurm(struct ft_admin *admin, bool slurm,
    enum ft_release release, enum ft_siblings collation);
/* What options need to know: QOS and TRES of the registry; borrowed. */
const struct ft_admin_lookup *ft_admin_lookup(const struct ft_admin *admin);

/* ---- what was done --------------------------------------------------------- */

enum ft_admin_did {
	FT_DID_ADD,
	FT_DID_MODIFY,
	FT_DID_DELETE,
	FT_DID_MISS, /* a name given that does not exist (here) */
	FT_DID_BLOCK /* prevents the request */
};

/* All texts live as long as the admin.  Those that do not apply are "". */
struct ft_admin_item {
	enum ft_admin_did did;
	enum ft_entity entity;
	uint32_t id;
	const char *name; /* cluster, account, user, QOS: itself */
	const char *cluster;
	const char *account;
	const char *parent; /* account of the parent association */
	const char *user;
	const char *partition;
	const char *note; /* default QOS or job id of an item that blocks */
	const char *qos;  /* of that job, "" */
};

enum ft_admin_refusal {
	FT_ADMIN_REFUSE_NONE,
	FT_ADMIN_REFUSE_PERMISSION,  /* may not do this at all, or not here */
	FT_ADMIN_REFUSE_ELSEWHERE,   /* coordinators may not do it to this */
	FT_ADMIN_REFUSE_OWN,         /* users may not change this of theirs */
	FT_ADMIN_REFUSE_LEVEL,       /* only a super user sets admin levels */
	FT_ADMIN_REFUSE_OWN_RECORD,  /* users do not set their own level */
	FT_ADMIN_REFUSE_NO_ACCOUNTS, /* users need an account */
	FT_ADMIN_REFUSE_JOBS,        /* jobs need the associations */
	FT_ADMIN_REFUSE_DEFAULT_ACCOUNT, /* default account of users */
	FT_ADMIN_REFUSE_DEFAULT_QOS, /* default QOS of associations (delete) */
	FT_ADMIN_REFUSE_QOS_ACCESS,  /* default QOS would be outside the list */
	FT_ADMIN_REFUSE_ROOT,        /* the root account stays */
	FT_ADMIN_REFUSE_NOT_MEMBER, /* new default account without association */
	FT_ADMIN_REFUSE_NAME,       /* new name taken */
	FT_ADMIN_REFUSE_NAMES,      /* one new name for several users */
	FT_ADMIN_REFUSE_PARENT,     /* new parent does not exist */
	FT_ADMIN_REFUSE_BELOW,      /* new parent is below the account */
	FT_ADMIN_REFUSE_CLUSTER,    /* cluster does not exist */
	FT_ADMIN_REFUSE_CONDITION,  /* nothing selected where that is needed */
	FT_ADMIN_REFUSE_LOOP,       /* QOS that preempt each other */
	FT_ADMIN_REFUSE_NO_DEFAULT,   /* users keep a default account */
	FT_ADMIN_REFUSE_NO_EFFECT,    /* Slurm: nothing given has an effect */
	FT_ADMIN_REFUSE_NO_TYPE,      /* a new resource needs its type */
	FT_ADMIN_REFUSE_NO_COUNT,     /* and a count */
	FT_ADMIN_REFUSE_TOO_MUCH,     /* more than 100 percent of a resource */
	FT_ADMIN_REFUSE_BY_CLUSTER,   /* a resource's count with clusters */
	FT_ADMIN_REFUSE_NEEDS_CLUSTER /* its percent without clusters */
};

struct ft_admin_result {
	struct ft_admin_item *item;
	size_t n, cap;
	enum ft_admin_refusal refusal;
	enum ft_entity refused; /* FT_ADMIN_REFUSE_NO_EFFECT: on these */
	/* of resources */
	const char *resource; /* what was refused */
	bool exists;          /* it was there before: */
	struct ft_resource before;
	uint32_t used;  /* percent, or units, given already */
	size_t matched; /* those that were chosen */
};
void ft_admin_result_init(struct ft_admin_result *result);
void ft_admin_result_free(struct ft_admin_result *result);
/* Returns how many items are DID ENTITY. */
size_t ft_admin_count(const struct ft_admin_result *result,
    enum ft_admin_did did, enum ft_entity entity);
/* Returns the next such item at or after *at (then moves it on); NULL. */
const struct ft_admin_item *ft_admin_next(const struct ft_admin_result *result,
    enum ft_admin_did did, enum ft_entity entity, size_t *at);

/* ---- names and conditions -------------------------------------------------- */

/* A list of names; given: the option was there, be it empty. */
struct ft_admin_names {
	const char **item;
	size_t n, cap;
	bool given;
	struct ft_map at; /* long lists: name -> index */
};

enum ft_admin_key {
	FT_KEY_CLUSTER,
	FT_KEY_ACCOUNT,
	FT_KEY_USER,
	FT_KEY_PARTITION,
	FT_KEY_PARENT,
	FT_KEY_QOS,
	FT_KEY_DEFAULT_QOS,
	FT_KEY_ID,
	FT_KEY_ADMIN_LEVEL,
	FT_KEY_DEFAULT_ACCOUNT,
	FT_KEY_DEFAULT_WCKEY,
	FT_KEY_DESCRIPTION,
	FT_KEY_ORGANIZATION,
	FT_KEY_PREEMPT_MODE,
	FT_KEY_FLAGS,
	FT_KEY_CLASSIFICATION,
	FT_KEY_FEDERATION,
	FT_KEY_WCKEY,
	FT_KEY_TYPE,
	FT_KEY_RESOURCE,
	FT_KEY_SERVER,
	FT_KEY_SERVER_TYPE,
	FT_KEY_STATE,
	FT_KEY_START,
	FT_KEY_END,
	FT_KEY_ACTION,
	FT_KEY_ACTOR,
	FT_KEY_NODE,
	FT_KEY_REASON,
	FT_KEY_FORMAT, /* of a list: selects nothing */
	FT_KEYS
};

/* Conditions of different keys AND, names of one key OR. */
struct ft_admin_where {
	struct ft_admin_names key[FT_KEYS];
	bool sub_accounts; /* an account includes everything below it */
	bool only_defaults;
};
void ft_admin_where_init(struct ft_admin_where *where);
void ft_admin_where_free(struct ft_admin_where *where);
/* Append NAME (borrowed) unless it is there; then it moves to the end. */
void ft_admin_names_add(struct ft_admin_names *names, const char *name);
bool ft_admin_names_has(const struct ft_admin_names *names, const char *name);
/* Returns whether sacctmgr finds the QOS that are ASKED for, of N, by name: newer
 * releases always, older ones when the database uses its index, for a few. */
bool ft_admin_qos_by_name(
    enum ft_release release, const struct ft_admin_names *asked, size_t n);
/*
 * Returns the kind of cluster that TEXT names: Capacity, Capability,
 * Capapacity, with * in front when classified; "" for anything else.
 */
const char *ft_admin_classification(const char *text);
/* Returns the level TEXT begins with the letter of, FT_ADMIN_NOTSET. */
enum ft_admin_level ft_admin_level_find(const char *text);

/* ---- requests --------------------------------------------------------------- */

enum ft_admin_which {
	FT_WHICH_ACCOUNTS, /* associations of accounts themselves */
	FT_WHICH_USERS,
	FT_WHICH_ALL,
	FT_WHICH_ROOT /* the root association of each cluster */
};

/* The usage to set. */
struct ft_admin_usage {
	uint64_t number;     /* billing-TRES x seconds, up to FT_USAGE_MAX */
	struct ft_idvec own; /* ft_real: own usage at the time of the
	                        transaction, by id of association; borrowed;
	                        number 0: not needed */
};

/* What to do with which records; all borrowed. */
struct ft_admin_request {
	enum ft_entity entity;
	enum ft_admin_which which; /* of ASSOC */
	const struct ft_admin_where *where;
	/* the new settings of the records; NULL: none */
	const struct ft_admin_set *to;
	const struct ft_admin_set *assoc; /* the associations made with them */
	const struct ft_admin_usage *usage;
};

/*
 * Every function: FT_OK when it was done, even if there was nothing to do
 * (then the result has no items of that kind).  FT_EPERM, FT_EINVAL: refused;
 * result->refusal is the reason, err our message.  The result may contain what
 * was done before the refusal, and the caller must roll back.
 * Other codes are failures of the registry.
 */

/*
 * ACCOUNT: keys ACCOUNT names, CLUSTER (none: all); assoc->parent the parent
 * account.  USER: keys USER names, ACCOUNT, CLUSTER, PARTITION: the cross
 * product.  CLUSTER: key CLUSTER, CLASSIFICATION; makes account root and user
 * root on each.  QOS: key QOS.  COORD: keys ACCOUNT, USER.  RESOURCE: keys
 * RESOURCE, CLUSTER.
 */
enum ft_status ft_admin_add(struct ft_admin *admin,
    const struct ft_admin_request *request, struct ft_admin_result *result,
    struct ft_error *err);
/*
 * ACCOUNT, USER: records (those whose names match; all conditions count).
 * CLUSTER: the classification is one of ft_admin_classification().  ASSOC:
 * limits, shares, parents.  RESOURCE: keys RESOURCE, SERVER, SERVER_TYPE,
 * DESCRIPTION, ID, CLUSTER; if the clusters would get more than 100 percent,
 * items FT_DID_BLOCK give each cluster's share.
 */
enum ft_status ft_admin_modify(struct ft_admin *admin,
    const struct ft_admin_request *request, struct ft_admin_result *result,
    struct ft_error *err);
/*
 * ACCOUNT, USER: with more than names and record fields given only
 * associations go.  RESOURCE: with clusters given only their shares go.
 * COORD: keys ACCOUNT (none: all), USER (none: all).
 */
enum ft_status ft_admin_delete(struct ft_admin *admin,
    const struct ft_admin_request *request, struct ft_admin_result *result,
    struct ft_error *err);

/*
 * Set the usage of what the request selects to its number.
 *
 * FT_ENTITY_ASSOC needs the ACCOUNT key.  A user's association gets the number
 * as its own usage.  An account's scales the own usages of the account and of
 * everything below it by one factor, so that they add up to the number exactly;
 * if they are all 0, the account itself gets the number.  0 also clears the
 * usage of single TRES, which any other number leaves alone.  FT_EINVAL if an
 * account is selected together with one above it, unless the number is 0.
 * FT_ENTITY_QOS needs the QOS key.
 */
enum ft_status ft_admin_set_usage(struct ft_admin *admin,
    const struct ft_admin_request *request, struct ft_admin_result *result,
    struct ft_error *err);

#define FT_RESOURCE_SERVER "slurmdb" /* when none is given */
/* Returns whether RESOURCE meets the conditions on resources. */
bool ft_admin_resource_matches(
    const struct ft_admin_where *where, const struct ft_resource *resource);

#endif
